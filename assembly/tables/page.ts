// One page of keys, as `src/corpus/format/page.ts` draws it: a select of bits tells where the entries of a key's upper
// part are. Bits are counted from the beginning of the page.

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

// The pages of a section: their size, the bits of an entry, and where entries begin.
let pageBytes: u32 = 0;
let lowBits: u32 = 0;
let valueBits: u32 = 0;
let spanBits: u32 = 0;
let upperValues: u32 = 0;
let endBit: u32 = 0;

// The open page.
let page: usize = 0;
let own: u32 = 0;
let bitOfSpilled: u32 = 0;

/** Where the next value goes. */
export let nextValue: usize = 0;
let valuesEnd: usize = 0;

/** Names the form of the pages that are opened from now on. */
export function beginPages(bytes: u32, low: u32, value: u32, span: u32, uppers: u32): void {
  pageBytes = bytes;
  lowBits = low;
  valueBits = value;
  spanBits = span;
  upperValues = uppers;
  endBit = (bytes << 3) - 32;
}

/** Values that are found are written from one address to before another; more are damage. */
export function takeValuesAt(start: usize, end: usize): void {
  nextValue = start;
  valuesEnd = end;
}

/** Opens the page at an address; false where it is damaged. */
export function openPage(at: usize): bool {
  page = at;
  own = load<u32>(page) & (SPILLS_FLAG - 1);
  bitOfSpilled = HEAD_BITS + upperValues + own * (1 + lowBits + valueBits);
  return bitOfSpilled <= endBit;
}

/** Whether entries of a key may stand in the next page too. */
export function spillsAt(key: u32): bool {
  return (load<u32>(page) & SPILLS_FLAG) != 0 && <i64>key >= lastKey();
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

/** Takes the values of a key of the open page; false where it is damaged. */
export function findOwn(key: u32): bool {
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
export function findSpilled(key: u32): bool {
  const spilled = load<u32>(page) >> 16;
  if (spilled == 0) return true;
  if (pageBytes == EARLIER_PAGE_BYTES) return findEarlierSpilled(key, spilled);
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
