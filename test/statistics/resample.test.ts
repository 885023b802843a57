import { describe, expect, test } from "vitest";
import { loadKernels } from "../../src/kernels/load.ts";
import { referenceKernels } from "../../src/kernels/reference.ts";
import { bootstrapMeanDifferences, bootstrapMeans, bootstrapRatios } from "../../src/statistics/resample.ts";

const kernels = await loadKernels();
const values = Float64Array.from({ length: 80 }, (_, i) => (i * i) % 37);
const others = Float64Array.from({ length: 50 }, (_, i) => (i * i) % 23);

const meanOf = (some: Float64Array) => some.reduce((sum, value) => sum + value) / some.length;
const deviationOf = (some: Float64Array) => Math.sqrt(meanOf(some.map((value) => (value - meanOf(some)) ** 2)));

describe("bootstrap", () => {
  test("means spread as theory says, and repeat by their stream's name", () => {
    const means = bootstrapMeans(kernels, values, 10_000, "means");
    expect(deviationOf(means) / (deviationOf(values) / Math.sqrt(80))).toBeCloseTo(1, 1);
    expect(meanOf(means)).toBeCloseTo(meanOf(values), 0);
    expect(bootstrapMeans(kernels, values, 10_000, "means")).toEqual(means);
    expect(bootstrapMeans(referenceKernels, values, 10_000, "means")).toEqual(means);
    expect(bootstrapMeans(kernels, values, 10_000, "other")).not.toEqual(means);
  });

  test("groups are resampled apart: the variance of a difference is the sum of variances", () => {
    const differences = bootstrapMeanDifferences(kernels, values, others, 10_000, "difference");
    const expected = Math.sqrt(deviationOf(values) ** 2 / 80 + deviationOf(others) ** 2 / 50);
    expect(deviationOf(differences) / expected).toBeCloseTo(1, 1);
    const alike = bootstrapMeanDifferences(kernels, values, values, 1000, "difference");
    expect(alike.filter((difference) => difference === 0).length).toBeLessThan(100);
  });

  test("a ratio of sums of the same items", () => {
    const ratios = bootstrapRatios(
      kernels,
      values.map((value) => 3 * value),
      values,
      500,
      "ratio",
    );
    expect(new Set(ratios)).toEqual(new Set([3]));
    expect(bootstrapRatios(kernels, Float64Array.of(1), Float64Array.of(0), 1, "none")).toEqual(Float64Array.of(Infinity));
  });

  test("nothing to draw from is refused", () => {
    expect(() => bootstrapMeans(kernels, new Float64Array(), 10, "none")).toThrow(RangeError);
    expect(() => bootstrapRatios(kernels, values, others, 10, "uneven")).toThrow(RangeError);
  });
});
