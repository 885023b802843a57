// Sorts 64-bit keys, alone or each followed by a 64-bit payload, with a second array of the same size as scratch.
//
//   keys ──▶ by their first byte ──▶ 256 buckets ──▶ each by the next 1, 3 or 5 bytes, last byte first ──▶ insertion sort
//
// The pass on the first byte makes buckets; those of a million keys fit into the L2 cache. The later passes scatter
// within a bucket and never over all of memory, which is where a plain radix sort of this size loses time. Hashes need
// few bytes after the first: as many as leave less than one tie in a hundred keys. Insertion sort orders the remaining
// ties, at one comparison per key. If a bucket consists mostly of ties, all its bytes are sorted. So the time is linear
// for any keys.
//
// Few keys, such as those of one text, go into 2,048 buckets by their first 11 bits, and insertion sort orders all of
// them: nearly every key is then where it belongs, so that its branches are predictable.

/** Up to this many keys, insertion sort is faster than counting. */
// @ts-ignore: decorator
@inline
const SMALL: usize = 24;

/** Up to this many keys go into 2^11 buckets, in which hashes are nearly alone. */
// @ts-ignore: decorator
@inline
const FEW: usize = 2048;
// @ts-ignore: decorator
@inline
const FEW_BUCKETS_LOG2: u64 = 11;
/** Up to this many keys go into 2^8, since each bucket takes time. */
// @ts-ignore: decorator
@inline
const FEWEST: usize = 128;
// @ts-ignore: decorator
@inline
const FEWEST_BUCKETS_LOG2: u64 = 8;
// @ts-ignore: decorator
@inline
const FOUR_ONES: u64 = 0x0001000100010001; // one in each of four numbers of 16 bits

const COUNTS: usize = memory.data(7 * 1024, 16);
const STARTS: usize = memory.data(257 * 4, 16);

/**
 * Sorts unsigned 64-bit keys in ascending order.
 *
 * @param keys    `count` keys of 8 bytes; sorted in place
 * @param scratch room for as many
 */
export function sortKeys(keys: usize, scratch: usize, count: u32): void {
  sortRecords(keys, scratch, count, 3);
}

/**
 * Sorts keys that lie in two arrays of halves, in place.
 *
 * @param keys, scratch room for `count` keys each
 */
export function sortHalves(low: usize, high: usize, count: u32, keys: usize, scratch: usize): void {
  const bytes = <usize>count << 2;
  for (let at: usize = 0; at < bytes; at += 4)
    store<u64>(keys + (at << 1), (<u64>load<u32>(high + at) << 32) | load<u32>(low + at));
  sortKeys(keys, scratch, count);
  for (let at: usize = 0; at < bytes; at += 4) {
    const key = load<u64>(keys + (at << 1));
    store<u32>(low + at, <u32>key);
    store<u32>(high + at, <u32>(key >> 32));
  }
}

/** Drops keys that equal the one before, of two arrays of sorted halves. @returns how many are left */
export function distinctHalves(low: usize, high: usize, count: u32): u32 {
  let kept: usize = 0;
  for (let at: usize = 0, bytes = <usize>count << 2; at < bytes; at += 4) {
    const lower = load<u32>(low + at);
    const upper = load<u32>(high + at);
    const isSame = kept > 0 && load<u32>(low + kept - 4) == lower && load<u32>(high + kept - 4) == upper;
    store<u32>(low + kept, lower);
    store<u32>(high + kept, upper);
    kept += isSame ? 0 : 4;
  }
  return <u32>(kept >> 2);
}

/**
 * Sorts records of a 64-bit key and a 64-bit payload by their keys; stable.
 *
 * @param records `count` records of 16 bytes; sorted in place
 * @param scratch room for as many
 */
export function sortPairs(records: usize, scratch: usize, count: u32): void {
  sortRecords(records, scratch, count, 4);
}

// The functions below serve both record sizes. They are inlined into each caller, where `log2` is a constant.

// @ts-ignore: decorator
@inline
function copyRecord(to: usize, from: usize, log2: usize): void {
  if (log2 == 3) store<u64>(to, load<u64>(from));
  else v128.store(to, v128.load(from));
}

// @ts-ignore: decorator
@inline
function sortRecords(keys: usize, scratch: usize, count: u32, log2: usize): void {
  if (<usize>count <= SMALL) {
    insert(keys, <usize>count << log2, log2, -1);
    return;
  }
  const bytes = <usize>count << log2;
  if (<usize>count <= FEW && sortFew(keys, scratch, bytes, log2)) return;
  memory.fill(COUNTS, 0, 1024);
  for (let at = keys, end = keys + bytes; at < end; at += (<usize>1 << log2)) bump(COUNTS, load<u64>(at) >> 56);
  let sum: u32 = 0;
  for (let digit: usize = 0; digit < 1024; digit += 4) {
    const inBucket = load<u32>(COUNTS + digit);
    store<u32>(COUNTS + digit, sum);
    store<u32>(STARTS + digit, sum);
    sum += inBucket;
  }
  store<u32>(STARTS + 1024, count);
  scatter(keys, scratch, bytes, COUNTS, 56, log2);
  for (let digit: usize = 0; digit < 1024; digit += 4) {
    const start = <usize>load<u32>(STARTS + digit) << log2;
    const end = <usize>load<u32>(STARTS + digit, 4) << log2;
    if (end > start) sortBucket(scratch + start, keys + start, end - start, log2);
  }
}

/** Sorts at most `FEW` records, and returns whether it could: not where many keys begin alike. */
// @ts-ignore: decorator
@inline
function sortFew(keys: usize, scratch: usize, bytes: usize, log2: usize): bool {
  const bucketsLog2 = bytes <= FEWEST << log2 ? FEWEST_BUCKETS_LOG2 : FEW_BUCKETS_LOG2;
  const shift = 64 - bucketsLog2;
  const size = <usize>1 << log2;
  // Counts of 16 bits, each in the place behind its bucket, so that the sums are where buckets begin.
  const countsEnd = COUNTS + (<usize>2 << <usize>bucketsLog2);
  memory.fill(COUNTS, 0, countsEnd + 2 - COUNTS);
  for (let at = keys, end = keys + bytes; at < end; at += size) {
    const place = COUNTS + (<usize>(load<u64>(at) >> shift) << 1);
    store<u16>(place, load<u16>(place, 2) + 1, 2);
  }
  // Four at a time: the product has the sums of one, two, three and four of them.
  let sums: u64 = 0;
  for (let place = COUNTS; place < countsEnd; place += 8) {
    const own = load<u64>(place) * FOUR_ONES;
    store<u64>(place, own + sums);
    sums += (own >> 48) * FOUR_ONES;
  }
  for (let at = keys, end = keys + bytes; at < end; at += size) {
    const place = COUNTS + (<usize>(load<u64>(at) >> shift) << 1);
    const next = load<u16>(place);
    store<u16>(place, next + 1);
    copyRecord(scratch + (<usize>next << log2), at, log2);
  }
  memory.copy(keys, scratch, bytes);
  return insert(keys, bytes, log2, <isize>(bytes >> log2));
}

/** Sorts a bucket whose keys agree in their first byte, from `from` into `to`. */
// @ts-ignore: decorator
@inline
function sortBucket(from: usize, to: usize, bytes: usize, log2: usize): void {
  const count = bytes >> log2;
  if (count <= SMALL) {
    for (let at: usize = 0; at < bytes; at += (<usize>1 << log2)) copyRecord(to + at, from + at, log2);
    insert(to, bytes, log2, -1);
    return;
  }
  // An odd number of passes, so that the last one ends in `to`.
  const passes: usize = count < 256 ? 1 : count < 65_536 * 4 ? 3 : 5;
  passesFromLast(from, to, bytes, passes, log2);
  if (insert(to, bytes, log2, <isize>(8 * count))) return;
  passesFromLast(to, from, bytes, 7, log2);
  memory.copy(to, from, bytes);
}

/** Sorts by the `passes` bytes after the first, last byte first. `passes` is odd, so the result is in `to`. */
// @ts-ignore: decorator
@inline
function passesFromLast(from: usize, to: usize, bytes: usize, passes: usize, log2: usize): void {
  const lowest = 56 - (passes << 3);
  memory.fill(COUNTS, 0, passes << 10);
  for (let at = from, end = from + bytes; at < end; at += (<usize>1 << log2)) {
    let rest = load<u64>(at) >> <u64>lowest;
    for (let counts = COUNTS, last = COUNTS + (passes << 10); counts < last; counts += 1024) {
      bump(counts, rest & 255);
      rest >>= 8;
    }
  }
  let shift = lowest;
  for (let counts = COUNTS, last = COUNTS + (passes << 10); counts < last; counts += 1024) {
    let sum: u32 = 0;
    for (let digit: usize = 0; digit < 1024; digit += 4) {
      const inBucket = load<u32>(counts + digit);
      store<u32>(counts + digit, sum);
      sum += inBucket;
    }
    scatter(from, to, bytes, counts, shift, log2);
    const other = from;
    from = to;
    to = other;
    shift += 8;
  }
}

// @ts-ignore: decorator
@inline
function bump(counts: usize, digit: u64): void {
  const place = counts + (<usize>digit << 2);
  store<u32>(place, load<u32>(place) + 1);
}

/** Moves each record to the next free place for its digit. */
// @ts-ignore: decorator
@inline
function scatter(from: usize, to: usize, bytes: usize, places: usize, shift: usize, log2: usize): void {
  for (const end = from + bytes; from < end; from += (<usize>1 << log2)) {
    const place = places + (<usize>((load<u64>(from) >> <u64>shift) & 255) << 2);
    const next = load<u32>(place);
    store<u32>(place, next + 1);
    copyRecord(to + (<usize>next << log2), from, log2);
  }
}

/**
 * Insertion sort; stops after `movesMax` moves (never, if negative). Returns whether all records are sorted.
 */
// @ts-ignore: decorator
@inline
function insert(records: usize, bytes: usize, log2: usize, movesMax: isize): bool {
  const size = <usize>1 << log2;
  let moves: isize = 0;
  for (let at = records + size, end = records + bytes; at < end; at += size) {
    const key = load<u64>(at);
    if (load<u64>(at - size) <= key) continue;
    const payload = log2 == 4 ? load<u64>(at, 8) : 0;
    let hole = at;
    do {
      copyRecord(hole, hole - size, log2);
      hole -= size;
      moves++;
    } while (hole > records && load<u64>(hole - size) > key);
    store<u64>(hole, key);
    if (log2 == 4) store<u64>(hole, payload, 8);
    if (moves > movesMax && movesMax >= 0) return false;
  }
  return true;
}
