/**
 * The whole engine in 44 languages: a text is found among texts in all of them, in part and as others would type it,
 * and an unrelated text is not. The texts were written for this test (`languages/texts.txt`).
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import {
  type AnalyzeResult,
  buildCorpus,
  type Corpus,
  type CorpusDocument,
  createEngine,
  type Engine,
} from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { LEDGER } from "../fixtures.ts";

/** A language and its two texts. */
interface Sample {
  language: string;
  /** A story of a market day, which the corpus contains. */
  market: string;
  /** Advice or a letter, which it does not. */
  other: string;
}

/** Written without spaces between words, so these are measured and cut by characters. */
const WITHOUT_SPACES = ["zh", "ja", "th"];
/** Scripts that have no capitals. */
const WITHOUT_CASES = ["he", "ar", "fa", "ur", "hi", "bn", "ta", "te", "th", "zh", "ja", "ko"];
const MIDDLE_WORDS = 60;
const MIDDLE_CHARACTERS = 120;

/** What the detector answers where it is not the language of the text. */
const DETECTED: Readonly<Record<string, string>> = {
  // It does not know Indonesian, and takes it for its nearest relative. `isDetectable` keeps this from excluding models.
  id: "ms",
  // It does not know Swahili, and is not sure of any other language.
  sw: "und",
};

const SAMPLES = samplesOf(readFileSync(new URL("languages/texts.txt", import.meta.url), "utf8"));
const WITH_CASES = SAMPLES.filter(({ language }) => !WITHOUT_CASES.includes(language));
const DOCUMENTS: CorpusDocument[] = SAMPLES.map(({ language, market }) => ({ id: language, text: market }));

// Without a catalogue no language is detected.
const catalogue = await loadCatalogue(LEDGER);
let corpus: Corpus;
let engine: Engine;
beforeAll(async () => {
  corpus = await buildCorpus(DOCUMENTS, { name: "markets", dataset: "shelf" });
  engine = await createEngine({ corpora: [corpus], catalogue });
});
afterAll(() => corpus.close());

const analyze = (content: string) => engine.analyze({ content, content_type: "text" });

test("44 languages, each with two texts that are long enough to judge", () => {
  expect(new Set(SAMPLES.map(({ language }) => language)).size).toBe(44);
  for (const { language, market, other } of notEmpty(SAMPLES))
    for (const text of [market, other])
      if (isWithoutSpaces(language)) expect(text.length, language).toBeGreaterThanOrEqual(200);
      else expect(wordsOf(text).length, language).toBeGreaterThanOrEqual(110);
});

describe.each(SAMPLES)("$language", ({ language, market, other }) => {
  const detected = DETECTED[language] ?? language;

  test("the text itself is the same as its document, from the first letter to the last", async () => {
    const result = await analyze(market);
    expectTheSame(result, language);
    expect(result).toMatchObject({
      content_language: detected,
      coverage: { share: 1 },
      disguised_characters: { total: 0 },
    });
    const { content, source } = result.matches[0]!;
    expect(market.slice(content.start, content.end)).toBe(withoutFinalStop(market));
    expect(source).toMatchObject({ start: content.start, end: content.end });
  });

  test("its middle is part of its document, and is found in its place", async () => {
    const middle = middleOf(market, language);
    const result = await analyze(middle);
    expect(result.verdict).toMatch(/^(match|partial)$/);
    expect(result).toMatchObject({ relation: "part_of", content_language: detected });
    expect(result.documents[0]!.document.id).toBe(language);
    const { start, end } = result.matches[0]!.source;
    expect(middle).toContain(market.slice(start, end));
    expect(end - start).toBeGreaterThan(0.9 * middle.length);
  });

  test("an unrelated text in the same language is in none of the documents", async () => {
    const result = await analyze(other);
    expect(result).toMatchObject({
      verdict: "none_found",
      relation: null,
      attribution_sources: [],
      content_language: detected,
      disguised_characters: { total: 0 },
    });
    expect(result.confidence).toBeLessThan(50);
  });

  test("with letters and marks apart it is the same text", async () => {
    const result = await analyze(market.normalize("NFD"));
    expectTheSame(result, language);
    expect(result).toMatchObject({
      content_language: detected,
      coverage: { share: 1 },
      disguised_characters: { total: 0 },
    });
  });

  test("without punctuation it is the same text", async () => {
    const result = await analyze(market.replace(/\p{P}/gu, ""));
    expectTheSame(result, language);
    expect(result.content_language).toBe(detected);
    // Words around an apostrophe or a hyphen became one.
    expect(result.coverage.share).toBeGreaterThan(0.95);
  });
});

// Turkish and Azeri capitals are those of the language: ı becomes I and i becomes İ. All four are one letter after
// folding, so the words found are the same.
describe.each(WITH_CASES)("$language", ({ language, market }) => {
  test("in capitals it is the same text", async () => {
    const capitals = market.toLocaleUpperCase(language);
    expect(capitals).not.toBe(market);
    const result = await analyze(capitals);
    expectTheSame(result, language);
    expect(result).toMatchObject({
      content_language: DETECTED[language] ?? language,
      coverage: { share: 1 },
      disguised_characters: { total: 0 },
    });
  });
});

test("without WebAssembly every result has the same bytes", async () => {
  const slowCorpus = await buildCorpus(DOCUMENTS, { name: "markets", dataset: "shelf", wasm: "twin" });
  const slow = await createEngine({ corpora: [slowCorpus], catalogue, wasm: "twin" });
  // The id and the method state which kernels computed the result.
  const withoutKernels = ({ analysis_id, method, ...result }: AnalyzeResult) =>
    JSON.stringify({ ...result, method: { ...method, wasm_sha256: "" } });
  for (const { market, other } of notEmpty(SAMPLES))
    for (const content of [market, other]) {
      const result = await slow.analyze({ content, content_type: "text" });
      expect(result.method.wasm_sha256).toBeNull();
      expect(withoutKernels(result)).toBe(withoutKernels(await analyze(content)));
    }
  await slowCorpus.close();
});

function expectTheSame(result: AnalyzeResult, language: string): void {
  expect(result).toMatchObject({ verdict: "match", relation: "same" });
  expect(result.documents[0]!.document.id).toBe(language);
  expect(result.confidence).toBeGreaterThanOrEqual(90);
  const [low, high] = result.confidence_ci_95;
  expect(low).toBeLessThanOrEqual(result.confidence);
  expect(high).toBeGreaterThanOrEqual(result.confidence);
}

function isWithoutSpaces(language: string): boolean {
  return WITHOUT_SPACES.includes(language);
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/);
}

function withoutFinalStop(text: string): string {
  return text.replace(/\p{P}+$/u, "");
}

/** The words in the middle of a text, as its language has them. */
function middleOf(text: string, language: string): string {
  if (!isWithoutSpaces(language)) {
    const words = wordsOf(text);
    const first = Math.floor((words.length - MIDDLE_WORDS) / 2);
    return words.slice(first, first + MIDDLE_WORDS).join(" ");
  }
  const words = [...new Intl.Segmenter(language, { granularity: "word" }).segment(text)];
  const from = (text.length - MIDDLE_CHARACTERS) / 2;
  const middle = words.filter(({ index }) => index >= from && index < from + MIDDLE_CHARACTERS);
  return middle.map(({ segment }) => segment).join("");
}

/** Reads sections under `=== LANGUAGE market` and `=== LANGUAGE other`. */
function samplesOf(file: string): Sample[] {
  const sections = file.split(/^=== /m).slice(1);
  const texts = new Map(
    sections.map((section) => {
      const end = section.indexOf("\n");
      return [section.slice(0, end), section.slice(end + 1).trim()];
    }),
  );
  return [...texts].flatMap(([heading, market]) => {
    const [language, which] = heading.split(" ");
    return which === "market" ? [{ language: language!, market, other: texts.get(`${language} other`)! }] : [];
  });
}
