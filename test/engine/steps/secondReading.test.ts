/** A text whose letters stand apart is read a second time; every place of the result is one of the text as it was sent. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import { readers } from "../../../src/files/index.ts";
import { buildCorpus, type Corpus, createEngine, type Engine } from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const random = seeded(29);
const work = zipfText(random, 4_000);
const own = zipfText(random, 200);
const words = work.split(" ").slice(1_000, 1_120);
const spaced = words.map((word) => [...word].join(" ")).join("  ");

let corpus: Corpus;
let engine: Engine;
beforeAll(async () => {
  const documents = [
    { id: "work", text: work },
    ...Array.from({ length: 5 }, (_, i) => ({ id: `${i}`, text: zipfText(random, 2_000) })),
  ];
  corpus = await buildCorpus(documents, { name: "works", dataset: "the-pile" });
  engine = await createEngine({ corpora: [corpus], readers, catalogue: await loadCatalogue() });
});
afterAll(() => corpus.close());

test("passages are found, at their places, and the result says how", async () => {
  const content = `${own}\n\n${spaced}\n\n${own}`;
  const result = await engine.analyze({ content });
  expect(result.verdict).toBe("match");
  const [match] = notEmpty(result.matches);
  expect(match!.words).toBe(120);
  // The last word is too short to be joined where it stands alone.
  expect(match!.content.start).toBe(own.length + 2);
  expect(spaced.startsWith(content.slice(match!.content.start, match!.content.end))).toBe(true);
  expect(spaced.length - (match!.content.end - match!.content.start)).toBeLessThan(8);
  expect(result.completeness.stages[0]).toEqual({
    name: "second_reading",
    status: "done",
    reason: expect.stringMatching(/^\d+ letters that stand apart were read as \d+ words\.$/),
  });
});

test("identifiers are those of the text as it was sent", async () => {
  const { fingerprint } = await engine.analyze({ content: spaced });
  expect(fingerprint).toBe((await engine.identify({ content: spaced })).fingerprint);
  expect(fingerprint).not.toBe((await engine.analyze({ content: words.join(" ") })).fingerprint);
});

test("so it is in HTML, and for score and assess", async () => {
  const content = `<p>${own}</p><p>${spaced.replaceAll("  ", " &nbsp;")}</p>`;
  const result = await engine.analyze({ content, content_type: "html" });
  const [match] = notEmpty(result.matches);
  expect(match!.words).toBe(120);
  const found = content.slice(match!.content.start, match!.content.end).replace(/&nbsp;| /g, "");
  expect(words.join("").startsWith(found)).toBe(true);
  expect(found.length).toBeGreaterThan(words.join("").length - 8);
  const request = { content, content_type: "html" as const, target_model: "eleutherai/pythia" };
  const scored = await engine.score({ ...request, jurisdiction: "DE" });
  expect(scored.in_dataset.datasets[0]).toMatchObject({ verdict: "match", longest_run_words: 120 });
  expect((await engine.assess(request)).copies.datasets[0]).toMatchObject({ verdict: "match" });
});

test("code, and texts without such letters, are read once", async () => {
  for (const request of [{ content: work }, { content: spaced, content_type: "code" as const }]) {
    const { completeness } = await engine.analyze(request);
    expect(completeness.stages.map(({ name }) => name)).not.toContain("second_reading");
  }
});
