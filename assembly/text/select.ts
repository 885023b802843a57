// The content of a fingerprint: the shingles that winnowing keeps and a sample of all shingles, as one sorted set.
//
//   key   high half of the hash | low half, its lowest bit replaced: 1 if winnowing kept the shingle
//
// The sample is a FracMinHash: all hashes in which certain bits are zero. These bits are in the middle of the hash, so
// that the first bytes of the sampled hashes, by which the sort forms its buckets, remain evenly distributed.

import { sortKeys } from "../tables/sort";

/** Index, in the upper half, of the lowest bit that decides whether a hash is sampled. */
// @ts-ignore: decorator
@inline
const SAMPLE_SHIFT: u32 = 16;

/**
 * Packs the hashes at the given positions into keys and marks them as kept.
 *
 * @param positionsPtr `count` unsigned 32-bit positions
 * @param keysPtr      room for `count` keys of 8 bytes
 */
export function gatherKept(positionsPtr: usize, count: u32, lowPtr: usize, highPtr: usize, keysPtr: usize): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    const offset = <usize>load<u32>(positionsPtr + (i << 2)) << 2;
    store<u32>(keysPtr + (i << 3), load<u32>(lowPtr + offset) | 1);
    store<u32>(keysPtr + (i << 3), load<u32>(highPtr + offset), 4);
  }
}

/** With up to so many bits, one hash in four or more is sampled, so that a branch for each would be unpredictable. */
// @ts-ignore: decorator
@inline
const MANY_BITS: u32 = 2;

/**
 * Packs the sampled hashes into keys, marks them as not kept, and returns their number.
 *
 * @param lowPtr, highPtr halves of `count` hashes, 12 readable bytes after the upper halves
 * @param bits            number of bits that are zero in sampled hashes, 0 to 16
 * @param keysPtr         room for `count` keys of 8 bytes
 */
export function sampleKeys(lowPtr: usize, highPtr: usize, count: u32, bits: u32, keysPtr: usize): u32 {
  if (bits <= MANY_BITS) return sampleMany(lowPtr, highPtr, count, sampleMask(bits), keysPtr);
  const mask = i32x4.splat(<i32>sampleMask(bits));
  let out = keysPtr;
  for (let at: u32 = 0; at < count; at += 4, lowPtr += 16, highPtr += 16) {
    let sampled = <u32>i32x4.bitmask(i32x4.eq(v128.and(v128.load(highPtr), mask), i32x4.splat(0)));
    if (count - at < 4) sampled &= (1 << (count - at)) - 1;
    for (; sampled != 0; sampled &= sampled - 1) {
      const offset = <usize>ctz(sampled) << 2;
      store<u32>(out, load<u32>(lowPtr + offset) & ~1);
      store<u32>(out, load<u32>(highPtr + offset), 4);
      out += 8;
    }
  }
  return <u32>((out - keysPtr) >> 3);
}

/** Writes each hash as a key, and the next one over it unless it is sampled. */
function sampleMany(lowPtr: usize, highPtr: usize, count: u32, mask: u32, keysPtr: usize): u32 {
  let out = keysPtr;
  for (const end = lowPtr + (<usize>count << 2); lowPtr < end; lowPtr += 4, highPtr += 4) {
    const high = load<u32>(highPtr);
    store<u64>(out, (<u64>high << 32) | <u64>(load<u32>(lowPtr) & ~1));
    out += (high & mask) == 0 ? 8 : 0;
  }
  return <u32>((out - keysPtr) >> 3);
}

/**
 * Sorts keys and merges those that differ only in the kept bit. Drops keys that are neither kept nor sampled with
 * `bits` bits. Writes the halves of the remaining keys to two arrays and returns their number.
 *
 * @param keysPtr, scratchPtr `count` keys of 8 bytes, and room for as many
 * @param outLowPtr, outHighPtr room for `count` halves each
 */
export function distinctSelected(
  keysPtr: usize,
  scratchPtr: usize,
  count: u32,
  bits: u32,
  outLowPtr: usize,
  outHighPtr: usize,
): u32 {
  if (count == 0) return 0;
  sortKeys(keysPtr, scratchPtr, count);
  const mask = <u64>sampleMask(bits) << 32;
  let distinct: usize = 0;
  let key = load<u64>(keysPtr);
  for (let at = keysPtr + 8, end = keysPtr + (<usize>count << 3); at <= end; at += 8) {
    // Behind the last key nothing is read: its complement differs from it. A key that is dropped is written over.
    const next = at < end ? load<u64>(at) : ~key;
    store<u32>(outLowPtr + (distinct << 2), <u32>key);
    store<u32>(outHighPtr + (distinct << 2), <u32>(key >> 32));
    // The last of several equal keys has the kept bit, if any of them has.
    const isLast: usize = (next ^ key) >> 1 != 0 ? 1 : 0;
    const isSampled: usize = (key & mask) == 0 ? 1 : 0;
    distinct += isLast & (<usize>(key & 1) | isSampled);
    key = next;
  }
  return <u32>distinct;
}

// @ts-ignore: decorator
@inline
function sampleMask(bits: u32): u32 {
  return ((1 << bits) - 1) << SAMPLE_SHIFT;
}
