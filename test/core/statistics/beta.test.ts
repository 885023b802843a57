import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalCumulative } from "../../../bench/statistics/normal.ts";
import { studentQuantile } from "../../../bench/statistics/student.ts";
import { betaCumulative, betaQuantile } from "../../../src/core/statistics/beta.ts";
import { logGamma } from "../../../src/core/statistics/gamma.ts";
import { normalQuantile } from "../../../src/core/statistics/normal.ts";
import { log1mExp, log1pExp, logistic, logit } from "../../../src/core/statistics/odds.ts";
import { testWith } from "../../support/shared.ts";
import { expectClose, type VectorCase, vectorCases } from "./vectors.ts";

interface SpecialCase extends VectorCase {
  input: { fn: string; a: number; b: number; x: number; p: number };
  expected: { value: number };
}

const parameter = fc.double({ min: 0.5, max: 1e4, noNaN: true });
const probability = fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true });

describe("special functions", () => {
  testWith("reference/vectors/special_functions.json", "agree with values of 50 digits", (contents) => {
    const functions: Record<string, (input: SpecialCase["input"]) => number> = {
      betainc_regularised: ({ x, a, b }) => betaCumulative(x, a, b),
      betainc_inverse: ({ p, a, b }) => betaQuantile(p, a, b),
      normal_quantile: ({ p }) => normalQuantile(p),
      normal_cdf: ({ x }) => normalCumulative(x),
      ln_gamma: ({ x }) => logGamma(x),
      log1mexp: ({ x }) => log1mExp(x),
    };
    const cases = vectorCases<SpecialCase>(contents).filter(({ input }) => input.fn in functions);
    expect(cases.length).toBeGreaterThanOrEqual(78);
    for (const { name, input, expected, tolerance } of cases) {
      // The vectors' 50 digits round 1 − e^-700 to 1, and its logarithm to 0; to first order it is −e^-700.
      const value = name === "log1mexp x=-700" ? -9.85967654375977e-305 : expected.value;
      expectClose(functions[input.fn]!(input), value, tolerance, name);
    }
  });

  test("closed forms", () => {
    expect(betaCumulative(0.3, 1, 1)).toBeCloseTo(0.3, 14);
    expect(betaCumulative(0.2, 1, 5)).toBeCloseTo(1 - 0.8 ** 5, 14);
    expect(betaCumulative(0.2, 5, 1)).toBeCloseTo(0.2 ** 5, 14);
    expect(betaCumulative(0.25, 0.5, 0.5)).toBeCloseTo(1 / 3, 14);
    expect(betaQuantile(0.5, 7, 7)).toBeCloseTo(0.5, 14);
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14);
    expect([normalQuantile(0), normalQuantile(0.5), normalQuantile(1)]).toEqual([-Infinity, 0, Infinity]);
  });

  test("normal and Student: the ends, one as the other's limit, and published quantiles of t", () => {
    expect([-Infinity, -40, 0, 40, Infinity].map(normalCumulative)).toEqual([0, 0, 0.5, 1, 1]);
    expect(studentQuantile(0.975, 1)).toBeCloseTo(12.706204736, 8);
    expect(studentQuantile(0.025, 5)).toBeCloseTo(-2.570581836, 8);
    expect(studentQuantile(0.95, 30)).toBeCloseTo(1.6972608866, 8);
    expect(studentQuantile(0.975, 1e6)).toBeCloseTo(normalQuantile(0.975), 5);
    expect(studentQuantile(0.5, 3)).toBe(0);
  });

  test("the normal distribution undoes its quantiles, rises, and is symmetric", () => {
    const z = fc.double({ min: -37, max: 8, noNaN: true });
    fc.assert(
      fc.property(z, z, (one, other) => {
        expect(normalCumulative(Math.min(one, other))).toBeLessThanOrEqual(normalCumulative(Math.max(one, other)));
        expect(normalCumulative(one) + normalCumulative(-one)).toBeCloseTo(1, 14);
        if (one < 5) expect(normalQuantile(normalCumulative(one))).toBeCloseTo(one, 8);
      }),
    );
  });

  test("odds: probabilities there and back, and sums that would overflow", () => {
    fc.assert(
      fc.property(fc.double({ min: -30, max: 30, noNaN: true }), (x) => {
        expect(logistic(x) + logistic(-x)).toBeCloseTo(1, 14);
        expect(log1pExp(x) - log1pExp(-x)).toBeCloseTo(x, 12);
        if (x < 20) expect(logit(logistic(x))).toBeCloseTo(x, 6);
        if (x < 0) expect(Math.exp(log1mExp(x))).toBeCloseTo(-Math.expm1(x), 14);
      }),
    );
    expect([-Infinity, -800, 0, 800, Infinity].map(logistic)).toEqual([0, 0, 0.5, 1, 1]);
    expect([-Infinity, -800, 800, Infinity].map(log1pExp)).toEqual([0, 0, 800, Infinity]);
    expect([logit(0), logit(1)]).toEqual([-Infinity, Infinity]);
  });

  test("the mirror image: I_x(a, b) + I_(1-x)(b, a) = 1", () => {
    fc.assert(
      fc.property(probability, parameter, parameter, (x, a, b) => {
        expect(betaCumulative(x, a, b) + betaCumulative(1 - x, b, a)).toBeCloseTo(1, 8);
      }),
    );
  });

  test("the inverse undoes the function", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }), parameter, parameter, (p, a, b) => {
        // The place is what is known to full precision; near 1 a steep distribution turns its last bit into more than 1e-9.
        const x = betaQuantile(p, a, b);
        expect(betaCumulative(x * (1 - 1e-11), a, b)).toBeLessThanOrEqual(p);
        expect(betaCumulative(Math.min(1, x * (1 + 1e-11)), a, b)).toBeGreaterThanOrEqual(p);
      }),
    );
  });

  test("what is no parameter or no probability is refused", () => {
    expect(() => betaCumulative(0.5, 0, 1)).toThrow(RangeError);
    expect(() => betaCumulative(0.5, 1, Infinity)).toThrow(RangeError);
    expect(() => betaCumulative(1.5, 1, 1)).toThrow(RangeError);
    expect(() => betaQuantile(Number.NaN, 1, 1)).toThrow(RangeError);
    expect(() => normalQuantile(-0.1)).toThrow(RangeError);
    expect(() => normalCumulative(Number.NaN)).toThrow(RangeError);
    expect(() => studentQuantile(1, 3)).toThrow(RangeError);
    expect(() => studentQuantile(0.9, 0)).toThrow(RangeError);
  });
});
