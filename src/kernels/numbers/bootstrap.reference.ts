/** Bootstrap sums, said plainly. `assembly/numbers/bootstrap.ts` explains them and the order of summation. */
import { RandomStream } from "./random.ts";

export function bootstrapSums(values: Float64Array, columns: number, resamples: number, state: Uint32Array): Float64Array {
  const count = values.length / columns;
  const stream = new RandomStream(state);
  const sums = new Float64Array(resamples * columns);
  for (let resample = 0; resample < resamples; resample++) {
    const partial = new Float64Array(4 * columns);
    for (let t = 0; t < count; t++) {
      const item = columns * stream.below(count);
      for (let column = 0; column < columns; column++) partial[4 * column + (t % 4)]! += values[item + column]!;
    }
    stream.toNextBlock();
    for (let column = 0; column < columns; column++) {
      const [a, b, c, d] = partial.subarray(4 * column, 4 * column + 4);
      sums[resample * columns + column] = a! + b! + (c! + d!);
    }
  }
  return sums;
}
