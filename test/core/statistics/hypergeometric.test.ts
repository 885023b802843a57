import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clopperPearson } from "../../../src/core/statistics/binomial.ts";
import { finiteShareInterval } from "../../../src/core/statistics/hypergeometric.ts";

/** P(x hits in a sample) for x = 0 to n, by counting: exact fractions as far as doubles are. */
function hypergeometric(population: number, hits: number, n: number): number[] {
  const choose = (of: number, k: number): bigint => {
    if (k < 0 || k > of) return 0n;
    let ways = 1n;
    for (let i = 1; i <= k; i++) ways = (ways * BigInt(of - k + i)) / BigInt(i);
    return ways;
  };
  const all = choose(population, n);
  return Array.from({ length: n + 1 }, (_, x) => {
    return Number((choose(hits, x) * choose(population - hits, n - x) * 10n ** 18n) / all) / 1e18;
  });
}

describe("the share of a finite population", () => {
  test.each([
    [12, 5],
    [40, 10],
    [40, 39],
    [150, 30],
    [400, 20],
  ])("is covered for every number of hits, population %i, sample %i", (population, n) => {
    const intervals = Array.from({ length: n + 1 }, (_, x) => finiteShareInterval(x, n, population));
    for (let hits = 0; hits <= population; hits++) {
      const share = hits / population;
      const covered = hypergeometric(population, hits, n).reduce(
        (sum, p, x) => sum + (intervals[x]![0] <= share && share <= intervals[x]![1] ? p : 0),
        0,
      );
      expect(covered, `${hits} hits`).toBeGreaterThanOrEqual(0.95 - 1e-9);
    }
  });

  test("of all units it is known, of none it is not", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (population, part) => {
          const hits = Math.round(part * population);
          expect(finiteShareInterval(hits, population, population)).toEqual([hits / population, hits / population]);
          expect(finiteShareInterval(0, 0, population)).toEqual([0, 1]);
        },
      ),
    );
  });

  test("mirror images, around the share, and never outside", () => {
    const samples = fc
      .integer({ min: 1, max: 100_000 })
      .chain((population) =>
        fc.tuple(fc.constant(population), fc.integer({ min: 1, max: Math.min(population, 2_000) })),
      )
      .chain(([population, n]) => fc.tuple(fc.constant(population), fc.constant(n), fc.nat({ max: n })));
    fc.assert(
      fc.property(samples, ([population, n, x]) => {
        const [lo, hi] = finiteShareInterval(x, n, population);
        const [mirroredLo, mirroredHi] = finiteShareInterval(n - x, n, population);
        expect(lo).toBeCloseTo(1 - mirroredHi, 12);
        expect(hi).toBeCloseTo(1 - mirroredLo, 12);
        // The ends are shares of whole units: the sample's own share lies between them, up to one unit.
        expect(lo - 1 / population).toBeLessThanOrEqual(x / n);
        expect(hi + 1 / population).toBeGreaterThanOrEqual(x / n);
        expect(lo).toBeGreaterThanOrEqual(x / population);
        expect(hi).toBeLessThanOrEqual(1 - (n - x) / population + 1e-12);
      }),
    );
  });

  test("of an endless population it is Clopper and Pearson's", () => {
    for (const x of [0, 1, 17, 150, 299, 300]) {
      const [lo, hi] = finiteShareInterval(x, 300, 30_000_000);
      const [wide, wider] = clopperPearson(x, 300);
      expect(Math.abs(lo - wide)).toBeLessThan(2e-6);
      expect(Math.abs(hi - wider)).toBeLessThan(2e-6);
    }
  });

  test.each([
    [-1, 3, 5],
    [4, 3, 5],
    [1, 6, 5],
    [0.5, 3, 5],
    [Number.NaN, 3, 5],
  ])("%d hits of %d from %d are refused", (x, n, population) => {
    expect(() => finiteShareInterval(x, n, population)).toThrow(RangeError);
  });
});
