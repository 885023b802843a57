// A raw DEFLATE stream → its text (RFC 1951): the blocks of a corpus, by whatever program they were written.
//
//   stream ─▶ lengths of codes ─▶ codes of up to 10 bits in a table, longer ones by their order ─▶ literals and matches
//
// Nothing of a stream is trusted: what reads beyond it, writes beyond its text or copies from before it is refused.

import { reversed } from "./codes";
import {
  DISTANCES,
  distanceBase,
  distanceExtraBits,
  END,
  LENGTHS,
  LITERALS,
  lengthBase,
  lengthExtraBits,
  MATCH_MAX,
  ORDER,
} from "./form";

const BITS_MAX: u32 = 15;
// @ts-ignore: decorator
@inline
const TABLE_BITS: u32 = 10;
/** A code: of its first bits the symbol << 4 | its bits, or 0; how many symbols have each length; the symbols. */
// @ts-ignore: decorator
@inline
const COUNTS: i32 = 2 << TABLE_BITS;
// @ts-ignore: decorator
@inline
const SORTED: i32 = COUNTS + 2 * 16;
const LITERAL_CODE: usize = memory.data(SORTED + 2 * 288, 16);
const DISTANCE_CODE: usize = memory.data(SORTED + 2 * 32, 16);
const CODE_LENGTHS: usize = memory.data(288 + 32, 16);
const PLACES: usize = memory.data(2 * 17, 16);

/** What is read next, and the stream's end. */
let from: usize = 0;
let fromEnd: usize = 0;
let buffer: u64 = 0;
let buffered: u32 = 0;
/** Whether the codes are the fixed ones: empty blocks of ten bits would make them again and again. */
let areFixed: bool = false;

/**
 * Inflates a stream.
 *
 * @param stream    `streamBytes` bytes; what stands behind the last block is passed over
 * @param out       room for `outBytes`, and 16 more
 * @returns bytes of the text, or -1: the stream is damaged, or its text longer than `outBytes`
 */
export function inflate(stream: usize, streamBytes: u32, out: usize, outBytes: u32): i32 {
  from = stream;
  fromEnd = stream + streamBytes;
  buffer = 0;
  buffered = 0;
  areFixed = false;
  let at = out;
  for (let isLast = false; !isLast; ) {
    const head = take(3);
    isLast = (head & 1) != 0;
    const kind = head >> 1;
    if (kind == 0) at = copied(at, out + outBytes);
    else if (kind == 1 ? fixedCodes() : kind == 2 && ownCodes()) at = decoded(out, at, out + outBytes);
    else return -1;
    if (at == 0 || isOver()) return -1;
  }
  return <i32>(at - out);
}

/** Fills the buffer to 56 bits at least. Behind the stream come zeros, which `isOver` notices. */
// @ts-ignore: decorator
@inline
function refill(): void {
  if (from + 8 <= fromEnd) {
    buffer |= load<u64>(from) << buffered;
    from += (63 - buffered) >> 3;
    buffered |= 56;
    return;
  }
  while (buffered <= 56) {
    if (from < fromEnd) buffer |= <u64>load<u8>(from) << buffered;
    from++;
    buffered += 8;
  }
}

/** Whether more was taken than the stream has. */
// @ts-ignore: decorator
@inline
function isOver(): bool {
  return from > fromEnd + (buffered >> 3);
}

/** The next bits, at most 32. */
function take(bits: u32): u32 {
  refill();
  const value = <u32>(buffer & ((<u64>1 << bits) - 1));
  buffer >>= bits;
  buffered -= bits;
  return value;
}

/** Bytes that stand as they are. @returns where the text goes on; 0 if the block is damaged */
function copied(at: usize, end: usize): usize {
  take(buffered & 7);
  const count = take(16);
  if ((take(16) ^ 0xffff) != count) return 0;
  const source = from - (buffered >> 3);
  if (source + count > fromEnd || at + count > end) return 0;
  memory.copy(at, source, count);
  from = source + count;
  buffer = 0;
  buffered = 0;
  return at + count;
}

function fixedCodes(): bool {
  if (areFixed) return true;
  areFixed = true;
  memory.fill(CODE_LENGTHS, 8, 288);
  memory.fill(CODE_LENGTHS + 144, 9, 112);
  memory.fill(CODE_LENGTHS + 256, 7, 24);
  code(CODE_LENGTHS, 288, LITERAL_CODE);
  memory.fill(CODE_LENGTHS, 5, 32);
  return code(CODE_LENGTHS, 32, DISTANCE_CODE);
}

/** Reads the codes of a block. @returns whether they are codes */
function ownCodes(): bool {
  areFixed = false;
  const literals = take(5) + 257;
  const distances = take(5) + 1;
  const stated = take(4) + 4;
  if (literals > LITERALS || distances > DISTANCES) return false;
  memory.fill(CODE_LENGTHS, 0, LENGTHS);
  for (let i: u32 = 0; i < stated; i++) store<u8>(CODE_LENGTHS + load<u8>(ORDER + i), <u8>take(3));
  if (!code(CODE_LENGTHS, LENGTHS, LITERAL_CODE)) return false;
  const count = literals + distances;
  for (let at: u32 = 0; at < count; ) {
    const symbol = nextSymbol(LITERAL_CODE);
    if (symbol < 0 || isOver()) return false;
    if (symbol < 16) {
      store<u8>(CODE_LENGTHS + at++, <u8>symbol);
      continue;
    }
    if (symbol == 16 && at == 0) return false;
    const length = symbol == 16 ? load<u8>(CODE_LENGTHS + at - 1) : 0;
    const times = symbol == 16 ? 3 + take(2) : symbol == 17 ? 3 + take(3) : 11 + take(7);
    if (at + times > count) return false;
    memory.fill(CODE_LENGTHS + at, length, times);
    at += times;
  }
  // Without an end, a block has none.
  if (load<u8>(CODE_LENGTHS + END) == 0) return false;
  return code(CODE_LENGTHS, literals, LITERAL_CODE) && code(CODE_LENGTHS + literals, distances, DISTANCE_CODE);
}

/** Makes a code of lengths. @returns whether no two codes begin alike; not all need to be used */
function code(lengths: usize, symbols: u32, to: usize): bool {
  memory.fill(to, 0, SORTED);
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const place = to + COUNTS + (<usize>load<u8>(lengths + symbol) << 1);
    store<u16>(place, load<u16>(place) + 1);
  }
  store<u16>(to + COUNTS, 0);
  let left: i32 = 1;
  store<u16>(PLACES + 2, 0);
  for (let length: u32 = 1; length <= BITS_MAX; length++) {
    const count = load<u16>(to + COUNTS + (length << 1));
    left = 2 * left - count;
    if (left < 0) return false;
    store<u16>(PLACES + ((length + 1) << 1), load<u16>(PLACES + (length << 1)) + count);
  }
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const length = <u32>load<u8>(lengths + symbol);
    if (length == 0) continue;
    const place = <u32>load<u16>(PLACES + (length << 1));
    store<u16>(PLACES + (length << 1), <u16>(place + 1));
    store<u16>(to + SORTED + (place << 1), <u16>symbol);
  }
  fillTable(to);
  return true;
}

/** Of each code of up to `TABLE_BITS` bits, the entries that begin with it. */
function fillTable(to: usize): void {
  let next: u32 = 0;
  let place: u32 = 0;
  for (let length: u32 = 1; length <= TABLE_BITS; length++) {
    for (let left = <u32>load<u16>(to + COUNTS + (length << 1)); left > 0; left--) {
      const entry = <u16>((<u32>load<u16>(to + SORTED + (place++ << 1)) << 4) | length);
      for (let at = reversed(next++) >> (32 - length); at < 1 << TABLE_BITS; at += 1 << length)
        store<u16>(to + (at << 1), entry);
    }
    next <<= 1;
  }
}

/** The next symbol of a code, or -1: 15 bits are in the buffer. */
// @ts-ignore: decorator
@inline
function symbolOf(code: usize): i32 {
  const entry = <u32>load<u16>(code + (<usize>(<u32>buffer & ((1 << TABLE_BITS) - 1)) << 1));
  if (entry == 0) return longSymbol(code);
  buffer >>= entry & 15;
  buffered -= entry & 15;
  return entry >> 4;
}

function nextSymbol(code: usize): i32 {
  refill();
  return symbolOf(code);
}

/** The same bit by bit, since the codes of a length follow one another. */
function longSymbol(code: usize): i32 {
  let value: u32 = 0;
  let first: u32 = 0;
  let place: u32 = 0;
  for (let length: u32 = 1; length <= BITS_MAX; length++) {
    value |= <u32>(buffer >> (length - 1)) & 1;
    const count = <u32>load<u16>(code + COUNTS + (length << 1));
    if (value < first + count) {
      buffer >>= length;
      buffered -= length;
      return load<u16>(code + SORTED + ((place + value - first) << 1));
    }
    place += count;
    first = (first + count) << 1;
    value <<= 1;
  }
  return -1;
}

/** Literals and matches up to the block's end. @returns where the text goes on; 0 if the block is damaged */
function decoded(out: usize, at: usize, end: usize): usize {
  while (true) {
    at = decodedShort(out, at, end);
    refill();
    const symbol = <u32>symbolOf(LITERAL_CODE);
    if (symbol < END) {
      if (at >= end) return 0;
      store<u8>(at++, symbol);
      continue;
    }
    if (symbol == END) return at;
    // Also -1. The table has two symbols of lengths that are none.
    if (symbol > 285 || isOver()) return 0;
    // 15 bits are taken at most: 5, 15 and 13 more are there.
    const ofLength = symbol - 257;
    const length = lengthBase(ofLength) + bits(lengthExtraBits(ofLength));
    const ofDistance = <u32>symbolOf(DISTANCE_CODE);
    if (ofDistance >= DISTANCES) return 0;
    const distance = distanceBase(ofDistance) + bits(distanceExtraBits(ofDistance));
    if (<usize>distance > at - out || <usize>length > end - at) return 0;
    copyMatch(at, distance, length);
    at += length;
  }
}

/**
 * The same while codes are short and both ends are far: nearly all of a text. It stops before the first symbol for
 * which this does not hold. Its state is local, since each access to a module variable costs a load or a store.
 */
function decodedShort(out: usize, at: usize, end: usize): usize {
  let stock = buffer;
  let left = buffered;
  let next = from;
  while (next + 8 <= fromEnd && at + MATCH_MAX <= end) {
    stock |= load<u64>(next) << left;
    next += (63 - left) >> 3;
    left |= 56;
    const entry = <u32>load<u16>(LITERAL_CODE + (<usize>(<u32>stock & ((1 << TABLE_BITS) - 1)) << 1));
    const symbol = entry >> 4;
    if (symbol < END) {
      if (entry == 0) break;
      store<u8>(at++, symbol);
      stock >>= entry & 15;
      left -= entry & 15;
      continue;
    }
    if (symbol == END || symbol > 285) break;
    const ofLength = symbol - 257;
    const lengthBits = lengthExtraBits(ofLength);
    let taken = entry & 15;
    const length = lengthBase(ofLength) + (<u32>(stock >> taken) & ((1 << lengthBits) - 1));
    taken += lengthBits;
    const far = <u32>load<u16>(DISTANCE_CODE + (<usize>(<u32>(stock >> taken) & ((1 << TABLE_BITS) - 1)) << 1));
    const ofDistance = far >> 4;
    if (far == 0 || ofDistance >= DISTANCES) break;
    taken += far & 15;
    const distanceBits = distanceExtraBits(ofDistance);
    const distance = distanceBase(ofDistance) + (<u32>(stock >> taken) & ((1 << distanceBits) - 1));
    if (<usize>distance > at - out) break;
    taken += distanceBits;
    stock >>= taken;
    left -= taken;
    copyMatch(at, distance, length);
    at += length;
  }
  buffer = stock;
  buffered = left;
  from = next;
  return at;
}

/** The next bits, which are in the buffer. */
// @ts-ignore: decorator
@inline
function bits(count: u32): u32 {
  const value = <u32>buffer & ((1 << count) - 1);
  buffer >>= count;
  buffered -= count;
  return value;
}

/** Writes up to 15 bytes behind the match: there is room. */
// @ts-ignore: decorator
@inline
function copyMatch(at: usize, distance: usize, length: usize): void {
  const end = at + length;
  if (distance < 8) {
    for (; at < end; at++) store<u8>(at, load<u8>(at - distance));
    return;
  }
  for (; at < end; at += 8) store<u64>(at, load<u64>(at - distance));
}
