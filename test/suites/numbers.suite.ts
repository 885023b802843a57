/** Kernels of numbers: what they mean, and that both implementations give the same bits. */
import { describe, expect, test } from "vitest";
import type { Kernels } from "../../src/kernels/kernels.ts";
import { RandomStream, stateOf } from "../../src/kernels/numbers/random.ts";
import { testWith } from "./shared.ts";
import { seeded } from "./texts.ts";

/** Numbers that an algorithm is likeliest to get wrong. */
const HARD = [
  ...[0, -0, 1, -1, Infinity, -Infinity, Number.NaN, 5e-324, -5e-324, 2.2250738585072014e-308, 2.225073858507201e-308],
  ...[1.7976931348623157e308, -1.7976931348623157e308, Math.SQRT1_2, Math.SQRT2, Math.LN2 / 2, -Math.LN2 / 2, 709.782712893384],
  ...[
    709.7827128933841,
    710,
    -708,
    -708.3964185322641,
    -745.1332191019411,
    -745.1332191019412,
    -746,
    1 + 2 ** -52,
    1 - 2 ** -53,
  ],
];

/** Fails at the first number with other bits, so that a long array does not print itself. NaN is NaN, whichever. */
export function expectSameBits(got: Float64Array, wanted: Float64Array, what = ""): void {
  expect(got.length, what).toBe(wanted.length);
  for (let i = 0; i < wanted.length; i++) {
    if (!Object.is(got[i], wanted[i])) expect(got[i], `${what} at ${i} of ${wanted.length}`).toBe(wanted[i]);
  }
}

/** Any pattern of bits as a number: all sizes, subnormal, infinite and none. */
function anyBits(random: () => number, length: number): Float64Array {
  return new Float64Array(Uint32Array.from({ length: 2 * length }, () => 2 ** 32 * random()).buffer);
}

function numbers(length: number, next: (i: number) => number): Float64Array {
  return Float64Array.from({ length }, (_, i) => next(i));
}

export function numbersSuite(kernels: Kernels): void {
  describe(`${kernels.name}: numbers`, () => {
    test("rows: uniform, certain, impossible and infinite ones", () => {
      const row = (...scores: number[]) => {
        const { logSums, means, variances } = kernels.momentsRows(Float64Array.from(scores), scores.length);
        expectSameBits(kernels.logSumExpRows(Float64Array.from(scores), scores.length), logSums);
        return [logSums[0], means[0], variances[0]];
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
      // p = 1 - 9 e^-25 and nine times e^-25: variance 9 e^-25 × 25², to first order.
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
        const { logSums, means, variances } = kernels.momentsRows(scores, width);
        input.targets.forEach((target, row) => {
          expectNear(scores[row * width + target]! - logSums[row]!, expected.logprob[row]!, `${name} ln p`);
          expectNear(means[row]!, expected.mu[row]!, `${name} mean`);
          // By the vectors' rule a variance below 1e-12 counts as none.
          expectNear(variances[row]! < 1e-12 ? 0 : Math.sqrt(variances[row]!), expected.sigma[row]!, `${name} deviation`);
        });
      }
    });

    testWith("reference/vectors/special_functions.json", "log-sum-exp with 50 digits", (json) => {
      const { cases } = JSON.parse(json) as {
        cases: { input: { fn: string; values: (number | string)[] }; expected: { value: number | string } }[];
      };
      const sums = cases.filter(({ input }) => input.fn === "logsumexp");
      expect(sums.length).toBeGreaterThanOrEqual(9);
      for (const { input, expected } of sums) {
        const values = Float64Array.from(input.values, Number);
        const wanted = Number(expected.value);
        const got = kernels.logSumExpRows(values, Math.max(1, values.length))[0] ?? -Infinity;
        if (!Number.isFinite(wanted)) expect(got).toBe(wanted);
        else expect(Math.abs(got - wanted)).toBeLessThanOrEqual(1e-13 * Math.abs(wanted) + 1e-15);
      }
    });

    test("bootstrap: a lone item, equal items, and the moments of resampled means", () => {
      expect([...kernels.bootstrapSums(Float64Array.of(2.5), 1, 3, stateOf("a"))]).toEqual([2.5, 2.5, 2.5]);
      expect(new Set(kernels.bootstrapSums(new Float64Array(40).fill(0.25), 2, 50, stateOf("a")))).toEqual(new Set([5]));
      const values = numbers(50, (i) => i * i);
      const mean = values.reduce((sum, value) => sum + value) / 50;
      const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 50 / 50;
      const means = kernels.bootstrapSums(values, 1, 20_000, stateOf("moments")).map((sum) => sum / 50);
      const got = means.reduce((sum, value) => sum + value) / means.length;
      expect(Math.abs(got - mean)).toBeLessThan(4 * Math.sqrt(variance / means.length));
      const spread = means.reduce((sum, value) => sum + (value - got) ** 2, 0) / means.length;
      expect(Math.abs(spread / variance - 1)).toBeLessThan(0.05);
    });

    test("bootstrap: columns of one item are drawn together", () => {
      const sums = kernels.bootstrapSums(
        numbers(300, (i) => (i % 3 === 2 ? 1 : Math.floor(i / 3))),
        3,
        100,
        stateOf("columns"),
      );
      for (let i = 0; i < sums.length; i += 3) {
        expect(sums[i]).toBe(sums[i + 1]);
        expect(sums[i + 2]).toBe(100);
      }
    });

    test("permutations: counts are those of the definition, ties included", () => {
      // Of the values 0, 0, 1, 1 two are picked: sums 0, 1, 2 with chances 1/6, 4/6, 1/6.
      const values = { low: Uint32Array.of(0, 0, 1, 1), high: new Int32Array(4) };
      const question = { picked: 2, permutations: 60_000, least: { low: 2, high: 0 }, most: { low: 1, high: 0 } };
      const { atLeast, atMost } = kernels.permutationCounts(values, question, stateOf("chances"));
      expect(atLeast + atMost).toBe(60_000);
      expect(Math.abs(atLeast - 10_000)).toBeLessThan(5 * Math.sqrt(60_000 * (5 / 36)));
    });

    test("permutations: sums beyond 32 bits, negative ones, carries", () => {
      const values = { low: Uint32Array.of(0xffffffff, 1, 0), high: Int32Array.of(-1, 0, -5) }; // -1, 1, -5 × 2^32
      const count = (picked: number, low: number, high: number) =>
        kernels.permutationCounts(values, { picked, permutations: 7, least: { low, high }, most: { low, high } }, stateOf("a"));
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

/** As tight as the numbers that the vectors print. */
function expectNear(got: number, wanted: number, name: string): void {
  expect(Math.abs(got - wanted), `${name}: ${got} for ${wanted}`).toBeLessThanOrEqual(1e-10 * Math.abs(wanted) + 1e-11);
}

export function numbersEqualTwinSuite(kernels: Kernels, twin: Kernels): void {
  describe(`${kernels.name} equals ${twin.name}: numbers`, () => {
    const both = (values: Float64Array, what: string) => {
      expectSameBits(kernels.expEach(values), twin.expEach(values), `exp ${what}`);
      expectSameBits(kernels.logEach(values), twin.logEach(values), `log ${what}`);
    };

    test("exp and log: hard numbers beside each other, every length, parts of larger arrays", () => {
      for (const one of HARD)
        both(
          numbers(2 * HARD.length, (i) => (i % 2 === 0 ? one : HARD[i >> 1]!)),
          `beside ${one}`,
        );
      const random = seeded(1);
      const values = numbers(303, () => 1500 * (random() - 0.5));
      for (let length = 0; length <= 300; length++) both(values.subarray(length % 3, (length % 3) + length), `of ${length}`);
    });

    test("exp and log: 400,000 numbers of every size", () => {
      const random = seeded(2);
      both(anyBits(random, 200_000), "any bits");
      both(
        numbers(100_000, () => 1500 * (random() - 0.5)),
        "where exp is finite",
      );
      both(
        numbers(100_000, () => 1 + (random() - 0.5) * 2 ** (-40 * random())),
        "near 1",
      );
    });

    test("rows: every width to 300, both sizes of scores", () => {
      const random = seeded(3);
      for (let width = 1; width <= 300; width++) {
        const scale = 10 ** (4 * random() - 1);
        const scores = numbers(7 * width, () => (random() < 0.05 ? -Infinity : scale * (random() + random() - 1)));
        expectSameRows(scores, width);
        expectSameRows(Float32Array.from(scores), width);
      }
    });

    test("rows: 60,000 small ones of hard numbers", () => {
      const random = seeded(4);
      for (let width = 1; width <= 12; width++) {
        const scores = numbers(5000 * width, () =>
          random() < 0.2 ? HARD[Math.floor(HARD.length * random())]! : 700 * random(),
        );
        expectSameRows(scores, width);
      }
    });

    test("rows: more than one call takes, and one that is longer than that", () => {
      const random = seeded(5);
      expectSameRows(
        Float32Array.from({ length: 40 * 30_001 }, () => 20 * random()),
        30_001,
      );
      expectSameRows(
        numbers(600_001, () => 20 * random()),
        600_001,
      );
    });

    function expectSameRows(scores: Float32Array | Float64Array, width: number): void {
      const [got, wanted] = [kernels.momentsRows(scores, width), twin.momentsRows(scores, width)];
      expectSameBits(got.logSums, wanted.logSums, `log-sums, width ${width}`);
      expectSameBits(got.means, wanted.means, `means, width ${width}`);
      expectSameBits(got.variances, wanted.variances, `variances, width ${width}`);
      expectSameBits(kernels.logSumExpRows(scores, width), wanted.logSums, `log-sums alone, width ${width}`);
    }

    test("bootstrap: every count to 300, one to four columns, 100,000 resamples in all", () => {
      const random = seeded(6);
      for (let count = 1; count <= 300; count++) {
        for (const columns of [1, 2, 3, 4]) {
          const values = numbers(count * columns, () => random() - 0.3);
          const state = stateOf(`${count}/${columns}`);
          const resamples = Math.max(4, Math.ceil(4000 / count));
          expectSameBits(
            kernels.bootstrapSums(values, columns, resamples, state),
            twin.bootstrapSums(values, columns, resamples, state),
            `${count} items of ${columns}`,
          );
        }
      }
    });

    test("bootstrap: refused draws, which only large counts meet", () => {
      // A draw below 3 × 2^19 is looked at twice in one of 2,731 outputs, and refused in one of 4,096.
      const values = numbers(3 * 2 ** 19, (i) => i);
      const state = stateOf("refused");
      expectSameBits(kernels.bootstrapSums(values, 1, 2, state), twin.bootstrapSums(values, 1, 2, state));
    });

    test("permutations: every count to 300, 100,000 divisions in all", () => {
      const random = seeded(7);
      for (let count = 1; count <= 300; count++) {
        const high = Int32Array.from({ length: count }, () => 2 ** (20 * random()) * (random() - 0.5));
        const values = { low: Uint32Array.from({ length: count }, () => 2 ** 32 * random()), high };
        for (const picked of new Set([0, 1, count >> 1, Math.floor(count * random()), count])) {
          const least = { low: Math.floor(2 ** 32 * random()), high: Math.floor(2 ** 12 * (random() - 0.5)) };
          const question = { picked, permutations: 80, least, most: { low: 0, high: least.high } };
          const state = stateOf(`${count}/${picked}`);
          expect(kernels.permutationCounts(values, question, state)).toEqual(twin.permutationCounts(values, question, state));
        }
      }
    });

    test("permutations: refused draws, some hundred of them, leave bounds and places in step", () => {
      const [count, picked] = [3_000_001, 1_500_000];
      const low = Uint32Array.from({ length: count }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 8);
      const [stream, shuffled] = [new RandomStream("refused"), low.slice()];
      let sum = 0;
      for (let place = 0; place < picked; place++) {
        const other = place + stream.below(count - place);
        sum += shuffled[other]!;
        shuffled[other] = shuffled[place]!;
      }
      const exactly = { low: sum % 2 ** 32, high: Math.floor(sum / 2 ** 32) };
      const question = { picked, permutations: 1, least: exactly, most: exactly };
      for (const some of [kernels, twin]) {
        const counts = some.permutationCounts({ low, high: new Int32Array(count) }, question, stateOf("refused"));
        expect(counts).toEqual({ atLeast: 1, atMost: 1 });
      }
    });

    test("incomplete beta and its inverse", () => {
      const random = seeded(8);
      for (let i = 0; i < 20_000; i++) {
        const [x, a, b] = [random(), 10 ** (4 * random() - 0.3), 10 ** (4 * random() - 0.3)];
        if (!Object.is(kernels.betaCumulative(x, a, b), twin.betaCumulative(x, a, b))) expect([x, a, b]).toBe("equal");
        if (i % 10 === 0) expect(kernels.betaQuantile(x, a, b)).toBe(twin.betaQuantile(x, a, b));
      }
      for (const p of [0, 1e-300, 0.5, 1]) {
        for (const [a, b] of [
          [0.5, 0.5],
          [1, 1],
          [1e9, 1e9],
          [1, 1e9],
          [1e-3, 50],
        ] as const) {
          expect(kernels.betaCumulative(p, a, b)).toBe(twin.betaCumulative(p, a, b));
          expect(kernels.betaQuantile(p, a, b)).toBe(twin.betaQuantile(p, a, b));
        }
      }
    });

    test("large arguments right after small ones, and small ones after that", () => {
      const random = seeded(9);
      const large = numbers(2_000_000, () => 100 * random());
      both(large.subarray(0, 3), "before");
      expectSameBits(kernels.expEach(large), twin.expEach(large));
      both(large.subarray(3, 9), "after");
    });
  });
}
