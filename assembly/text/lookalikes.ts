// Words that mix ASCII letters with letters of another script, put into one script where look-alikes allow it:
//
//   text    р е о р l e       five letters of Cyrillic, and l, which Cyrillic has nothing like
//   becomes p e o p l e
//   text    с o б а к а       б, which Latin has nothing like
//   becomes с о б а к а
//   text    я n d e x         both: left as it is
//
// A letter that the other script has nothing like decides; where there is none, the majority does, and Latin among
// equals. Letters are taken as folded: case and diacritics count for nothing here either. A word's own letters decide
// and nothing around it, so that a word is the same wherever it stands: one written in look-alikes alone (сосо) remains
// what it is, and text of one script never changes. Which letters look alike says the fold table; into Cyrillic and
// Greek lead the same facts read backwards.

import { likeOf } from "./table";
import { decode, encode, lengthOf } from "./utf8";

/** Bytes of one entry of `spans`: three unsigned 32-bit values. */
// @ts-ignore: decorator
@inline
export const SPAN_BYTES: usize = 12;

// u16[128] each: the Cyrillic and the Greek letter that an ASCII letter looks like, 0 for none. Filled at the first
// call.
const CYRILLIC: usize = memory.data(2 * 128, 16);
const GREEK: usize = memory.data(2 * 128, 16);
let isKnown: bool = false;

// What a word can be put into: one of the tables above, or these.
// @ts-ignore: decorator
@inline
const NOTHING: usize = 0; // it stays as it is
// @ts-ignore: decorator
@inline
const LATIN: usize = 1;

const ZEROS: usize = memory.data(16, 16);
const SEVEN_BITS: usize = memory.data<u64>([0x7f7f7f7f7f7f7f7f, 0x7f7f7f7f7f7f7f7f], 16);
const BEFORE_A: usize = memory.data<u64>([0x6060606060606060, 0x6060606060606060], 16);

/**
 * Undoes look-alikes in the words of a stretch, which stay end to end.
 *
 * @param spansPtr `words` words; their ends in `folded` change
 * @param roomPtr  room for 12 bytes a byte of text, and 8 more: a Latin letter of one byte becomes one of two
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

/** Writes the words from a span on anew, the first of them beginning at `start`. */
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
 * Whether folded bytes hold ASCII letters and others: then a word among them may. 16 bytes behind `end` are written
 * over.
 */
export function mixesScripts(start: usize, end: usize): bool {
  v128.store(end, v128.load(ZEROS));
  let highest = v128.load(ZEROS);
  let lowest = highest;
  for (; start < end; start += 16) {
    const bytes = v128.load(start);
    highest = i8x16.max_s(highest, bytes);
    lowest = i8x16.min_s(lowest, bytes); // bytes of others are negative
  }
  return i8x16.bitmask(lowest) != 0 && i8x16.bitmask(i8x16.sub(v128.load(BEFORE_A), highest)) != 0;
}

/** Whether a folded word has letters of ASCII and others; 16 bytes behind it are readable. */
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

/** What the folded word from `at` to `end` can be put into. */
function scriptFor(at: usize, end: usize): usize {
  let latin = 0;
  let alike = 0; // letters of other scripts that look like one of ASCII
  let others = 0; // those that do not
  let isCyrillic = true; // whether all others are
  let isGreek = true;
  while (at < end) {
    const length = lengthOf(<u32>load<u8>(at));
    const letter = decode(at, length);
    at += <usize>length;
    if (letter < 0x61) continue; // a digit
    if (letter < 0x80) {
      latin++;
      // What a script has nothing like keeps the word out of it.
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

/** Writes the folded word from `at` to `end` in a script, and returns where the next byte goes. */
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

/** The letters of modern Cyrillic and of Greek by what they look like: the first of each. */
function fillScripts(): void {
  fillScript(CYRILLIC, 0x430, 0x460);
  fillScript(GREEK, 0x3b1, 0x3ca);
  isKnown = true;
}

function fillScript(table: usize, first: u32, end: u32): void {
  for (let letter = first; letter < end; letter++) {
    const place = table + ((<usize>likeOf(letter)) << 1);
    if (load<u16>(place) == 0) store<u16>(place, <u16>letter); // of those like nothing, at the place of none
  }
}
