import { describe, expect, test } from "vitest";
import { bcaInterval, percentileInterval } from "../../../bench/statistics/bca.ts";
import { bootstrapClusters } from "../../../bench/statistics/clusters.ts";
import { splitConformal } from "../../../bench/statistics/conformal.ts";
import { expectClose, type VectorCase, vectorCases } from "../../core/statistics/vectors.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { testWith } from "../../support/shared.ts";

interface Case extends VectorCase {
  input: Record<string, number & number[]>;
  expected: Record<string, number & number[]>;
}

const ratio = ([above, below]: Float64Array) => above! / below!;

describe("BCa", () => {
  testWith("reference/vectors/bca_conformal.json", "agrees with 50 digits", (contents) => {
    const cases = vectorCases<Case>(contents).filter(({ input }) => input["fn"] === undefined);
    expect(cases.length).toBe(14);
    for (const { name, input, expected, tolerance } of notEmpty(cases)) {
      const replicates = Float64Array.from(input["replicates_sorted"]!);
      const jackknife = Float64Array.from(input["jackknife"]!);
      const got = bcaInterval(input["estimate"]!, replicates, jackknife, input["level"]!);
      expect(got !== null, name).toBe(expected["defined"]);
      if (got === null) continue;
      const all = [...got, ...percentileInterval(replicates, input["level"]!)];
      [...expected["interval"]!, ...expected["percentile_interval"]!].forEach((value, i) => {
        expectClose(all[i]!, value, tolerance, name);
      });
    }
  });

  test("without skew and bias it is the percentile interval; mirrored data mirror it", () => {
    const symmetric = Float64Array.from({ length: 1999 }, (_, i) => i - 999);
    const jackknife = Float64Array.of(-2, -1, 0, 1, 2);
    const [lo, hi] = bcaInterval(0, symmetric, jackknife)!;
    expect(lo).toBeCloseTo(percentileInterval(symmetric)[0], 6);
    expect(hi).toBeCloseTo(-lo, 6);
    const skewed = symmetric.map((value) => Math.exp(value / 400));
    const [low, high] = bcaInterval(1.1, skewed, Float64Array.of(1, 1.1, 1.3, 2))!;
    const mirrored = bcaInterval(-1.1, skewed.map((value) => -value).reverse(), Float64Array.of(-1, -1.1, -1.3, -2))!;
    expect(mirrored[0]).toBeCloseTo(-high, 9);
    expect(mirrored[1]).toBeCloseTo(-low, 9);
  });

  test("undefined, or refused", () => {
    const some = Float64Array.of(1, 2, 3);
    expect(bcaInterval(2, some, Float64Array.of(0.1, 0.1, 0.1))).toBeNull();
    expect(bcaInterval(0, some, some)).toBeNull();
    expect(() => bcaInterval(2, new Float64Array(), some)).toThrow(RangeError);
    expect(() => percentileInterval(Float64Array.of(Number.NaN))).toThrow(RangeError);
    expect(() => percentileInterval(some, 1)).toThrow(RangeError);
  });
});

describe("cluster bootstrap", () => {
  const rows = Float64Array.from({ length: 120 }, (_, i) => (i % 2 === 0 ? (i * i) % 13 : 20 + (i % 7)));
  const ask = () => bootstrapClusters({ rows, columns: 2 }, ratio, 999, "clusters");

  test("the estimate, and the same without each cluster", () => {
    const { estimate, jackknife } = ask();
    const sums = (skip: number) =>
      [0, 1].map((c) => rows.reduce((sum, v, i) => sum + (i % 2 === c && i >> 1 !== skip ? v : 0), 0));
    expect(estimate).toBe(ratio(Float64Array.from(sums(-1))));
    jackknife.forEach((value, cluster) => {
      expect(value).toBeCloseTo(ratio(Float64Array.from(sums(cluster))), 14);
    });
  });

  test("replicates ascend, centre on the estimate, and repeat by name", () => {
    const { estimate, replicates } = ask();
    expect([...replicates]).toEqual([...replicates].sort((a, b) => a - b));
    expect(replicates[499]! / estimate).toBeCloseTo(1, 1);
    expect(ask()).toEqual(ask());
    expect(() => bootstrapClusters({ rows, columns: 7 }, ratio, 9, "x")).toThrow(RangeError);
    expect(() => bootstrapClusters({ rows: new Float64Array(), columns: 1 }, ratio, 9, "x")).toThrow(RangeError);
  });
});

describe("split conformal", () => {
  testWith("reference/vectors/bca_conformal.json", "agrees with exact fractions", (contents) => {
    const cases = vectorCases<Case>(contents).filter(({ input }) => String(input["fn"]) === "split_conformal");
    expect(cases.length).toBe(11);
    for (const { name, input, expected, tolerance } of notEmpty(cases)) {
      const got = splitConformal(input["scores"]!, input["alpha"]!);
      expect(got.rank, name).toBe(expected["rank"]);
      expectClose(got.threshold, expected["threshold"]!, tolerance, name);
      expectClose(got.coverage[0], expected["coverage_low"]!, tolerance, name);
      expectClose(got.coverage[1], expected["coverage_high"]!, tolerance, name);
    }
  });

  test("ranks are those of decimals: α of every hundredth, up to 1,000 cases", () => {
    for (let hundredths = 1; hundredths < 100; hundredths++) {
      for (let n = 0; n <= 1000; n += 1 + (n % 7)) {
        const rank = Math.ceil(((n + 1) * (100 - hundredths)) / 100);
        if (Number.isInteger(((n + 1) * hundredths) / 100) || n % 50 === 0)
          expect(splitConformal(new Float64Array(n), hundredths / 100).rank).toBe(rank);
      }
    }
    expect(() => splitConformal([1], 1)).toThrow(RangeError);
    expect(() => splitConformal([Number.NaN], 0.1)).toThrow(RangeError);
  });
});
