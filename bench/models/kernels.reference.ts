/** The kernels of `assembly/`, said plainly. Sums run in the order that `assembly/` gives, so that both have the same bits. */
import { exp } from "../../src/core/kernels/numbers/exp.reference.ts";
import { log } from "../../src/core/kernels/numbers/log.reference.ts";
import type { Backend, ModelKernels } from "./kernels.ts";

const f32 = Math.fround;
const [BETA1, BETA2, EPSILON] = [f32(0.9), f32(0.999), f32(1e-8)];
/** What lies this far below the greatest of its row counts as that far below. */
const FARTHEST = -708;

export const referenceBackend: Backend = (roomBytes) => ({
  kernels: twin,
  buffer: new ArrayBuffer(roomBytes),
  baseBytes: 0,
});

const twin: ModelKernels = {
  multiply(a, strides, b, start, c, { rows, inner, columns }) {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        let sum = start[column]!;
        for (let k = 0; k < inner; k++) {
          sum = f32(sum + f32(a[row * strides.row + k * strides.step]! * b[k * columns + column]!));
        }
        c[row * columns + column] = sum;
      }
    }
  },

  transpose(a, columns, out) {
    const rows = a.length / columns;
    for (let i = 0; i < a.length; i++) out[(i % columns) * rows + Math.floor(i / columns)] = a[i]!;
  },

  crossEntropy(scores, targets, share) {
    const width = scores.length / targets.length;
    let losses = 0;
    targets.forEach((target, i) => {
      losses += rowGradient(scores.subarray(i * width, (i + 1) * width), target, f32(share));
    });
    return losses;
  },

  adam(weights, means, squares, gradients, step) {
    const steps = f32(step);
    for (let i = 0; i < weights.length; i++) {
      const gradient = gradients[i]!;
      const mean = f32(f32(BETA1 * means[i]!) + f32(f32(1 - BETA1) * gradient));
      const square = f32(f32(BETA2 * squares[i]!) + f32(f32(1 - BETA2) * f32(gradient * gradient)));
      means[i] = mean;
      squares[i] = square;
      weights[i] = weights[i]! - f32(f32(steps * mean) / f32(f32(Math.sqrt(square)) + EPSILON));
    }
  },

  gather(ids, table, width, out) {
    ids.forEach((id, i) => {
      out.set(table.subarray(id * width, (id + 1) * width), i * width);
    });
  },

  scatter(ids, rows, width, table) {
    ids.forEach((id, i) => {
      for (let k = 0; k < width; k++) table[id * width + k]! += rows[i * width + k]!;
    });
  },

  rectify(values) {
    for (let i = 0; i < values.length; i++) values[i] = 0 < values[i]! ? values[i]! : 0;
  },

  rectifyBack(values, gradients) {
    for (let i = 0; i < values.length; i++) if (!(values[i]! > 0)) gradients[i] = 0;
  },
};

function rowGradient(row: Float32Array, target: number, share: number): number {
  let greatest = -Infinity;
  for (const score of row) if (greatest < score) greatest = score;
  const below = row[target]! - greatest;
  const sums = [0, 0, 0, 0];
  for (let i = 0; i < row.length; i++) {
    row[i] = exp(Math.max(row[i]! - greatest, FARTHEST));
    sums[i & 3]! += row[i]!;
  }
  const sum = sums[0]! + sums[2]! + (sums[1]! + sums[3]!);
  const factor = f32(share / sum);
  for (let i = 0; i < row.length; i++) row[i] = row[i]! * factor;
  row[target] = row[target]! - share;
  return log(sum) - below;
}
