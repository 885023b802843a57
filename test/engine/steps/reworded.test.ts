/** What documents say in other words: found in a corpus with vectors, told with both sides, and never mixed into passages. */
import { describe, expect, test } from "vitest";
import type { AnalyzeOptions, AnalyzeResult } from "../../../src/base/contract/operations/analyze.ts";
import type { Encoder } from "../../../src/base/contract/resources/encoder.ts";
import { appendDocuments, deleteDocuments, encodeCorpus, mergeCorpus } from "../../../src/corpus/index.ts";
import { openHttpStorage } from "../../../src/corpus/storage/http/http.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { contextOf } from "../../../src/engine/engine.ts";
import { explore } from "../../../src/engine/explore.ts";
import { buildCorpus, createEngine, openCorpus } from "../../../src/index.ts";
import { htmlAnalysis, NO_COLOURS, plainAnalysis } from "../../../src/report/index.ts";
import { createHandler } from "../../../src/service/http/serve/handler.ts";
import { conceptEncoder } from "../../models/encoders/concepts.ts";
import { ANALYZE, bodyOf, postJson } from "../../service/http/requests.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { inWaves } from "../../support/suites/corpus/waves.ts";
import { A, B, CONCEPTS, CONCEPTS_OF_BOTH, GERMAN } from "../compare/inOtherWords.ts";

const encoder = conceptEncoder(CONCEPTS);
const others = (from: number, sentences = 60) =>
  Array.from(
    { length: sentences },
    (_, i) =>
      `Word${from + i}x sings of item${3 * from + i}x under thing${5 * from + i}x until hour${7 * from + i}x comes.`,
  )
    .join(" ")
    .replace(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)));

async function corpusOf(documents: readonly { id: string; text: string }[], name = "c", one: Encoder = encoder) {
  const storage = createMemoryStorage();
  await buildCorpus(documents, { name, dataset: name, storage });
  await encodeCorpus(storage, one);
  return storage;
}
const BOOK = `${others(1000)} ${B.join(" ")} ${others(2000)}`;
const DOCUMENTS = [
  ...Array.from({ length: 20 }, (_, i) => ({ id: `other-${i}`, text: others(10_000 + 300 * i) })),
  { id: "book", text: BOOK },
];

/** Single words are as for the other; texts in capitals are about something else. */
const readingCapitals = (one: Encoder): Encoder => ({
  ...one,
  encode: (texts, options) =>
    one.encode(
      texts.map((text) => (text.includes(" ") && text === text.toUpperCase() ? [...text].reverse().join("") : text)),
      options,
    ),
});

async function analyzed(
  content: string,
  storages: readonly ReturnType<typeof createMemoryStorage>[],
  one: Encoder | null = encoder,
  options: AnalyzeOptions = {},
): Promise<AnalyzeResult> {
  const corpora = await Promise.all(storages.map((storage) => openCorpus(storage)));
  const engine = await createEngine({ corpora, ...(one && { encoder: one }) });
  return engine.analyze({ content, options });
}

describe("analyze with an encoder", () => {
  test("finds a stretch within a long document, with its place, words and sentences", async () => {
    const content = `${others(5000, 20)} ${A.join(" ")}`;
    const { reworded, verdict, matches, method, completeness } = await analyzed(content, [await corpusOf(DOCUMENTS)]);
    expect([verdict, matches]).toEqual(["none_found", []]);
    expect(reworded).toMatchObject({ verdict: "likely", encoder: { name: "concepts" } });
    const [found] = notEmpty(reworded!.found);
    expect(found).toMatchObject({ corpus: "c", document: { id: "book" }, verdict: "likely", kind: "paraphrase" });
    expect(content.slice(found!.content.start, found!.content.end + 1)).toBe(A.join(" "));
    expect(BOOK.slice(found!.source.start, found!.source.end + 1)).toBe(B.join(" "));
    expect(found!.source.snippet).toBe(B.join(" ").slice(0, 240));
    expect(found!.source).not.toHaveProperty("text");
    expect(found).toMatchObject({ corpora: ["c"], datasets: ["c"] });
    expect(found!.sentences.map((one) => BOOK.slice(one.b.start, one.b.end + 1))).toEqual(B);
    expect(found!.numbers.agree).toEqual([14, 300, 1782]);
    expect(found!.words).toBe(A.join(" ").split(" ").length);
    expect(method.parameters).toMatchObject({ encoder: "concepts", reworded: expect.stringMatching(/^spolia-r4/) });
    expect(completeness.stages).toContainEqual({ name: "reworded", status: "done" });
  });

  test("has the whole stretch in the words of the document only where it was asked for", async () => {
    const options = { source_texts: true };
    const { reworded } = await analyzed(A.join(" "), [await corpusOf(DOCUMENTS)], encoder, options);
    const [found] = notEmpty(reworded!.found);
    expect(found!.source.text).toBe(B.join(" ").slice(0, -1));
    expect(found!.source.text!.startsWith(found!.source.snippet)).toBe(true);
  });

  test("a text that two corpora have is one finding, which names both", async () => {
    const one = await corpusOf(DOCUMENTS, "one");
    const other = await corpusOf([{ id: "another copy", text: BOOK }, ...DOCUMENTS.slice(0, 3)], "other");
    await appendDocuments(other, [{ id: "edition", text: `${others(70_000, 3)} ${B.join(" ")}` }]);
    await encodeCorpus(other, encoder);
    const { reworded } = await analyzed(A.join(" "), [one, other]);
    const found = reworded!.found.map(({ document, corpora, datasets }) => [document.id, corpora, datasets]);
    expect(found.sort()).toEqual([
      ["book", ["one", "other"], ["one", "other"]],
      ["edition", ["other"], ["other"]],
    ]);
  });

  test("a document that a reader leaves out says nothing in other words either, and the rest is judged by itself", async () => {
    const copied = others(1000).split(" ").slice(0, 90).join(" ");
    const edition = { id: "edition", text: `${others(70_000, 3)} ${B.join(" ").replace("1782", "1785")}` };
    await using corpus = await openCorpus(await corpusOf([...DOCUMENTS, edition]));
    const context = await contextOf({ corpora: [corpus], encoder });
    const { result, conclude } = await explore(context, { content: `${copied}. ${A.join(" ")}` });
    expect(new Set(result.matches.map(({ document }) => document.id))).toEqual(new Set(["book"]));
    const found = ({ reworded }: AnalyzeResult) => reworded!.found.map(({ document }) => document.id).sort();
    expect(found(result)).toEqual(["book", "edition"]);
    const without = await conclude({ keep: ({ document }) => document.id !== "book" });
    expect(found(without)).toEqual(["edition"]);
    expect(without.reworded!.verdict).toBe(without.reworded!.found[0]!.verdict);
    const reason = expect.stringMatching(/^The reader left out \d+ of \d+ passages?, and with them 1 rewording\.$/);
    expect(without.completeness.stages).toContainEqual({ name: "selection", status: "bounded", reason });
    expect(without.analysis_id).not.toBe(result.analysis_id);
    expect(found(await conclude({ keep: () => true }))).toEqual(["book", "edition"]);
  });

  test("the same request has the same bytes, from another storage too; without an encoder nothing changes", async () => {
    const content = A.join(" ");
    const [one, other] = [await corpusOf(DOCUMENTS), await corpusOf(DOCUMENTS)];
    const first = await analyzed(content, [one]);
    expect(JSON.stringify(await analyzed(content, [other]))).toBe(JSON.stringify(first));
    const bare = await analyzed(content, [one], null);
    expect(bare).not.toHaveProperty("reworded");
    expect(bare.analysis_id).not.toBe(first.analysis_id);
    const { reworded: _, method: __, completeness: ___, analysis_id: ____, ...rest } = first;
    expect(bare).toMatchObject(rest);
  });

  test("sentences that a passage has do not count, and deleted documents are not found", async () => {
    const storage = await corpusOf([...DOCUMENTS, { id: "copy", text: `${others(7000)} ${A.join(" ")}` }]);
    const copied = await analyzed(A.join(" "), [storage]);
    expect(copied.matches.map((one) => one.document.id)).toContain("copy");
    expect(copied.reworded).toMatchObject({ verdict: "not_searched", found: [] });
    await deleteDocuments(storage, ["copy", "book"]);
    const { reworded } = await analyzed(A.join(" "), [storage]);
    expect(reworded).toMatchObject({ verdict: "none_found", found: [] });
  });

  test("reads nothing where the request says so: the answer is that of an engine without an encoder", async () => {
    const [content, storage] = [A.join(" "), await corpusOf(DOCUMENTS)];
    const { asked } = encoder;
    asked.length = 0;
    const without = await analyzed(content, [storage], encoder, { reworded: false });
    const { analysis_id: _, ...bare } = await analyzed(content, [storage], null);
    expect(without).toMatchObject({ ...bare, method: { parameters: bare.method.parameters } });
    expect(without).not.toHaveProperty("reworded");
    const engine = await createEngine({ corpora: [], encoder });
    const pair = { a: A.join(" "), b: B.join(" ") };
    expect(await engine.compare({ ...pair, options: { reworded: false } })).toEqual(
      await (await createEngine({ corpora: [] })).compare(pair),
    );
    expect(asked).toEqual([]);
    expect(await engine.compare(pair)).toMatchObject({ reworded: { verdict: "likely" } });
  });

  test("says which corpora were not looked at, and why", async () => {
    const bare = createMemoryStorage();
    await buildCorpus(DOCUMENTS, { name: "bare", dataset: "bare", storage: bare });
    const none = await analyzed(A.join(" "), [bare]);
    expect(none.reworded).toMatchObject({ verdict: "not_searched", found: [] });
    const stage = none.completeness.stages.find(({ name }) => name === "reworded:bare");
    expect(stage).toMatchObject({ status: "skipped", reason: expect.stringContaining("spolia corpus encode") });
    const both = await analyzed(A.join(" "), [bare, await corpusOf(DOCUMENTS)]);
    expect(both.reworded).toMatchObject({ verdict: "likely" });
    const another = { ...encoder, implementation: "another" };
    expect((await analyzed(A.join(" "), [await corpusOf(DOCUMENTS)], another)).reworded!.verdict).toBe("not_searched");
  });

  test("texts that do not count are not looked for, whether the request, the engine or the corpus names them", async () => {
    const storage = await corpusOf(DOCUMENTS);
    await using corpus = await openCorpus(storage);
    const content = A.join(" ");
    const engine = await createEngine({ corpora: [corpus], encoder });
    const asked = await engine.analyze({ content, options: { ignore: [content] } });
    expect(asked.reworded).toMatchObject({ verdict: "not_searched", found: [] });
    const ignoring = await createEngine({ corpora: [corpus], encoder, ignore: [content] });
    expect((await ignoring.analyze({ content })).reworded).toMatchObject({ found: [] });
    expect((await engine.analyze({ content, options: { ignore: [others(80_000)] } })).reworded!.found).toHaveLength(1);
    const carrying = createMemoryStorage();
    await buildCorpus(DOCUMENTS, { name: "c", dataset: "c", storage: carrying, ignore: [content] });
    await encodeCorpus(carrying, encoder);
    expect((await analyzed(content, [carrying])).reworded).toMatchObject({ found: [] });
  });

  test("a corpus that was merged since, or whose vectors are gone, is never taken for one without the text", async () => {
    const storage = await corpusOf(DOCUMENTS);
    await appendDocuments(storage, [{ id: "more", text: others(60_000) }]);
    const content = A.join(" ");
    const partly = await analyzed(content, [storage]);
    expect(partly.reworded!.verdict).toBe("likely");
    expect(partly.completeness.stages).toContainEqual(
      expect.objectContaining({ name: "reworded:c", status: "bounded" }),
    );
    await mergeCorpus(storage);
    const merged = await analyzed(content, [storage]);
    expect(merged.reworded).toMatchObject({ verdict: "not_searched", found: [] });
    expect(merged.completeness.stages).toContainEqual(
      expect.objectContaining({ name: "reworded:c", status: "skipped" }),
    );
    await encodeCorpus(storage, encoder);
    await using corpus = await openCorpus(storage);
    for (const name of notEmpty((await storage.list()).filter((one) => one.endsWith(".words"))))
      await storage.remove(name);
    const engine = await createEngine({ corpora: [corpus], encoder });
    await expect(engine.analyze({ content })).rejects.toMatchObject({ code: "corpus_corrupt" });
    const part = await engine.analyze({ content, options: { partial: true } });
    expect(part.completeness.stages).toContainEqual(expect.objectContaining({ name: "reworded:c", status: "failed" }));
    expect(part.reworded!.verdict).toBe("not_searched");
  });

  test("of a far corpus it takes at most eight requests more, and the answer is the same", async () => {
    const storage = await corpusOf(DOCUMENTS);
    const far = async (one: Encoder | null, content: string) => {
      const { fetch, take } = inWaves(storage);
      await using corpus = await openCorpus(openHttpStorage("http://far.test/", { fetch, inFlight: 100 }));
      const engine = await createEngine({ corpora: [corpus], ...(one && { encoder: one }) });
      const result = await engine.analyze({ content });
      const first = take();
      await engine.analyze({ content });
      return { result, first, again: take() };
    };
    for (const content of notEmpty([`${others(5000, 43)} ${A.join(" ")}`, others(90_000, 50)])) {
      expect(content.split(" ").length).toBeGreaterThan(400);
      const [bare, own] = [await far(null, content), await far(encoder, content)];
      expect(own.first.requests - bare.first.requests).toBeLessThanOrEqual(8);
      expect(own.first.requests).toBeGreaterThan(bare.first.requests);
      expect(own.again.requests).toBe(0);
      expect(own.result.reworded).toEqual((await analyzed(content, [storage])).reworded);
    }
  });

  test("of a far corpus in another language 48 stretches are asked for together", async () => {
    const several = { ...conceptEncoder(CONCEPTS_OF_BOTH), languages: [] };
    const german = Array.from({ length: 60 }, (_, i) => ({ id: `g${i}`, text: `${GERMAN.join(" ")} ${i}` }));
    const storage = await corpusOf([...DOCUMENTS, ...german], "c", several);
    const { fetch, take } = inWaves(storage);
    await using corpus = await openCorpus(openHttpStorage("http://far.test/", { fetch, inFlight: 100 }));
    const engine = await createEngine({ corpora: [corpus], encoder: several });
    const { reworded, completeness } = await engine.analyze({ content: A.join(" ") });
    expect(completeness.stages).toContainEqual(
      expect.objectContaining({ name: "reworded", reason: expect.stringContaining("the 48 stretches") }),
    );
    expect(take().waves).toBeLessThanOrEqual(5);
    expect(reworded!.found).toHaveLength(5);
    expect(reworded).toEqual((await analyzed(A.join(" "), [storage], several)).reworded);
  });

  test("an id is of one state of the vectors, and names them", async () => {
    const storage = createMemoryStorage();
    await buildCorpus(DOCUMENTS, { name: "c", dataset: "c", storage });
    const before = await analyzed(A.join(" "), [storage]);
    await encodeCorpus(storage, encoder);
    const after = await analyzed(A.join(" "), [storage]);
    expect(after.analysis_id).not.toBe(before.analysis_id);
    expect(before.method.corpora[0]).not.toHaveProperty("vectors");
    expect(after.method.corpora[0]!.vectors).toMatch(/^[0-9a-f]{16}\.[0-9a-f]{16}\.\d+$/);
  });

  test("a text in a language that the encoder was not made for is said to be so, also where nothing is near", async () => {
    const german =
      "Der alte Müller ging jeden Morgen vor Sonnenaufgang an den Bach. Er prüfte das Wehr und räumte das Laub aus dem Rechen. " +
      "Im Winter war das Wasser oft gefroren, und die Räder standen wochenlang still. Dann saß er am Ofen und schnitzte Löffel für die Kinder. " +
      "Seine Frau verkaufte sie auf dem Markt der kleinen Stadt. Von dem Geld kauften sie Mehl, das sie selbst nicht mahlen konnten.";
    const { reworded, completeness } = await analyzed(german, [await corpusOf(DOCUMENTS)]);
    expect(reworded).toMatchObject({ verdict: "none_found", found: [] });
    const stage = completeness.stages.find(({ name }) => name === "reworded");
    expect(stage).toMatchObject({ status: "bounded", reason: expect.stringContaining("a text is in de") });
  });

  test("translations are found beside documents in the language of the text, however many have more votes", async () => {
    const german = { id: "german", text: `${GERMAN.join(" ")} Mehr ist davon nicht bekannt, wie der Küster schrieb.` };
    const capitals = Array.from({ length: 6 }, (_, i) => ({
      id: `capitals-${i}`,
      text: `${GERMAN.join(" ").toUpperCase()} ${i}`,
    }));
    // In the words of the text, which more votes are for than for any German ones.
    const shuffled = Array.from({ length: 60 }, (_, i) => ({
      id: `shuffled-${i}`,
      text: `${A.slice(i % 5)
        .join(" ")
        .split(" ")
        .sort()
        .join(" ")} They say that this is all ${i} of it.`,
    }));
    const one = readingCapitals(conceptEncoder(CONCEPTS_OF_BOTH));
    const several = { ...one, languages: [] };
    const storage = await corpusOf([...DOCUMENTS, ...shuffled, ...capitals, german], "c", several);
    for (const languages of notEmpty([[], ["en", "de"]])) {
      const { reworded, completeness } = await analyzed(A.join(" "), [storage], { ...several, languages });
      expect(reworded!.found.map(({ document, kind }) => [document.id, kind])).toEqual([["german", "translation"]]);
      const stage = completeness.stages.find(({ name }) => name === "reworded");
      expect(stage).toMatchObject({ status: "bounded", reason: expect.stringContaining("Translations are missed") });
    }
    const { reworded } = await analyzed(A.join(" "), [await corpusOf([...shuffled, german], "c", one)], one);
    expect(reworded!.found).toEqual([]);
  });

  test("a text whose language is not told finds no translation in silence", async () => {
    const several = { ...encoder, languages: [] };
    const storage = await corpusOf(DOCUMENTS, "c", several);
    const { completeness } = await analyzed([...A, ...GERMAN].join(" "), [storage], several);
    const stage = completeness.stages.find(({ name }) => name === "reworded");
    expect(stage).toMatchObject({ status: "bounded", reason: expect.stringContaining("Many translations are missed") });
  });

  test("an encoder that fails, a text that is short, and one without anything alike are told apart", async () => {
    const storage = await corpusOf(DOCUMENTS);
    const failing = { ...encoder, encode: async () => [] };
    const failed = await analyzed(A.join(" "), [storage], failing);
    expect(failed.reworded!.verdict).toBe("not_searched");
    expect(failed.completeness.stages).toContainEqual(expect.objectContaining({ name: "reworded", status: "failed" }));
    const short = await analyzed("A short one. It says little.", [storage]);
    expect(short.completeness.stages).toContainEqual(expect.objectContaining({ name: "reworded", status: "skipped" }));
    expect((await analyzed(others(90_000), [storage])).reworded).toMatchObject({ verdict: "none_found", found: [] });
  });

  test("reports show both sides, and nobody takes it for nothing", async () => {
    const content = A.join(" ").replace("14", "15");
    const [storages, whole] = [[await corpusOf(DOCUMENTS)], { source_texts: true }];
    const result = await analyzed(content, storages, encoder, whole);
    const page = htmlAnalysis(result, { content });
    expect(page).toContain("In other words");
    expect(page).toContain("<b>Clara</b>");
    expect(page).toContain("<u>15</u>");
    const plain = (detail: "full" | "short" | "line") =>
      plainAnalysis(result, { colours: NO_COLOURS, columns: 100, detail, content });
    const sentence = /“book”\s+(?:likely\s+says|may\s+say)\s+the\s+same\s+in\s+other\s+words/;
    for (const detail of ["full", "short", "line"] as const) expect(plain(detail)).toMatch(sentence);
    expect(plain("full")).toContain("Document: ");
    expect(plain("full").replace(/\s+/g, " ")).toContain(
      "A dwelling of rock was raised in 1782 by Martin Grau, a mason",
    );
    expect(plain("short")).toMatch(/In other words\W+(?:likely|possible) paraphrase of “book” in c: 5 sentences/);
    expect(plain("short")).not.toContain("not looked for");
    const excerpts = await analyzed(content, storages);
    const cut = plainAnalysis(excerpts, { colours: NO_COLOURS, columns: 100, detail: "full", content });
    expect(cut.replace(/\s+/g, " ")).toContain("A dwelling of rock was raised in 1782");
    expect(cut).toContain("…");
    expect(cut.length).toBeLessThan(plain("full").length);
  });

  test("HTTP answers with the same, in the form that its description says", async () => {
    await using corpus = await openCorpus(await corpusOf(DOCUMENTS));
    const engine = await createEngine({ corpora: [corpus], encoder });
    const content = A.join(" ");
    const answered = await createHandler({ engine })(postJson(ANALYZE, { content, content_type: "text" }));
    const body = await bodyOf<AnalyzeResult>(answered);
    expect(answered.status).toBe(200);
    expect(body.reworded).toEqual((await engine.analyze({ content, content_type: "text" })).reworded);
    expect(body.reworded!.found).toHaveLength(1);
  });
});
