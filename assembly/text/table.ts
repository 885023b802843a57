// The fold table: what every code point becomes, a lookup in two levels. src/core/kernels/text/foldTable.ts documents
// its format; the caller expands it into memory once.
//
//   SEPARATOR  ends a word            LETTER  continues a word or begins one       SOLO  a word of its own (Han, kana, Thai …)
//   DROP       is ignored             EXTEND  a mark that belongs to the preceding letter
//   HANGUL     a syllable that arithmetic decomposes (Unicode Standard, section 3.12): its parts are LETTERs

import { encode } from "./utf8";

// @ts-ignore: decorator
@inline
export const SEPARATOR: u32 = 0;
// @ts-ignore: decorator
@inline
export const LETTER: u32 = 1;
// @ts-ignore: decorator
@inline
export const SOLO: u32 = 2;
// @ts-ignore: decorator
@inline
export const EXTEND: u32 = 3;
// @ts-ignore: decorator
@inline
export const DROP: u32 = 4;
// @ts-ignore: decorator
@inline
export const HANGUL: u32 = 5;

// Bit 3 of an entry. If set, the rest is an index into the pool of expansions; if clear, the rest is a signed distance
// to the folded code point.
// @ts-ignore: decorator
@inline
export const IS_EXPANSION: u32 = 8;

let stage1Ptr: usize = 0;
let stage2Ptr: usize = 0;
let poolPtr: usize = 0;

// Separate tables for characters of one and two bytes, folded and encoded, indexed by their bytes in memory order:
//
//   ASCII  u32[128]       by the byte
//   PAIRS  u32[32 × 256]  by the lower five bits of the first byte, then the second byte, whatever it is
//
//   entry   31    30   28   25 24   23             0
//          [ 0 ][  -    ][ length ][ folded, UTF-8   ]     one LETTER, as for nearly all characters
//          [ 1 ][ class ][ length ][ folded, UTF-8   ]     any other class; HARD: malformed, or look it up in the main table
const ASCII: usize = memory.data(4 * 128, 16);
const PAIRS: usize = memory.data(4 * 32 * 256, 16);
const SCRATCH: usize = memory.data(16);

/** Class of an entry that does not contain the whole answer. */
// @ts-ignore: decorator
@inline
export const HARD: u32 = 7;

/** Address after the last number read. */
let runsPtr: usize = 0;

function takeNumber(): u64 {
  let value: u64 = 0;
  let shift: u64 = 0;
  let byte: u64;
  do {
    byte = <u64>load<u8>(runsPtr);
    runsPtr++;
    value |= (byte & 0x7f) << shift;
    shift += 7;
  } while (byte >= 0x80);
  return value;
}

/**
 * Expands the table from its packaged runs (format: src/core/kernels/text/foldTable.ts) and starts to use it.
 * Call it once, before any other text kernel.
 *
 * @param runs   the runs, without the two lengths before them
 * @param stage1 room for 17,408 unsigned 16-bit numbers, followed by `stage2Length` and `poolLength` 32-bit numbers
 */
export function expandFoldTable(runs: usize, stage1: usize, stage2Length: u32, poolLength: u32): void {
  const stage2 = stage1 + 2 * 17_408;
  const pool = stage2 + ((<usize>stage2Length) << 2);
  runsPtr = runs;
  expandRuns(stage1, 17_408, 2);
  expandRuns(stage2, stage2Length, 4);
  expandRuns(pool, poolLength, 4);
  setFoldTable(stage1, stage2, pool);
}

function expandRuns(out: usize, count: u32, width: usize): void {
  let value: u32 = 0;
  while (count > 0) {
    const head = takeNumber();
    const zigzag = <u32>(head >> 1);
    value += (zigzag >> 1) ^ (0 - (zigzag & 1));
    const length = (head & 1) == 0 ? 1 : <u32>takeNumber();
    for (const end = out + <usize>length * width; out < end; out += width) {
      if (width == 2) store<u16>(out, <u16>value);
      else store<u32>(out, value);
    }
    count -= length;
  }
}

/** Sets the addresses of the table and fills the tables for short characters. */
export function setFoldTable(stage1: usize, stage2: usize, pool: usize): void {
  stage1Ptr = stage1;
  stage2Ptr = stage2;
  poolPtr = pool;
  for (let byte: u32 = 0; byte < 128; byte++) store<u32>(ASCII + ((<usize>byte) << 2), encodedEntry(byte));
  for (let pair: u32 = 0; pair < 32 * 256; pair++) {
    const codePoint = ((pair >> 8) << 6) | (pair & 0x3f);
    const isWellFormed = codePoint >= 0x80 && (pair & 0xc0) == 0x80;
    store<u32>(PAIRS + ((<usize>pair) << 2), isWellFormed ? encodedEntry(codePoint) : 0x80000000 | (HARD << 28));
  }
}

function encodedEntry(codePoint: u32): u32 {
  const entry = entryOf(codePoint);
  const kind = entry & 7;
  if ((entry & IS_EXPANSION) != 0 || kind > DROP) return 0x80000000 | (HARD << 28);
  if (kind == SEPARATOR || kind == DROP) return 0x80000000 | (kind << 28);
  store<u32>(SCRATCH, 0);
  const length = <u32>(encode(SCRATCH, foldedOf(codePoint, entry)) - SCRATCH);
  return (kind == LETTER ? 0 : 0x80000000 | (kind << 28)) | (length << 24) | load<u32>(SCRATCH);
}

/** The folded code point, for an entry that is neither an expansion nor Hangul. */
// @ts-ignore: decorator
@inline
export function foldedOf(codePoint: u32, entry: u32): u32 {
  return codePoint + <u32>((<i32>entry) >> 4);
}

/** The ASCII letter that a folded letter looks like, or 0. */
export function likeOf(letter: u32): u32 {
  let first = poolPtr + 4;
  let end = first + ((<usize>load<u32>(poolPtr)) << 2);
  while (first < end) {
    const middle = first + (((end - first) >> 3) << 2);
    const alike = load<u32>(middle);
    if (alike >> 8 == letter) return alike & 0xff;
    if (alike >> 8 < letter) first = middle + 4;
    else end = middle;
  }
  return 0;
}

/** Entry of the ASCII character in the lowest byte of `bytes`. */
// @ts-ignore: decorator
@inline
export function asciiEntry(bytes: u32): u32 {
  return load<u32>(ASCII + ((<usize>(bytes & 0x7f)) << 2));
}

/** Entry of the two-byte character in the lower half of a little-endian load; its first byte is 0xc0 to 0xdf. */
// @ts-ignore: decorator
@inline
export function pairEntry(bytes: u32): u32 {
  return load<u32>(PAIRS + ((<usize>(((bytes & 0x1f) << 8) | ((bytes >> 8) & 0xff))) << 2));
}

/** Addresses of the two levels, for callers that load them once before a loop. */
// @ts-ignore: decorator
@inline
export function stage1Of(): usize {
  return stage1Ptr;
}
// @ts-ignore: decorator
@inline
export function stage2Of(): usize {
  return stage2Ptr;
}

/** The entry of a code point up to U+10FFFF in the given levels. */
// @ts-ignore: decorator
@inline
export function entryIn(stage1: usize, stage2: usize, codePoint: u32): u32 {
  const block = <u32>load<u16>(stage1 + ((<usize>(codePoint >> 6)) << 1));
  return load<u32>(stage2 + ((<usize>((block << 6) | (codePoint & 63))) << 2));
}

/** The entry of a code point up to U+10FFFF. */
// @ts-ignore: decorator
@inline
export function entryOf(codePoint: u32): u32 {
  return entryIn(stage1Ptr, stage2Ptr, codePoint);
}

/** Address of the expansion that an entry refers to: the number of its pieces, then the pieces. */
// @ts-ignore: decorator
@inline
export function expansionOf(entry: u32): usize {
  return poolPtr + ((<usize>(entry >> 4)) << 2);
}
