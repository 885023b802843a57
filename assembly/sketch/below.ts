// FracMinHash: of a set, the hashes below a threshold, a fixed share of all there are. Unlike a sketch of fixed size it can be
// compared by containment, and sketches of parts add up to that of the whole.
//
//   high       7 2 9 1 8 …       threshold 3
//   positions  1 3 …
//
// Four at once; the lanes below are pushed together by the table that winnowing uses.
//
// Source: Hera, Pierce-Ward, Koslicki, "Deriving confidence intervals for mutation rates across a wide range of evolutionary distances
// using FracMinHash", Genome Research 2023; the idea is sourmash's "scaled".

import { PUSHED } from "../text/winnow";

/**
 * Writes the positions of the hashes below a threshold, ascending, and returns how many there are.
 *
 * @param highPtr      `count` unsigned 32-bit upper halves of hashes, 12 readable bytes behind them
 * @param threshold    upper halves below it are kept
 * @param positionsPtr room for `count` unsigned 32-bit positions and 16 bytes more
 */
export function positionsBelow(highPtr: usize, count: u32, threshold: u32, positionsPtr: usize): u32 {
  const limit = i32x4.splat(<i32>threshold);
  const four = i32x4.splat(4);
  let places = i32x4(0, 1, 2, 3);
  let out = positionsPtr;
  for (let at: u32 = 0; at < count; at += 4, highPtr += 16) {
    let below = <u32>i32x4.bitmask(i32x4.lt_u(v128.load(highPtr), limit));
    if (count - at < 4) below &= (1 << (count - at)) - 1;
    v128.store(out, i8x16.swizzle(places, v128.load(PUSHED + (<usize>below << 4))));
    out += <usize>popcnt(below) << 2;
    places = i32x4.add(places, four);
  }
  return <u32>((out - positionsPtr) >> 2);
}
