/** Tests of the kernels of transformers: equal to the definition, and the definition to a calculation in 64 bits. */
import { expect, test } from "vitest";
import type { Kernels } from "../../../../src/core/kernels/kernels.ts";
import type { Linear, Norm, TransformerWeights } from "../../../../src/core/kernels/transformer/kernels.ts";
import { notEmpty } from "../../notEmpty.ts";
import { Draw } from "../../random.ts";

const EPSILON = 1e-12;

/** Weights that are small enough to be checked by hand. @param scale of each matrix */
function drawn(
  draw: Draw,
  [width, headWidth, inner, layers]: readonly [number, number, number, number],
  scale: number,
): TransformerWeights {
  const floats = (length: number, of: (drawn: number) => number) =>
    Float32Array.from({ length }, () => of(draw.below(2001) / 1000 - 1));
  const norm = (): Norm => ({ gains: floats(width, (x) => 1 + x / 4), shifts: floats(width, (x) => x / 4) });
  const product = (rows: number, columns: number): Linear => ({
    weights: Int8Array.from({ length: rows * columns }, () => draw.below(256) - 128),
    inner: rows,
    scales: floats(columns, (x) => scale * (2 + x)),
    shifts: floats(columns, (x) => x / 4),
  });
  return {
    width,
    headWidth,
    epsilon: EPSILON,
    inputNorm: norm(),
    layers: Array.from({ length: layers }, () => ({
      attention: product(width, 3 * width),
      attended: product(width, width),
      attendedNorm: norm(),
      widened: product(width, inner),
      narrowed: product(inner, width),
      narrowedNorm: norm(),
    })),
  };
}

const rowsOf = (draw: Draw, tokens: number, width: number, size = 1): Float32Array =>
  Float32Array.from({ length: tokens * width }, () => (size * (draw.below(2001) - 1000)) / 1000);

export function transformerEqualsReferenceSuite(kernels: Kernels, twin: Kernels): void {
  test(`${kernels.name} equals ${twin.name}: a transformer of any shape, for texts of any lengths`, () => {
    const draw = new Draw(11);
    const shapes = [
      [32, 32, 8, 1],
      [64, 32, 40, 2],
      [64, 64, 96, 1],
      [96, 32, 200, 1],
    ] as const;
    for (const shape of notEmpty(shapes)) {
      const weights = drawn(draw, shape, 0.002);
      const [one, other] = [kernels.transformer(weights), twin.transformer(weights)];
      for (const lengths of notEmpty([[], [1], [2, 1, 3], [9, 4], [5, 0, 17], [1, 1, 1, 1, 1]])) {
        const inputs = rowsOf(
          draw,
          lengths.reduce((sum, length) => sum + length, 0),
          shape[0],
        );
        expect(one(inputs, lengths)).toEqual(other(inputs, lengths));
      }
    }
  });

  test(`${kernels.name} equals ${twin.name}: numbers at the ends of what integers and exponents hold`, () => {
    const draw = new Draw(12);
    for (const scale of notEmpty([1e-9, 0.1, 1e6])) {
      const weights = drawn(draw, [32, 32, 64, 1], scale);
      for (const { weights: matrix } of notEmpty(weights.layers).map(({ narrowed }) => narrowed)) matrix.fill(-128);
      for (const inputs of notEmpty([new Float32Array(96), rowsOf(draw, 3, 32, 1e-20), rowsOf(draw, 3, 32, 1e15)]))
        expect(kernels.transformer(weights)(inputs, [3])).toEqual(twin.transformer(weights)(inputs, [3]));
    }
  });
}

export function transformerSuite(kernels: Kernels): void {
  test(`${kernels.name}: a transformer computes what its formulas say in 64 bits, but for roundings`, () => {
    const draw = new Draw(13);
    const weights = drawn(draw, [64, 32, 96, 2], 0.002);
    const [inputs, lengths] = [rowsOf(draw, 9, 64), [4, 5]];
    const found = kernels.transformer(weights)(inputs, lengths);
    const expected = lengths.flatMap((length, text) =>
      plain(weights, inputs.subarray(64 * (text * 4), 64 * (text * 4 + length))),
    );
    for (const [i, value] of notEmpty(expected).entries())
      expect(Math.abs(found[i]! - value), String(i)).toBeLessThan(0.001);
  });

  test(`${kernels.name}: rows do not depend on texts beside their own, nor on calls before`, () => {
    const draw = new Draw(14);
    const run = kernels.transformer(drawn(draw, [32, 32, 48, 1], 0.002));
    const inputs = rowsOf(draw, 12, 32);
    const together = run(inputs, [3, 7, 2]);
    expect(run(inputs.subarray(3 * 32, 10 * 32), [7])).toEqual(together.subarray(3 * 32, 10 * 32));
    expect(run(inputs, [3, 7, 2])).toEqual(together);
    expect(run(inputs, [12])).not.toEqual(together);
  });
}

/** One text by the formulas of Vaswani and others (2017) and of Devlin and others (2019), in 64 bits throughout. */
function plain({ width, headWidth, inputNorm, layers }: TransformerWeights, inputs: Float32Array): number[] {
  const times = (row: readonly number[], { weights, inner, scales, shifts }: Linear) =>
    [...scales].map((scale, column) => {
      let sum = 0;
      for (let k = 0; k < inner; k++) sum += row[k]! * weights[k * scales.length + column]!;
      return sum * scale + shifts[column]!;
    });
  const norm = (row: readonly number[], { gains, shifts }: Norm) => {
    const mean = row.reduce((sum, x) => sum + x, 0) / width;
    const variance = row.reduce((sum, x) => sum + (x - mean) ** 2, 0) / width;
    return row.map((x, i) => ((x - mean) / Math.sqrt(variance + EPSILON)) * gains[i]! + shifts[i]!);
  };
  const add = (row: readonly number[], more: readonly number[]) => row.map((x, i) => x + more[i]!);
  let rows = Array.from({ length: inputs.length / width }, (_, i) =>
    norm([...inputs.subarray(i * width, (i + 1) * width)], inputNorm),
  );
  for (const layer of layers) {
    const sides = rows.map((row) => times(row, layer.attention));
    rows = rows.map((row, token) => {
      const taken = row.map((_, i) => {
        const head = i - (i % headWidth);
        const weights = sides.map((other) => {
          let score = 0;
          for (let k = head; k < head + headWidth; k++) score += sides[token]![k]! * other[width + k]!;
          return Math.exp(score / Math.sqrt(headWidth));
        });
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        return weights.reduce((sum, weight, other) => sum + (weight / total) * sides[other]![2 * width + i]!, 0);
      });
      return norm(add(row, times(taken, layer.attended)), layer.attendedNorm);
    });
    rows = rows.map((row) => {
      const widened = times(row, layer.widened).map((x) => x * normalDistribution(x));
      return norm(add(row, times(widened, layer.narrowed)), layer.narrowedNorm);
    });
  }
  return rows.flat();
}

/** By its series, which is enough within ±8. */
function normalDistribution(x: number): number {
  if (Math.abs(x) > 8) return x > 0 ? 1 : 0;
  let [term, sum] = [x, x];
  for (let n = 1; Math.abs(term) > 1e-18; n++) {
    term *= (x * x) / (2 * n + 1);
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}
