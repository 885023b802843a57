// Hashes as a sorted set.

import { sortKeys } from "./sort";

/**
 * Packs the hashes at some positions into 64-bit keys, (high, low).
 *
 * @param positionsPtr `count` unsigned 32-bit positions
 * @param keysPtr      room for `count` keys of 8 bytes
 */
export function gatherKeys(positionsPtr: usize, count: u32, lowPtr: usize, highPtr: usize, keysPtr: usize): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    const offset = <usize>load<u32>(positionsPtr + (i << 2)) << 2;
    store<u32>(keysPtr + (i << 3), load<u32>(lowPtr + offset));
    store<u32>(keysPtr + (i << 3), load<u32>(highPtr + offset), 4);
  }
}

/**
 * Sorts keys, drops repetitions, and writes the halves of what is left to two arrays; returns how many there are.
 *
 * @param keysPtr, scratchPtr `count` keys of 8 bytes, and room for as many
 * @param outLowPtr, outHighPtr room for `count` halves each
 */
export function distinctKeys(keysPtr: usize, scratchPtr: usize, count: u32, outLowPtr: usize, outHighPtr: usize): u32 {
  sortKeys(keysPtr, scratchPtr, count);
  let distinct: usize = 0;
  let before: u64 = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const key = load<u64>(keysPtr + (i << 3));
    if (i > 0 && key == before) continue;
    store<u32>(outLowPtr + (distinct << 2), <u32>key);
    store<u32>(outHighPtr + (distinct << 2), <u32>(key >> 32));
    distinct++;
    before = key;
  }
  return <u32>distinct;
}
