/** Tests of edit distance and common subsequence: equal to the reference implementation; the distance is a metric. */
import { describe, expect, test } from "vitest";
import type { Kernels } from "../../../../src/core/kernels/kernels.ts";
import { Draw } from "../../random.ts";
import { fewOrAll } from "../../scale.ts";

/** A sequence with some symbols changed, dropped or added. */
function edited(draw: Draw, symbols: Uint32Array, edits: number, alphabet: number): Uint32Array {
  const list = [...symbols];
  for (let i = 0; i < edits; i++) {
    const at = draw.below(list.length + 1);
    list.splice(at, draw.below(2), ...Array.from({ length: draw.below(2) }, () => draw.below(alphabet)));
  }
  return Uint32Array.from(list);
}

export function alignEqualsReferenceSuite(kernels: Kernels, twin: Kernels): void {
  const expectSame = (one: Uint32Array, other: Uint32Array): void => {
    const distance = twin.distance(one, other);
    expect(kernels.distance(one, other)).toBe(distance);
    for (const bound of [0, 1, distance - 1, distance, distance + 1, distance + 70]) {
      if (bound >= 0) expect(kernels.distance(one, other, bound), `bound ${bound}`).toBe(Math.min(distance, bound + 1));
    }
    expect(kernels.commonLength(one, other)).toBe(twin.commonLength(one, other));
    expect(kernels.bestPlace(one, other)).toEqual(twin.bestPlace(one, other));
  };

  describe(`${kernels.name} equals ${twin.name}: alignment`, () => {
    test("every length up to 300, few and many distinct symbols", () => {
      const draw = new Draw(31);
      for (let length = 0; length <= 300; length++) {
        for (const alphabet of [1, 2, 4, 2 ** 32])
          expectSame(draw.words(length, alphabet), draw.words(draw.below(150), alphabet));
      }
    });

    test("lengths around the borders of 64-row blocks, small and large distances", () => {
      const draw = new Draw(32);
      for (const length of [62, 63, 64, 65, 66, 127, 128, 129, 191, 192, 193, 257]) {
        for (const edits of [0, 1, 2, 5, 20, 60, 200]) {
          for (const alphabet of [3, 26, 2 ** 32]) {
            const one = draw.words(length, alphabet);
            expectSame(one, edited(draw, one, edits, alphabet));
          }
        }
      }
    });

    test("short sequences, thousands of them", () => {
      const draw = new Draw(33);
      const rounds = fewOrAll(3_000, 20_000);
      for (let round = 0; round < rounds; round++) {
        const [one, other] = [draw.words(draw.below(12), 3), draw.words(draw.below(12), 3)];
        expect(kernels.distance(one, other)).toBe(twin.distance(one, other));
        expect(kernels.commonLength(one, other)).toBe(twin.commonLength(one, other));
        expect(kernels.bestPlace(one, other)).toEqual(twin.bestPlace(one, other));
      }
    });

    test("symbols 0 and 2^32 - 1, symbols that collide in the table, disjoint alphabets", () => {
      expectSame(Uint32Array.of(0, 0xffffffff, 0, 0), Uint32Array.of(0xffffffff, 0, 0));
      const apart = (offset: number) => Uint32Array.from({ length: 200 }, (_, i) => i * 2 ** 24 + offset);
      expectSame(apart(0), apart(1));
      expectSame(apart(0), apart(0).reverse());
    });

    test("long sequences", () => {
      const draw = new Draw(34);
      const one = draw.words(2500, 500);
      expectSame(one, edited(draw, one, 300, 500));
    });
  });

  test(`${kernels.name}: distance is a metric, and at least the number of symbols outside the common subsequence`, () => {
    const draw = new Draw(35);
    for (let round = 0; round < 300; round++) {
      const one = draw.words(draw.below(200), 5);
      const [two, three] = [edited(draw, one, draw.below(30), 5), edited(draw, one, draw.below(30), 5)];
      const [a, b, c] = [kernels.distance(one, two), kernels.distance(two, three), kernels.distance(one, three)];
      expect(c).toBeLessThanOrEqual(a + b);
      expect(kernels.distance(two, one)).toBe(a);
      expect(kernels.distance(one, one)).toBe(0);
      expect(a).toBeGreaterThanOrEqual(Math.max(one.length, two.length) - kernels.commonLength(one, two));
    }
  });
}
