// Joins words that are divided at a line end, before any other step reads the text:
//
//   text    … e x a m - \r \n _ p l e …        letter, hyphen, blanks, one line end, blanks, small letter
//   becomes … e x a m ~ ~ ~ ~ ~ p l e …        the gap is overwritten with invisible characters, which folding drops
//
// These characters have two and three bytes (U+00AD and U+200B), so they fill any gap, no offset changes, and the word
// spans the break from its first letter to its last. A hyphen is "-", U+2010, U+00AD, or "¬", which scanners read for
// it. Scripts without capitals are unchanged, because they do not divide words in this way. "well-known" divided at its
// hyphen becomes one word too: a table cannot decide that. Exactly one line end is allowed: a word divided across pages
// stays two words.

import { DROP, entryOf, EXTEND, foldedOf, IS_EXPANSION, LETTER } from "../table";
import { decode, lengthOf } from "../utf8";

/** Longest gap, hyphen and blanks together. */
// @ts-ignore: decorator
@inline
const GAP_BYTES_MAX: usize = 64;

const NEWLINES: usize = memory.data<u64>([0x0a0a0a0a0a0a0a0a, 0x0a0a0a0a0a0a0a0a], 16);
// A bit set of the lower six bits of the last bytes of hyphens (0x2d, 0x90, 0xac, 0xad) and of blanks (0x09, 0x0d,
// 0x20).
// @ts-ignore: decorator
@inline
const BEFORE: u64 = 0x0000300100012200;

/**
 * Fills the gaps in the text from `textPtr` to `end`; 64 bytes after `end` must be readable. If more text follows, gaps
 * near the end are left to the next chunk.
 *
 * @returns the address up to which all gaps are filled
 */
export function joinLines(textPtr: usize, end: usize, isLast: bool): usize {
  const newlines = v128.load(NEWLINES);
  for (let at = textPtr; at < end; at += 64) {
    const first = v128.load(at);
    const second = v128.load(at, 16);
    const third = v128.load(at, 32);
    const fourth = v128.load(at, 48);
    const least = i8x16.min_u(i8x16.min_u(first, second), i8x16.min_u(third, fourth));
    if (i8x16.bitmask(i8x16.eq(i8x16.min_u(least, newlines), least)) != 0) {
      const low = <u64>newlines16(first, newlines) | (<u64>newlines16(second, newlines) << 16);
      const high = <u64>newlines16(third, newlines) | (<u64>newlines16(fourth, newlines) << 16);
      for (let bits = low | (high << 32); bits != 0; bits &= bits - 1) {
        const newline = at + <usize>ctz(bits);
        const before = <u32>load<u8>(newline - 1);
        // One branch, rarely taken: most lines end in a letter or a full stop.
        const mayBe = (<u32>(BEFORE >> (<u64>before & 63))) & (before - 0x2e >= 0x52 ? 1 : 0);
        if (mayBe != 0) joinAt(newline, textPtr, end);
      }
    }
  }
  return isLast ? end : end - GAP_BYTES_MAX - 8;
}

// @ts-ignore: decorator
@inline
function newlines16(bytes: v128, newlines: v128): u32 {
  return <u32>i8x16.bitmask(i8x16.eq(bytes, newlines));
}

/** Fills the gap around the line end at `newline`, if it divides a word. */
function joinAt(newline: usize, textPtr: usize, end: usize): void {
  if (newline >= end) return;
  const earliest = newline - textPtr < GAP_BYTES_MAX ? textPtr : newline - GAP_BYTES_MAX;
  let hyphenEnd = newline;
  while (hyphenEnd > earliest && isBlank(<u32>load<u8>(hyphenEnd - 1))) hyphenEnd--;
  const start = hyphenEnd - hyphenBytes(hyphenEnd, textPtr);
  if (start == hyphenEnd || !isLetterBefore(start, textPtr)) return;
  const latest = min(end, start + GAP_BYTES_MAX);
  let next = newline + 1;
  while (next < latest && isBlank(<u32>load<u8>(next))) next++;
  if (next >= latest || next + <usize>lengthOf(<u32>load<u8>(next)) > end || !isSmallAt(next)) return;
  if (((next - start) & 1) != 0) {
    next -= 3;
    store<u16>(next, 0x80e2); // U+200B
    store<u8>(next, 0x8b, 2);
  }
  for (let at = start; at < next; at += 2) store<u16>(at, 0xadc2); // U+00AD
}

// @ts-ignore: decorator
@inline
function isBlank(byte: u32): bool {
  return byte == 0x20 || byte == 0x09 || byte == 0x0d;
}

/** Bytes of the hyphen that ends at `end`, 0 for none. */
function hyphenBytes(end: usize, textPtr: usize): usize {
  if (end <= textPtr) return 0;
  const last = <u32>load<u8>(end - 1);
  if (last == 0x2d) return 1;
  if (end - textPtr < 3) return 0;
  const before = <u32>load<u8>(end - 2);
  if ((last == 0xad || last == 0xac) && before == 0xc2) return 2;
  return last == 0x90 && before == 0x80 && <u32>load<u8>(end - 3) == 0xe2 ? 3 : 0;
}

/** Whether the character before `at` is a letter, or a mark, which counts as part of a letter; not a digit. */
function isLetterBefore(at: usize, textPtr: usize): bool {
  let start = at;
  do {
    if (start <= textPtr) return false;
    start--;
  } while ((<u32>load<u8>(start) & 0xc0) == 0x80 && at - start < 4);
  const length = lengthOf(<u32>load<u8>(start));
  if (<usize>length != at - start) return false;
  const codePoint = decode(start, length);
  if (codePoint > 0x10ffff) return false;
  const entry = entryOf(codePoint);
  if ((entry & IS_EXPANSION) != 0) return true;
  const kind = entry & 7;
  if (kind == LETTER) return foldedOf(codePoint, entry) >= 0x61;
  return kind == EXTEND || kind == DROP;
}

function isSmallAt(at: usize): bool {
  const codePoint = decode(at, lengthOf(<u32>load<u8>(at)));
  return codePoint <= 0x10ffff && isSmall(codePoint);
}

/**
 * Small letters of Latin, Greek, Cyrillic and Armenian, by code point: in most blocks capitals and small letters
 * alternate.
 */
function isSmall(codePoint: u32): bool {
  const isOdd = (codePoint & 1) != 0;
  if (codePoint < 0x100) return (codePoint >= 0x61 && codePoint <= 0x7a) || (codePoint >= 0xdf && codePoint != 0xf7);
  if (codePoint < 0x180) {
    const isShifted = (codePoint >= 0x139 && codePoint <= 0x148) || (codePoint >= 0x179 && codePoint <= 0x17e);
    return isOdd ? !isShifted : isShifted;
  }
  if (codePoint < 0x400) return codePoint >= 0x3ac && codePoint <= 0x3ce;
  if (codePoint < 0x460) return codePoint >= 0x430;
  if (codePoint < 0x482) return isOdd;
  if (codePoint < 0x1e00) return codePoint >= 0x561 && codePoint <= 0x587;
  if (codePoint < 0x1f00) return isOdd || (codePoint >= 0x1e96 && codePoint <= 0x1e9d);
  return codePoint < 0x1fb0 && ((codePoint & 8) == 0 || (codePoint & 0xfff0) == 0x1f70);
}
