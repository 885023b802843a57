/** Log-sum-exp and moments of rows of scores, said plainly. `assembly/numbers/rows.ts` explains them and the order of summation. */
import { exp } from "./exp.twin.ts";
import type { Moments } from "./kernels.ts";
import { log } from "./log.twin.ts";

/** What lies this far below the greatest of its row counts as nothing. */
const FARTHEST = -708;

export function logSumExpRows(scores: Float32Array | Float64Array, width: number): Float64Array {
  return momentsRows(scores, width).logSums;
}

export function momentsRows(scores: Float32Array | Float64Array, width: number): Moments {
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

function momentsOf(row: Float32Array | Float64Array): { logSum: number; mean: number; variance: number } {
  let greatest = -Infinity;
  for (const score of row) if (score > greatest) greatest = score;
  if (!Number.isFinite(greatest)) {
    return { logSum: row.some(Number.isNaN) ? Number.NaN : greatest, mean: Number.NaN, variance: Number.NaN };
  }
  const differences = Float64Array.from(row, (score) => (score - greatest < FARTHEST ? FARTHEST : score - greatest));
  const weights = differences.map((difference) => (difference <= FARTHEST ? 0 : exp(difference)));
  const sum = total(row.length, (i) => weights[i]!);
  const mean = total(row.length, (i) => weights[i]! * differences[i]!) / sum;
  const variance = total(row.length, (i) => weights[i]! * ((differences[i]! - mean) * (differences[i]! - mean))) / sum;
  return { logSum: greatest + log(sum), mean: mean - log(sum), variance };
}

/** The sum of all terms in the order that is part of the result. */
function total(count: number, term: (i: number) => number): number {
  const sums = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < count; i++) sums[i % 8]! += term(i);
  const [a, b, c, d, e, f, g, h] = sums as [number, number, number, number, number, number, number, number];
  return a + c + (e + g) + (b + d + (f + h));
}
