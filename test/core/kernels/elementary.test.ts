/** The exponential function and logarithms against 300 bits. What the kernels make of many is held to the same by the suite of numbers. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { exp, expm1 } from "../../../src/core/kernels/numbers/exp.reference.ts";
import { log, log1p, log2, log10 } from "../../../src/core/kernels/numbers/log.reference.ts";
import { logGamma } from "../../../src/core/statistics/gamma.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { testWith } from "../../support/shared.ts";
import { seeded } from "../../support/texts.ts";
import { expectClose, type VectorCase, vectorCases } from "../statistics/vectors.ts";

/** x, the number nearest to the function's value, what its last place is worth as a power of two, and what the value is more. */
type Row = [x: number, nearest: number, power: number, remainder: number];
const VECTORS = JSON.parse(
  readFileSync(new URL("../../support/vectors/elementary.json", import.meta.url), "utf8"),
) as Record<string, Row[]>;

const functions: Record<string, [own: (x: number) => number, host: (x: number) => number, bound: number]> = {
  exp: [exp, Math.exp, 0.8],
  expm1: [expm1, Math.expm1, 1.2],
  log: [log, Math.log, 0.9],
  log2: [log2, Math.log2, 0.8],
  log10: [log10, Math.log10, 0.7],
  log1p: [log1p, Math.log1p, 1.5],
};

describe.each(Object.entries(functions))("%s", (name, [own, host, bound]) => {
  test(`errs by less than ${bound} units in the last place`, () => {
    const rows = VECTORS[name]!;
    expect(rows.length).toBeGreaterThan(100);
    for (const [x, nearest, power, remainder] of notEmpty(rows)) {
      // The power may be -1074: the difference is a multiple of it, and so the quotient is exact in two steps.
      const units = (own(x) - nearest) * 2 ** Math.trunc(-power / 2) * 2 ** (-power - Math.trunc(-power / 2));
      expect(Math.abs(units - remainder), `${name}(${x}) = ${own(x)}`).toBeLessThan(
        name === "exp" && x > -708 ? 0.7 : bound,
      );
    }
  });

  test("is what the host computes, but for the last two places", () => {
    const random = seeded(1);
    for (let i = 0; i < 50_000; i++) {
      const x = name.startsWith("exp") ? 1400 * (random() - 0.5) * random() ** 8 : Math.exp(1400 * (random() - 0.5));
      const [got, wanted] = [own(x), host(x)];
      if (Math.abs(got - wanted) > 5e-16 * Math.abs(wanted)) expect(got, `${name}(${x})`).toBe(wanted);
    }
  });
});

test("limits and what is no number", () => {
  expect([exp(-Infinity), exp(Infinity), exp(Number.NaN), exp(710), exp(-746), exp(0), exp(-0)]).toEqual([
    ...[0, Infinity, Number.NaN, Infinity, 0, 1, 1],
  ]);
  expect([expm1(-Infinity), expm1(Infinity), expm1(Number.NaN), expm1(0), expm1(5e-324)]).toEqual([
    ...[-1, Infinity, Number.NaN, 0, 5e-324],
  ]);
  for (const logarithm of [log, log2, log10]) {
    expect([0, -0, -1, -Infinity, Infinity, Number.NaN, 1].map(logarithm)).toEqual([
      ...[-Infinity, -Infinity, Number.NaN, Number.NaN, Infinity, Number.NaN, 0],
    ]);
  }
  expect([-1, -2, Infinity, Number.NaN, 0, 1e-300].map(log1p)).toEqual([
    -Infinity,
    Number.NaN,
    Infinity,
    Number.NaN,
    0,
    1e-300,
  ]);
});

test("powers of two and of ten have whole logarithms", () => {
  for (let power = -1074; power < 1024; power++) expect(log2(2 ** power)).toBe(power);
  for (let power = -307; power <= 308; power++) expect(log10(Number(`1e${power}`))).toBe(power);
});

interface GammaCase extends VectorCase {
  input: { fn: string; x: number };
  expected: { value: number };
}

testWith("reference/vectors/special_functions.json", "ln gamma with 50 digits", (contents) => {
  const cases = vectorCases<GammaCase>(contents).filter(({ input }) => input.fn === "ln_gamma");
  expect(cases.length).toBeGreaterThanOrEqual(11);
  for (const { name, input, expected, tolerance } of cases)
    expectClose(logGamma(input.x), expected.value, tolerance, name);
});
