// Sign-flip test of paired differences: in how many random subsets, each value in with chance ½, is the sum at most so much?
//
//   values   v0 v1 v2 … v15   v16 …        integers of 64 bits, as in permute.ts: equal sums tie exactly
//   draws    [ 16 bits      ] [ 16 bits …  below 2^16; bit 0 decides over the first value of its sixteen
//
// Turning the signs of a subset takes twice its sum from the total, so a flipped total is as large as the observed one exactly
// where the subset's sum is at most 0. Source: Fisher, "The design of experiments" (1935), §21.

import { draw } from "./random";

/**
 * Returns the number of subsets whose sum is at most `most`.
 *
 * @param valuesPtr `count` signed 64-bit integers whose sums do not overflow
 * @param mostPtr   a signed 64-bit integer
 * @param statePtr  the generators' 64 bytes
 * @param drawsPtr  room for `count` / 16 unsigned 32-bit draws, rounded up, and 12 bytes more
 */
export function subsetCount(
  valuesPtr: usize,
  count: u32,
  subsets: u32,
  mostPtr: usize,
  statePtr: usize,
  drawsPtr: usize,
): u32 {
  const most = load<i64>(mostPtr);
  const end = valuesPtr + (<usize>count << 3);
  let atMost: u32 = 0;
  for (let subset: u32 = 0; subset < subsets; subset++) {
    draw(statePtr, 65536, 0, (count + 15) >> 4, drawsPtr);
    let sum: i64 = 0;
    let draws = drawsPtr;
    for (let place = valuesPtr; place < end; draws += 4) {
      const last = min<usize>(place + 128, end);
      for (let bits: u32 = load<u32>(draws); place < last; place += 8, bits >>= 1) sum += load<i64>(place) & -(<i64>(bits & 1));
    }
    atMost += u32(sum <= most);
  }
  return atMost;
}
