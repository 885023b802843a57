/** Runs that works of different authors share: counted as a naive scan counts them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasSharedData } from "../../../../bench/harness/shared.ts";
import { bitsBetween, rateOf, tailOf } from "../../../../bench/quality/telling/bounds.ts";
import { measured } from "../../../../bench/quality/telling/measure.ts";
import { sameWorks } from "../../../../bench/quality/telling/same.ts";
import { type ScannedWork, sharedRuns, VIEWS } from "../../../../bench/quality/telling/scan.ts";
import { TELLING_SETS } from "../../../../bench/quality/telling/sets.ts";
import { SHIPPED_TELLING } from "../../../../src/engine/evidence/verdict/tellingTable.ts";
import { notAlwaysEmpty } from "../../../support/notAlwaysEmpty.ts";
import { skippable } from "../../../support/skippable.ts";

const LAST = VIEWS.length - 1;

/** Few words and long copies, so that there are long runs and many. */
const scanned = fc
  .array(
    fc.record({
      author: fc.nat(3),
      asks: fc.boolean(),
      pieces: fc.array(fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 25 })), { maxLength: 4 }),
    }),
    { minLength: 2, maxLength: 6 },
  )
  .map((all) =>
    all.map(
      ({ author, asks, pieces }, i): ScannedWork => ({
        ...{ id: String(i), author, asks, block: 5 * author },
        words: Int32Array.from(pieces.flatMap(([from, length]) => Array.from({ length }, (_, k) => (from + k) % 7))),
      }),
    ),
  );

/** The longest run of an asked word on that an indexed work has. */
function longestAt(words: Int32Array, at: number, others: readonly ScannedWork[]): number {
  let most = 0;
  for (const other of others)
    for (let from = 0; from < other.words.length; from++) {
      let length = 0;
      while (at + length < words.length && words[at + length] === other.words[from + length]) length++;
      most = Math.max(most, length);
    }
  return most;
}

describe("shared runs", () => {
  test("as a naive scan finds them, in all other authors and in each part of them", () => {
    fc.assert(
      fc.property(scanned, (works) => {
        const naive = VIEWS.flatMap(({ blocks }, view) =>
          works.flatMap(({ words, author, block, asks }, work) => {
            const isIn = (one: ScannedWork) => view === LAST || ((blocks >> one.block) & 1) === 1;
            if (!asks || (view !== LAST && ((blocks >> block) & 1) === 1)) return [];
            const others = works.filter((one) => one.author !== author && isIn(one));
            const lengths = Array.from(words.keys(), (at) => longestAt(words, at, others));
            return lengths.flatMap((lengthWords, at) =>
              lengthWords >= 8 && lengthWords >= (lengths[at - 1] ?? 0) ? [{ view, work, at, lengthWords }] : [],
            );
          }),
        );
        for (const _ of notAlwaysEmpty(naive)) expect(naive.length).toBeGreaterThan(0);
        expect([...sharedRuns(works)]).toEqual(naive);
      }),
    );
  });

  test("a run that is longer than can be told is one", () => {
    const words = Int32Array.from({ length: 500 }, (_, i) => i);
    const work = (author: number) => ({ id: String(author), author, block: author, asks: true, words });
    const all = [...sharedRuns([work(0), work(1)])].filter(({ view }) => view === LAST);
    expect(all.map(({ at, lengthWords }) => [at, lengthWords])).toEqual([
      [0, 128],
      [0, 128],
    ]);
  });
});

test("works of two authors with a run of 100 words, or half of the shorter, are one: the longer is kept", () => {
  const work = (id: string, author: number, from: number, length: number) => ({
    ...{ id, author, block: 0, asks: true },
    words: Int32Array.from({ length }, (_, i) => from + i),
  });
  const long = work("long", 0, 0, 1_000);
  expect(sameWorks([work("half", 1, 990, 20), long])).toEqual([["long", "half"]]);
  expect(sameWorks([work("less than half", 1, 991, 20), long])).toEqual([]);
  expect(sameWorks([long, work("100 words", 1, 900, 999)])).toEqual([["long", "100 words"]]);
  expect(sameWorks([long, work("99 words", 1, 901, 999)])).toEqual([]);
  expect(sameWorks([long, work("by the same", 0, 900, 99)])).toEqual([]);
});

test("bounds hold what was counted, wider where authors differ", () => {
  const shares = new Map([0, 1, 2, 3].map((author) => [author, 0.25]));
  const alike = new Map([0, 1, 2, 3].map((author) => [author, 10]));
  const one = new Map([[0, 40]]);
  const even = rateOf(alike, alike, shares, 1e6);
  const uneven = rateOf(one, one, shares, 1e6);
  // Poisson bounds of 20 runs, 97.5 % each: 12.2165 and 30.8884.
  expect(even.lower).toBeCloseTo(2 * 12.2165e-6, 8);
  expect(even.upper).toBeCloseTo(2 * 30.8884e-6, 8);
  expect(uneven.upper).toBeGreaterThan(2 * even.upper);
  const none = new Map<number, number>();
  // ln 40, of half as many words.
  expect(rateOf(none, none, shares, 1e6).upper).toBeCloseTo(2 * 3.68888e-6, 8);
  expect(bitsBetween([even, rateOf(none, none, shares, 1e6)], 8, 9)).toMatchObject({ isAtLeast: true });
  // Of 40 runs 20 go on: a bit a word, half of them more.
  expect(tailOf([even], [40, 20, 10, 5, 3, 2])).toMatchObject({ from_words: 8, bits: 1 });
});

test.skipIf(!hasSharedData())(
  skippable("what is shipped for Russian is measured again", !hasSharedData(), "there is no ../shared"),
  () => {
    const set = TELLING_SETS.find(({ language }) => language === "ru")!;
    const { sizes, listed } = measured(set);
    const shipped = SHIPPED_TELLING.groups.find(({ language }) => language === "ru")!;
    expect(sizes.map(({ indexed_words }) => indexed_words)).toEqual(
      shipped.sizes.map(({ indexed_words }) => indexed_words),
    );
    expect(sizes.map(({ rates }) => rates[0]!.runs)).toEqual([0, 0, 0, 0, 0]);
    expect(listed.filter(({ quoted }) => quoted)).toHaveLength(4);
  },
);
