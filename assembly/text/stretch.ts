// The path for every script: a stretch of text is folded one code point at a time through the table, into words end to end.
//
//   text    l ’ É  c o l e   s ﬁ …               bytes
//   folded  l e c o l e s f i                     UTF-8, words end to end
//   spans   0 1 1    3 8 6    9 …                 u32 each: start and stop in the text, end in `folded`
//
// It begins and ends between words, so whoever calls it may cut the text into stretches as it likes. A word also ends before a
// character that would make it span more than `WORD_BYTES_MAX` bytes of text: that bounds every buffer, and it depends on the word's
// own beginning only.

import { DROP, entryOf, EXTEND, expansionOf, HANGUL, IS_EXPANSION, LETTER, SEPARATOR, SOLO } from "./table";
import { decode, encode, lengthOf, MALFORMED } from "./utf8";

/** Longest stretch of text that one word may span, in bytes. */
// @ts-ignore: decorator
@inline
export const WORD_BYTES_MAX: usize = 1024;

/** Bytes of one entry of `spans`: three unsigned 32-bit values. */
// @ts-ignore: decorator
@inline
export const SPAN_BYTES: usize = 12;

// @ts-ignore: decorator
@inline
const CLOSED: u32 = SEPARATOR; // no word is under way

/** Whether the last stretch met the end of a text of which more is to come, within a word or a character. */
export let isCut: bool = false;

/** Number of words of the last stretch. */
export let stretchWords: u32 = 0;

let spansTop: usize = 0;

// @ts-ignore: decorator
@inline
function close(start: usize, stop: usize, foldedEnd: usize): void {
  store<u32>(spansTop, <u32>start);
  store<u32>(spansTop, <u32>stop, 4);
  store<u32>(spansTop, <u32>foldedEnd, 8);
  spansTop += SPAN_BYTES;
}

/**
 * Folds text from `at`, where no word is under way, to the first place from `until` on where none is; returns that place. At the end
 * of a text of which more is to come it stops before the word or character that it cannot see whole, and sets `isCut`.
 *
 * @param until, end where to stop at the earliest, and where the text ends; 3 readable bytes that continue no character lie behind it
 * @param isLast     whether the text ends at `end`
 * @param foldedPtr  room for 12 bytes a byte of text (U+FDFA: 3 bytes become 30)
 * @param spansPtr   room for 2 × 12 bytes a byte of text and 12 more (U+FDFA: 4 words in 3 bytes)
 */
export function foldStretch(at: usize, until: usize, end: usize, isLast: bool, foldedPtr: usize, spansPtr: usize): usize {
  let out = foldedPtr;
  let open = CLOSED;
  let start: usize = 0;
  let stop: usize = 0;
  spansTop = spansPtr;
  isCut = false;

  while (at < end) {
    const lead = <u32>load<u8>(at);
    let length = <usize>lengthOf(lead);
    if (at + length > end && !isLast) {
      isCut = true;
      break;
    }
    const codePoint = decode(at, <u32>length);
    if (codePoint == MALFORMED) length = 1;
    const next = at + length;
    if (open != CLOSED && next - start > WORD_BYTES_MAX) {
      close(start, stop, out - foldedPtr);
      open = CLOSED;
    }

    const entry = codePoint == MALFORMED ? SEPARATOR : entryOf(codePoint);
    let kind = entry & 7;
    let folded = codePoint + <u32>((<i32>entry) >> 4);
    let piece: usize = 0;
    let lastPiece: usize = 0;
    if (entry & IS_EXPANSION) {
      piece = expansionOf(entry);
      lastPiece = piece + ((<usize>load<u32>(piece)) << 2);
      piece += 4;
      kind = load<u32>(piece) & 7;
      folded = load<u32>(piece) >> 4;
    }
    while (true) {
      if (kind == LETTER || kind == HANGUL) {
        if (open != LETTER) {
          if (open == SOLO) close(start, stop, out - foldedPtr);
          open = LETTER;
          start = at;
        }
        stop = next;
        out = kind == LETTER ? encode(out, folded) : encodeHangul(out, codePoint);
      } else if (kind == SEPARATOR) {
        if (open != CLOSED) close(start, stop, out - foldedPtr);
        open = CLOSED;
      } else if (kind == SOLO) {
        if (open != CLOSED) close(start, stop, out - foldedPtr);
        open = SOLO;
        start = at;
        stop = next;
        out = encode(out, folded);
      } else if (open != CLOSED) {
        stop = next;
        if (kind == EXTEND) out = encode(out, folded);
      }
      if (piece == lastPiece) break;
      piece += 4;
      kind = load<u32>(piece) & 7;
      folded = load<u32>(piece) >> 4;
    }
    at = next;
    if (open == CLOSED && at >= until) break;
  }

  if (open != CLOSED) {
    if (isLast) {
      close(start, stop, out - foldedPtr);
    } else {
      isCut = true;
      at = start;
      // Words of the character that the word under way began with come again.
      while (spansTop > spansPtr && load<u32>(spansTop - SPAN_BYTES) == <u32>start) spansTop -= SPAN_BYTES;
    }
  }
  stretchWords = <u32>((spansTop - spansPtr) / SPAN_BYTES);
  return at;
}

/** The letters of a Hangul syllable: 19 leads × 21 vowels × 28 tails, the first tail being none. */
function encodeHangul(out: usize, syllable: u32): usize {
  const index = syllable - 0xac00;
  out = encode(out, 0x1100 + index / 588);
  out = encode(out, 0x1161 + (index % 588) / 28);
  return index % 28 == 0 ? out : encode(out, 0x11a7 + (index % 28));
}
