// Characters of two bytes, as most alphabets have them: which are separators, by lookups in registers, and what letters
// fold to, eight at a time.
//
//   text     о   н   ,   я          D0 BE D0 BD 2C D1 8F
//   first      D0   D0        D1    the byte before: its lower two bits, with the upper bits of the second byte, choose
//   row      one of 16 rows of 16 bits, as two lookups (for a low nibble of 0 to 7, and of 8 to 15)
//   bit      of the row, by the low nibble of the second byte: 1 where the character is no separator
//
// The rows of four first bytes are a page of 256 characters: U+0400 to U+04FF (Cyrillic), U+0600 to U+06FF (Arabic).
// Text of a script has its letters on one page; what is on others («, ») is looked up one by one.
//
// Source: Keiser and Lemire, "Validating UTF-8 in less than one instruction per byte", Software: Practice and
// Experience 2021, who classify pairs of bytes by three lookups of nibbles.

import { entryOf, foldedOf, LETTER, SEPARATOR } from "../table";
import { encode } from "../utf8";

// u8[8 pages × 2 × 16]: rows of low nibbles under 8, then of the others.
const ROWS: usize = memory.data(8 * 32, 16);
// u16[0x800]: the folded letter of a code point, where both have two bytes.
const LETTERS: usize = memory.data(2 * 0x800, 16);
let arePairsKnown: bool = false;

const PAGE_BITS: usize = memory.data<u64>([0xfcfcfcfcfcfcfcfc, 0xfcfcfcfcfcfcfcfc], 16);
const LOW_TWO: usize = memory.data<u64>([0x0303030303030303, 0x0303030303030303], 16);
const SEVEN: usize = memory.data<u64>([0x0707070707070707, 0x0707070707070707], 16);
const LOW_NIBBLE: usize = memory.data<u64>([0x0f0f0f0f0f0f0f0f, 0x0f0f0f0f0f0f0f0f], 16);
const AFTER_SECOND: usize = memory.data<u64>([0xc0c0c0c0c0c0c0c0, 0xc0c0c0c0c0c0c0c0], 16);
const BITS: usize = memory.data<u64>([0x8040201008040201, 0x8040201008040201], 16);
const LOW_FIVE: usize = memory.data<u64>([0x001f001f001f001f, 0x001f001f001f001f], 16);
const LOW_SIX: usize = memory.data<u64>([0x003f003f003f003f, 0x003f003f003f003f], 16);
const PAIR_BITS: usize = memory.data<u64>([0xc0e0c0e0c0e0c0e0, 0xc0e0c0e0c0e0c0e0], 16);
const PAIR: usize = memory.data<u64>([0x80c080c080c080c0, 0x80c080c080c080c0], 16);

/** Fills the tables from the fold table. U+0000 to U+007F stay separators, since two bytes for them are malformed. */
export function fillPairs(): void {
  if (arePairsKnown) return;
  arePairsKnown = true;
  for (let codePoint: u32 = 0x80; codePoint < 0x800; codePoint++) {
    const entry = entryOf(codePoint);
    if (entry == SEPARATOR) continue;
    const folded = foldedOf(codePoint, entry);
    if ((entry & 15) == LETTER && folded >= 0x80 && folded < 0x800) encode(LETTERS + ((<usize>codePoint) << 1), folded);
    const rows = ROWS + ((<usize>(codePoint >> 8)) << 5) + ((<usize>(codePoint & 8)) << 1);
    const row = rows + <usize>((codePoint >> 4) & 15);
    store<u8>(row, <u32>load<u8>(row) | ((<u32>1) << (codePoint & 7)));
  }
}

/** Address of the two rows of tables of a page, 32 bytes. @param first any first byte of the page */
// @ts-ignore: decorator
@inline
export function rowsOf(first: u32): usize {
  return ROWS + ((<usize>((first >> 2) & 7)) << 5);
}

/** The first bytes of a page among 16 bytes. */
// @ts-ignore: decorator
@inline
export function firstsOf(bytes: v128, page: v128): v128 {
  const pageBits = v128.load(PAGE_BITS);
  return i8x16.eq(v128.and(bytes, pageBits), v128.and(page, pageBits));
}

/** The bytes that continue a character. */
// @ts-ignore: decorator
@inline
export function secondsOf(bytes: v128): v128 {
  return i8x16.lt_s(bytes, v128.load(AFTER_SECOND)); // as signed bytes, 80 to BF are the smallest
}

/**
 * The second bytes of characters of a page that are no separators; nothing is said of other bytes.
 *
 * @param before the bytes before each of these
 */
// @ts-ignore: decorator
@inline
export function lettersOf(bytes: v128, before: v128, lowRows: v128, highRows: v128): v128 {
  const lowTwo = v128.load(LOW_TWO);
  const row = v128.or(i16x8.shl(v128.and(before, lowTwo), 2), v128.and(i16x8.shr_u(bytes, 4), lowTwo));
  const nibble = v128.and(bytes, v128.load(LOW_NIBBLE));
  const isHigh = i8x16.gt_s(nibble, v128.load(SEVEN));
  const eight = v128.bitselect(i8x16.swizzle(highRows, row), i8x16.swizzle(lowRows, row), isHigh);
  const bit = i8x16.swizzle(v128.load(BITS), nibble);
  return i8x16.eq(v128.and(eight, bit), bit);
}

/** The folded letters of eight pairs of bytes; zeros where there is none of two bytes that folds to such a letter. */
// @ts-ignore: decorator
@inline
export function foldedPairs(text: v128): v128 {
  const upper = i16x8.shl(v128.and(text, v128.load(LOW_FIVE)), 6);
  const lower = v128.and(i16x8.shr_u(text, 8), v128.load(LOW_SIX));
  const at = i16x8.shl(v128.or(upper, lower), 1);
  let folded = i8x16.splat(0);
  folded = v128.load_lane<u16>(LETTERS + <usize>i16x8.extract_lane_u(at, 0), folded, 0);
  folded = v128.load_lane<u16>(LETTERS + <usize>i16x8.extract_lane_u(at, 1), folded, 1);
  folded = v128.load_lane<u16>(LETTERS + <usize>i16x8.extract_lane_u(at, 2), folded, 2);
  folded = v128.load_lane<u16>(LETTERS + <usize>i16x8.extract_lane_u(at, 3), folded, 3);
  folded = v128.load_lane<u16>(LETTERS + <usize>i16x8.extract_lane_u(at, 4), folded, 4);
  folded = v128.load_lane<u16>(LETTERS + <usize>i16x8.extract_lane_u(at, 5), folded, 5);
  folded = v128.load_lane<u16>(LETTERS + <usize>i16x8.extract_lane_u(at, 6), folded, 6);
  folded = v128.load_lane<u16>(LETTERS + <usize>i16x8.extract_lane_u(at, 7), folded, 7);
  const isPair = i16x8.eq(v128.and(text, v128.load(PAIR_BITS)), v128.load(PAIR));
  return v128.and(folded, isPair);
}

/** Whether each pair under a mask has a folded letter. */
// @ts-ignore: decorator
@inline
export function areLetters(folded: v128, mask: v128): bool {
  return !v128.any_true(v128.and(i16x8.eq(folded, i8x16.splat(0)), mask));
}
