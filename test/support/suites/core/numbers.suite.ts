/** Tests of the results of numeric kernels. */
import { describe, expect, test } from "vitest";
import type { Kernels } from "../../../../src/core/kernels/kernels.ts";
import { exp } from "../../../../src/core/kernels/numbers/exp.reference.ts";
import { log } from "../../../../src/core/kernels/numbers/log.reference.ts";
import { RandomStream, stateOf } from "../../../../src/core/kernels/numbers/random.ts";
import { betaQuantile } from "../../../../src/core/statistics/beta.ts";
import { notEmpty } from "../../notEmpty.ts";
import { testWith } from "../../shared.ts";
import { numbers } from "./numbers.ts";

/** FNV-1a of the numbers' bytes. */
function checksum(...arrays: Float64Array[]): string {
  let hash = 2166136261;
  for (const array of arrays) {
    for (const byte of new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
      hash = Math.imul(hash ^ byte, 16777619);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

export function numbersSuite(kernels: Kernels): void {
  describe(`${kernels.name}: numbers`, () => {
    test("frozen to the last bit, in every runtime", () => {
      const stream = new RandomStream("frozen");
      const drawn = (length: number, next: (uniform: number) => number) =>
        numbers(length, () => next(stream.fraction()));
      expect(checksum(drawn(50_000, (uniform) => exp(1490 * uniform - 746)))).toBe("d6785049");
      expect(checksum(drawn(50_000, (uniform) => log(1000 * uniform * uniform)))).toBe("4ce44150");
      const rows = drawn(123 * 200, (uniform) => 30 * uniform);
      const { means, variances } = kernels.momentsRows(rows, 123);
      expect(checksum(kernels.logSumExpRows(rows, 123), means, variances)).toBe("7486304f");
      const shares = drawn(77, (uniform) => uniform);
      expect(checksum(shares.map((p) => betaQuantile(p, 0.5 + 500 * p, 40.5)))).toBe("74eeb586");
    });

    test("rows: uniform, certain, impossible and infinite ones", () => {
      const row = (...scores: number[]) => {
        const { greatest, means, variances } = kernels.momentsRows(Float64Array.from(scores), scores.length);
        const greatestOf =
          scores.some(Number.isNaN) && !Number.isFinite(greatest[0])
            ? Number.NaN
            : Math.max(...scores.filter((one) => !Number.isNaN(one)));
        expect(greatest[0]).toBe(greatestOf);
        return [kernels.logSumExpRows(Float64Array.from(scores), scores.length)[0], means[0], variances[0]];
      };
      expect(row(7)).toEqual([7, 0, 0]);
      expect(row(0, -Infinity, -Infinity)).toEqual([0, 0, 0]);
      expect(row(3, 3, 3, 3)).toEqual([expect.closeTo(3 + Math.log(4), 14), expect.closeTo(-Math.log(4), 14), 0]);
      expect(row(-Infinity, -Infinity)).toEqual([-Infinity, Number.NaN, Number.NaN]);
      expect(row(0, Infinity)).toEqual([Infinity, Number.NaN, Number.NaN]);
      expect(row(0, Number.NaN, 1)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
      expect(row(-Infinity, Number.NaN)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
      expect(row(1e300, -1e300, 1e300)[0]).toBe(1e300);
      expect(row(0, -708)).toEqual([0, 0, 0]);
      expect(kernels.momentsRows(new Float64Array(), 5).logSums).toHaveLength(0);
      expect(kernels.logSumExpRows(new Float64Array(), 0)).toHaveLength(0);
    });

    test("rows: a peaked row keeps the variance that a difference of moments would lose", () => {
      // One p = 1 - 9 e^-25 and nine times p = e^-25: the variance is 9 e^-25 × 25² to first order.
      const { variances } = kernels.momentsRows(
        numbers(10, (i) => (i === 3 ? 25 : 0)),
        10,
      );
      expect(variances[0]! / (9 * Math.exp(-25) * 625)).toBeCloseTo(1, 8);
    });

    testWith("reference/vectors/membership_fullvocab.json", "rows of made-up vocabularies", (json) => {
      const { cases } = JSON.parse(json) as { cases: FullVocabulary[] };
      expect(cases.length).toBeGreaterThan(30);
      for (const { name, input, expected } of cases) {
        const width = input.logits[0]?.length ?? 1;
        const scores = Float64Array.from(input.logits.flat(), Number);
        const { greatest, logSums, means, variances } = kernels.momentsRows(scores, width);
        input.targets.forEach((target, row) => {
          expectNear(
            scores[row * width + target]! - greatest[row]! - logSums[row]!,
            expected.logprob[row]!,
            `${name} ln p`,
          );
          expectNear(means[row]!, expected.mu[row]!, `${name} mean`);
          // The vectors treat a variance below 1e-12 as 0.
          expectNear(
            variances[row]! < 1e-12 ? 0 : Math.sqrt(variances[row]!),
            expected.sigma[row]!,
            `${name} deviation`,
          );
        });
      }
    });

    testWith("reference/vectors/special_functions.json", "log-sum-exp with 50 digits", (json) => {
      const { cases } = JSON.parse(json) as {
        cases: { input: { fn: string; values: (number | string)[] }; expected: { value: number | string } }[];
      };
      const sums = cases.filter(({ input }) => input.fn === "logsumexp");
      expect(sums.length).toBeGreaterThanOrEqual(9);
      for (const { input, expected } of notEmpty(sums)) {
        const values = Float64Array.from(input.values, Number);
        const wanted = Number(expected.value);
        const got = kernels.logSumExpRows(values, Math.max(1, values.length))[0] ?? -Infinity;
        if (!Number.isFinite(wanted)) expect(got).toBe(wanted);
        else expect(Math.abs(got - wanted)).toBeLessThanOrEqual(1e-13 * Math.abs(wanted) + 1e-15);
      }
    });

    test("permutations: counts follow the definition, including ties", () => {
      // Two of the values 0, 0, 1, 1: sums 0, 1, 2 with probabilities 1/6, 4/6, 1/6.
      const values = { low: Uint32Array.of(0, 0, 1, 1), high: new Int32Array(4) };
      const question = { picked: 2, permutations: 60_000, least: { low: 2, high: 0 }, most: { low: 1, high: 0 } };
      const { atLeast, atMost } = kernels.permutationCounts(values, question, stateOf("chances"));
      expect(atLeast + atMost).toBe(60_000);
      expect(Math.abs(atLeast - 10_000)).toBeLessThan(5 * Math.sqrt(60_000 * (5 / 36)));
    });

    test("permutations: sums beyond 32 bits, negative ones, carries", () => {
      const values = { low: Uint32Array.of(0xffffffff, 1, 0), high: Int32Array.of(-1, 0, -5) }; // -1, 1, -5 × 2^32
      const count = (picked: number, low: number, high: number) =>
        kernels.permutationCounts(
          values,
          { picked, permutations: 7, least: { low, high }, most: { low, high } },
          stateOf("a"),
        );
      expect(count(3, 0, -5)).toEqual({ atLeast: 7, atMost: 7 });
      expect(count(3, 1, -5)).toEqual({ atLeast: 0, atMost: 7 });
      expect(count(3, 0xffffffff, -6)).toEqual({ atLeast: 7, atMost: 0 });
      expect(count(0, 0, 0)).toEqual({ atLeast: 7, atMost: 7 });
    });
  });
}

interface FullVocabulary {
  name: string;
  input: { logits: (number | string)[][]; targets: number[] };
  expected: { logprob: number[]; mu: number[]; sigma: number[] };
}

/** The precision of the printed vectors. */
function expectNear(got: number, wanted: number, name: string): void {
  expect(Math.abs(got - wanted), `${name}: ${got} for ${wanted}`).toBeLessThanOrEqual(1e-10 * Math.abs(wanted) + 1e-11);
}
