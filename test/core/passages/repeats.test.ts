/** Texts that repeat themselves cost little more than prose, and their passages are still found. */
import { describe, expect, test } from "vitest";
import { PASSAGE } from "../../../src/core/fingerprint/profile.ts";
import { shingle } from "../../../src/core/fingerprint/shingles.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { findAnchors, findPassages } from "../../../src/core/passages/passages.ts";
import { allowanceOf, indexShingles } from "../../../src/core/passages/shingleIndex.ts";
import { readText } from "../../../src/core/text/text.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { queryOf } from "../../support/suites/corpus/judge.ts";
import { seeded, zipfText, zipfWords } from "../../support/texts.ts";

const kernels = await loadKernels();
const shingled = (words: readonly string[]) => shingle(kernels, readText(kernels, words.join(" ")), PASSAGE);
const periodic = (period: number, count: number) => Array.from({ length: count }, (_, i) => `word${i % period}`);
/** With another word now and then. */
const changed = (words: readonly string[], every: number) =>
  words.map((word, i) => (i % every === every - 1 ? `changed${i}` : word));

describe.each([1, 2, 7, 100])("a period of %i words", (period) => {
  test("a few anchors say what both texts have, whatever their sizes", () => {
    for (const count of [500, 1_000, 2_000, 4_000]) {
      const [a, b] = [periodic(period, count), periodic(period, 2 * count)];
      expect(
        findAnchors(kernels, indexShingles(shingled(a)), shingled(b)).anchors.length,
        `${count} words`,
      ).toBeLessThanOrEqual(12);
      const [passage] = findPassages(kernels, indexShingles(shingled(a)), shingled(b)).passages;
      expect(passage).toMatchObject({ a: { start: 0, end: count }, agreeingWords: count, kind: "verbatim" });
    }
  });

  test("a change now and then splits no passage", () => {
    const [a, b] = [changed(periodic(period, 1_500), 90), periodic(period, 3_000)];
    const { passages } = findPassages(kernels, indexShingles(shingled(a)), shingled(b));
    expect(passages[0]!.agreeingWords).toBeGreaterThan(1_400);
  });

  test("what stands behind a repeating run of both is found, wherever that ends", () => {
    const random = seeded(period);
    const behind = zipfWords(random, 60);
    const before = zipfWords(random, 60);
    for (const [first, second] of [
      [400, 900],
      [900, 400],
      [500, 500],
    ] as const) {
      const a = [...before, ...periodic(period, first), ...behind];
      const b = [
        ...zipfWords(random, 100),
        ...periodic(period, second - (second % period) + (first % period)),
        ...behind,
      ];
      const { passages, bounded } = findPassages(kernels, indexShingles(shingled(a)), shingled(b));
      const isMissed = (word: number) => !passages.some((one) => one.a.start <= word && word < one.a.end);
      const missedFrom = (from: number) => a.filter((_, word) => word >= from && isMissed(word)).length;
      const what = `${first} and ${second}`;
      if (!bounded) expect(missedFrom(60), what).toBeLessThan(12);
      if (first <= second) expect(missedFrom(60 + first), what).toBe(0);
      if (period === 100) expect(bounded, what).toBe(false);
    }
  });
});

test("prose is no text that repeats itself, so that none of this concerns it", () => {
  const random = seeded(5);
  for (const count of [20, 500, 20_000])
    expect(indexShingles(shingled(zipfWords(random, count))).repetition).toBeNull();
  expect(indexShingles(shingled(periodic(7, 500))).repetition).not.toBeNull();
});

describe("a search", () => {
  const CHARACTERS = 3_000;
  const text = (period: number, characters: number) => periodic(period, characters).join(" ").slice(0, characters);

  /** Processor time of a search, the median of so many, and the blocks that it read. */
  async function asked(corpusText: string, query: string, runs = 9) {
    await using corpus = await buildCorpus([{ id: "1", text: corpusText }], { name: "c", dataset: "d" });
    const timesMs: number[] = [];
    let blocks = 0;
    let bounded = false;
    for (let run = 0; run < runs; run++) {
      const start = process.cpuUsage();
      const found = await corpus.search(queryOf(query));
      const { user, system } = process.cpuUsage(start);
      timesMs.push((user + system) / 1_000);
      blocks = found.blocksRead;
      bounded = found.bounded;
      expect(found.passages.length).toBeGreaterThan(0);
    }
    return { ms: timesMs.sort((x, y) => x - y)[runs >> 1]!, blocks, bounded };
  }

  test("of 3 kB that repeat themselves reads no more blocks of a larger corpus", async () => {
    for (const period of notEmpty(fewOrAll([7], [1, 7, 100]))) {
      const small = await asked(text(period, 700_000), text(period, CHARACTERS));
      const large = await asked(text(period, 2_800_000), text(period, CHARACTERS));
      expect(small.blocks, `${period}`).toBeGreaterThan(0);
      expect(large.blocks, `${period}`).toBeLessThanOrEqual(small.blocks + 8);
      expect(large.ms / small.ms, `${period}`).toBeLessThan(4);
    }
  });

  test("of runs too short to be told, or of any text, has an allowance, and says where it ended", async () => {
    const query = changed(periodic(20, 450), 13).join(" ");
    const indexed = changed(periodic(20, 100_000), 17).join(" ");
    const { blocks, bounded } = await asked(indexed, query, 1);
    // Without it 53 are read, each with two anchors a word.
    expect(blocks).toBeLessThanOrEqual(16);
    expect(bounded).toBe(true);

    const index = indexShingles(shingled(query.split(" ")));
    const stretch = shingled(changed(periodic(20, 2_000), 17));
    const allowance = allowanceOf(index.shingled);
    expect(allowance.anchors).toBe(128 * 450);
    const counts = Array.from({ length: 40 }, () => findAnchors(kernels, index, stretch, allowance).anchors.length);
    expect(counts[0]).toBeGreaterThan(2_000);
    expect(counts.at(-1)).toBe(0);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(128 * 450);
  });

  test("takes at most five times the time of prose of the same length", async () => {
    const prose = zipfText(seeded(9), 150_000, 60_000);
    const usual = await asked(prose, prose.slice(9_000, 9_000 + CHARACTERS));
    const repeated = await asked(text(7, prose.length), text(7, CHARACTERS));
    // A search has next to no fixed cost in memory; an analysis has 8 ms and more beside it.
    expect(repeated.ms).toBeLessThan(5 * (usual.ms + 8));
  });
});
