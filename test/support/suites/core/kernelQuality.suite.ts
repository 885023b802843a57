/** Tests of hash quality for words and shingles: the hashes must look random. */
import { describe, expect, test } from "vitest";
import type { Hashes, Kernels } from "../../../../src/core/kernels/kernels.ts";
import { seeded } from "../../texts.ts";

const CHANGED_WORDS = 8_000;
const DISTINCT = 500_000;
const BINS = 4096;
const CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

export function hashQualitySuite(kernels: Kernels): void {
  const hashText = (words: readonly string[]): Hashes =>
    kernels.readWords(new TextEncoder().encode(words.join(" "))).hashes;

  describe(`${kernels.name}: hash quality`, () => {
    test.each([1, 2, 5, 8, 9, 12, 16, 17, 30])(
      "words of %i letters: changing any letter changes every bit of word and shingle half of the time",
      (length) => {
        const random = seeded(length);
        const any = () => CHARACTERS[Math.floor(36 * random())]!;
        const words = Array.from({ length: CHANGED_WORDS }, () => Array.from({ length }, any));
        for (let place = 0; place < length; place += length > 16 ? 5 : 1) {
          const other = words.map((word) => word.with(place, otherThan(word[place]!, any)));
          const [before, after] = [words, other].map((some) => hashText(some.map((word) => word.join(""))));
          if (length > 1) expect(largestBias(before!, after!), `letter ${place}`).toBeLessThan(0.03);
          // Both words of each two-word shingle change: each half must still change at random.
          expect(largestBias(kernels.hashShingles(before!, 2), kernels.hashShingles(after!, 2))).toBeLessThan(0.06);
        }
      },
    );

    test("one bit of a short word changes all other bits", () => {
      // All words of two letters, each with its second letter's neighbour: exhaustive, because a sample could miss a case.
      const pairs = [...CHARACTERS].flatMap((first) => [...CHARACTERS].map((second) => first + second));
      const next = pairs.map((pair) => pair[0]! + CHARACTERS[(CHARACTERS.indexOf(pair[1]!) + 1) % 36]!);
      expect(largestBias(hashText(pairs), hashText(next))).toBeLessThan(0.08);
      expect(duplicates(hashText(pairs))).toBe(0);
    });

    test("changing any word of a shingle changes its hash; so does swapping two words", () => {
      const random = seeded(5);
      const halves = () => Uint32Array.from({ length: 50_000 }, () => 2 ** 32 * random());
      const words = { low: halves(), high: halves() };
      const before = kernels.hashShingles(words, 5);
      for (let place = 0; place < 5; place++) {
        const changed = { low: words.low.slice(), high: words.high.slice() };
        for (let at = place; at < changed.low.length; at += 5) changed.low[at]! ^= 1;
        const after = kernels.hashShingles(changed, 5);
        expect(after.low.filter((hash, i) => hash === before.low[i])).toHaveLength(0);
        for (let other = 0; other < place; other++) {
          const swapped = { low: words.low.slice(), high: words.high.slice() };
          for (let at = 0; at + 5 <= swapped.low.length; at += 5) {
            for (const half of [swapped.low, swapped.high]) {
              [half[at + place], half[at + other]] = [half[at + other]!, half[at + place]!];
            }
          }
          const exchanged = kernels.hashShingles(swapped, 5);
          for (let at = 0; at + 5 <= swapped.low.length; at += 5) {
            if (exchanged.low[at] === before.low[at]) expect(exchanged.high[at]).not.toBe(before.high[at]);
          }
        }
      }
    });

    test("changes of two letters of a long word never cancel out", () => {
      const random = seeded(3);
      const letters = (count: number) =>
        Array.from({ length: count }, () => CHARACTERS[Math.floor(36 * random())]).join("");
      for (let round = 0; round < 40; round++) {
        // Letters 8 and 12 first: the last letter of one step, and the upper half of the next.
        const [first, second] = round < 20 ? [7, 3] : [Math.floor(8 * random()), Math.floor(12 * random())];
        const [head, middle, tail] = [letters(first), letters(second), letters(3)];
        const words = [...CHARACTERS].flatMap((one) =>
          [...CHARACTERS].map((other) => head + one + middle + other + tail),
        );
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

    test("shingles of few words in many orders: no collision, and uniform distribution", () => {
      // All 14^5 = 537,824 shingles of 14 words. Digits of a counter are simpler than a de Bruijn sequence.
      const words = hashText([..."abcdefghijklmn"]);
      const digits = Uint32Array.from(
        { length: 5 * DISTINCT },
        (_, i) => Math.floor(Math.floor(i / 5) / 14 ** (i % 5)) % 14,
      );
      const spelled = {
        low: digits.map((digit) => words.low[digit]!),
        high: digits.map((digit) => words.high[digit]!),
      };
      const all = kernels.hashShingles(spelled, 5);
      const fifth = (half: Uint32Array) => half.filter((_, i) => i % 5 === 0);
      const shingles = { low: fifth(all.low), high: fifth(all.high) };
      expect(shingles.low.length).toBe(DISTINCT);
      expect(duplicates(shingles)).toBe(0);
      expectEven(shingles);
    });
  });
}

/** A different letter. */
function otherThan(letter: string, any: () => string): string {
  const other = any();
  return other === letter ? otherThan(letter, any) : other;
}

/** The largest distance, over 64 bits, between the share of changes and one half. */
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
  // 53 of 64 bits, as the map keys in src/core/fingerprint/shingles.ts: stricter than the whole hash.
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
