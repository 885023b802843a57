// Which bytes of a text repeat earlier ones: the symbols of one DEFLATE block.
//
//   text ─▶ hash of four bytes ─▶ each place linked to the one before with the same hash ─▶ the longer of two matches
//
// Places are linked before any match is looked for, all in one loop without a branch that depends on the text. Both
// places that a match may begin at are looked at together: whether either can give one is one branch, which the
// processor guesses wrongly once, and how long they are is counted sixteen bytes at a time.
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
/** A match of so many bytes is taken at once. */
// @ts-ignore: decorator
@inline
const LONG: u32 = 16;
/** Symbols of a block, at most; behind the last there is room for those of one more match that waits. */
// @ts-ignore: decorator
@inline
const BLOCK_SYMBOLS: u32 = 16384;

// The room of a call, in bytes: the last place of each hash; how far before each place it is linked to; the symbols.
// @ts-ignore: decorator
@inline
const HEADS_BYTES: usize = 4 << HASH_BITS;
/** Places that are linked at once, and stay so. */
// @ts-ignore: decorator
@inline
const LINKED_MAX: u32 = 2 * WINDOW_BYTES;
// @ts-ignore: decorator
@inline
const BEFORE: usize = HEADS_BYTES;
// @ts-ignore: decorator
@inline
const SYMBOLS_AT: usize = BEFORE + 2 * LINKED_MAX;

/** How often each symbol stands in the block: of literals and lengths, of distances. */
export const LITERAL_COUNTS: usize = memory.data(LITERALS * 4, 16);
export const DISTANCE_COUNTS: usize = memory.data(30 * 4, 16);

/** Where the symbols are, and how many: a literal is its byte, a match its length << 16 | its distance. */
export let symbols: usize = 0;
export let symbolCount: u32 = 0;
/** From which place on, and up to which, places are linked. */
let origin: usize = 0;
let linked: usize = 0;

export function beginMatches(text: usize, room: usize): void {
  memory.fill(room, 0, HEADS_BYTES);
  symbols = room + SYMBOLS_AT;
  origin = text;
  linked = text;
}

/**
 * Finds the symbols of the next block.
 *
 * @param at   where the block begins: all before was seen by earlier calls
 * @param end  end of the text, with 16 readable bytes behind it
 * @returns where the block ends
 */
export function findMatches(at: usize, end: usize, room: usize): usize {
  memory.fill(LITERAL_COUNTS, 0, LITERALS * 4);
  memory.fill(DISTANCE_COUNTS, 0, 30 * 4);
  let to = symbols;
  const full = to + (BLOCK_SYMBOLS << 2);
  const last = end - MATCH_MIN + 1;
  while (at < last && to < full) {
    // The place after each is looked at too.
    if (at + 1 >= linked && linked < last) link(at, last, room);
    const until = linked == last ? last : linked - 1;
    const before = room + BEFORE - (origin << 1);
    while (at < until && to < full) {
      const first = firstOf(before, at);
      const second = first + firstOf(before, at - first);
      let match: u32 = isLike(at, first, second) ? longest(at, end, first, second) : 0;
      if (match < MATCH_MIN << 16) {
        to = literal(at++, to);
        continue;
      }
      while (match >> 16 < LONG && at + 1 < last) {
        const first = firstOf(before, at + 1);
        const second = first + firstOf(before, at + 1 - first);
        // The four bytes that end with the one that a longer match must have.
        if (!isLike(at + (match >> 16) - 2, first, second)) break;
        const better = longest(at + 1, end, first, second);
        if (better >> 16 <= match >> 16) break;
        to = literal(at++, to);
        match = better;
      }
      if (match >> 16 >= LONG) match = extended(at, end, before);
      at += match >> 16;
      to = matched(match >> 16, WINDOW_BYTES - (match & 0xffff), to);
    }
  }
  while (at < end && to < full) to = literal(at++, to);
  symbolCount = <u32>(to - symbols) >> 2;
  return at;
}

// @ts-ignore: decorator
@inline
function literal(at: usize, to: usize): usize {
  const byte = <u32>load<u8>(at);
  store<u32>(to, byte);
  add(LITERAL_COUNTS + (byte << 2));
  return to + 4;
}

// @ts-ignore: decorator
@inline
function matched(length: u32, distance: u32, to: usize): usize {
  store<u32>(to, (length << 16) | distance);
  add(LITERAL_COUNTS + ((257 + lengthSymbol(length)) << 2));
  add(DISTANCE_COUNTS + (distanceSymbol(distance) << 2));
  return to + 4;
}

// @ts-ignore: decorator
@inline
function add(place: usize): void {
  store<u32>(place, load<u32>(place) + 1);
}

/** How far before a place the one that it is linked to is; 0 where it is linked to none. */
// @ts-ignore: decorator
@inline
function firstOf(before: usize, at: usize): usize {
  return load<u16>(before + (at << 1));
}

/** Whether four bytes are the same so far before; not, where there is no place before. */
// @ts-ignore: decorator
@inline
function isLike(at: usize, first: usize, second: usize): bool {
  const own = load<u32>(at);
  return (<u32>first & -(u32(own == load<u32>(at - first)) | u32(own == load<u32>(at - second)))) != 0;
}

/** Links places before `last` to those before them with the same hash: 0 where there is none in the window. */
function link(from: usize, last: usize, room: usize): void {
  const before = room + BEFORE;
  if (linked == origin + LINKED_MAX) {
    const moved = min(from, linked) - WINDOW_BYTES - origin;
    memory.copy(before, before + (moved << 1), (linked - origin - moved) << 1);
    origin += moved;
  }
  let at = linked;
  const until = min(origin + LINKED_MAX, last);
  for (let to = before + ((at - origin) << 1); at < until; at++, to += 2) {
    const head = room + (((load<u32>(at) * 0x9e3779b1) >> (32 - HASH_BITS)) << 2);
    const distance = at - load<u32>(head);
    store<u32>(head, at);
    store<u16>(to, distance > WINDOW_BYTES ? 0 : distance);
  }
  linked = until;
}

/** The longer of two matches: its length << 16 | WINDOW_BYTES - its distance; 16 or more bytes are 16. */
// @ts-ignore: decorator
@inline
function longest(at: usize, end: usize, first: usize, second: usize): u32 {
  const own = v128.load(at);
  const most = min<u32>(<u32>(end - at), 16);
  const limit = <u32>1 << most;
  const one = ctz<u32>((<u32>i8x16.bitmask(i8x16.eq(own, v128.load(at - first))) ^ 0xffff) | limit);
  const other = ctz<u32>((<u32>i8x16.bitmask(i8x16.eq(own, v128.load(at - second))) ^ 0xffff) | limit);
  const match = (one << 16) | (WINDOW_BYTES - <u32>first);
  return second > WINDOW_BYTES ? match : max(match, (other << 16) | (WINDOW_BYTES - <u32>second));
}

/** The same of a match of 16 bytes or more, with all of its length. */
function extended(at: usize, end: usize, before: usize): u32 {
  const first = firstOf(before, at);
  const second = first + firstOf(before, at - first);
  const most = min(<u32>(end - at), MATCH_MAX);
  const match = (commonBytes(at - first, at, most) << 16) | (WINDOW_BYTES - <u32>first);
  if (second > WINDOW_BYTES) return match;
  return max(match, (commonBytes(at - second, at, most) << 16) | (WINDOW_BYTES - <u32>second));
}

/** How many bytes are the same. */
// @ts-ignore: decorator
@inline
function commonBytes(one: usize, other: usize, most: u32): u32 {
  for (let i: u32 = 0; i < most; i += 8) {
    const differing = load<u64>(one + i) ^ load<u64>(other + i);
    if (differing != 0) return min(i + <u32>(ctz<u64>(differing) >> 3), most);
  }
  return most;
}
