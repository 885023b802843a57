// One-permutation hashing: one order instead of many, cut into bins, and the first element in each bin. The cost is that of one look at
// each hash, however many bins there are.
//
//   hash      [ low: its upper bits choose the bin   ][ high: its value ]
//   bins      min value of each bin; EMPTY where no hash fell
//   densified an empty bin takes the value of another one, the first that is not empty in a random order of its own
//
// Optimal densification keeps the estimate unbiased and its variance small even where most bins are empty.
//
// Sources: Li, Owen, Zhang, "One permutation hashing", NIPS 2012; Shrivastava, "Optimal densification for fast and accurate minwise
// hashing", ICML 2017. Departure: the random order of a bin comes from SplitMix64's output step on (bin, attempt).

import { finish, GOLDEN } from "../mix";

// @ts-ignore: decorator
@inline
const EMPTY: u32 = 0xffffffff;

/**
 * Writes the densified bins; of an empty set, 0xffffffff everywhere.
 *
 * @param lowPtr, highPtr `count` hashes, lower and upper halves
 * @param binsLog2        logarithm of the number of bins, 1 to 16
 * @param rawPtr, binsPtr room for one unsigned 32-bit number a bin each: before densification, and after
 */
export function onePermutation(lowPtr: usize, highPtr: usize, count: u32, binsLog2: u32, rawPtr: usize, binsPtr: usize): void {
  const bins = <usize>1 << binsLog2;
  memory.fill(rawPtr, 0xff, bins << 2);
  for (const end = lowPtr + (<usize>count << 2); lowPtr < end; lowPtr += 4, highPtr += 4) {
    const bin = rawPtr + (<usize>(load<u32>(lowPtr) >> (32 - binsLog2)) << 2);
    const value = load<u32>(highPtr);
    const least = load<u32>(bin);
    store<u32>(bin, value < least ? value : least);
  }
  if (count > 0) densify(rawPtr, binsPtr, bins);
  else memory.fill(binsPtr, 0xff, bins << 2);
}

function densify(rawPtr: usize, binsPtr: usize, bins: usize): void {
  let filled: usize = 0;
  for (let bin: usize = 0; bin < bins; bin++) filled += usize(load<u32>(rawPtr + (bin << 2)) != EMPTY);
  for (let bin: usize = 0; bin < bins; bin++) {
    let value = load<u32>(rawPtr + (bin << 2));
    // A hash whose value is EMPTY itself fills no bin: then there may be none to take from.
    for (let attempt: u64 = 1; value == EMPTY && filled > 0; attempt++) {
      const other = <usize>finish(<u64>bin * GOLDEN + attempt) & (bins - 1);
      value = load<u32>(rawPtr + (other << 2));
    }
    store<u32>(binsPtr + (bin << 2), value);
  }
}
