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
  ORDER,
} from "./form";

const BITS_MAX: u32 = 15;
/** Bits by which a table is asked. A code of lengths has none longer than 7. */
// @ts-ignore: decorator
@inline
const TABLE_BITS: u32 = 10;
// @ts-ignore: decorator
@inline
const LENGTHS_TABLE_BITS: u32 = 7;
/**
 * A code: of the bits that come next an entry of 32 bits; how many symbols have each length; the symbols. An entry has
 *
 *     bits 0-7     of the code and what follows it
 *     bits 8-13    of the code alone
 *     bits 16-30   the literal, the shortest length or the shortest distance
 *     bit 31       whether it is a literal
 *
 * and is 0 for a code that is longer than the table's, for the end, and for what no stream has.
 */
// @ts-ignore: decorator
@inline
const COUNTS: i32 = 4 << TABLE_BITS;
// @ts-ignore: decorator
@inline
const SORTED: i32 = COUNTS + 2 * 16;
// @ts-ignore: decorator
@inline
const LITERAL: u32 = 1 << 31;
/** Alphabets: lengths of codes are read as literals. */
// @ts-ignore: decorator
@inline
const OF_LITERALS: u32 = 0;
// @ts-ignore: decorator
@inline
const OF_DISTANCES: u32 = 1;
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
  fillTable(LITERAL_CODE, TABLE_BITS, OF_LITERALS);
  memory.fill(CODE_LENGTHS, 5, 32);
  code(CODE_LENGTHS, 32, DISTANCE_CODE);
  fillTable(DISTANCE_CODE, TABLE_BITS, OF_DISTANCES);
  return true;
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
  fillTable(LITERAL_CODE, LENGTHS_TABLE_BITS, OF_LITERALS);
  if (!ownLengths(literals + distances)) return false;
  // Without an end, a block has none.
  if (load<u8>(CODE_LENGTHS + END) == 0) return false;
  if (!code(CODE_LENGTHS, literals, LITERAL_CODE)) return false;
  if (!code(CODE_LENGTHS + literals, distances, DISTANCE_CODE)) return false;
  fillTable(LITERAL_CODE, TABLE_BITS, OF_LITERALS);
  fillTable(DISTANCE_CODE, TABLE_BITS, OF_DISTANCES);
  return true;
}

/** Reads lengths of codes. @returns whether there are as many */
function ownLengths(count: u32): bool {
  for (let at: u32 = 0; at < count; ) {
    refill();
    const entry = load<u32>(LITERAL_CODE + (<usize>(<u32>buffer & ((1 << LENGTHS_TABLE_BITS) - 1)) << 2));
    if (entry == 0 || isOver()) return false;
    bits(entry & 255);
    const symbol = (entry & ~LITERAL) >> 16;
    if (symbol < 16) {
      store<u8>(CODE_LENGTHS + at++, <u8>symbol);
      continue;
    }
    if (symbol == 16 && at == 0) return false;
    const length = symbol == 16 ? load<u8>(CODE_LENGTHS + at - 1) : 0;
    const times = symbol == 16 ? 3 + bits(2) : symbol == 17 ? 3 + bits(3) : 11 + bits(7);
    if (at + times > count) return false;
    memory.fill(CODE_LENGTHS + at, length, times);
    at += times;
  }
  return true;
}

/** Makes a code of lengths. @returns whether no two codes begin alike; not all need to be used */
function code(lengths: usize, symbols: u32, to: usize): bool {
  memory.fill(to + COUNTS, 0, SORTED - COUNTS);
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
  return true;
}

/**
 * The entries of a table. Codes come by their length: each is put once, and the table is doubled for the next length.
 */
function fillTable(to: usize, tableBits: u32, alphabet: u32): void {
  store<u64>(to, 0);
  let next: u32 = 0;
  let place: usize = to + SORTED;
  for (let length: u32 = 1; ; length++) {
    for (let left = <u32>load<u16>(to + COUNTS + (length << 1)); left > 0; left--) {
      const entry = entryOf(alphabet, <u32>load<u16>(place));
      const at = to + (<usize>(reversed(next++) >> (32 - length)) << 2);
      store<u32>(at, entry == 0 ? 0 : entry + (length << 8) + length);
      place += 2;
    }
    if (length == tableBits) return;
    memory.copy(to + (4 << length), to, 4 << length);
    next <<= 1;
  }
}

/** What a table has of a symbol, but for the bits of its code. */
// @ts-ignore: decorator
@inline
function entryOf(alphabet: u32, symbol: u32): u32 {
  if (alphabet == OF_DISTANCES)
    return symbol < DISTANCES ? (distanceBase(symbol) << 16) | distanceExtraBits(symbol) : 0;
  if (symbol < END) return LITERAL | (symbol << 16);
  if (symbol == END || symbol >= LITERALS) return 0;
  return (lengthBase(symbol - 257) << 16) | lengthExtraBits(symbol - 257);
}

/** The next symbol of a code bit by bit, since the codes of a length follow one another; or -1. 15 bits are there. */
function nextSymbol(code: usize): i32 {
  let value: u32 = 0;
  let first: u32 = 0;
  let place: u32 = 0;
  for (let length: u32 = 1; length <= BITS_MAX; length++) {
    value |= <u32>(buffer >> (length - 1)) & 1;
    const count = <u32>load<u16>(code + COUNTS + (length << 1));
    if (value < first + count) {
      bits(length);
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
    const symbol = <u32>nextSymbol(LITERAL_CODE);
    if (symbol < END) {
      if (at >= end) return 0;
      store<u8>(at++, symbol);
      continue;
    }
    if (symbol == END) return at;
    // Also -1. The fixed codes have two symbols of lengths that are none.
    if (symbol >= LITERALS || isOver()) return 0;
    // 15 bits are taken at most: 5, 15 and 13 more are there.
    const ofLength = symbol - 257;
    const length = lengthBase(ofLength) + bits(lengthExtraBits(ofLength));
    const ofDistance = <u32>nextSymbol(DISTANCE_CODE);
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
  // Two refills, and three literals.
  while (next + 16 <= fromEnd && at + 3 <= end) {
    stock |= load<u64>(next) << left;
    next += (63 - left) >> 3;
    left |= 56;
    let entry = load<u32>(LITERAL_CODE + (<usize>(<u32>stock & ((1 << TABLE_BITS) - 1)) << 2));
    if (<i32>entry < 0) {
      store<u8>(at++, entry >> 16);
      stock >>= entry & 255;
      left -= entry & 255;
      entry = load<u32>(LITERAL_CODE + (<usize>(<u32>stock & ((1 << TABLE_BITS) - 1)) << 2));
      if (<i32>entry < 0) {
        store<u8>(at++, entry >> 16);
        stock >>= entry & 255;
        left -= entry & 255;
        entry = load<u32>(LITERAL_CODE + (<usize>(<u32>stock & ((1 << TABLE_BITS) - 1)) << 2));
        if (<i32>entry < 0) {
          store<u8>(at++, entry >> 16);
          stock >>= entry & 255;
          left -= entry & 255;
          continue;
        }
        stock |= load<u64>(next) << left;
        next += (63 - left) >> 3;
        left |= 56;
      }
    }
    // Of 46 bits 15, 10 and 13 are taken at most.
    if (entry == 0) break;
    const rest = stock >> (entry & 255);
    const far = load<u32>(DISTANCE_CODE + (<usize>(<u32>rest & ((1 << TABLE_BITS) - 1)) << 2));
    if (far == 0) break;
    const length = valueOf(entry, stock);
    const distance = valueOf(far, rest);
    if (<usize>distance > at - out || <usize>length > end - at) break;
    stock = rest >> (far & 255);
    left -= (entry & 255) + (far & 255);
    copyMatch(at, distance, length);
    at += length;
  }
  buffer = stock;
  buffered = left;
  from = next;
  return at;
}

/** The length or distance of an entry and of the bits that stand behind its code. */
// @ts-ignore: decorator
@inline
function valueOf(entry: u32, stock: u64): u32 {
  return (entry >> 16) + (<u32>(stock & ~(<u64>-1 << (entry & 255))) >> ((entry >> 8) & 255));
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
  if (distance >= 16) {
    do {
      v128.store(at, v128.load(at - distance));
      at += 16;
    } while (at < end);
  } else if (distance >= 8) {
    for (; at < end; at += 8) store<u64>(at, load<u64>(at - distance));
  } else {
    for (; at < end; at++) store<u8>(at, load<u8>(at - distance));
  }
}
