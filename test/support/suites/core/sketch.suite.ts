/** Tests of sketches: equal to their reference implementations, independent of order and duplicates, accurate as predicted. */
import { describe, expect, test } from "vitest";
import type { Hashes, Kernels } from "../../../../src/core/kernels/kernels.ts";
import { Draw, picked } from "../../random.ts";

const joined = (one: Hashes, other: Hashes): Hashes => ({
  low: Uint32Array.of(...one.low, ...other.low),
  high: Uint32Array.of(...one.high, ...other.high),
});

export function sketchSuite(kernels: Kernels): void {
  describe(`${kernels.name}: sketches`, () => {
    test("order and duplicates do not matter; all values of an empty set are 0xffffffff", () => {
      const draw = new Draw(1);
      for (const length of [1, 2, 17, 200]) {
        const hashes = draw.hashes(length);
        const mixed = joined(picked(hashes, [...hashes.low.keys()].reverse()), picked(hashes, draw.words(50, length)));
        expect(kernels.minhash(mixed.low, 64)).toEqual(kernels.minhash(hashes.low, 64));
      }
      const none = { low: new Uint32Array(), high: new Uint32Array() };
      expect(new Set(kernels.minhash(none.low, 128))).toEqual(new Set([0xffffffff]));
    });

    test("MinHash estimates the Jaccard index with the predicted error", () => {
      const places = 256;
      const draw = new Draw(2);
      for (const size of [50, 200, 2000]) {
        for (const shared of [0.2, 0.5, 0.8]) {
          const jaccard = Math.round(size * shared) / size; // of a union of `size`
          const rounds = 60;
          const errors = Array.from({ length: rounds }, () => {
            const union = draw.hashes(size);
            const common = Math.round(size * shared);
            const half = common + Math.floor((size - common) / 2);
            const all = [...union.low.keys()];
            const one = kernels.minhash(picked(union, all.slice(0, half)).low, places);
            const other = kernels.minhash(picked(union, [...all.slice(0, common), ...all.slice(half)]).low, places);
            return one.filter((value, i) => value === other[i]).length / places - jaccard;
          });
          const deviation = Math.sqrt((jaccard * (1 - jaccard)) / places);
          const bias = errors.reduce((sum, error) => sum + error, 0) / rounds;
          const rmse = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / rounds);
          expect(Math.abs(bias), `bias at ${size}, ${shared}`).toBeLessThan(
            (4.5 * Math.max(rmse, deviation)) / Math.sqrt(rounds),
          );
          expect(rmse, `error at ${size}, ${shared}`).toBeLessThan(1.45 * deviation);
        }
      }
    });
  });
}

export function sketchEqualsReferenceSuite(kernels: Kernels, twin: Kernels): void {
  test(`${kernels.name} equals ${twin.name}: sketches of every length up to 300, few and many distinct values`, () => {
    const draw = new Draw(4);
    for (let length = 0; length <= 300; length++) {
      for (const values of [3, 2 ** 32]) {
        const hashes = draw.hashes(length, values);
        expect(kernels.minhash(hashes.low, 16)).toEqual(twin.minhash(hashes.low, 16));
      }
    }
  });

  test(`${kernels.name} equals ${twin.name}: ISCC MinHash of up to 60 characters of one to four bytes`, () => {
    const draw = new Draw(6);
    const characters = ["a", "é", "漢", "😀", "+", "ß"];
    for (let length = 0; length <= 60; length++) {
      for (const kinds of [1, 2, 3, 6]) {
        const text = Array.from({ length }, () => characters[draw.below(kinds)]).join("");
        const bytes = new TextEncoder().encode(text);
        expect(kernels.isccMinhash(bytes), text).toEqual(twin.isccMinhash(bytes));
      }
    }
    const long = new TextEncoder().encode(Array.from({ length: 3000 }, () => characters[draw.below(6)]).join(""));
    expect(kernels.isccMinhash(long)).toEqual(twin.isccMinhash(long));
  });

  test(`${kernels.name} equals ${twin.name}: signatures across the border of a batch`, () => {
    const draw = new Draw(5);
    for (const length of [2047, 2048, 2049, 5000]) {
      const hashes = draw.words(length);
      expect(kernels.minhash(hashes, 256)).toEqual(twin.minhash(hashes, 256));
    }
    const extreme = Uint32Array.of(0, 0xffffffff, 0x80000000, 0x7fffffff);
    expect(kernels.minhash(extreme, 256)).toEqual(twin.minhash(extreme, 256));
  });
}
