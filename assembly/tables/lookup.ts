// Lookup of 64-bit keys with a payload, for tables that are made once and asked often.
//
//   key         [ bucket: upper bits ][ remainder: the next 32 ][ not kept ]
//   directory   u32[buckets + 1]   where each bucket begins, in entries
//   remainders  u32[count]         ascending within a bucket
//   payloads    u32[count]         beside them
//
// 8.3 to 8.5 bytes an entry. A key that is not in the table is found by mistake once in 2^32 / (entries in a bucket): passages are
// verified, so that costs a read and no error. Four remainders are compared at once.
//
// Trick: WebAssembly cannot prefetch, and a lookup is two or three cache misses, one after another. So 32 lookups go together: first
// all their directory lines are touched, then all their remainders, and by the time they are read they are there; payloads are read
// last, by those that have one, and do not wait for each other. What was touched is
// summed up and kept, or the loads would be dropped as useless.

// @ts-ignore: decorator
@inline
const BATCH: usize = 32;
// @ts-ignore: decorator
@inline
const NONE: u32 = 0xffffffff;

let touched: u32 = 0;

/**
 * Makes the directory and the remainders of sorted keys.
 *
 * @param lowPtr, highPtr halves of `count` keys, ascending by (high, low)
 * @param bucketsLog2     logarithm of the number of buckets, 1 to 31
 * @param directoryPtr    room for buckets + 1 unsigned 32-bit numbers
 * @param remaindersPtr   room for `count` of them and 16 bytes more
 */
export function makeLookup(
  lowPtr: usize,
  highPtr: usize,
  count: u32,
  bucketsLog2: u32,
  directoryPtr: usize,
  remaindersPtr: usize,
): void {
  let bucket: u32 = 0;
  store<u32>(directoryPtr, 0);
  for (let i: u32 = 0; i < count; i++) {
    const offset = <usize>i << 2;
    const key = ((<u64>load<u32>(highPtr + offset)) << 32) | <u64>load<u32>(lowPtr + offset);
    const own = <u32>(key >> <u64>(64 - bucketsLog2));
    for (; bucket < own; bucket++) store<u32>(directoryPtr + (<usize>bucket << 2), i, 4);
    store<u32>(remaindersPtr + offset, <u32>(key >> <u64>(32 - bucketsLog2)));
  }
  const buckets: u32 = 1 << bucketsLog2;
  for (; bucket < buckets; bucket++) store<u32>(directoryPtr + (<usize>bucket << 2), count, 4);
}

/**
 * Looks keys up, and writes for each the index of its first entry, or 0xffffffff, and that entry's payload, or the same.
 *
 * @param lowPtr, highPtr halves of `count` keys in any order
 */
export function find(
  directoryPtr: usize,
  remaindersPtr: usize,
  payloadsPtr: usize,
  bucketsLog2: u32,
  lowPtr: usize,
  highPtr: usize,
  count: u32,
  indexesPtr: usize,
  foundPtr: usize,
): void {
  let sum: u32 = 0;
  const bytes = <usize>count << 2;
  for (let first: usize = 0; first < bytes; first += BATCH << 2) {
    const end = min(bytes, first + (BATCH << 2));
    for (let at = first; at < end; at += 4) sum += load<u32>(bucketOf(directoryPtr, bucketsLog2, highPtr + at));
    for (let at = first; at < end; at += 4) {
      const entry = <usize>load<u32>(bucketOf(directoryPtr, bucketsLog2, highPtr + at)) << 2;
      sum += load<u32>(remaindersPtr + entry);
    }
    for (let at = first; at < end; at += 4) {
      const key = ((<u64>load<u32>(highPtr + at)) << 32) | <u64>load<u32>(lowPtr + at);
      const bucket = bucketOf(directoryPtr, bucketsLog2, highPtr + at);
      const index = indexOf(remaindersPtr, load<u32>(bucket), load<u32>(bucket, 4), <u32>(key >> <u64>(32 - bucketsLog2)));
      store<u32>(indexesPtr + at, index);
    }
    for (let at = first; at < end; at += 4) {
      const index = load<u32>(indexesPtr + at);
      store<u32>(foundPtr + at, index == NONE ? NONE : load<u32>(payloadsPtr + (<usize>index << 2)));
    }
  }
  touched = sum;
}

// @ts-ignore: decorator
@inline
function bucketOf(directoryPtr: usize, bucketsLog2: u32, highPtr: usize): usize {
  return directoryPtr + (<usize>(load<u32>(highPtr) >> (32 - bucketsLog2)) << 2);
}

/** Index of a remainder among entries `start` to `end`, or NONE. */
// @ts-ignore: decorator
@inline
function indexOf(remaindersPtr: usize, start: u32, end: u32, remainder: u32): u32 {
  const wanted = i32x4.splat(<i32>remainder);
  for (let at = start; at < end; at += 4) {
    const equal = <u32>i32x4.bitmask(i32x4.eq(v128.load(remaindersPtr + (<usize>at << 2)), wanted));
    if (equal == 0) continue;
    const index = at + <u32>ctz(equal);
    return index < end ? index : NONE;
  }
  return NONE;
}
