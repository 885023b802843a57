/**
 * Reference implementation of `assembly/transformer/`, which explains the steps: every number is rounded to 32 bits
 * where a kernel has 32 bits, and sums run in its order.
 */
import { exp } from "../numbers/exp.reference.ts";
import { type Linear, limitOf, type Norm, type TransformerKernels, type TransformerWeights } from "./kernels.ts";

const single = Math.fround;
/** Adding this number rounds to an integer, halves to the even one; subtracting it again returns that integer. */
const SHIFT = 6755399441055744;
const GATE_MAX = single(5.54);
/** Coefficients, highest power first. */
const P = Float32Array.of(2.24807213e-8, 0.00000635241031, 0.000170956046, 0.00468991883, 0.0340760872, 0.398942232);
const Q = Float32Array.of(0.00000118970001, 0.0000742565171, 0.00189652876, 0.0287710875, 0.252081931, 1);
const EXPONENT_MIN = -110;

/** A row times a matrix, with the row in integers of a scale of its own. */
function product(row: Float32Array, { weights, inner, scales, shifts }: Linear): Float32Array {
  const limit = limitOf(inner);
  const greatest = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const [scale, factor] = [single(greatest / limit), greatest > 0 ? single(limit / greatest) : 0];
  const integers = row.map((value) => single(value * factor) + SHIFT - SHIFT);
  return scales.map((columnScale, column) => {
    let sum = 0;
    for (let k = 0; k < inner; k++) sum += integers[k]! * weights[k * scales.length + column]!;
    return single(single(single(sum) * scale) * columnScale) + shifts[column]!;
  });
}

/** Sum of four lanes, as vectors are summed. */
function laneSum(values: Float32Array): number {
  const lanes = new Float32Array(4);
  values.forEach((value, i) => {
    lanes[i % 4]! += value;
  });
  return single(single(lanes[0]! + lanes[1]!) + single(lanes[2]! + lanes[3]!));
}

function normalised(row: Float32Array, { gains, shifts }: Norm, epsilon: number): Float32Array {
  const mean = single(laneSum(row) / row.length);
  const from = row.map((value) => value - mean);
  const variance = single(laneSum(from.map((value) => value * value)) / row.length);
  const factor = single(1 / single(Math.sqrt(single(variance + single(epsilon)))));
  return from.map((value, i) => single(single(value * factor) * gains[i]!) + shifts[i]!);
}

/** x times the normal distribution function of x. */
function gated(x: number): number {
  const near = Math.max(Math.min(x, GATE_MAX), -GATE_MAX);
  const square = single(near * near);
  const polynomial = (coefficients: Float32Array) =>
    coefficients.reduce((sum, coefficient) => single(single(sum * square) + coefficient));
  return single(x * single(single(single(near * polynomial(P)) / polynomial(Q)) + 0.5));
}

/** What each token of one text takes of the others. @param sides a row of queries, keys and values for each */
function attended(sides: readonly Float32Array[], width: number, headWidth: number): Float32Array[] {
  const factor = single(1 / single(Math.sqrt(headWidth)));
  return sides.map((own) => {
    const out = new Float32Array(width);
    for (let head = 0; head < width; head += headWidth) {
      const scores = Float32Array.from(sides, (other) => {
        let sum = 0;
        for (let i = head; i < head + headWidth; i++) sum = single(sum + single(own[i]! * other[width + i]!));
        return sum * factor;
      });
      const greatest = scores.reduce((most, score) => Math.max(most, score));
      const weights = scores.map((score) => exp(Math.max(single(score - greatest), EXPONENT_MIN)));
      const total = laneSum(weights);
      for (let i = head; i < head + headWidth; i++) {
        let sum = 0;
        for (const [token, weight] of weights.entries())
          sum = single(sum + single(weight * sides[token]![2 * width + i]!));
        out[i] = sum / total;
      }
    }
    return out;
  });
}

function run(about: TransformerWeights, inputs: Float32Array, lengths: readonly number[]): Float32Array {
  const { width, headWidth, epsilon, inputNorm, layers } = about;
  const added = (rows: readonly Float32Array[], more: readonly Float32Array[], norm: Norm) =>
    rows.map((row, i) =>
      normalised(
        row.map((value, j) => value + more[i]![j]!),
        norm,
        epsilon,
      ),
    );
  const out = new Float32Array(inputs.length);
  let at = 0;
  for (const length of lengths) {
    let rows = Array.from({ length }, (_, i) =>
      normalised(inputs.slice((at + i) * width, (at + i + 1) * width), inputNorm, epsilon),
    );
    for (const layer of layers) {
      const sides = rows.map((row) => product(row, layer.attention));
      const taken = attended(sides, width, headWidth).map((row) => product(row, layer.attended));
      rows = added(rows, taken, layer.attendedNorm);
      const narrowed = rows.map((row) => product(product(row, layer.widened).map(gated), layer.narrowed));
      rows = added(rows, narrowed, layer.narrowedNorm);
    }
    for (const row of rows) out.set(row, width * at++);
  }
  return out;
}

export const transformerReferences: TransformerKernels = {
  transformer: (weights) => (inputs, lengths) => run(weights, inputs, lengths),
};
