// The fold table: what every code point becomes, looked up in two levels. src/kernels/text/fold.table.ts draws it; the caller writes it
// into memory once, and tells this module where.
//
//   SEPARATOR  ends a word            LETTER  continues a word or begins one       SOLO  a word of its own (Han, kana, Thai …)
//   DROP       counts for nothing     EXTEND  a mark that belongs to the letter before it
//   HANGUL     a syllable that is taken apart by arithmetic (Unicode Standard, section 3.12): its parts are LETTERs

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

// Bit 3 of an entry: the rest is an index into the pool of expansions; clear: the rest is a signed distance to the folded code point.
// @ts-ignore: decorator
@inline
export const IS_EXPANSION: u32 = 8;

let stage1Ptr: usize = 0;
let stage2Ptr: usize = 0;
let poolPtr: usize = 0;

/** Tells the kernels where the table lies. Call it once, before anything else of text. */
export function setFoldTable(stage1: usize, stage2: usize, pool: usize): void {
  stage1Ptr = stage1;
  stage2Ptr = stage2;
  poolPtr = pool;
}

/** The entry of a code point up to U+10FFFF. */
// @ts-ignore: decorator
@inline
export function entryOf(codePoint: u32): u32 {
  const block = <u32>load<u16>(stage1Ptr + ((<usize>(codePoint >> 6)) << 1));
  return load<u32>(stage2Ptr + ((<usize>((block << 6) | (codePoint & 63))) << 2));
}

/** Address of the expansion that an entry names: the number of its pieces, then the pieces. */
// @ts-ignore: decorator
@inline
export function expansionOf(entry: u32): usize {
  return poolPtr + ((<usize>(entry >> 4)) << 2);
}
