/** Hashes that stand for words and shingles: what is asked of them is that nothing about the input shows. */
import { describe, expect, test } from "vitest";
import type { Hashes, Kernels } from "../../src/kernels/kernels.ts";
import { seeded } from "./texts.ts";

const FLIPPED_WORDS = 8_000;
const DISTINCT = 500_000;
const BINS = 4096;
const CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

export function hashQualitySuite(kernels: Kernels): void {
  const hashWords = (words: Uint8Array, lengthBytes: number): Hashes => {
    const ends = Uint32Array.from({ length: words.length / lengthBytes }, (_, i) => (i + 1) * lengthBytes);
    return kernels.hashWords({ folded: words, ends, starts: ends, stops: ends });
  };
  const hashText = (words: readonly string[]): Hashes =>
    kernels.hashWords(kernels.fold(new TextEncoder().encode(words.join(" "))));

  describe(`${kernels.name}: hash quality`, () => {
    test.each([2, 5, 8, 9, 12, 16])(
      "words of %i bytes: any flipped bit flips every bit of the hash half of the time",
      (lengthBytes) => {
        const random = seeded(lengthBytes);
        const words = Uint8Array.from({ length: lengthBytes * FLIPPED_WORDS }, () => 256 * random());
        const before = hashWords(words, lengthBytes);
        for (let bit = 0; bit < 8 * lengthBytes; bit++) {
          const flipped = words.map((byte, i) => (i % lengthBytes === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
          expect(largestBias(before, hashWords(flipped, lengthBytes)), `input bit ${bit}`).toBeLessThan(0.03);
        }
      },
    );

    test("shingles: any flipped bit of a word's hash flips every bit of the shingle's half of the time", () => {
      const random = seeded(5);
      const halves = () => Uint32Array.from({ length: FLIPPED_WORDS + 4 }, () => 2 ** 32 * random());
      const words = { low: halves(), high: halves() };
      for (let place = 0; place < 5; place++) {
        for (let bit = 0; bit < 32; bit += 5) {
          // Every fifth word, so that each shingle of five holds one flipped word, at `place` in every fifth shingle.
          const flip = (half: Uint32Array) => half.map((value, i) => (i % 5 === place ? value ^ (1 << bit) : value));
          const before = kernels.hashShingles(words, 5);
          expect(largestBias(before, kernels.hashShingles({ ...words, low: flip(words.low) }, 5))).toBeLessThan(0.03);
          expect(largestBias(before, kernels.hashShingles({ ...words, high: flip(words.high) }, 5))).toBeLessThan(0.03);
        }
      }
    });

    test("two letters of one long word never make up for each other", () => {
      const random = seeded(3);
      const letters = (count: number) => Array.from({ length: count }, () => CHARACTERS[Math.floor(36 * random())]).join("");
      for (let round = 0; round < 40; round++) {
        // Letters 8 and 12 first: the last of one step and the upper half of the next.
        const [first, second] = round < 20 ? [7, 3] : [Math.floor(8 * random()), Math.floor(12 * random())];
        const [head, middle, tail] = [letters(first), letters(second), letters(3)];
        const words = [...CHARACTERS].flatMap((one) => [...CHARACTERS].map((other) => head + one + middle + other + tail));
        expect(duplicates(hashText(words))).toBe(0);
      }
    });

    test.each([
      ["counted words", (i: number) => `w${i}`],
      ["long numbers", (i: number) => String(100_000_000_000 + i)],
      ["names that differ at their end", (i: number) => `internationalisation${i.toString(36)}`],
      ["names that differ at their beginning", (i: number) => `${i.toString(36)}internationalisation`],
    ])("%s: no two hashes alike, all places evenly used", (_, word) => {
      const hashes = hashText(Array.from({ length: DISTINCT }, (_, i) => word(i)));
      expect(hashes.low.length).toBe(DISTINCT);
      expect(duplicates(hashes)).toBe(0);
      expectEven(hashes);
    });

    test("shingles of few words in many orders: no two alike, all places evenly used", () => {
      // 14^5 = 537,824 shingles over 14 words, each once: a de Bruijn sequence would do; digits of a counter are plainer.
      const words = hashText([..."abcdefghijklmn"]);
      const digits = Uint32Array.from({ length: 5 * DISTINCT }, (_, i) => Math.floor(Math.floor(i / 5) / 14 ** (i % 5)) % 14);
      const spelled = { low: digits.map((digit) => words.low[digit]!), high: digits.map((digit) => words.high[digit]!) };
      const all = kernels.hashShingles(spelled, 5);
      const fifth = (half: Uint32Array) => half.filter((_, i) => i % 5 === 0);
      const shingles = { low: fifth(all.low), high: fifth(all.high) };
      expect(shingles.low.length).toBe(DISTINCT);
      expect(duplicates(shingles)).toBe(0);
      expectEven(shingles);
    });
  });
}

/** How far the most biased of 64 bits is from changing half of the time. */
function largestBias(before: Hashes, after: Hashes): number {
  const flips = new Uint32Array(64);
  for (const [half, offset] of [
    ["low", 0],
    ["high", 32],
  ] as const) {
    for (let i = 0; i < before[half].length; i++) {
      const changed = before[half][i]! ^ after[half][i]!;
      for (let bit = 0; bit < 32; bit++) flips[offset + bit]! += (changed >>> bit) & 1;
    }
  }
  return Math.max(...Array.from(flips, (count) => Math.abs(count / before.low.length - 0.5)));
}

function duplicates({ low, high }: Hashes): number {
  const joined = new Float64Array(low.length);
  // 53 of 64 bits, as src/fingerprint/shingles.ts keys its maps: stricter than the whole hash.
  for (let i = 0; i < low.length; i++) joined[i] = (low[i]! >>> 11) * 2 ** 32 + high[i]!;
  joined.sort();
  return joined.reduce((count, value, i) => count + Number(i > 0 && value === joined[i - 1]), 0);
}

/** Chi-square of the upper and the lower 12 bits of each half; 5 standard deviations around its mean. */
function expectEven({ low, high }: Hashes): void {
  for (const half of [low, high]) {
    for (const shift of [0, 20]) {
      const counts = new Uint32Array(BINS);
      for (const hash of half) counts[(hash >>> shift) & (BINS - 1)]!++;
      const expected = half.length / BINS;
      const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      expect(Math.abs(chiSquare - (BINS - 1))).toBeLessThan(5 * Math.sqrt(2 * (BINS - 1)));
    }
  }
}
