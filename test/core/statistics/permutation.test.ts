import { describe, expect, test } from "vitest";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { RandomStream } from "../../../src/core/kernels/numbers/random.ts";
import { referenceKernels } from "../../../src/core/kernels/reference.ts";
import { clopperPearson } from "../../../src/core/statistics/binomial.ts";
import {
  type PermutationOptions,
  type PermutationTest,
  permutationTest,
} from "../../../src/core/statistics/permutation.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { testWith } from "../../support/shared.ts";
import { expectClose, type VectorCase, vectorCases } from "./vectors.ts";

interface PermutationCase extends VectorCase {
  input: { fn: string; a: number[]; b: number[] };
  expected: { statistic: number; arrangements: number; at_least: number; p_one_sided: number; p_two_sided: number };
}

const kernels = await loadKernels();
const ask = (a: number[], b: number[], options: Partial<PermutationOptions> = {}, by = kernels): PermutationTest =>
  permutationTest(by, Float64Array.from(a), Float64Array.from(b), {
    alternative: "greater",
    permutations: 10_000,
    stream: "test",
    ...options,
  });

describe("a permutation test", () => {
  testWith(
    "reference/vectors/permutation_multiplicity.json",
    "agrees with full enumeration in exact fractions",
    (contents) => {
      const cases = vectorCases<PermutationCase>(contents).filter(
        ({ input }) => input.fn === "permutation_mean_difference",
      );
      expect(cases.length).toBeGreaterThanOrEqual(16);
      for (const { name, input, expected, tolerance } of notEmpty(cases)) {
        const { a, b } = input;
        const { arrangements: divisions, at_least: atLeast, p_one_sided: p } = expected;
        const got = ask(a, b);
        expect(got, name).toEqual({ difference: got.difference, divisions, atLeast, isComplete: true, p });
        expectClose(got.difference, expected.statistic, { rel: 1e-13, abs: 1e-15 }, name);
        expectClose(ask(a, b, { alternative: "different" }).p, expected.p_two_sided, tolerance, name);
      }
    },
  );

  testWith(
    "reference/vectors/permutation_multiplicity.json",
    "by sample, comes as near as chance allows",
    (contents) => {
      const cases = vectorCases<PermutationCase>(contents).filter(
        ({ input, expected }) => input.fn === "permutation_mean_difference" && expected.arrangements > 30,
      );
      expect(cases.length).toBeGreaterThanOrEqual(10);
      for (const { name, input, expected } of notEmpty(cases)) {
        for (const alternative of ["greater", "different"] as const) {
          const got = ask(input.a, input.b, { permutations: expected.arrangements - 1, alternative, stream: name });
          expect(got.isComplete).toBe(false);
          expect(got.divisions).toBe(expected.arrangements);
          const [low, high] = clopperPearson(got.atLeast - 1, got.divisions - 1, 0.9999);
          const p = alternative === "greater" ? expected.p_one_sided : expected.p_two_sided;
          expect(low).toBeLessThanOrEqual(p);
          expect(high).toBeGreaterThanOrEqual(p);
        }
      }
    },
  );

  test("ties are ties in whatever order they are added", () => {
    // 0.1 + 0.2 + 0.3 and 0.3 + 0.2 + 0.1 differ as floating-point sums; here every division is the observed one.
    const values = [0.1, 0.2, 0.3, 0.1, 0.2, 0.3].map((value) => value / 3);
    const [a, b] = [values.slice(0, 3), values.slice(3)];
    expect(ask(a, b, { alternative: "different" }).p).toBe(1);
    expect(ask(new Array(30).fill(0.1), new Array(40).fill(0.1), { permutations: 500 }).atLeast).toBe(501);
  });

  test.each([
    ["subnormal", 2 ** -1074],
    ["small", 2 ** -1000],
    ["large", 2 ** 1000],
  ])("%s values count as the same ones of common size do", (_, unit) => {
    const [a, b] = [
      [5, 9, 12, 3],
      [1, 8, 4, 4, 2],
    ];
    const scaled = (values: number[]) => values.map((value) => value * unit);
    expect(ask(scaled(a), scaled(b)).atLeast).toBe(ask(a, b).atLeast);
  });

  test("one side and the other share the divisions that tie", () => {
    const random = new RandomStream("sides");
    for (let round = 0; round < 200; round++) {
      const [a, b] = [2 + random.below(3), 2 + random.below(4)].map((length) =>
        Array.from({ length }, () => random.below(5)),
      );
      const [up, down] = [ask(a!, b!), ask(b!, a!)];
      expect(up.divisions).toBe(down.divisions);
      expect(up.atLeast + down.atLeast).toBeGreaterThan(up.divisions);
      const negated = ask(
        a!.map((value) => -value),
        b!.map((value) => -value),
      );
      expect(negated.atLeast).toBe(down.atLeast);
    }
  });

  test("kernels and twins answer alike, by sample", () => {
    const random = new RandomStream("alike");
    for (let round = 0; round < 50; round++) {
      const [a, b] = [1 + random.below(40), 15 + random.below(40)].map((length) =>
        Array.from({ length }, () => random.fraction() * 10 ** random.below(6) - 3),
      );
      for (const alternative of ["greater", "different"] as const) {
        const options = { alternative, permutations: 30, stream: `${round}` };
        expect(ask(a!, b!, options)).toEqual(ask(a!, b!, options, referenceKernels));
      }
    }
  });

  test("is exact: under exchangeability p ≤ α comes about with a chance of at most α", () => {
    const random = new RandomStream("null");
    const ps = Array.from({ length: 4000 }, (_, i) => {
      const values = Array.from({ length: 30 }, () => random.fraction());
      return ask(values.slice(0, 12), values.slice(12), { permutations: 199, stream: `null ${i}` }).p;
    });
    for (const alpha of [0.01, 0.05, 0.1, 0.5]) {
      const [low, high] = clopperPearson(ps.filter((p) => p <= alpha).length, ps.length, 0.999);
      expect(low).toBeLessThanOrEqual(alpha);
      expect(high).toBeGreaterThanOrEqual(alpha);
    }
  });

  test("what cannot be tested is refused", () => {
    expect(() => ask([], [1])).toThrow(RangeError);
    expect(() => ask([1], [])).toThrow(RangeError);
    expect(() => ask([1, Number.NaN], [1])).toThrow(RangeError);
    expect(() => ask([1e308, 1e308], [1])).toThrow(RangeError);
  });
});
