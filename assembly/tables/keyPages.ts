// Looks keys up in pages that stay in memory: `src/core/kernels/tables/keyPages.ts` draws the memory, and
// `src/corpus/format/page.ts` a page. A key gives its page, and the page tells by a select of bits where the entries of
// the key's upper part are; those of the last keys may go on in the next page.
//
// A lookup waits for memory: all pages are looked for first, and their first lines touched, so that many are waited for
// at once.

// Places in a frame, in bytes.
// @ts-ignore: decorator
@inline
const MISSING_PAGES: usize = 4;
// @ts-ignore: decorator
@inline
const INDEXES: usize = 8;
// @ts-ignore: decorator
@inline
const ENDS: usize = 12;
// @ts-ignore: decorator
@inline
const VALUES: usize = 16;
// @ts-ignore: decorator
@inline
const BUCKETS: usize = 20;
// @ts-ignore: decorator
@inline
const BUCKET_BITS: usize = 24;
// @ts-ignore: decorator
@inline
const SLOTS: usize = 28;
// @ts-ignore: decorator
@inline
const PAGES: usize = 32;
// @ts-ignore: decorator
@inline
const PAGE_BYTES: usize = 36;
// @ts-ignore: decorator
@inline
const VALUES_MOST: usize = 40;
// @ts-ignore: decorator
@inline
const CALL: usize = 44;
// @ts-ignore: decorator
@inline
const MISSING_COUNT: usize = 48;

// @ts-ignore: decorator
@inline
const MISSING: i32 = -1;
// @ts-ignore: decorator
@inline
const DAMAGED: i32 = -2;
// @ts-ignore: decorator
@inline
const SPILLS_FLAG: u32 = 0x8000;
// @ts-ignore: decorator
@inline
const HEAD_BITS: u32 = 32;
/** Pages before version 5 of the segment, whose spilled entries have another form, and the width of their width. */
// @ts-ignore: decorator
@inline
const EARLIER_PAGE_BYTES: u32 = 4096;
// @ts-ignore: decorator
@inline
const WIDTH_BITS: u32 = 6;

// The section of a call: its number, the bits of its entries, and where they begin.
let frame: usize = 0;
let section: u32 = 0;
let lowBits: u32 = 0;
let valueBits: u32 = 0;
let spanBits: u32 = 0;
let upperValues: u32 = 0;

// The page that was opened last. Bits are counted from its beginning.
let page: usize = 0;
let own: u32 = 0;
let bitOfSpilled: u32 = 0;
let endBit: u32 = 0;

/** What was touched: without it, nothing would be loaded. */
let touched: u32 = 0;

let nextValue: usize = 0;
let valuesEnd: usize = 0;

/**
 * Looks up `count` keys: writes the index of each that has values, where its values end, and the values as doubles.
 *
 * @param at      the frame
 * @param near    keys so near to the end of their page have the next page asked for with it
 * @returns how many keys have values; -1 where pages are missing, whose numbers it writes; -2 where one is damaged
 */
export function findKeys(
  at: usize,
  number: u32,
  count: u32,
  pages: u32,
  low: u32,
  value: u32,
  span: u32,
  uppers: u32,
  near: u32,
): i32 {
  frame = at;
  section = number;
  lowBits = low;
  valueBits = value;
  spanBits = span;
  upperValues = uppers;
  endBit = (load<u32>(at, PAGE_BYTES) << 3) - 32;
  const missing = findSlots(count, pages, near);
  store<u32>(at, missing, MISSING_COUNT);
  const found = findValues(count, pages);
  if (found == DAMAGED) return DAMAGED;
  return load<u32>(at, MISSING_COUNT) > 0 ? MISSING : found;
}

/** Writes the slot of each key's page where its end will be; returns how many pages are missing. */
function findSlots(count: u32, pages: u32, near: u32): u32 {
  const keys: usize = load<u32>(frame);
  const slots: usize = load<u32>(frame, ENDS);
  const pageBytes = load<u32>(frame, PAGE_BYTES);
  const first: usize = load<u32>(frame, PAGES) - pageBytes;
  let missing: u32 = 0;
  let sum: u32 = 0;
  for (let index: usize = 0, end = <usize>count << 2; index < end; index += 4) {
    const key = load<u32>(keys + index);
    const pageNumber = <u32>((<u64>key * <u64>pages) >> 32);
    const slot = slotOf(pageNumber);
    store<u32>(slots + index, slot);
    if (slot != 0) {
      const lines = first + <usize>slot * pageBytes;
      sum += load<u32>(lines) + load<u32>(lines, 64) + load<u32>(lines, 128);
      continue;
    }
    miss(missing++, pageNumber);
    const isNear = <u64>key + <u64>near >= ((<u64>(pageNumber + 1) << 32) + <u64>pages - 1) / <u64>pages;
    if (isNear && slotOf(pageNumber + 1) == 0) miss(missing++, pageNumber + 1);
  }
  touched = sum;
  return missing;
}

function findValues(count: u32, pages: u32): i32 {
  const at = frame;
  const keys: usize = load<u32>(at);
  const values: usize = load<u32>(at, VALUES);
  const slots: usize = load<u32>(at, ENDS);
  const valuesMost = <usize>load<u32>(at, VALUES_MOST) << 3;
  let missing = load<u32>(at, MISSING_COUNT);
  let found: i32 = 0;
  nextValue = values;
  for (let index: u32 = 0; index < count; index++) {
    const slot = load<u32>(slots + (<usize>index << 2));
    if (slot == 0) continue;
    const key = <u64>load<u32>(keys + (<usize>index << 2)) * <u64>pages;
    const pageNumber = <u32>(key >> 32);
    // The page begins with the first key whose product is not below its number.
    const inPage = <u32>key / pages;
    const first = nextValue;
    valuesEnd = first + valuesMost;
    openSlot(slot);
    if (bitOfSpilled > endBit || !findOwn(inPage)) return DAMAGED;
    if ((load<u32>(page) & SPILLS_FLAG) != 0 && <i64>inPage >= lastKey()) {
      if (!open(pageNumber + 1)) miss(missing++, pageNumber + 1);
      else if (bitOfSpilled > endBit || !findSpilled(inPage)) return DAMAGED;
    }
    if (nextValue == first) continue;
    const place = <usize>found << 2;
    found++;
    store<u32>(load<u32>(at, INDEXES) + place, index);
    store<u32>(load<u32>(at, ENDS) + place, <u32>((nextValue - values) >> 3));
  }
  store<u32>(at, missing, MISSING_COUNT);
  return found;
}

function miss(index: u32, pageNumber: u32): void {
  store<u32>(load<u32>(frame, MISSING_PAGES) + (<usize>index << 2), pageNumber);
}

/** The number of the slot that has a page, from 1; 0 where it is not here. */
function slotOf(pageNumber: u32): u32 {
  const hash = (pageNumber + section * 0x9e3779b1) * 0x85ebca6b;
  let slot = load<u32>(load<u32>(frame, BUCKETS) + (<usize>(hash >> (32 - load<u32>(frame, BUCKET_BITS))) << 2));
  while (slot != 0) {
    const at = slotAt(slot);
    if (load<u32>(at, 4) == pageNumber && load<u32>(at) == section) break;
    slot = load<u32>(at, 8);
  }
  return slot;
}

// @ts-ignore: decorator
@inline
function slotAt(slot: u32): usize {
  return load<u32>(frame, SLOTS) + (<usize>(slot - 1) << 4);
}

/** Opens a page where it is here. */
function open(pageNumber: u32): bool {
  const slot = slotOf(pageNumber);
  if (slot == 0) return false;
  openSlot(slot);
  return true;
}

/** Opens a page, and marks it as used. */
function openSlot(slot: u32): void {
  store<u32>(slotAt(slot), load<u32>(frame, CALL), 12);
  page = load<u32>(frame, PAGES) + <usize>(slot - 1) * load<u32>(frame, PAGE_BYTES);
  own = load<u32>(page) & (SPILLS_FLAG - 1);
  bitOfSpilled = HEAD_BITS + upperValues + own * (1 + lowBits + valueBits);
}

/** Bits from a place of the page on. */
// @ts-ignore: decorator
@inline
function bitsFrom(bit: u32): u64 {
  return load<u64>(page + <usize>(bit >> 3)) >> <u64>(bit & 7);
}

/** At most 57 bits. */
// @ts-ignore: decorator
@inline
function bitsAt(bit: u32, width: u32): u64 {
  return bitsFrom(bit) & ((<u64>1 << <u64>width) - 1);
}

// @ts-ignore: decorator
@inline
function take(value: u64): bool {
  if (nextValue == valuesEnd) return false;
  store<f64>(nextValue, <f64>value);
  nextValue += 8;
  return true;
}

/** Takes the values of a key of the page; false where it is damaged. */
function findOwn(key: u32): bool {
  const upper = key >> lowBits;
  const low = <u64>(key & ((1 << lowBits) - 1));
  // The ones after the zero that ends the previous value are the entries of this value. The number of ones before them
  // is their first index.
  let bit = bitBehindZero(upper);
  if (bit > endBit) return false;
  let entry = HEAD_BITS + upperValues + own;
  let index = bit - HEAD_BITS - upper;
  entry += index * (lowBits + valueBits);
  for (; index < own && bit < endBit && (bitsFrom(bit) & 1) != 0; index++, bit++, entry += lowBits + valueBits)
    if (bitsAt(entry, lowBits) == low && !take(bitsAt(entry + lowBits, valueBits))) return false;
  return true;
}

/** The bit behind the zero number `count` behind the head; one beyond the page where it has no such zero. */
function bitBehindZero(count: u32): u32 {
  if (count == 0) return HEAD_BITS;
  const first = page + (HEAD_BITS >> 3);
  const end = page + <usize>(endBit >> 3);
  let at = first;
  let left = <u64>count;
  let zeros: u64 = 0;
  for (; at < end; at += 8) {
    zeros = ~load<u64>(at);
    const here = popcnt<u64>(zeros);
    if (here >= left) break;
    left -= here;
  }
  for (; left > 1; left--) zeros &= zeros - 1;
  const bit = <u32>((at - page) << 3) + <u32>ctz<u64>(zeros) + 1;
  return at < end && bit <= endBit ? bit : endBit + 1;
}

/** The key of the page's own last entry, 0 where it has none. */
function lastKey(): i64 {
  const end = HEAD_BITS + upperValues + own;
  if (own == 0) return 0;
  let bit = (end - 1) & ~31;
  // Ones below the end: the first word has none of the head.
  let ones = load<u32>(page + <usize>(bit >> 3)) & (0xffffffff >> (31 - ((end - 1) & 31)));
  while (ones == 0 && bit > HEAD_BITS) {
    bit -= 32;
    ones = load<u32>(page + <usize>(bit >> 3));
  }
  if (ones == 0) return 0;
  const last = bit + 31 - <u32>clz<u32>(ones);
  const upper = <i64>(last - HEAD_BITS) - <i64>(own - 1);
  return (upper << <i64>lowBits) + <i64>bitsAt(bitOfSpilled - lowBits - valueBits, lowBits);
}

/** Takes the values of a key of the page before that were spilled to this one; false where it is damaged. */
function findSpilled(key: u32): bool {
  const spilled = load<u32>(page) >> 16;
  if (spilled == 0) return true;
  if (load<u32>(frame, PAGE_BYTES) == EARLIER_PAGE_BYTES) return findEarlierSpilled(key, spilled);
  let at = bitOfSpilled + spanBits;
  let bit = at + spilled * (lowBits + valueBits);
  if (bit + spilled > endBit) return false;
  let upper = bitsAt(bitOfSpilled, spanBits);
  for (let i: u32 = 0; i < spilled; i++, bit++, at += lowBits + valueBits) {
    for (; bit < endBit && (bitsFrom(bit) & 1) == 0; bit++) upper++;
    if (bit >= endBit) return false;
    const here = (upper << <u64>lowBits) + bitsAt(at, lowBits);
    if (here == <u64>key && !take(bitsAt(at + lowBits, valueBits))) return false;
  }
  return true;
}

/** The same of pages before version 5 of the segment: distances from the first key, in as many bits as they say. */
function findEarlierSpilled(key: u32, spilled: u32): bool {
  const width = <u32>bitsAt(bitOfSpilled, WIDTH_BITS);
  let at = bitOfSpilled + WIDTH_BITS + spanBits;
  if (at + spilled * (width + valueBits) > endBit) return false;
  const first = bitsAt(bitOfSpilled + WIDTH_BITS, spanBits);
  for (let i: u32 = 0; i < spilled; i++, at += width + valueBits) {
    // More than 57 bits are no distance of keys.
    if (first + bitsAt(at, min(width, 57)) == <u64>key && !take(bitsAt(at + width, valueBits))) return false;
  }
  return true;
}
