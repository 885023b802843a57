/** The whole passage of each match, in the words of its document. */
import { beforeAll, describe, expect, test } from "vitest";
import type { AnalyzeResult } from "../../../src/base/contract/operations/analyze.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { withSourceTexts } from "../../../src/engine/steps/sources.ts";
import { buildCorpus, type Corpus, createEngine } from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { SHELF } from "../fixtures.ts";

const work = SHELF[1]!;
const words = work.text.split(" ");
const changed = words.slice(100, 700).map((word, i) => (i % 50 === 25 ? "otherwise" : word));
const content = changed.join(" ");
let corpus: Corpus;
let plain: AnalyzeResult;
let whole: AnalyzeResult;

beforeAll(async () => {
  corpus = await buildCorpus(SHELF, { name: "shelf", dataset: "shelf" });
  const engine = await createEngine({ corpora: [corpus] });
  plain = await engine.analyze({ content });
  whole = await engine.analyze({ content, options: { source_texts: true } });
});

describe("a match with its passage whole", () => {
  test("has every word of it, and those around it, as the document has them", () => {
    expect(whole.matches[0]!.words).toBeGreaterThan(500);
    for (const { document, source } of notEmpty(whole.matches)) {
      const { text } = SHELF.find(({ id }) => id === document.id)!;
      const { before, passage, after } = source.text!;
      expect(passage).toBe(text.slice(source.start, source.end));
      expect(text.slice(source.start - before.length, source.end + after.length)).toBe(before + passage + after);
      expect(`${before}${passage}${after}`.length).toBeLessThanOrEqual(passage.length + 480);
      expect(before).toMatch(/^(?:\S.*)?$/s);
    }
  });

  test("is the same in all else, and has none where nobody asked", () => {
    const without = whole.matches.map(({ source: { text: _, ...source }, ...match }) => ({ ...match, source }));
    expect(without).toEqual(plain.matches);
    expect(plain.matches.flatMap(({ source }) => source.text ?? [])).toEqual([]);
    expect(whole.analysis_id).not.toBe(plain.analysis_id);
  });

  test("stays without in a corpus without text, one that is not given, and one whose document is gone", async () => {
    const bare = await buildCorpus(SHELF, { name: "bare", dataset: "shelf", text: false });
    const engine = await createEngine({ corpora: [bare] });
    const { matches } = await engine.analyze({ content, options: { source_texts: true } });
    expect(matches.length).toBeGreaterThan(0);
    expect(matches.flatMap(({ source }) => source.text ?? [])).toEqual([]);
    expect(await withSourceTexts(plain.matches, [])).toEqual(plain.matches);
    const others = SHELF.filter(({ id }) => id !== work.id).concat({
      ...work,
      text: `Another beginning. ${work.text}`,
    });
    const other = await buildCorpus(others, { name: "shelf", dataset: "shelf", storage: createMemoryStorage() });
    expect(await withSourceTexts(plain.matches, [other])).toEqual(plain.matches);
  });
});
