// Which bytes of a text repeat earlier ones: the symbols of one DEFLATE block.
//
//   text ─▶ hash of four bytes ─▶ places with the same hash, the nearest first ─▶ the longest match
//
// A match waits for one byte, in case a longer one begins there. Matches have four bytes at least: three rarely pay,
// and four are one load. Parameters were chosen on novels: bytes and time of each are in bench/README.md.

import { distanceSymbol, LITERALS, lengthSymbol, MATCH_MAX, WINDOW_BYTES } from "./form";

// @ts-ignore: decorator
@inline
const MATCH_MIN: u32 = 4;
// @ts-ignore: decorator
@inline
const HASH_BITS: u32 = 13;
/** Places that are tried, at most. */
// @ts-ignore: decorator
@inline
const TRIED_MAX: u32 = 2;
/** A match of so many bytes is taken at once. */
// @ts-ignore: decorator
@inline
const LONG: u32 = 16;
/** Symbols of a block, at most; behind the last there is room for those of one more match that waits. */
// @ts-ignore: decorator
@inline
const BLOCK_SYMBOLS: u32 = 16384;

// The room of a call, in bytes: the last place of each hash, the place before each place, the symbols.
// @ts-ignore: decorator
@inline
const HEADS_BYTES: usize = 4 << HASH_BITS;
// @ts-ignore: decorator
@inline
const BEFORE: usize = HEADS_BYTES;
// @ts-ignore: decorator
@inline
const SYMBOLS_AT: usize = BEFORE + 4 * WINDOW_BYTES;

/** How often each symbol stands in the block: of literals and lengths, of distances. */
export const LITERAL_COUNTS: usize = memory.data(LITERALS * 4, 16);
export const DISTANCE_COUNTS: usize = memory.data(30 * 4, 16);

/** Where the symbols are, and how many: a literal is its byte, a match its length << 16 | its distance. */
export let symbols: usize = 0;
export let symbolCount: u32 = 0;

export function beginMatches(room: usize): void {
  memory.fill(room, 0, HEADS_BYTES);
  symbols = room + SYMBOLS_AT;
}

/**
 * Finds the symbols of the next block.
 *
 * @param text  all of it, with 8 readable bytes behind it
 * @param from  where the block begins: all before was seen by earlier calls
 * @returns where the block ends
 */
export function findMatches(text: usize, from: u32, end: u32, room: usize): u32 {
  memory.fill(LITERAL_COUNTS, 0, LITERALS * 4);
  memory.fill(DISTANCE_COUNTS, 0, 30 * 4);
  let at = from;
  let count: u32 = 0;
  const last: u32 = end < MATCH_MIN ? 0 : end - MATCH_MIN + 1;
  while (at < end && count < BLOCK_SYMBOLS) {
    let match: u32 = at < last ? longest(text, at, end, room, MATCH_MIN - 1) : 0;
    if (match == 0) {
      literal(text, at++, count++);
      continue;
    }
    let seen = at + 1;
    while (match >> 16 < LONG && at + 1 < last) {
      seen++;
      const better = longest(text, at + 1, end, room, match >> 16);
      if (better == 0) break;
      literal(text, at++, count++);
      match = better;
    }
    store<u32>(symbols + (<usize>count << 2), match);
    count++;
    add(LITERAL_COUNTS + ((257 + lengthSymbol(match >> 16)) << 2));
    add(DISTANCE_COUNTS + (distanceSymbol(match & 0xffff) << 2));
    at += match >> 16;
    for (const until = min(at, last); seen < until; seen++) remember(text, seen, room);
  }
  symbolCount = count;
  return at;
}

// @ts-ignore: decorator
@inline
function literal(text: usize, at: u32, count: u32): void {
  const byte = <u32>load<u8>(text + at);
  store<u32>(symbols + (<usize>count << 2), byte);
  add(LITERAL_COUNTS + (byte << 2));
}

// @ts-ignore: decorator
@inline
function add(place: usize): void {
  store<u32>(place, load<u32>(place) + 1);
}

/** @returns the place before with the same hash, from 1; 0 where there is none */
// @ts-ignore: decorator
@inline
function remember(text: usize, at: u32, room: usize): u32 {
  const head = room + (((load<u32>(text + at) * 0x9e3779b1) >> (32 - HASH_BITS)) << 2);
  const before = load<u32>(head);
  store<u32>(room + BEFORE + ((at & (WINDOW_BYTES - 1)) << 2), before);
  store<u32>(head, at + 1);
  return before;
}

/** The longest match of more than `length` bytes, its length << 16 | its distance, or 0; the place is remembered. */
// @ts-ignore: decorator
@inline
function longest(text: usize, at: u32, end: u32, room: usize, length: u32): u32 {
  let match: u32 = 0;
  let place = remember(text, at, room);
  const most = min(end - at, MATCH_MAX);
  if (length >= most) return 0;
  const first = load<u32>(text + at);
  for (let tried: u32 = 0; place > 0 && tried < TRIED_MAX; tried++) {
    const distance = at + 1 - place;
    if (distance > WINDOW_BYTES) break;
    const candidate = text + place - 1;
    // The four bytes that end with the one that a longer match must have.
    if (load<u32>(candidate + length - 3) == load<u32>(text + at + length - 3) && load<u32>(candidate) == first) {
      const found = commonBytes(candidate, text + at, most);
      if (found > length) {
        length = found;
        match = (found << 16) | distance;
        if (found == most) break;
      }
    }
    place = load<u32>(room + BEFORE + (((place - 1) & (WINDOW_BYTES - 1)) << 2));
  }
  return match;
}

/** How many bytes are the same, from the first on; four are. */
// @ts-ignore: decorator
@inline
function commonBytes(one: usize, other: usize, most: u32): u32 {
  for (let i: u32 = 4; i < most; i += 8) {
    const differing = load<u64>(one + i) ^ load<u64>(other + i);
    if (differing != 0) return min(i + <u32>(ctz<u64>(differing) >> 3), most);
  }
  return most;
}
