/** Tests of every implementation of the kernels; each runtime runs them with its own. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Hashes, Kernels } from "../../../../src/core/kernels/kernels.ts";
import { notAlwaysEmpty } from "../../notAlwaysEmpty.ts";
import { fewOrAll } from "../../scale.ts";
import { anyBytes, anyHashes, anyText } from "./arbitraries.ts";
import { foldedWords } from "./folded.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const windows = fc.integer({ min: 1, max: 40 });

export function kernelsSuite(kernels: Kernels): void {
  describe(`${kernels.name}: fold`, () => foldSuite(kernels));
  describe(`${kernels.name}: hashes`, () => hashSuite(kernels));
  describe(`${kernels.name}: winnow`, () => winnowSuite(kernels));
  test(`${kernels.name}: xxhash32 of published inputs`, () => {
    // The specification's own sanity checks and the vectors of the python and Go bindings.
    const hash = (text: string, seed = 0) => kernels.xxhash32(utf8(text), seed).toString(16).padStart(8, "0");
    expect(hash("")).toBe("02cc5d05");
    expect(hash("", 0x9e3779b1)).toBe("36b78ae7");
    expect(hash("a")).toBe("550d7456");
    expect(hash("abc")).toBe("32d153ff");
    expect(hash("Nobody inspects the spammish repetition")).toBe("e2293b2f");
  });
}

function foldSuite(kernels: Kernels): void {
  const fold = (text: string | Uint8Array) => foldedWords(kernels, text);

  test("the example drawn in the source", () => {
    expect(fold("Dans l’École")).toEqual(["dans", "l", "ecole"]);
    expect([...kernels.readWords(utf8("Dans l’École")).bounds]).toEqual([0, 4, 5, 6, 9, 15]);
  });

  test("nothing in, nothing out", () => {
    for (const text of ["", " ", "…!?", "\u0301\u00ad"]) expect(fold(text)).toEqual([]);
  });

  test("words are UTF-8, not empty, in order, and inside the text", () => {
    fc.assert(
      fc.property(fc.oneof(anyText.map(utf8), anyBytes), (bytes) => {
        const words = fold(bytes);
        const { hashes, bounds } = kernels.readWords(bytes);
        expect(words).not.toContain("");
        expect([hashes.low.length, hashes.high.length, bounds.length / 2]).toEqual([
          words.length,
          words.length,
          words.length,
        ]);
        words.forEach((_, i) => {
          const [start, stop] = [bounds[2 * i]!, bounds[2 * i + 1]!];
          expect(stop).toBeGreaterThan(start);
          if (i === 0) return;
          // A character of two words (½) belongs both to the word that ends in it and to the word that begins in it.
          expect(start).toBeGreaterThanOrEqual(Math.max(bounds[2 * i - 2]!, bounds[2 * i - 1]! - 4));
          expect(stop).toBeGreaterThanOrEqual(bounds[2 * i - 1]!);
        });
        expect(bounds.at(-1) ?? 0).toBeLessThanOrEqual(bytes.length);
      }),
      { numRuns: fewOrAll(150, 500) },
    );
  });

  test("bytes that are not text separate words", () => {
    for (const broken of [
      [0x80],
      [0xff],
      [0xc0, 0xaf],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xe2, 0x82],
      [0xf0, 0x9f],
    ]) {
      expect(fold(Uint8Array.of(0x61, ...broken, 0x62))).toEqual(["a", "b"]);
      expect(fold(Uint8Array.of(0x61, ...broken))).toEqual(["a"]);
    }
  });

  test("no word spans more than 1,024 bytes; the rest is a new word", () => {
    expect(fold("é".repeat(1200)).map((word) => word.length)).toEqual([512, 512, 176]);
    expect(fold("x".repeat(1024))).toHaveLength(1);
    expect(fold(`${"x".repeat(1023)}é`).map((word) => word.length)).toEqual([1023, 1]);
  });
}

function hashSuite(kernels: Kernels): void {
  const spelled = ({ low, high }: Hashes) =>
    Array.from(low, (half, i) => high[i]!.toString(16).padStart(8, "0") + half.toString(16).padStart(8, "0"));
  const hashes = (text: string) => kernels.readWords(utf8(text)).hashes;
  const hashOf = (text: string) => spelled(hashes(text));

  test("frozen: a change of these hashes requires a new version of the folding", () => {
    const words = hashes("a house restaurant incomprehensibilities");
    expect(spelled(words)).toEqual(["39c2c2936140f18b", "169cea8283dbce3a", "78656596da61cd3d", "52b26176f190c062"]);
    expect(spelled(kernels.hashShingles(words, 3))).toEqual(["536b5c9b6704b94a", "dc29411ef80a76fb"]);
  });

  test("a word's hash depends only on the word", () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        // A full stop, because a hyphen at the end of a line joins the next word.
        const middle = hashOf(`${before}. incomprehensibilities ${after}`);
        expect(middle).toEqual([...hashOf(before), ...hashOf("incomprehensibilities"), ...hashOf(after)]);
      }),
    );
  });

  test("shingles: one for each run of words, none if there are too few words; order matters", () => {
    const words = hashes("one two three one two three two one");
    for (const size of [1, 2, 5, 8]) expect(kernels.hashShingles(words, size).low).toHaveLength(9 - size);
    expect(kernels.hashShingles(words, 9)).toEqual({ low: new Uint32Array(), high: new Uint32Array() });
    const { low } = kernels.hashShingles(words, 2);
    expect(low[0]).toBe(low[3]);
    expect(new Set(low).size).toBe(5);
  });
}

function winnowSuite(kernels: Kernels): void {
  const winnow = (values: ArrayLike<number>, window: number) => [
    ...kernels.winnow(
      Uint32Array.from(values, (value) => (value * 2048) >>> 0),
      [window],
    )[0]!,
  ];
  test("the example drawn in the source; the lower eleven bits do not affect the order", () => {
    expect(winnow([7, 3, 9, 3, 5, 8, 2], 4)).toEqual([3, 6]);
    expect([...kernels.winnow(Uint32Array.of(4096 + 7, 4096 + 2, 4096 + 5, 8192), [4])[0]!]).toEqual([2]);
  });

  test("several windows at once: a narrower window keeps everything that a wider one keeps", () => {
    fc.assert(
      fc.property(fc.uint32Array({ minLength: 200, maxLength: 400 }), (hashes) => {
        const [narrow, ...wider] = kernels.winnow(hashes, [8, 32, 64, 128]);
        for (const [i, kept] of notAlwaysEmpty(wider.entries())) {
          expect(kept).toEqual(kernels.winnow(hashes, [32 << i])[0]);
          expect([...kept].every((position) => narrow!.includes(position))).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("fewer hashes than a window form one window; no hashes give no positions; of equal hashes the last is kept", () => {
    expect(winnow([5, 3, 9], 8)).toEqual([1]);
    expect(winnow([], 8)).toEqual([]);
    expect(winnow(new Uint32Array(12).fill(7), 8)).toEqual([7, 8, 9, 10, 11]);
    expect([...kernels.winnow(new Uint32Array(3).fill(0xffffffff), [1])[0]!]).toEqual([0, 1, 2]);
  });

  test("every window has a kept position, and each kept position is the smallest of a window", () => {
    fc.assert(
      fc.property(anyHashes, windows, (hashes, window) => {
        const kept = [...kernels.winnow(hashes, [window])[0]!];
        const bounds = [-1, ...kept, hashes.length];
        const widestGap = Math.max(...bounds.slice(1).map((position, i) => position - bounds[i]!));
        if (hashes.length >= window) expect(widestGap).toBeLessThanOrEqual(window);
        expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b));
      }),
      { numRuns: fewOrAll(200, 1_000) },
    );
  });
}
