// Fold and tokenise: UTF-8 text becomes the words that are compared, and where each of them stood.
//
//   text    D a n s   l ’ É  c o l e …          bytes
//   folded  d a n s l e c o l e                 tokens end to end, UTF-8
//   ends            4 5         10              u32 each: end in `folded`
//   starts  0         5   9                     u32 each: place in the text, in bytes
//   stops           4   6          15           u32 each: end there, trailing marks included
//
// What a code point becomes is looked up in a table in two levels, drawn in src/kernels/text/fold.table.ts; Hangul syllables are
// taken apart by arithmetic (Unicode Standard, section 3.12). The classes:
//
//   SEPARATOR  ends a word            LETTER  continues a word or begins one       SOLO  a word of its own (Han, kana, Thai …)
//   DROP       counts for nothing     EXTEND  a mark that belongs to the letter before it
//
// A word also ends before a character that would make it span more than `TOKEN_BYTES_MAX` bytes of text. That bounds every
// buffer, and it depends on the word's own beginning only. Text may come in chunks cut anywhere: a word that is under way at the
// end of one chunk is kept and goes on in the next, so that the result is the same however the text is cut.

import { decode, encode, lengthOf, MALFORMED } from "./utf8";

const SEPARATOR: u32 = 0;
const LETTER: u32 = 1;
const SOLO: u32 = 2;
const EXTEND: u32 = 3;
const DROP: u32 = 4;
const HANGUL: u32 = 5;

// A table entry: class in bits 0-2; bit 3 set: the rest is an index into the pool of expansions; clear: the rest is a signed
// distance to the folded code point.
const IS_EXPANSION: u32 = 8;

/** Longest stretch of text that one word may span, in bytes. */
const TOKEN_BYTES_MAX: u32 = 1024;

let stage1Ptr: usize = 0;
let stage2Ptr: usize = 0;
let poolPtr: usize = 0;

// The word under way. Module state rather than a struct: one text is folded at a time.
let openClass: u32 = SEPARATOR;
let openStart: u32 = 0;
let openStop: u32 = 0;
let openPtr: usize = 0; // its folded bytes are [openPtr, outPtr)
let outPtr: usize = 0;

let foldedStart: usize = 0;
let endsOut: usize = 0;
let startsOut: usize = 0;
let stopsOut: usize = 0;
let tokenCount: u32 = 0;

/** Tells the kernel where the table lies. Call it once, before the first `fold`. */
export function setFoldTable(stage1: usize, stage2: usize, pool: usize): void {
  stage1Ptr = stage1;
  stage2Ptr = stage2;
  poolPtr = pool;
}

/**
 * Folds one chunk of text and returns the number of words that ended in it. Chunks of one text come in order, and between them
 * nothing else may be written to the folded bytes.
 *
 * @param textPtr     `lengthBytes` bytes of UTF-8
 * @param isFirst     whether the text begins here
 * @param isLast      whether it ends here; if not, up to 3 bytes of a cut code point may be left
 * @param offsetBytes place of the chunk in the whole text
 * @param foldedPtr   room for 12 bytes a byte of text (U+FDFA: 3 bytes become 30) and 12 × 1,024 of a word under way
 * @param endsPtr, startsPtr, stopsPtr room for 1 + 6 × lengthBytes unsigned 32-bit values each (U+FDFA: 4 words in 3 bytes)
 * @param consumedPtr one unsigned 32-bit value: bytes of the chunk that need not come again
 */
export function fold(
  textPtr: usize,
  lengthBytes: u32,
  isFirst: bool,
  isLast: bool,
  offsetBytes: u32,
  foldedPtr: usize,
  endsPtr: usize,
  startsPtr: usize,
  stopsPtr: usize,
  consumedPtr: usize,
): u32 {
  endsOut = endsPtr;
  startsOut = startsPtr;
  stopsOut = stopsPtr;
  tokenCount = 0;
  foldedStart = foldedPtr;
  if (isFirst) openClass = SEPARATOR;
  resume(foldedPtr);

  const end = textPtr + lengthBytes;
  const toOffset = offsetBytes - <u32>textPtr; // modulo 2^32, like the sums it goes into
  let at = textPtr;
  while (at < end) {
    const lead = <u32>load<u8>(at);
    let length = lengthOf(lead);
    if (at + length > end) {
      if (!isLast) break;
      length = 1;
    }
    const codePoint = length == 1 && lead >= 0x80 ? MALFORMED : decode(at, length);
    if (codePoint == MALFORMED) length = 1;
    const start = <u32>at + toOffset;
    at += length;
    const stop = <u32>at + toOffset;
    if (openClass != SEPARATOR && stop - openStart > TOKEN_BYTES_MAX) close();
    take(codePoint, start, stop);
  }
  if (isLast) close();
  store<u32>(consumedPtr, <u32>(at - textPtr));
  return tokenCount;
}

/** Moves the folded bytes of the word under way to the head of the buffer. */
function resume(foldedPtr: usize): void {
  const pendingBytes = openClass == SEPARATOR ? 0 : outPtr - openPtr;
  memory.copy(foldedPtr, openPtr, pendingBytes);
  openPtr = foldedPtr;
  outPtr = foldedPtr + pendingBytes;
}

/** One code point of the text, standing at [start, stop). */
function take(codePoint: u32, start: u32, stop: u32): void {
  if (codePoint == MALFORMED) return close();
  const block = <usize>load<u16>(stage1Ptr + ((<usize>(codePoint >> 6)) << 1));
  const entry = load<u32>(stage2Ptr + (((block << 6) | <usize>(codePoint & 63)) << 2));
  if ((entry & IS_EXPANSION) == 0) {
    if ((entry & 7) == HANGUL) return takeHangul(codePoint, start, stop);
    return emit(entry & 7, codePoint + <u32>(<i32>entry >> 4), start, stop);
  }
  let ptr = poolPtr + ((<usize>(entry >> 4)) << 2);
  const last = ptr + ((<usize>load<u32>(ptr)) << 2);
  while (ptr < last) {
    ptr += 4;
    const piece = load<u32>(ptr);
    emit(piece & 7, piece >> 4, start, stop);
  }
}

function takeHangul(syllable: u32, start: u32, stop: u32): void {
  const index = syllable - 0xac00;
  emit(LETTER, 0x1100 + index / 588, start, stop);
  emit(LETTER, 0x1161 + (index % 588) / 28, start, stop);
  if (index % 28 != 0) emit(LETTER, 0x11a7 + (index % 28), start, stop);
}

function emit(kind: u32, codePoint: u32, start: u32, stop: u32): void {
  if (kind == SEPARATOR) return close();
  if (kind == SOLO || (kind == LETTER && openClass == SOLO)) close();
  if (openClass == SEPARATOR) {
    if (kind != LETTER && kind != SOLO) return; // nothing for a mark to belong to
    openClass = kind;
    openStart = start;
    openPtr = outPtr;
  }
  openStop = stop;
  if (kind != DROP) outPtr = encode(outPtr, codePoint);
}

function close(): void {
  if (openClass == SEPARATOR) return;
  const offset = (<usize>tokenCount) << 2;
  store<u32>(endsOut + offset, <u32>(outPtr - foldedStart));
  store<u32>(startsOut + offset, openStart);
  store<u32>(stopsOut + offset, openStop);
  tokenCount++;
  openClass = SEPARATOR;
}
