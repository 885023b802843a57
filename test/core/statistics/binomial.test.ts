import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jeffreys, wilson } from "../../../bench/statistics/binomial.ts";
import { clopperPearson, clopperPearsonLower, clopperPearsonUpper } from "../../../src/core/statistics/binomial.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { testWith } from "../../support/shared.ts";
import { expectClose, type VectorCase, vectorCases } from "./vectors.ts";

interface BinomialCase extends VectorCase {
  input: { x: number; n: number; level: number };
  expected: {
    wilson: [number, number];
    clopper_pearson: [number, number];
    jeffreys: [number, number];
    one_sided_lower_cp: number;
    one_sided_upper_cp: number;
  };
}

/** Probabilities of 0 to n successes, each from its neighbour, from the most likely one outwards. */
function binomial(n: number, p: number): number[] {
  const probabilities = new Array<number>(n + 1).fill(0);
  const mode = Math.min(n, Math.floor((n + 1) * p));
  probabilities[mode] = 1;
  for (let x = mode; x < n; x++) probabilities[x + 1] = (probabilities[x]! * (n - x) * p) / ((x + 1) * (1 - p));
  for (let x = mode; x > 0; x--) probabilities[x - 1] = (probabilities[x]! * x * (1 - p)) / ((n - x + 1) * p);
  const sum = probabilities.reduce((total, one) => total + one);
  return probabilities.map((one) => one / sum);
}

/** Exact coverage of an interval for each p of a grid: the probability of the x whose interval holds p. */
function coverages(intervalOf: (x: number, n: number) => [number, number], n: number): number[] {
  const intervals = Array.from({ length: n + 1 }, (_, x) => intervalOf(x, n));
  const grid = Array.from({ length: 199 }, (_, i) => (i + 1) / 200).concat([0.0001, 0.001, 0.999, 0.9999]);
  return grid.map((p) =>
    binomial(n, p).reduce((sum, one, x) => sum + (intervals[x]![0] <= p && p <= intervals[x]![1] ? one : 0), 0),
  );
}

const SIZES = [1, 2, 5, 10, 20, 50, 100, 300];

describe("binomial intervals", () => {
  testWith("reference/vectors/binomial_intervals.json", "agree with values of 50 digits", (contents) => {
    const cases = vectorCases<BinomialCase>(contents);
    expect(cases.length).toBeGreaterThanOrEqual(55);
    for (const { name, input, expected, tolerance } of cases) {
      const { x, n, level } = input;
      const got = [...wilson(x, n, level), ...clopperPearson(x, n, level), ...jeffreys(x, n, level)];
      [...expected.wilson, ...expected.clopper_pearson, ...expected.jeffreys].forEach((value, i) => {
        expectClose(got[i]!, value, tolerance, `${name} [${i}]`);
      });
      expectClose(clopperPearsonLower(x, n, level), expected.one_sided_lower_cp, tolerance, `${name} lower`);
      expectClose(clopperPearsonUpper(x, n, level), expected.one_sided_upper_cp, tolerance, `${name} upper`);
    }
  });

  testWith(
    "reference/vectors/sketch_formulas.json",
    "agree for shares of equal MinHashes and of equal bits",
    (contents) => {
      interface SketchCase extends VectorCase {
        input: { fn: string; agree: number; K: number; hamming: number };
        expected: { clopper_pearson: number[]; jeffreys: number[]; ci: number[] };
      }
      const cases = vectorCases<SketchCase>(contents);
      const expectEnds = (got: number[], wanted: number[], { name, tolerance }: SketchCase) => {
        wanted.forEach((value, i) => {
          expectClose(got[i]!, value, tolerance, `${name} [${i}]`);
        });
      };
      const sketches = cases.filter(({ input }) => input.fn === "minhash");
      const bits = cases.filter(({ input }) => input.fn === "iscc64_similarity");
      expect([sketches.length, bits.length]).toEqual([8, 9]);
      for (const one of notEmpty(sketches)) {
        expectEnds(clopperPearson(one.input.agree, one.input.K), one.expected.clopper_pearson, one);
        expectEnds(jeffreys(one.input.agree, one.input.K), one.expected.jeffreys, one);
      }
      // Equal bits of two sketches come about by chance half of the time: a share P of them stands for a similarity 2 P − 1.
      for (const one of notEmpty(bits)) {
        const ends = clopperPearson(64 - one.input.hamming, 64).map((end) => Math.max(0, 2 * end - 1));
        expectEnds(ends, one.expected.ci, one);
      }
    },
  );

  test("mirror images of x and n − x", () => {
    const counts = fc.nat({ max: 3000 }).chain((n) => fc.tuple(fc.nat({ max: n }), fc.constant(n)));
    fc.assert(
      fc.property(counts, fc.double({ min: 0.5, max: 0.999, noNaN: true }), ([x, n], level) => {
        for (const intervalOf of [clopperPearson, wilson, jeffreys]) {
          const [[lo, hi], [mirroredLo, mirroredHi]] = [intervalOf(x, n, level), intervalOf(n - x, n, level)];
          expect(lo).toBeCloseTo(1 - mirroredHi, 10);
          expect(hi).toBeCloseTo(1 - mirroredLo, 10);
          expect(lo).toBeLessThanOrEqual(x / Math.max(1, n));
          expect(hi).toBeGreaterThanOrEqual(x / Math.max(1, n));
        }
      }),
    );
  });

  test("values by hand", () => {
    expect(clopperPearson(0, 0)).toEqual([0, 1]);
    expect(wilson(0, 0)).toEqual([0, 1]);
    expect(clopperPearson(0, 1)).toEqual([0, expect.closeTo(0.975, 12)]);
    expect(clopperPearson(5, 10)).toEqual([expect.closeTo(0.1870860284, 9), expect.closeTo(0.8129139716, 9)]);
    expect(clopperPearsonUpper(0, 2995)).toBeLessThan(0.001);
    expect(clopperPearsonUpper(0, 2994)).toBeGreaterThan(0.001);
  });

  test("the ends at 0 and n stay sharp at extreme levels", () => {
    expect(clopperPearson(0, 100, 0.999999)).toEqual([0, expect.closeTo(0.1350525950157166, 12)]);
    expect(clopperPearson(100, 100, 0.999999)).toEqual([expect.closeTo(1 - 0.1350525950157166, 12), 1]);
  });

  test.each(SIZES)("Clopper-Pearson covers at least its level, n = %i", (n) => {
    expect(Math.min(...coverages((x, of) => clopperPearson(x, of), n))).toBeGreaterThanOrEqual(0.95);
    expect(Math.min(...coverages((x, of) => [clopperPearsonLower(x, of), 1], n))).toBeGreaterThanOrEqual(0.95);
    expect(Math.min(...coverages((x, of) => [0, clopperPearsonUpper(x, of)], n))).toBeGreaterThanOrEqual(0.95);
  });

  test("Wilson covers its level on average, and not everywhere", () => {
    const covered = coverages((x, of) => wilson(x, of), 100);
    expect(covered.reduce((sum, one) => sum + one) / covered.length).toBeGreaterThan(0.945);
    expect(Math.min(...covered)).toBeLessThan(0.95);
  });

  test.each([
    [-1, 10, 0.95],
    [11, 10, 0.95],
    [1.5, 10, 0.95],
    [1, 10, 1],
    [1, 10, 0],
    [1, Number.NaN, 0.95],
  ])("x = %d of n = %d at level %d is refused", (x, n, level) => {
    expect(() => clopperPearson(x, n, level)).toThrow(RangeError);
    expect(() => wilson(x, n, level)).toThrow(RangeError);
    expect(() => jeffreys(x, n, level)).toThrow(RangeError);
  });
});
