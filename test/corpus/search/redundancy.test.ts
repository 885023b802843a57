import fc from "fast-check";
import { expect, test } from "vitest";
import { PASSAGE_WORDS_MIN } from "../../../src/base/limits.ts";
import { PASSAGE } from "../../../src/core/fingerprint/profile.ts";
import { shingle } from "../../../src/core/fingerprint/shingles.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { indexShingles } from "../../../src/core/passages/shingleIndex.ts";
import { readText } from "../../../src/core/text/text.ts";
import { dropRedundant } from "../../../src/corpus/search/redundancy.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";

const kernels = await loadKernels();
const WORDS = 300;
const words = Array.from({ length: WORDS }, (_, i) => `word${i}`).join(" ");
const query = indexShingles(shingle(kernels, readText(kernels, words), PASSAGE));
/** Each word is worth 6 bits; `bitsBeyond` the place, which takes more bits in a longer text. */
const passage = (a: number, lengthWords: number, bitsBeyond: number, longestRunWords = 11, placeBits = 20) => ({
  ...{ agreeing: [{ a, b: 0, lengthWords }], bits: bitsBeyond + placeBits, placeBits, longestRunWords },
});

test("of variants of one formula, the best is kept, and its ties", () => {
  const [best, asGood, lesser] = [passage(0, 20, 100), passage(1, 20, 100), passage(0, 19, 94)];
  expect(dropRedundant(query, [lesser, asGood, best])).toEqual([asGood, best]);
});

test("the same words in documents of different length have the same weight", () => {
  const [short, long] = [passage(0, 20, 100, 11, 15), passage(0, 20, 95, 11, 20)];
  expect(dropRedundant(query, [short, long])).toEqual([short, long]);
});

test("a run of twelve words is kept for every document, even if another passage explains it", () => {
  const [best, run] = [passage(0, 100, 570), passage(20, 12, 40, 12)];
  expect(dropRedundant(query, [run, best])).toEqual([run, best]);
});

test("a passage that extends far enough beyond a better one is kept", () => {
  const [best, beyond, short] = [passage(0, 40, 220), passage(30, 22, 112), passage(100, 20, 100)];
  expect(dropRedundant(query, [best, beyond, short])).toEqual([best, beyond, short]);
  expect(dropRedundant(query, [best, passage(30, 20, 100)])).toEqual([best]);
});

test("for any passages: the best is kept, each dropped one shares words with a better one, and the order of documents does not matter", () => {
  const any = fc.record({
    a: fc.nat(WORDS - 40),
    lengthWords: fc.integer({ min: 12, max: 40 }),
    bits: fc.integer({ min: 50, max: 200 }),
    run: fc.integer({ min: 5, max: 14 }),
  });
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 30 }), (drawn) => {
      const all = drawn.map(({ a, lengthWords, bits, run }) => passage(a, lengthWords, bits, run));
      const kept = dropRedundant(query, all);
      const isKept = new Set(kept);
      expect(new Set(dropRedundant(query, all.toReversed()))).toEqual(isKept);
      expect(dropRedundant(query, kept)).toEqual(kept);
      const most = Math.max(...all.map(({ bits }) => bits));
      for (const one of notAlwaysEmpty(all)) {
        if (one.bits === most || one.longestRunWords >= PASSAGE_WORDS_MIN) expect(isKept.has(one)).toBe(true);
        if (isKept.has(one)) continue;
        const [own] = one.agreeing;
        const shares = ({ agreeing: [other] }: typeof one) =>
          own!.a < other!.a + other!.lengthWords && other!.a < own!.a + own!.lengthWords;
        expect(kept.some((other) => other.bits > one.bits && shares(other))).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});
