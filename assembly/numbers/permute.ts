// Permutation test of a difference of means: counts the random divisions of all values into two groups in which the
// first group's sum is at least (or at most) a threshold. The group sizes are fixed, so the sum of one group determines
// the difference.
//
//   values    v0 v1 v2 v3 v4 v5 v6          64-bit integers
//   picked 3  [v4 v1 v6] v3 v0 v5 v2        the first places of a shuffle; the next division shuffles this order further
//
// Sums of integers are exact, so two divisions with the same sum tie in any order of addition. With floating-point
// sums, rounding would break ties at random and the count would be wrong by the number of ties.
// src/core/statistics/permutation.ts converts values to integers.
//
// Source: Fisher and Yates's shuffle in Durstenfeld's form (CACM 7, 1964), stopped after the picked places.

import { draw } from "./random";

/**
 * Writes two counts: divisions whose picked sum is at least the first threshold, and at most the second.
 *
 * @param valuesPtr     `count` signed 64-bit integers whose sums do not overflow; the call reorders them
 * @param picked        values in the picked group, 0 to `count`
 * @param thresholdsPtr two signed 64-bit integers: at least, at most
 * @param statePtr      the generators' 64 bytes
 * @param drawsPtr      room for `picked` unsigned 32-bit draws and 12 bytes more
 * @param countsPtr     room for two unsigned 32-bit counts
 */
export function permutationCounts(
  valuesPtr: usize,
  count: u32,
  picked: u32,
  permutations: u32,
  thresholdsPtr: usize,
  statePtr: usize,
  drawsPtr: usize,
  countsPtr: usize,
): void {
  const least = load<i64>(thresholdsPtr);
  const most = load<i64>(thresholdsPtr, 8);
  const end = valuesPtr + (<usize>picked << 3);
  let atLeast: u32 = 0;
  let atMost: u32 = 0;
  for (let permutation: u32 = 0; permutation < permutations; permutation++) {
    draw(statePtr, count, picked, drawsPtr);
    let sum: i64 = 0;
    for (let place = valuesPtr, draws = drawsPtr; place < end; place += 8, draws += 4) {
      const other = place + (<usize>load<u32>(draws) << 3);
      const value = load<i64>(other);
      store<i64>(other, load<i64>(place));
      store<i64>(place, value);
      sum += value;
    }
    atLeast += u32(sum >= least);
    atMost += u32(sum <= most);
  }
  store<u32>(countsPtr, atLeast);
  store<u32>(countsPtr, atMost, 4);
}
