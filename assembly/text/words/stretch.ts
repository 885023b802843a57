// The path for all scripts: folds a stretch of text one code point at a time through the table, into contiguous words.
//
//   text    l ’ É  c o l e   s ﬁ …               bytes
//   folded  l e c o l e s f i                     UTF-8, contiguous words
//   spans   0 1 1    3 8 6    9 …                 u32 each: start and stop in the text, end in `folded`
//
// A stretch begins and ends between words, so the caller may cut the text into stretches anywhere. A word also ends
// before a character that would make it span more than `WORD_BYTES_MAX` bytes of text. This bounds every buffer and
// depends only on where the word begins. A stretch with both ASCII letters and others gets a second pass
// (`lookalikes.ts`).

// Optimisation: one loop without calls handles nearly all characters, so that its state stays in registers. It stops at
// special cases (expansions, Hangul, malformed bytes, four-byte characters, words of maximum length). `takeSlowly`
// handles these with the module's variables.

import {
  asciiEntry,
  DROP,
  entryIn,
  entryOf,
  EXTEND,
  expansionOf,
  foldedOf,
  HANGUL,
  IS_EXPANSION,
  LETTER,
  pairEntry,
  SEPARATOR,
  SOLO,
  stage1Of,
  stage2Of,
} from "../table";
import { mixesScripts, SPAN_BYTES, undoLookAlikes } from "./lookalikes";
import { decode, encode, lengthOf, MALFORMED } from "../utf8";

/** Maximum bytes of text that one word may span. */
// @ts-ignore: decorator
@inline
export const WORD_BYTES_MAX: usize = 1024;

// @ts-ignore: decorator
@inline
const CLOSED: u32 = SEPARATOR; // no word is open

/** Whether the last stretch ended inside a word or a character of a text that continues in the next chunk. */
export let isCut: bool = false;

/** Number of words of the last stretch. */
export let stretchWords: u32 = 0;

// State between characters: the open word, and where output goes.
let open: u32 = CLOSED; // class of the open word
let start: usize = 0; // where the open word begins
let stop: usize = 0; // where the open word ends so far
let out: usize = 0; // address of the next folded byte
let folded: usize = 0; // address of the first folded byte
let spansTop: usize = 0;

/**
 * Folds text from `at`, where no word is open, to the first place at or after `until` where no word is open; returns
 * that place. If the text continues after `end`, stops before an incomplete word or character and sets `isCut`.
 *
 * @param until, end earliest place to stop, and the end of the text, after which 3 bytes must be readable that do not
 *   continue a character
 * @param isLast     whether the text ends at `end`
 * @param foldedPtr  room for 2 × 12 bytes per byte of text (U+FDFA: 3 bytes become 30), and 48 more
 * @param spansPtr   room for 2 × 12 bytes per byte of text (U+FDFA: 4 words in 3 bytes), and 12 more
 */
export function foldStretch(at: usize, until: usize, end: usize, isLast: bool, foldedPtr: usize, spansPtr: usize): usize {
  open = CLOSED;
  out = foldedPtr;
  folded = foldedPtr;
  spansTop = spansPtr;
  isCut = false;
  while (at < end) {
    at = takeQuickly(at, until, end);
    if (open == CLOSED && at >= until) break;
    if (at >= end) break;
    if (!isLast && at + <usize>lengthOf(<u32>load<u8>(at)) > end) {
      isCut = true;
      break;
    }
    at = takeSlowly(at);
    if (open == CLOSED && at >= until) break;
  }
  if (open != CLOSED && isLast) close();
  if (open != CLOSED) {
    isCut = true;
    at = start;
    // A word that shares a character with the repeated part is repeated too. Chains of such words are short: a
    // character of several words does not extend the preceding word, except characters of one word and one solo letter.
    while (spansTop > spansPtr && load<u32>(spansTop - SPAN_BYTES, 4) > <u32>at) {
      spansTop -= SPAN_BYTES;
      const backBytes = <u32>at - load<u32>(spansTop); // spans store the lower half of addresses
      if (<i32>backBytes > 0) at -= <usize>backBytes;
    }
  }
  stretchWords = <u32>((spansTop - spansPtr) / SPAN_BYTES);
  if (mixesScripts(foldedPtr, out)) undoLookAlikes(foldedPtr, spansPtr, stretchWords, out + 16);
  return at;
}

/**
 * Folds characters of up to three bytes that become at most one character. Returns where it stops: at any other
 * character, or at `until` between words. A solo character is written immediately; a following mark extends its span.
 */
function takeQuickly(at: usize, until: usize, end: usize): usize {
  let kindNow = open;
  let wordStart = start;
  let wordStop = stop;
  let top = out;
  let span = spansTop;
  const first = folded;
  const stage1 = stage1Of();
  const stage2 = stage2Of();
  const lastWhole = end - 4; // after this address, a load of four bytes would read beyond the text
  while (<isize>at <= <isize>lastWhole) {
    let four = load<u32>(at);
    let kind: u32;
    let length: u32;
    let bytes: u32;
    let next: usize;
    if ((four & 0xe0) == 0xc0) {
      let entry = pairEntry(four);
      if (<i32>entry >= 0) {
        // A run of two-byte letters: most words of most alphabets.
        if (kindNow != LETTER) wordStart = at;
        kindNow = LETTER;
        const runEnd = min(wordStart + WORD_BYTES_MAX - 2, lastWhole);
        if (at > runEnd) break;
        do {
          store<u32>(top, entry);
          top += <usize>(entry >> 24);
          at += 2;
          four = load<u32>(at);
          if ((four & 0xe0) != 0xc0) break;
          entry = pairEntry(four);
        } while (<i32>entry >= 0 && at <= runEnd);
        wordStop = at;
        continue;
      }
      kind = (entry >> 28) & 7;
      length = (entry >> 24) & 3;
      bytes = entry;
      next = at + 2;
    } else if ((four & 0x80) == 0) {
      let entry = asciiEntry(four);
      if (<i32>entry >= 0) {
        // A run of ASCII letters.
        if (kindNow != LETTER) wordStart = at;
        kindNow = LETTER;
        const runEnd = min(wordStart + WORD_BYTES_MAX - 1, lastWhole);
        if (at > runEnd) break;
        do {
          store<u32>(top, entry);
          top += 1;
          at += 1;
          four = load<u32>(at);
          if ((four & 0x80) != 0) break;
          entry = asciiEntry(four);
        } while (<i32>entry >= 0 && at <= runEnd);
        wordStop = at;
        continue;
      }
      kind = (entry >> 28) & 7;
      length = 0;
      bytes = 0;
      next = at + 1;
    } else {
      // A surrogate is malformed. The table has it as a separator, which gives the same result as three malformed
      // bytes.
      if ((four & 0xc0c0f0) != 0x8080e0) break;
      let codePoint = ((four & 0x0f) << 12) | ((four >> 2) & 0xfc0) | ((four >> 16) & 0x3f);
      if (codePoint < 0x800) break;
      let entry = entryIn(stage1, stage2, codePoint);
      if (entry == SOLO) {
        // A run of solo characters that fold to themselves: Han, kana.
        if (kindNow == LETTER) span = putSpan(span, wordStart, wordStop, top - first);
        kindNow = SOLO;
        do {
          store<u32>(top, four);
          top += 3;
          span = putSpan(span, at, at + 3, top - first);
          at += 3;
          four = load<u32>(at);
          if ((four & 0xc0c0f0) != 0x8080e0) break;
          codePoint = ((four & 0x0f) << 12) | ((four >> 2) & 0xfc0) | ((four >> 16) & 0x3f);
          entry = entryIn(stage1, stage2, codePoint);
        } while (entry == SOLO && codePoint >= 0x800 && <isize>at <= <isize>lastWhole);
        wordStart = at - 3;
        wordStop = at;
        continue;
      }
      kind = entry & 15;
      next = at + 3;
      const letter = foldedOf(codePoint, entry);
      if (letter - 0x800 >= 0xf800 && kind != SEPARATOR && kind != DROP) break;
      length = 3;
      bytes = 0x8080e0 | (letter >> 12) | ((letter & 0xfc0) << 2) | ((letter & 0x3f) << 16);
    }

    if (kind == SEPARATOR) {
      if (kindNow == LETTER) span = putSpan(span, wordStart, wordStop, top - first);
      kindNow = CLOSED;
      at = next;
      if (at >= until) break;
      continue;
    }
    if (kind == SOLO) {
      if (kindNow == LETTER) span = putSpan(span, wordStart, wordStop, top - first);
      store<u32>(top, bytes);
      top += <usize>length;
      span = putSpan(span, at, next, top - first);
      kindNow = SOLO;
      wordStart = at;
    } else if (kind == LETTER) {
      if (kindNow != LETTER) wordStart = at;
      kindNow = LETTER;
      if (next - wordStart > WORD_BYTES_MAX) break;
      store<u32>(top, bytes);
      top += <usize>length;
    } else {
      if (kind > DROP) break;
      if (kindNow != CLOSED) {
        // A mark belongs to the preceding word and does not begin a word.
        if (next - wordStart > WORD_BYTES_MAX) break;
        if (kind == EXTEND) {
          store<u32>(top, bytes);
          top += <usize>length;
        }
        if (kindNow == SOLO) putSpan(span - SPAN_BYTES, wordStart, next, top - first);
      }
    }
    wordStop = next;
    at = next;
  }
  open = kindNow;
  start = wordStart;
  stop = wordStop;
  out = top;
  spansTop = span;
  return at;
}

// @ts-ignore: decorator
@inline
function putSpan(span: usize, start: usize, stop: usize, foldedEnd: usize): usize {
  store<u32>(span, <u32>start);
  store<u32>(span, <u32>stop, 4);
  store<u32>(span, <u32>foldedEnd, 8);
  return span + SPAN_BYTES;
}

/** Folds any one character, and returns where the next one begins. */
function takeSlowly(at: usize): usize {
  const lead = <u32>load<u8>(at);
  const codePoint = decode(at, lengthOf(lead));
  if (codePoint == MALFORMED) {
    close();
    return at + 1;
  }
  const next = at + <usize>lengthOf(lead);
  if (open != CLOSED && next - start > WORD_BYTES_MAX) close();
  const entry = entryOf(codePoint);
  if (entry & IS_EXPANSION) {
    let piece = expansionOf(entry);
    for (const last = piece + ((<usize>load<u32>(piece)) << 2); piece < last; ) {
      piece += 4;
      takePiece(load<u32>(piece) & 7, load<u32>(piece) >> 4, at, next);
    }
  } else if ((entry & 7) == HANGUL) {
    // 19 leads × 21 vowels × 28 tails; tail 0 means no tail.
    const index = codePoint - 0xac00;
    takePiece(LETTER, 0x1100 + index / 588, at, next);
    takePiece(LETTER, 0x1161 + (index % 588) / 28, at, next);
    if (index % 28 != 0) takePiece(LETTER, 0x11a7 + (index % 28), at, next);
  } else {
    takePiece(entry & 7, foldedOf(codePoint, entry), at, next);
  }
  return next;
}

/** One folded character of class `kind`, from the character at [at, next). */
function takePiece(kind: u32, letter: u32, at: usize, next: usize): void {
  if (kind == SEPARATOR || kind == SOLO || (kind == LETTER && open == SOLO)) close();
  if (kind == SEPARATOR) return;
  if (open == CLOSED) {
    if (kind != LETTER && kind != SOLO) return; // a mark without a preceding word
    open = kind;
    start = at;
  } else if (open == SOLO) {
    spansTop -= SPAN_BYTES;
  }
  stop = next;
  if (kind != DROP) out = encode(out, letter);
  if (open == SOLO) spansTop = putSpan(spansTop, start, stop, out - folded);
}

/** Ends the open word; a solo character has already been written. */
function close(): void {
  if (open == LETTER) spansTop = putSpan(spansTop, start, stop, out - folded);
  open = CLOSED;
}
