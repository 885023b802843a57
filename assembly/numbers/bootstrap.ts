// Bootstrap: sums over items drawn with replacement. Means, differences of means and ratios follow from them.
//
//   items     x0 x1 x2 x3 … (one or more columns)          resample r: `count` draws below `count`
//   draws     2 0 2 1 …                                     sum = x2 + x0 + x2 + x1 + …
//
// Order of summation, part of the result: draw t goes into the partial sum t mod 4, and these are added as (0 + 1) + (2 + 3).
//
// The draws of a resample are made four at a time and stored, then read one by one: WebAssembly cannot gather, and taking four
// numbers out of a vector costs more than reading them back. Source: Efron, "Bootstrap methods", Annals of Statistics 7 (1979).

import { draw } from "./random";

/**
 * Writes the column sums of each resample.
 *
 * @param valuesPtr `count` items of `columns` numbers of 8 bytes
 * @param statePtr  the generators' 64 bytes
 * @param drawsPtr  room for `count` unsigned 32-bit draws and 12 bytes more
 * @param sumsPtr   room for `resamples` × `columns` numbers of 8 bytes
 */
export function bootstrapSums(
  valuesPtr: usize,
  count: u32,
  columns: u32,
  resamples: u32,
  statePtr: usize,
  drawsPtr: usize,
  sumsPtr: usize,
): void {
  for (let resample: u32 = 0; resample < resamples; resample++) {
    draw(statePtr, count, 0, count, drawsPtr);
    const end = drawsPtr + (<usize>count << 2);
    if (columns == 1) {
      store<f64>(sumsPtr, sumAt(valuesPtr, 3, drawsPtr, end));
      sumsPtr += 8;
    } else {
      for (let column: usize = 0; column < <usize>columns; column++, sumsPtr += 8) {
        store<f64>(sumsPtr, sumInColumn(valuesPtr + (column << 3), <usize>columns << 3, drawsPtr, end));
      }
    }
  }
}

// @ts-ignore: decorator
@inline
function sumAt(values: usize, log2: usize, draws: usize, end: usize): f64 {
  let a: f64 = 0;
  let b: f64 = 0;
  let c: f64 = 0;
  let d: f64 = 0;
  for (; draws + 16 <= end; draws += 16) {
    a += load<f64>(values + (<usize>load<u32>(draws) << log2));
    b += load<f64>(values + (<usize>load<u32>(draws, 4) << log2));
    c += load<f64>(values + (<usize>load<u32>(draws, 8) << log2));
    d += load<f64>(values + (<usize>load<u32>(draws, 12) << log2));
  }
  if (draws < end) a += load<f64>(values + (<usize>load<u32>(draws) << log2));
  if (draws + 4 < end) b += load<f64>(values + (<usize>load<u32>(draws, 4) << log2));
  if (draws + 8 < end) c += load<f64>(values + (<usize>load<u32>(draws, 8) << log2));
  return a + b + (c + d);
}

function sumInColumn(values: usize, itemBytes: usize, draws: usize, end: usize): f64 {
  let a: f64 = 0;
  let b: f64 = 0;
  let c: f64 = 0;
  let d: f64 = 0;
  for (; draws + 16 <= end; draws += 16) {
    a += load<f64>(values + <usize>load<u32>(draws) * itemBytes);
    b += load<f64>(values + <usize>load<u32>(draws, 4) * itemBytes);
    c += load<f64>(values + <usize>load<u32>(draws, 8) * itemBytes);
    d += load<f64>(values + <usize>load<u32>(draws, 12) * itemBytes);
  }
  if (draws < end) a += load<f64>(values + <usize>load<u32>(draws) * itemBytes);
  if (draws + 4 < end) b += load<f64>(values + <usize>load<u32>(draws, 4) * itemBytes);
  if (draws + 8 < end) c += load<f64>(values + <usize>load<u32>(draws, 8) * itemBytes);
  return a + b + (c + d);
}
