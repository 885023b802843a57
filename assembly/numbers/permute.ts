// Permutation test of a difference of means: in how many random divisions of all values into two groups is the first
// group's sum at least (or at most) so much? With both sizes fixed, the sum of one group says everything about the
// difference.
//
//   values    v0 v1 v2 v3 v4 v5 v6          integers of 64 bits
//   picked 3  [v4 v1 v6] v3 v0 v5 v2        the first places of a shuffle; the next division shuffles on from here
//
// Sums of integers are exact, so two divisions with the same sum tie, in whatever order they were added. With sums of
// floating-point numbers they would tie or not by rounding, and the count would be wrong by all ties.
// src/statistics/permutation.ts makes the integers.
//
// Source: Fisher and Yates's shuffle as Durstenfeld has it (CACM 7, 1964), broken off after the picked places.

import { draw } from "./random";

/**
 * Writes two counts: divisions whose picked sum is at least the one threshold, and at most the other.
 *
 * @param valuesPtr     `count` signed 64-bit integers whose sums do not overflow; come out in another order
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
