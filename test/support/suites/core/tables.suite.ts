/** Tests that the kernels of tables equal their reference implementations. */
import { describe, expect, test } from "vitest";
import type { Hashes, Kernels } from "../../../../src/core/kernels/kernels.ts";
import { Draw } from "../../random.ts";
import { expectSame } from "../../same.ts";

/** Keys that a sort of hashes does not expect, by name. */
const HARD_KEYS: [string, (draw: Draw, length: number) => Hashes][] = [
  ["random", (draw, length) => draw.hashes(length)],
  ["all equal", (_, length) => ({ low: new Uint32Array(length).fill(7), high: new Uint32Array(length).fill(9) })],
  ["few values", (draw, length) => draw.hashes(length, 3)],
  ["all in one bucket", (draw, length) => ({ low: draw.words(length), high: draw.words(length, 2 ** 24) })],
  [
    "equal except for the last byte",
    (draw, length) => ({ low: draw.words(length, 256), high: new Uint32Array(length).fill(5) }),
  ],
  [
    "equal except for the lower half",
    (draw, length) => ({ low: draw.words(length), high: new Uint32Array(length).fill(0xff000000) }),
  ],
  [
    "ascending",
    (_, length) => ({ low: new Uint32Array(length), high: Uint32Array.from({ length }, (_, i) => i * 1000) }),
  ],
  [
    "descending",
    (_, length) => ({ low: Uint32Array.from({ length }, (_, i) => length - i), high: new Uint32Array(length) }),
  ],
  [
    "extremes",
    (draw, length) => ({
      low: draw.words(length, 2).map((bit) => -bit),
      high: draw.words(length, 2).map((bit) => -bit),
    }),
  ],
];

export function tablesEqualReferenceSuite(kernels: Kernels, twin: Kernels): void {
  describe(`${kernels.name} equals ${twin.name}: tables`, () => {
    test.each(HARD_KEYS)("sort: %s", (_, make) => {
      const draw = new Draw(23);
      for (const length of [...Array(301).keys(), 1000, 2048, 2049, 4096, 30_000]) {
        const keys = make(draw, length);
        const payloads = draw.words(length);
        expectSame(kernels.sort(keys), twin.sort(keys));
        expectSame(kernels.sortDistinct(keys), twin.sortDistinct(keys));
        expectSame(kernels.sortWith(keys, payloads), twin.sortWith(keys, payloads));
      }
    });

    test.each(HARD_KEYS)("counts of words: %s", (_, make) => {
      const draw = new Draw(25);
      for (const length of [0, 1, 2, 63, 64, 65, 200, 5000, 9000]) {
        const [one, other] = [make(draw, length), make(draw, 70)];
        expectSame(kernels.countWords([one, other, one]), twin.countWords([one, other, one]));
      }
    });

    test("counts of words: of many parts", () => {
      const words = new Draw(26).hashes(200_000, 500);
      expectSame(kernels.countWords([words]), twin.countWords([words]));
      expectSame(kernels.countWords([]), twin.countWords([]));
    });

    test("kept shingles: few and many words, shingles and windows", () => {
      const draw = new Draw(27);
      for (const length of [0, 1, 4, 5, 6, 12, 13, 100, 3000]) {
        for (const shingleWords of [1, 5, 16]) {
          const words = draw.hashes(length, length % 2 === 0 ? 3 : 2 ** 32);
          const windows = [1, 8, 128];
          expectSame(
            kernels.keptShingles(words, shingleWords, windows),
            twin.keptShingles(words, shingleWords, windows),
          );
        }
      }
    });

    test("kept shingles: across the borders of parts", () => {
      const draw = new Draw(28);
      for (const length of [65_540, 65_541, 65_548, 131_083]) {
        const words = draw.hashes(length, 2 ** 30);
        expectSame(kernels.keptShingles(words, 5, [8, 128]), twin.keptShingles(words, 5, [8, 128]));
      }
    });

    test("sort: a million keys", () => {
      const keys = new Draw(24).hashes(1_000_000);
      const { low, high } = kernels.sort(keys);
      const wrong = high.findIndex(
        (half, i) => i > 0 && (half < high[i - 1]! || (half === high[i - 1]! && low[i]! < low[i - 1]!)),
      );
      expect(wrong).toBe(-1);
      const sum = (halves: Uint32Array) => halves.reduce((total, half) => (total + half) >>> 0, 0);
      expect([sum(low), sum(high)]).toEqual([sum(keys.low), sum(keys.high)]);
    });
  });
}
