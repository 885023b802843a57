// Puts words that mix ASCII letters with letters of another script into one script, if look-alike letters allow it:
//
//   text    р е о р l e       five Cyrillic letters, and l, which has no look-alike in Cyrillic
//   becomes p e o p l e
//   text    с o б а к а       б has no look-alike in Latin
//   becomes с о б а к а
//   text    я n d e x         neither is possible: unchanged
//
// A letter without a look-alike in the other script decides. If there is none, the majority decides, and a tie gives
// Latin. Letters are compared after folding: case and diacritics do not matter. Only the word's own letters decide, not
// its context, so a word folds the same everywhere. A word written entirely in look-alikes (сосо) is unchanged, and so
// is text of one script. The fold table lists which letters look like ASCII letters; the tables for Cyrillic and Greek
// are its inverse.

import { likeOf } from "../table";
import { decode, encode, lengthOf } from "../utf8";

/** Bytes of one entry of `spans`: three unsigned 32-bit values. */
// @ts-ignore: decorator
@inline
export const SPAN_BYTES: usize = 12;

// u16[128] each: the Cyrillic and the Greek letter that an ASCII letter looks like, 0 for none. Filled at the first
// call.
const CYRILLIC: usize = memory.data(2 * 128, 16);
const GREEK: usize = memory.data(2 * 128, 16);
let isKnown: bool = false;

// The script that a word can be put into: one of the tables above, or one of these.
// @ts-ignore: decorator
@inline
const NOTHING: usize = 0; // the word is unchanged
// @ts-ignore: decorator
@inline
const LATIN: usize = 1;

const ZEROS: usize = memory.data(16, 16);
const SEVEN_BITS: usize = memory.data<u64>([0x7f7f7f7f7f7f7f7f, 0x7f7f7f7f7f7f7f7f], 16);
const BEFORE_A: usize = memory.data<u64>([0x6060606060606060, 0x6060606060606060], 16);

/**
 * Undoes look-alikes in the words of a stretch; the words stay contiguous.
 *
 * @param spansPtr `words` words; their ends in `folded` change
 * @param roomPtr  room for 12 bytes per byte of text, and 8 more: a Latin letter of one byte becomes one of two bytes
 */
export function undoLookAlikes(foldedPtr: usize, spansPtr: usize, words: u32, roomPtr: usize): void {
  if (!isKnown) fillScripts();
  const spansEnd = spansPtr + (<usize>words) * SPAN_BYTES;
  let start = foldedPtr;
  let span = spansPtr;
  for (; span < spansEnd; span += SPAN_BYTES) {
    const end = foldedPtr + <usize>load<u32>(span, 8);
    if (isMixed(start, end) && scriptFor(start, end) != NOTHING) break;
    start = end;
  }
  if (span < spansEnd) putAll(foldedPtr, start, span, spansEnd, roomPtr);
}

/** Rewrites the words from `span` to `spansEnd`; the first of them begins at `start`. */
function putAll(foldedPtr: usize, start: usize, span: usize, spansEnd: usize, roomPtr: usize): void {
  const first = start;
  let out = roomPtr;
  for (; span < spansEnd; span += SPAN_BYTES) {
    const end = foldedPtr + <usize>load<u32>(span, 8);
    const script = isMixed(start, end) ? scriptFor(start, end) : NOTHING;
    if (script == NOTHING) {
      for (; start < end; start++) store<u8>(out++, load<u8>(start));
    } else {
      out = putInScript(out, start, end, script);
      start = end;
    }
    store<u32>(span, <u32>(first - foldedPtr + (out - roomPtr)), 8);
  }
  for (let at = roomPtr; at < out; at += 8) store<u64>(first + (at - roomPtr), load<u64>(at));
}

/**
 * Whether folded bytes contain both ASCII letters and others; only then a word among them can. Overwrites 16 bytes
 * after `end`.
 */
export function mixesScripts(start: usize, end: usize): bool {
  v128.store(end, v128.load(ZEROS));
  let highest = v128.load(ZEROS);
  let lowest = highest;
  for (; start < end; start += 16) {
    const bytes = v128.load(start);
    highest = i8x16.max_s(highest, bytes);
    lowest = i8x16.min_s(lowest, bytes); // the bytes of other letters are negative
  }
  return i8x16.bitmask(lowest) != 0 && i8x16.bitmask(i8x16.sub(v128.load(BEFORE_A), highest)) != 0;
}

/** Whether a folded word contains both ASCII letters and others; 16 bytes after it must be readable. */
function isMixed(start: usize, end: usize): bool {
  const beforeA = v128.load(BEFORE_A);
  let ascii: u32 = 0;
  let others: u32 = 0;
  for (; start < end; start += 16) {
    const bytes = v128.load(start);
    const inWord: u32 = end - start < 16 ? (1 << <u32>(end - start)) - 1 : 0xffff;
    others |= <u32>i8x16.bitmask(bytes) & inWord;
    ascii |= <u32>i8x16.bitmask(i8x16.sub(beforeA, v128.and(bytes, v128.load(SEVEN_BITS)))) & ~(<u32>i8x16.bitmask(bytes)) & inWord;
  }
  return ascii != 0 && others != 0;
}

/** The script that the folded word from `at` to `end` can be put into. */
function scriptFor(at: usize, end: usize): usize {
  let latin = 0;
  let alike = 0; // letters of other scripts that look like an ASCII letter
  let others = 0; // letters of other scripts that do not
  let isCyrillic = true; // whether the word can be Cyrillic
  let isGreek = true;
  while (at < end) {
    const length = lengthOf(<u32>load<u8>(at));
    const letter = decode(at, length);
    at += <usize>length;
    if (letter < 0x61) continue; // a digit
    if (letter < 0x80) {
      latin++;
      // A letter without a look-alike in a script excludes that script.
      if (load<u16>(CYRILLIC + ((<usize>letter) << 1)) == 0) isCyrillic = false;
      if (load<u16>(GREEK + ((<usize>letter) << 1)) == 0) isGreek = false;
      continue;
    }
    if (letter < 0x400 || letter >= 0x530) isCyrillic = false;
    if (letter < 0x370 || letter >= 0x400) isGreek = false;
    if (likeOf(letter) != 0) alike++;
    else others++;
  }
  const other = isCyrillic ? CYRILLIC : isGreek ? GREEK : NOTHING;
  return others == 0 && (other == NOTHING || latin >= alike) ? LATIN : other;
}

/** Writes the folded word from `at` to `end` in a script, and returns the address after it. */
function putInScript(out: usize, at: usize, end: usize, script: usize): usize {
  while (at < end) {
    const length = lengthOf(<u32>load<u8>(at));
    let letter = decode(at, length);
    at += <usize>length;
    if (script == LATIN) letter = letter >= 0x80 ? likeOf(letter) : letter;
    else if (letter >= 0x61 && letter < 0x80) letter = <u32>load<u16>(script + ((<usize>letter) << 1));
    out = encode(out, letter);
  }
  return out;
}

/** Fills both tables: for each ASCII letter, the first letter of modern Cyrillic or Greek that looks like it. */
function fillScripts(): void {
  fillScript(CYRILLIC, 0x430, 0x460);
  fillScript(GREEK, 0x3b1, 0x3ca);
  isKnown = true;
}

function fillScript(table: usize, first: u32, end: u32): void {
  for (let letter = first; letter < end; letter++) {
    const place = table + ((<usize>likeOf(letter)) << 1);
    if (load<u16>(place) == 0) store<u16>(place, <u16>letter); // letters that look like none go to the unused place 0
  }
}
