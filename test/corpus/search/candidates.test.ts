import { describe, expect, test } from "vitest";
import { certainWords, PASSAGE } from "../../../src/core/fingerprint/profile.ts";
import { type ShingledText, shingle } from "../../../src/core/fingerprint/shingles.ts";
import { contextsOf } from "../../../src/core/kernels/tables/context.ts";
import { readText } from "../../../src/core/text/text.ts";
import { agrees } from "../../../src/corpus/format/context.ts";
import { COARSE_WINDOW_SHINGLES } from "../../../src/corpus/format/layout.ts";
import { LIST_POSTINGS_MAX } from "../../../src/corpus/format/lists.ts";
import { findCandidates, type StoredLookups } from "../../../src/corpus/search/candidates.ts";
import { fewOrAll } from "../../support/scale.ts";
import { kernels } from "../../support/suites/corpus/judge.ts";
import { fillerWords, seeded, zipfWords } from "../../support/texts.ts";
import { type Posting, segmentOf } from "../format/segments.ts";

const filler = fillerWords();
const fill = (words: number): string[] => Array.from({ length: words }, () => filler.next().value);
const queryOf = (words: readonly string[]) => shingle(kernels, readText(kernels, words.join(" ")), PASSAGE);
const nothing = () => {};

/** The posting of a shingle of the query in a block, between the same words or others. */
function post({ text, shingles, profile }: ShingledText, at: number, block: number, flipped = 0): Posting {
  const context = contextsOf(text.words, Uint32Array.of(at), profile.shingleWords)[0]!;
  return [shingles.high[at]!, block, context ^ flipped];
}

const ONE_SIDE = 0b0010_0100_0000_0000;
const BOTH_SIDES = 0b0010_0100_0000_1100;
/** On both sides the nearest words, which says three bits against a common passage, or the second ones, which says one. */
const NEAREST_WORDS = 0b0100_0000_0100_0000;
const SECOND_WORDS = 0b0001_0000_0001_0000;

describe("candidates", () => {
  const query = queryOf(fill(30));

  test("a kept shingle with equal context on one side makes a block required, however many others are likely", async () => {
    const others = Array.from(query.shingles.low, (_, at) => at).filter((at) => !query.selected.includes(at));
    const kept = [...query.selected];
    expect(agrees(0, ONE_SIDE)).toBe(true);
    expect(agrees(0, BOTH_SIDES)).toBe(false);
    // What every block has says little for each: those of the kept shingle are read all the same.
    const needed = Array.from({ length: 40 }, (_, i) => post(query, kept[1]!, 100 + i, ONE_SIDE));
    const unlike = Array.from({ length: 40 }, (_, i) => post(query, kept[1]!, 200 + i, BOTH_SIDES));
    const likely = Array.from({ length: 60 }, (_, i) => post(query, others[i % 2]!, 300 + i));
    const segment = await segmentOf([
      ...needed,
      ...unlike,
      ...likely,
      post(query, others[2]!, 7),
      post(query, others[3]!, 7),
    ]);
    const { blocks, blocksLeft, certainFromWords } = await findCandidates(kernels, [segment], query, "all", nothing);
    const read = blocks.map(({ block }) => block);
    expect(read.filter((block) => block >= 100 && block < 200)).toEqual(Array.from({ length: 40 }, (_, i) => 100 + i));
    expect(read.filter((block) => block < 100 || block >= 200).length).toBe(4);
    expect(read).toContain(7); // two rare shingles say more than one
    expect(blocks.length + blocksLeft).toBe(40 + 40 + 60 + 1);
    expect(certainFromWords).toBe(certainWords(PASSAGE));
  });

  test("whose evidence is more than three bits short of identifying a block are not likely", async () => {
    // So long that five likely blocks may be read.
    const long = queryOf(fill(64));
    const others = Array.from(long.shingles.low, (_, at) => at).filter((at) => !long.selected.includes(at));
    const lacking2 = [10, 11, 12].map((block) => post(long, others[0]!, block, SECOND_WORDS)); // log2(3) + 1
    const lacking3 = [20].map((block) => post(long, others[1]!, block, NEAREST_WORDS));
    const lacking4 = [30, 31].map((block) => post(long, others[2]!, block, NEAREST_WORDS)); // log2(2) + 3
    const segment = await segmentOf([...lacking2, ...lacking3, ...lacking4]);
    const { blocks, blocksLeft } = await findCandidates(kernels, [segment], long, "all", nothing);
    expect(blocks.map(({ block }) => block)).toEqual([10, 11, 12, 20]);
    expect(blocksLeft).toBe(2);
  });

  test("with two rare phrases rank before those with one longer phrase", async () => {
    const others = Array.from(query.shingles.low, (_, at) => at).filter((at) => !query.selected.includes(at));
    const at = others.find((one) => others.includes(one + 1))!;
    const apart = others.findLast((one) => one >= at + PASSAGE.shingleWords)!;
    const postings = [0, 1, 2, 3].flatMap((block) => [
      post(query, at, block),
      post(query, at + 1, block),
      post(query, at, 10 + block),
      post(query, apart, 10 + block),
    ]);
    const { blocks } = await findCandidates(kernels, [await segmentOf(postings)], query, "all", nothing);
    expect(blocks.map(({ block }) => block)).toEqual([10, 11, 12, 13]);
  });

  test("are sorted by segment and block, ascending", async () => {
    const one = await segmentOf([post(query, query.selected[0]!, 9), post(query, query.selected[1]!, 1)]);
    const other = await segmentOf([post(query, query.selected[2]!, 0)]);
    const { blocks } = await findCandidates(kernels, [other, one], query, "all", nothing);
    expect(blocks).toEqual([
      { segment: 0, block: 0 },
      { segment: 1, block: 1 },
      { segment: 1, block: 9 },
    ]);
  });

  test("beyond the limit of a query are omitted, and the remaining guarantee is reported", async () => {
    const many = queryOf(fill(60));
    const shingles = [...many.selected];
    const postings = shingles.flatMap((at, i) =>
      Array.from({ length: LIST_POSTINGS_MAX }, (_, j) => post(many, at, i * LIST_POSTINGS_MAX + j)),
    );
    const { blocks, blocksLeft, certainFromWords } = await findCandidates(
      kernels,
      [await segmentOf(postings)],
      many,
      "all",
      nothing,
    );
    expect(blocks.length + blocksLeft).toBe(postings.length);
    expect(blocksLeft).toBeGreaterThan(0);
    expect(blocks.length).toBeGreaterThanOrEqual(64);
    expect(certainFromWords).toBeGreaterThan(certainWords(PASSAGE));
  });

  test("are empty for a text without shingles, and for one that the corpus does not contain", async () => {
    const segment = await segmentOf([post(query, query.selected[0]!, 0)]);
    for (const content of [[], ["word"], fill(40)]) {
      const found = await findCandidates(kernels, [segment], queryOf(content), "all", nothing);
      expect(found).toMatchObject({ blocks: [], blocksLeft: 0, certainFromWords: certainWords(PASSAGE) });
      expect(found.lookedUp.hits.map(({ length }) => length)).toEqual([0]);
      expect(found.lookedUp.uncertain.size).toBe(0);
    }
  });
});

/**
 * From how many words on every run of the query has a window whose kept shingle is listed in full. Of a window alone: what stands around a
 * run in the query does not stand around it in the corpus, and may keep other shingles.
 */
function certainFrom({ text, shingles }: ShingledText, cut: ReadonlySet<number>, windowShingles: number): number {
  const windows = shingles.low.length - windowShingles + 1;
  let longest = 0;
  let streak = 0;
  for (let first = 0; first < windows; first++) {
    const at = first + kernels.winnow(shingles.low.slice(first, first + windowShingles), [windowShingles])[0]![0]!;
    streak = cut.has(at) ? streak + 1 : 0;
    if (streak > 0) longest = Math.max(longest, streak + windowShingles + PASSAGE.shingleWords - 2);
  }
  expect(longest).toBeLessThanOrEqual(text.lengthWords);
  return Math.max(PASSAGE.shingleWords + windowShingles - 1, longest + 1);
}

/** Texts that are searched, of which some of the kept shingles are cut. */
const RUNS = fewOrAll(60, 150);

describe("the run length that is guaranteed to be found", () => {
  test.each<[StoredLookups, number, number]>([
    ["all", PASSAGE.windowShingles, 60],
    ["coarse", COARSE_WINDOW_SHINGLES, 700],
  ])("are no fewer than the windows say, and hardly more: %s", async (depth, windowShingles, lengthWords) => {
    const random = seeded(49);
    let [raised, more] = [0, 0];
    for (let n = 0; n < RUNS; n++) {
      const words = n % 3 === 0 ? zipfWords(random, lengthWords, 30) : fill(Math.floor(lengthWords * (0.3 + random())));
      const query = queryOf(words);
      const kept = [...kernels.winnow(query.shingles.low, [windowShingles])[0]!];
      const share = random();
      const cut = new Set(kept.filter(() => random() < share));
      // Equal shingles are in equally many blocks.
      const hashes = new Set([...cut].map((at) => query.shingles.low[at]!));
      for (const at of kept) if (hashes.has(query.shingles.low[at]!)) cut.add(at);
      const postings = kept.flatMap((at) =>
        Array.from({ length: cut.has(at) ? LIST_POSTINGS_MAX + 1 : 1 }, (_, block) => post(query, at, block)),
      );
      const segment = await segmentOf(postings);
      const { certainFromWords } = await findCandidates(kernels, [segment], query, depth, nothing);
      const least = certainFrom(query, cut, windowShingles);
      expect(certainFromWords, `${n}`).toBeGreaterThanOrEqual(least);
      if (least > windowShingles + PASSAGE.shingleWords - 1) raised++;
      if (certainFromWords > least) more++;
    }
    expect(raised).toBeGreaterThan(RUNS / 3);
    expect(more, "a bound that is larger than need be").toBeLessThan(RUNS / 10);
  });
});
