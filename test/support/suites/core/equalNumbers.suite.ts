/** Tests that numeric kernels give the same bits as their reference implementations for any input. */
import { describe, expect, test } from "vitest";
import type { Kernels } from "../../../../src/core/kernels/kernels.ts";
import { RandomStream, stateOf } from "../../../../src/core/kernels/numbers/random.ts";
import { seeded } from "../../texts.ts";
import { expectSameBits, numbers } from "./numbers.ts";

/** Numbers that are the hardest for an algorithm. */
const HARD = [
  ...[0, -0, 1, -1, Infinity, -Infinity, Number.NaN, 5e-324, -5e-324, 2.2250738585072014e-308, 2.225073858507201e-308],
  ...[
    1.7976931348623157e308,
    -1.7976931348623157e308,
    Math.SQRT1_2,
    Math.SQRT2,
    Math.LN2 / 2,
    -Math.LN2 / 2,
    709.782712893384,
  ],
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

export function numbersEqualReferenceSuite(kernels: Kernels, twin: Kernels): void {
  describe(`${kernels.name} equals ${twin.name}: rows`, () => rowsSuite(kernels, twin));
  describe(`${kernels.name} equals ${twin.name}: permutations`, () => permutationSuite(kernels, twin));
}

function rowsSuite(kernels: Kernels, twin: Kernels): void {
  test("every width up to 300, scores of 4 and 8 bytes", () => {
    const random = seeded(3);
    for (let width = 1; width <= 300; width++) {
      const scale = 10 ** (4 * random() - 1);
      const scores = numbers(7 * width, () => (random() < 0.05 ? -Infinity : scale * (random() + random() - 1)));
      expectSameRows(scores, width);
      expectSameRows(Float32Array.from(scores), width);
    }
  });

  test("60,000 short rows of hard numbers", () => {
    const random = seeded(4);
    for (let width = 1; width <= 12; width++) {
      const scores = numbers(5000 * width, () =>
        random() < 0.2 ? HARD[Math.floor(HARD.length * random())]! : 700 * random(),
      );
      expectSameRows(scores, width);
    }
  });

  test("more rows than fit into one call, and a row that is larger than that", () => {
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
    expectSameBits(got.greatest, wanted.greatest, `greatest, width ${width}`);
    expectSameBits(got.logSums, wanted.logSums, `log-sums, width ${width}`);
    expectSameBits(got.means, wanted.means, `means, width ${width}`);
    expectSameBits(got.variances, wanted.variances, `variances, width ${width}`);
    expectSameBits(
      kernels.logSumExpRows(scores, width),
      twin.logSumExpRows(scores, width),
      `log-sums alone, width ${width}`,
    );
  }
}

function permutationSuite(kernels: Kernels, twin: Kernels): void {
  test("every count up to 300, 100,000 divisions in total", () => {
    const random = seeded(7);
    for (let count = 1; count <= 300; count++) {
      const high = Int32Array.from({ length: count }, () => 2 ** (20 * random()) * (random() - 0.5));
      const values = { low: Uint32Array.from({ length: count }, () => 2 ** 32 * random()), high };
      for (const picked of new Set([0, 1, count >> 1, Math.floor(count * random()), count])) {
        const least = { low: Math.floor(2 ** 32 * random()), high: Math.floor(2 ** 12 * (random() - 0.5)) };
        const question = { picked, permutations: 80, least, most: { low: 0, high: least.high } };
        const state = stateOf(`${count}/${picked}`);
        expect(kernels.permutationCounts(values, question, state)).toEqual(
          twin.permutationCounts(values, question, state),
        );
      }
    }
  });

  test("about a hundred rejected draws keep bounds and positions consistent", () => {
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
}
