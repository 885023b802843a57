// Kept and sampled shingles as sorted sets: what a fingerprint holds of a text.

import { sortKeys } from "../tables/sort";

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
 * Packs the hashes whose upper half is at most `limit` into 64-bit keys, and returns how many there are: the sample of FracMinHash (see
 * `sketch/below.ts`, of which this is the form that needs no positions). Few lanes of many pass, so the loop over them rarely runs.
 *
 * @param lowPtr, highPtr halves of `count` hashes, 12 readable bytes behind the upper ones
 * @param keysPtr         room for `count` keys of 8 bytes
 */
export function sampleKeys(lowPtr: usize, highPtr: usize, count: u32, limit: u32, keysPtr: usize): u32 {
  const limits = i32x4.splat(<i32>limit);
  let out = keysPtr;
  for (let at: u32 = 0; at < count; at += 4, lowPtr += 16, highPtr += 16) {
    let within = <u32>i32x4.bitmask(i32x4.le_u(v128.load(highPtr), limits));
    if (count - at < 4) within &= (1 << (count - at)) - 1;
    for (; within != 0; within &= within - 1) {
      const offset = <usize>ctz(within) << 2;
      store<u32>(out, load<u32>(lowPtr + offset));
      store<u32>(out, load<u32>(highPtr + offset), 4);
      out += 8;
    }
  }
  return <u32>((out - keysPtr) >> 3);
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
