/**
 * Log-sum-exp and moments of rows of scores, said plainly. `assembly/numbers/rows.ts` explains them and the order of summation.
 */
import { exp } from "./exp.twin.ts";
import type { Moments } from "./kernels.ts";
import { log } from "./log.twin.ts";

/** What lies this far below the greatest of its row counts as nothing. */
const FARTHEST = -708;

type Row = Float32Array | Float64Array;

export function logSumExpRows(scores: Row, width: number): Float64Array {
  return momentsRows(scores, width).logSums;
}

export function momentsRows(scores: Row, width: number): Moments {
  const rows = width === 0 ? 0 : scores.length / width;
  const moments = { logSums: new Float64Array(rows), means: new Float64Array(rows), variances: new Float64Array(rows) };
  for (let row = 0; row < rows; row++) {
    const { logSum, mean, variance } = momentsOf(scores.subarray(row * width, (row + 1) * width));
    moments.logSums[row] = logSum;
    moments.means[row] = mean;
    moments.variances[row] = variance;
  }
  return moments;
}

function momentsOf(row: Row): { logSum: number; mean: number; variance: number } {
  let greatest = -Infinity;
  for (const score of row) if (score > greatest) greatest = score;
  if (!Number.isFinite(greatest)) {
    return { logSum: row.some(Number.isNaN) ? Number.NaN : greatest, mean: Number.NaN, variance: Number.NaN };
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
  return { logSum: greatest + log(sum), mean: mean - log(sum), variance };
}

function product(some: Float64Array, others: Float64Array): Float64Array {
  const products = new Float64Array(some.length);
  for (let i = 0; i < some.length; i++) products[i] = some[i]! * others[i]!;
  return products;
}

/** The sum of all terms in the order that is part of the result. */
function total(terms: Float64Array): number {
  const sums = new Float64Array(8);
  for (let i = 0; i < terms.length; i++) sums[i & 7]! += terms[i]!;
  const [a, b, c, d, e, f, g, h] = sums as unknown as [number, number, number, number, number, number, number, number];
  return a + c + (e + g) + (b + d + (f + h));
}
