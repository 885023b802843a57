/**
 * Reference implementation of `assembly/numbers/rows.ts`: log-sum-exp and moments of rows of scores. That file explains
 * them and the order of summation.
 */
import { exp } from "./exp.reference.ts";
import type { Moments } from "./kernels.ts";
import { log } from "./log.reference.ts";

/** Scores at least this far below the greatest of their row get weight 0. */
const FARTHEST = -708;

type Row = Float32Array | Float64Array;

export function logSumExpRows(scores: Row, width: number): Float64Array {
  const { greatest, logSums } = momentsRows(scores, width);
  return greatest.map((score, row) => (Number.isFinite(score) ? score + logSums[row]! : score));
}

export function momentsRows(scores: Row, width: number): Moments {
  const rows = width === 0 ? 0 : scores.length / width;
  const [greatest, logSums, means, variances] = [0, 1, 2, 3].map(() => new Float64Array(rows)) as Numbers4;
  for (let row = 0; row < rows; row++) {
    const moments = momentsOf(scores.subarray(row * width, (row + 1) * width));
    [greatest[row], logSums[row], means[row], variances[row]] = moments;
  }
  return { greatest, logSums, means, variances };
}

type Numbers4 = [Float64Array, Float64Array, Float64Array, Float64Array];

function momentsOf(row: Row): [greatest: number, logSum: number, mean: number, variance: number] {
  let greatest = -Infinity;
  for (const score of row) if (score > greatest) greatest = score;
  if (!Number.isFinite(greatest)) {
    return [row.some(Number.isNaN) ? Number.NaN : greatest, Number.NaN, Number.NaN, Number.NaN];
  }
  const [differences, weights] = [new Float64Array(row.length), new Float64Array(row.length)];
  for (let i = 0; i < row.length; i++) {
    const difference = row[i]! - greatest;
    differences[i] = difference < FARTHEST ? FARTHEST : difference;
    weights[i] = difference <= FARTHEST ? 0 : exp(difference);
  }
  const sum = total(weights);
  const mean = total(product(weights, differences)) / sum;
  const deviations = differences.map((difference) => difference - mean);
  const variance = total(product(weights, product(deviations, deviations))) / sum;
  const logSum = log(sum);
  return [greatest, logSum, mean - logSum, variance];
}

function product(some: Float64Array, others: Float64Array): Float64Array {
  const products = new Float64Array(some.length);
  for (let i = 0; i < some.length; i++) products[i] = some[i]! * others[i]!;
  return products;
}

/** The sum of all terms, in the order that determines the result's last bits. */
function total(terms: Float64Array): number {
  const sums = new Float64Array(8);
  for (let i = 0; i < terms.length; i++) sums[i & 7]! += terms[i]!;
  const [a, b, c, d, e, f, g, h] = sums as unknown as [number, number, number, number, number, number, number, number];
  return a + c + (e + g) + (b + d + (f + h));
}
