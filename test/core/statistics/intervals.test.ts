/** Intervals by resampling, by betting, and conformal thresholds. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clusteredShareInterval } from "../../../bench/statistics/binomial.ts";
import { RandomStream } from "../../../src/core/kernels/numbers/random.ts";
import { boundedMeanInterval } from "../../../src/core/statistics/boundedMean.ts";

const _ratio = ([above, below]: Float64Array) => above! / below!;

describe("means of bounded values", () => {
  const value = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));

  test("hold the sample's mean, mirror with the values, and widen with the level", () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 60 }), (values) => {
        const [lo, hi] = boundedMeanInterval(values);
        const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
        expect(lo).toBeGreaterThanOrEqual(0);
        expect(hi).toBeLessThanOrEqual(1);
        if (values.length > 0) expect(lo).toBeLessThanOrEqual(mean + 1e-12);
        if (values.length > 0) expect(hi).toBeGreaterThanOrEqual(mean - 1e-12);
        const mirrored = boundedMeanInterval(values.map((one) => 1 - one));
        expect(mirrored[0]).toBeCloseTo(1 - hi, 9);
        expect(mirrored[1]).toBeCloseTo(1 - lo, 9);
      }),
    );
    expect(boundedMeanInterval([])).toEqual([0, 1]);
  });

  test("nothing met is not nothing there: 60 works without a hit leave 4 to 9 %", () => {
    const [lo, hi] = clusteredShareInterval(Array.from({ length: 60 }, () => ({ hits: 0, cases: 50 })));
    expect(lo).toBe(0);
    expect(hi).toBeGreaterThan(1 - 0.025 ** (1 / 60)); // what the exact interval of 60 cases says
    expect(hi).toBeLessThan(0.09);
    expect(clusteredShareInterval([{ hits: 0, cases: 0 }])).toEqual([0, 1]);
  });

  test("a level of 0.95 holds where a rare kind of work carries the mean", () => {
    const random = new RandomStream("rare");
    let held = 0;
    for (let round = 0; round < 2000; round++) {
      const [lo, hi] = boundedMeanInterval(Array.from({ length: 60 }, () => (random.fraction() < 0.02 ? 1 : 0.02)));
      held += Number(lo <= 0.0396 && 0.0396 <= hi);
    }
    expect(held).toBeGreaterThanOrEqual(1900);
  });

  test("what is no share is refused", () => {
    expect(() => boundedMeanInterval([1.1])).toThrow(RangeError);
    expect(() => boundedMeanInterval([Number.NaN])).toThrow(RangeError);
    expect(() => clusteredShareInterval([{ hits: 3, cases: 2 }])).toThrow(RangeError);
  });
});
