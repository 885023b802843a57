/**
 * What everybody writes is no evidence: sequences and licences are listed, and nothing rests on them. The library, HTTP
 * and the command line say the same.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnalyzeResult } from "../../../src/base/contract/operations/analyze.ts";
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import { main } from "../../../src/cli/program.ts";
import { openFileStorage } from "../../../src/corpus/storage/file.ts";
import { buildCorpus, type Corpus, createEngine, type Engine, openCorpus } from "../../../src/index.ts";
import { NO_COLOURS, plainAnalysis } from "../../../src/report/index.ts";
import { createHandler } from "../../../src/service/index.ts";
import { fakeTerminal } from "../../cli/terminal.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-commonplace-"));
const file = (name: string) => join(folder, name);

const random = seeded(80);
const prose = (words: number) => zipfText(random, words);
const words = (text: string, from: number, to: number) => text.split(/\s+/).slice(from, to).join(" ");
const count = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i).join(", ");
const gutenberg = readFileSync(
  new URL("../../../src/core/uncounted/listed/texts/gutenberg.txt", import.meta.url),
  "utf8",
);
const LICENCE = words(gutenberg, 0, 400);
const LOREM = readFileSync(
  new URL("../../../src/core/uncounted/listed/texts/lorem.txt", import.meta.url),
  "utf8",
).split("\n\n")[0]!;
const MONTHS =
  "January February March April May June July August September October November December January February March";
const ALPHABET = "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z";
const STATES =
  "Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, Florida, Georgia, Hawaii, Idaho, Illinois, Indiana, Iowa";

const NOVEL = prose(2_000);
const DATES = Array.from(
  { length: 60 },
  (_, i) => `On ${1 + ((7 * i) % 28)} May ${1800 + ((13 * i) % 90)} ${words(NOVEL, 30 * i, 30 * i + 6)}.`,
);
const STATUTE = Array.from({ length: 40 }, (_, i) => `(${i + 1}) ${words(NOVEL, 40 * i, 40 * i + 12)}.`).join("\n");
const SHELF: Record<string, string> = {
  "numbers.txt": `${prose(60)} ${count(1, 80)} ${prose(60)} ${MONTHS} ${prose(60)} ${ALPHABET} ${prose(60)} ${STATES} ${count(1900, 1999)}`,
  "book.txt": `${LICENCE}\n\n${NOVEL}\n\n${LICENCE}`,
  "clause.txt": `${prose(200)} ${words(LICENCE, 120, 133)} ${prose(200)}`,
  "lorem.txt": `${prose(200)} ${LOREM}`,
  "dates.txt": DATES.join("\n"),
  "statute.txt": STATUTE,
};

let corpus: Corpus;
let engine: Engine;
beforeAll(async () => {
  mkdirSync(file("shelf"));
  for (const [name, text] of Object.entries(SHELF)) writeFileSync(file(`shelf/${name}`), text);
  await spolia(
    "corpus",
    "build",
    "-o",
    file("shelf.spolia"),
    "--name",
    "shelf",
    "--dataset",
    "the-pile",
    file("shelf"),
  );
  corpus = await openCorpus(openFileStorage(file("shelf.spolia")));
  engine = await createEngine({ corpora: [corpus], catalogue: await loadCatalogue() });
});
afterAll(async () => {
  await corpus.close();
  rmSync(folder, { recursive: true, force: true });
});

async function spolia(...argv: string[]) {
  const terminal = fakeTerminal();
  const code = await main(argv, terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

const report = (result: AnalyzeResult) =>
  plainAnalysis(result, { colours: NO_COLOURS, columns: 400 }).replaceAll(/\s+/g, " ");

/** Nothing is concluded from what was found. */
function restsOnNothing(result: AnalyzeResult): void {
  expect(result).toMatchObject({
    attribution_sources: [],
    possible_sources: [],
    risk_assessment: { level: "none", factors: [] },
    estimated_revenue: { monthly: 0 },
    confidence_features: { passage_words: 0 },
  });
  expect(result.confidence).toBeLessThan(10);
  for (const match of notEmpty(result.matches)) expect(match.commonplace).not.toBeNull();
  expect(result.method.commonplace).toMatch(/^spolia-commonplace \d{4}-\d\d-\d\d [\da-f]{12}$/);
}

const OWN = prose(60);

describe("a sequence", () => {
  test.each([
    ["numbers in sequence", count(1, 80)],
    ["numbers in sequence", `${OWN} ${count(1900, 1999)} ${OWN}`],
    ["months", `${OWN} ${MONTHS}`],
    ["letters of an alphabet", `${OWN} ${ALPHABET}`],
    ["states", `${OWN} ${STATES}`],
  ])("is none_found: %s", async (name, content) => {
    const result = await engine.analyze({ content });
    expect(result.verdict).toBe("none_found");
    restsOnNothing(result);
    expect(result.matches[0]!.commonplace).toMatchObject({ kind: "enumeration", name });
    expect(report(result)).toContain("All that was found is a sequence that everybody writes");
    expect(report(result)).toContain(`of what everybody writes: ${name}`);
  });
});

describe("a listed text", () => {
  test.each([
    ["Project Gutenberg licence", LICENCE, "a licence text that many works carry"],
    ["Project Gutenberg licence", `${LICENCE} ${OWN}`, "a licence text that many works carry"],
    ["lorem ipsum", LOREM, "a text that many works carry"],
  ])("is partial at most: %s", async (name, content, sentence) => {
    const result = await engine.analyze({ content });
    expect(result.verdict).toBe("partial");
    restsOnNothing(result);
    expect(result.matches[0]!.commonplace).toMatchObject({ kind: "boilerplate", name });
    expect(report(result)).toContain(
      `All that was found is text that many works carry, such as a licence, a licence header or the formulas of laws (${name}).`,
    );
    expect(report(result)).toContain(`of ${sentence}: ${name}`);
  });

  test("is all that was found, though another document has only a clause of it", async () => {
    const result = await engine.analyze({ content: `${OWN} ${LICENCE}` });
    const clause = result.matches.find(({ document }) => document.id === "clause.txt")!;
    // In larger corpora a clause is too short to be told from chance, and is not called commonplace.
    const matches = result.matches.map((one) => (one === clause ? { ...one, commonplace: null } : one));
    expect(report({ ...result, matches })).toContain(
      "of laws (Project Gutenberg licence). It does not point to a source.",
    );
    expect(report({ ...result, matches, uncounted: [] })).not.toContain("It does not point to a source.");
  });

  test("raises neither score nor level of memorisation", async () => {
    const target_model = "eleutherai/gpt-j";
    const score = await engine.score({ content: LICENCE, target_model, jurisdiction: "EU-DSM" });
    expect(score).toMatchObject({
      score: 0,
      in_dataset: { datasets: [{ verdict: "partial", matched_words: 0, documents: 0 }] },
    });
    expect(score.channels.find(({ name }) => name === "provenance")!.reason).toContain("many works carry");
    expect(await engine.assess({ content: LICENCE, target_model })).toMatchObject({
      level: "none",
      because: expect.stringContaining("many works carry"),
    });
  });
});

describe("what is somebody's own is still found", () => {
  test.each([
    ["a novel that quotes a licence", () => `${words(NOVEL, 100, 400)} ${LICENCE} ${words(NOVEL, 400, 700)}`],
    ["60 words of a book, after its licence", () => `${LICENCE} ${words(NOVEL, 0, 60)}`],
    ["60 words of a book, with numbers in sequence", () => `${count(1, 500)} ${words(NOVEL, 300, 360)} ${OWN}`],
    ["a chapter with a long list of dates", () => DATES.join("\n")],
    ["a statute with numbered paragraphs", () => STATUTE],
  ])("%s is a match", async (_, content) => {
    const result = await engine.analyze({ content: content() });
    expect(result.verdict).toBe("match");
    expect(result.attribution_sources.length).toBeGreaterThan(0);
    expect(result.matches.some(({ commonplace }) => commonplace === null)).toBe(true);
  });

  test("12 own words beside a sequence are a passage, 11 are none", async () => {
    const text = SHELF["numbers.txt"]!;
    const verdict = async (own: number) => (await engine.analyze({ content: words(text, 60, 140 + own) })).verdict;
    expect([await verdict(11), await verdict(12)]).toEqual(["none_found", "partial"]);
  });
});

test("four fifths of formulas are text that many works carry, a word more of one's own is none", async () => {
  const act = Array.from({ length: 8 }, (_, i) => `(${i + 1}) ${prose(9)}.`).join("\n");
  const acts = Array.from({ length: 30 }, (_, i) => ({ id: `${i}`, text: `${prose(300)}\n${act}\n${prose(200)}` }));
  const found = await createEngine({ corpora: [await buildCorpus(acts, { name: "acts", dataset: "laws" })] });
  const analyze = (own: number) =>
    found.analyze({ content: `${act}\n${Array.from({ length: own }, (_, i) => `own${i}`).join(" ")}` });
  const [most, less] = [await analyze(20), await analyze(21)];
  for (const { matches } of notEmpty([most, less]))
    expect(matches[0]).toMatchObject({ words: 80, commonplace: { kind: "formula", words: 80 } });
  expect([most.verdict, less.verdict]).toEqual(["partial", "none_found"]);
});

test("nothing found, no lists used", async () => {
  const result = await engine.analyze({ content: OWN });
  expect(result).toMatchObject({ verdict: "none_found", matches: [], method: { commonplace: null } });
});

test("the library, HTTP and the command line say the same", async () => {
  const handler = createHandler({ engine });
  for (const [name, content] of notEmpty(Object.entries({ licence: LICENCE, numbers: count(1, 80), own: NOVEL }))) {
    const { analysis_id, ...library } = await engine.analyze({ content, content_type: "text" });
    const response = await handler(
      new Request("http://spolia.test/api/v1/attribution/analyze", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ content, content_type: "text" }),
      }),
    );
    expect(await response.json()).toMatchObject(JSON.parse(JSON.stringify({ analysis_id, ...library })));
    writeFileSync(file(`${name}.txt`), content);
    const { out } = await spolia("analyze", file(`${name}.txt`), "--corpus", file("shelf.spolia"), "--json");
    const command: AnalyzeResult = JSON.parse(out);
    expect([name, command.verdict, command.matches]).toEqual([
      name,
      library.verdict,
      JSON.parse(JSON.stringify(library.matches)),
    ]);
    expect(command.method.commonplace).toBe(library.method.commonplace);
  }
});
