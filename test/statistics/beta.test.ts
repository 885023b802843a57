import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { betaCumulative, betaQuantile } from "../../src/statistics/beta.ts";
import { normalQuantile } from "../../src/statistics/normal.ts";
import { testWith } from "../suites/shared.ts";
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
    };
    const cases = vectorCases<SpecialCase>(contents).filter(({ input }) => input.fn in functions);
    expect(cases.length).toBeGreaterThanOrEqual(46);
    for (const { name, input, expected, tolerance } of cases) {
      expectClose(functions[input.fn]!(input), expected.value, tolerance, name);
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
  });
});
