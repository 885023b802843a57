/** What numbers must mean, on whole novels: the answers that once misled, and what they are to be. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasSharedData, type SharedDocument, sharedCorpus } from "../../../bench/harness/shared.ts";
import type { AnalyzeResult } from "../../../src/base/contract/operations/analyze.ts";
import { buildCorpus, type Corpus, createEngine, type Engine } from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { skippable } from "../../support/skippable.ts";
import { words } from "../fixtures.ts";

/** Each novel is cut, so that the corpus has half a million words; the last is not in the corpus. */
const NOVELS = 7;
const NOVEL_CHARACTERS = 450_000;

describe.skipIf(!hasSharedData())(skippable("over novels", !hasSharedData(), "there is no ../shared"), () => {
  let novels: SharedDocument[];
  let outside: string;
  let corpus: Corpus;
  let engine: Engine;

  const build = (documents: { id: string; text: string; title?: string }[]) =>
    buildCorpus(documents, { name: "novels", dataset: "novels" });
  const ask = (content: string, over = engine, prior?: number) =>
    over.analyze({ content, content_type: "text", options: { prior } });
  const excerpt = (from: number, lengthWords: number, novel = 0) =>
    words(novels[novel]!.text, from, from + lengthWords);

  beforeAll(async () => {
    const all = sharedCorpus("eltec-eng").slice(0, NOVELS);
    novels = all.map((one) => ({ ...one, text: one.text.slice(0, NOVEL_CHARACTERS) }));
    outside = novels.pop()!.text;
    corpus = await build(novels);
    engine = await createEngine({ corpora: [corpus] });
  });
  afterAll(() => corpus?.close());

  test("verbatim words of a book are a match with a high confidence, from 60 words to the whole book", async () => {
    const whole = novels[0]!.text;
    const lengths = [60, 200, 1_028, 4_016, 20_000];
    const contents = [...lengths.map((length) => excerpt(10_000, length)), whole];
    for (const content of notEmpty(contents)) {
      const result = await ask(content);
      const length = content.split(/\s+/).length;
      expect(result.verdict, `${length} words`).toBe("match");
      expect(result.confidence, `${length} words`).toBeGreaterThan(80);
      expect(result.passage_confidence).toBeGreaterThanOrEqual(result.confidence);
      expect(result.relation).toBe(content === whole ? "same" : "part_of");
    }
  });

  test("400 words in another order of sentences are a match, for passages add up", async () => {
    const sentences = excerpt(20_000, 400).split(/(?<=[.!?])\s+/);
    const shuffled = sentences.map((_, i) => sentences[(7 * i) % sentences.length]!).join(" ");
    expect(await ask(shuffled)).toMatchObject({ verdict: "match", relation: "part_of" });
  });

  test("a book that shares 100 words is partial: high for the passage, low for the book", async () => {
    const book = `${words(outside, 0, 20_000)}\n\n${excerpt(5_000, 100)}\n\n${words(outside, 20_000, 40_000)}`;
    const result = await ask(book);
    expect(result).toMatchObject({ verdict: "partial", relation: "shares_passages" });
    expect(result.confidence).toBeLessThan(20);
    expect(result.passage_confidence).toBeGreaterThan(50);
  });

  test("a review that quotes 60 of 250 words, marked, is partial, and its relation is a quotation", async () => {
    const review = `${words(outside, 0, 95)} “${excerpt(7_000, 60)}.” ${words(outside, 95, 190)}`;
    const result = await ask(review);
    expect(result).toMatchObject({ verdict: "partial", relation: "quotes", documents: [{ relation: "quotes" }] });
    expect(result.confidence_features!.quoted_words).toBeGreaterThanOrEqual(58);
    expect(result.confidence).toBeLessThan(20);
  });

  test("13 words that other documents quote take nothing decisive from a copy of 100", async () => {
    const content = excerpt(30_000, 100);
    const quotation = words(content, 43, 56);
    const quoting = novels
      .slice(1, 4)
      .map(({ id, text }) => ({ id: `${id} quoting`, text: `${text}\n\n${quotation}` }));
    const others = await build([{ id: "copied", text: novels[0]!.text }, ...quoting]);
    const [alone, quoted] = [await ask(content), await ask(content, await createEngine({ corpora: [others] }))];
    expect(quoted.verdict).toBe("match");
    expect(quoted.confidence_features!.own_words).toBeLessThan(alone.confidence_features!.own_words);
    expect(quoted.confidence).toBeGreaterThan(alone.confidence - 10);
    expect(quoted.matches[0]).toMatchObject({ document_frequency: 1 });
    await others.close();
  });

  test("the prior changes the confidence and not the verdict", async () => {
    const contents = [excerpt(2_000, 60), `${words(outside, 0, 700)} ${excerpt(3_000, 60)}`, words(outside, 0, 300)];
    for (const content of notEmpty(contents)) {
      const results: AnalyzeResult[] = [];
      for (const prior of [0.000_001, 0.5, 0.999_999]) results.push(await ask(content, engine, prior));
      expect(new Set(results.map(({ verdict }) => verdict)).size).toBe(1);
      const confidences = results.map(({ confidence }) => confidence);
      expect(confidences).toEqual([...confidences].sort((a, b) => a - b));
      expect(confidences[0]).toBeLessThan(confidences[2]!);
    }
  });

  test("the same work in two corpora is one work", async () => {
    const again = await buildCorpus(novels.slice(0, 2), { name: "again", dataset: "again" });
    const both = await createEngine({ corpora: [corpus, again] });
    const content = excerpt(12_000, 150);
    const [alone, twice] = [await ask(content), await ask(content, both)];
    expect(twice.confidence_features!.own_words).toBe(alone.confidence_features!.own_words);
    expect(twice).toMatchObject({ verdict: "match", relation: "part_of" });
    expect(twice.documents.map(({ relation }) => relation)).toEqual(["part_of", "part_of"]);
    await again.close();
  });
});
