/** Sorted, searched and packed tables: what any implementation must do, and that kernels and twins do the same. */
import { describe, expect, test } from "vitest";
import type { Hashes, Kernels } from "../../src/kernels/kernels.ts";
import { pack } from "../../src/kernels/tables/unpack.reference.ts";
import { Draw, picked } from "./random.ts";

/** Keys that a sort of hashes does not expect, by name. */
const HARD_KEYS: [string, (draw: Draw, length: number) => Hashes][] = [
  ["random", (draw, length) => draw.hashes(length)],
  ["all equal", (_, length) => ({ low: new Uint32Array(length).fill(7), high: new Uint32Array(length).fill(9) })],
  ["few values", (draw, length) => draw.hashes(length, 3)],
  ["all in one bucket", (draw, length) => ({ low: draw.words(length), high: draw.words(length, 2 ** 24) })],
  ["equal but for the last byte", (draw, length) => ({ low: draw.words(length, 256), high: new Uint32Array(length).fill(5) })],
  [
    "equal but for the lower half",
    (draw, length) => ({ low: draw.words(length), high: new Uint32Array(length).fill(0xff000000) }),
  ],
  ["ascending", (_, length) => ({ low: new Uint32Array(length), high: Uint32Array.from({ length }, (_, i) => i * 1000) })],
  ["descending", (_, length) => ({ low: Uint32Array.from({ length }, (_, i) => length - i), high: new Uint32Array(length) })],
  [
    "extremes",
    (draw, length) => ({ low: draw.words(length, 2).map((bit) => -bit), high: draw.words(length, 2).map((bit) => -bit) }),
  ],
];

export function tablesSuite(kernels: Kernels): void {
  describe(`${kernels.name}: tables`, () => {
    test("a filter has no wrong no, few wrong yes, about nine bits a key, and is the same for the same keys", () => {
      const draw = new Draw(21);
      for (const count of [0, 1, 2, 3, 100, 20_000]) {
        const keys = draw.hashes(count);
        const filter = kernels.makeFilter(keys);
        expect(kernels.makeFilter(picked(keys, [...keys.low.keys()].reverse()))).toMatchObject({ seed: filter.seed });
        const membership = kernels.openFilter(filter);
        expect(membership.has(keys)).toEqual(new Uint8Array(count).fill(1));
        if (count >= 20_000) {
          const wrong = membership.has(draw.hashes(50_000)).reduce((sum, found) => sum + found, 0);
          expect(wrong).toBeGreaterThan(110); // 50,000 / 256 = 195, five standard deviations either way
          expect(wrong).toBeLessThan(280);
          expect((8 * filter.table.length) / count).toBeLessThan(11);
        }
        membership[Symbol.dispose]();
      }
    });

    test("a lookup finds each key's first entry, and nothing once it is disposed of", () => {
      const draw = new Draw(22);
      const keys = kernels.sort(draw.hashes(5000));
      const twice = picked(
        keys,
        [...keys.low.keys()].flatMap((at) => [at, at]),
      );
      const table = kernels.lookup(
        twice,
        Uint32Array.from(twice.low, (_, at) => 10 * at),
      );
      const { indexes, payloads } = table.find(picked(keys, [3, 0, 4999, 3]));
      expect([...indexes]).toEqual([6, 0, 9998, 6]);
      expect([...payloads]).toEqual([60, 0, 99_980, 60]);
      expect(new Set(table.find(draw.hashes(1000)).indexes)).toEqual(new Set([0xffffffff]));
      table[Symbol.dispose]();
      if (kernels.name === "wasm") expect(() => table.find(keys)).toThrow();
    });
  });
}

export function tablesEqualReferenceSuite(kernels: Kernels, twin: Kernels): void {
  describe(`${kernels.name} equals ${twin.name}: tables`, () => {
    test.each(HARD_KEYS)("sort: %s", (_, make) => {
      const draw = new Draw(23);
      for (const length of [...Array(301).keys(), 1000, 4096, 30_000]) {
        const keys = make(draw, length);
        const payloads = draw.words(length);
        expect(kernels.sort(keys)).toEqual(twin.sort(keys));
        expect(kernels.sortWith(keys, payloads)).toEqual(twin.sortWith(keys, payloads));
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

    test("lookup: every number of entries to 300, repeated keys, keys that are and are not there", () => {
      const draw = new Draw(25);
      for (let count = 0; count <= 300; count++) {
        const spread = draw.hashes(count);
        const keys = twin.sort(count === 0 ? spread : picked(spread, draw.words(count, count)));
        const payloads = draw.words(count);
        const [table, judge] = [kernels.lookup(keys, payloads), twin.lookup(keys, payloads)];
        for (const asked of [keys, spread, draw.hashes(70)]) expect(table.find(asked)).toEqual(judge.find(asked));
        table[Symbol.dispose]();
      }
    });

    test("filter: of 0 to 300 keys, and of 3,000", () => {
      const draw = new Draw(26);
      for (const count of [...Array(301).keys(), 3000]) {
        const keys = draw.hashes(count);
        const filter = kernels.makeFilter(keys);
        expect(filter).toEqual(twin.makeFilter(keys));
        const asked = draw.hashes(200);
        expect(kernels.openFilter(filter).has(asked)).toEqual(twin.openFilter(filter).has(asked));
      }
    });

    test("packed values: every width and every number to 70, ending where the bytes end", () => {
      const draw = new Draw(27);
      for (let width = 0; width <= 32; width++) {
        for (let count = 0; count <= 70; count++) {
          const values = draw.words(count, 2 ** width);
          const packed = pack(values, width);
          expect(kernels.unpack(packed, count, width)).toEqual(values);
          expect(twin.unpack(packed, count, width)).toEqual(values);
          const first = draw.below(2 ** 32);
          expect(kernels.unpackAscending(packed, count, width, first)).toEqual(
            twin.unpackAscending(packed, count, width, first),
          );
        }
      }
    });
  });
}
