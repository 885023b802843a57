// The form of a DEFLATE stream (RFC 1951): which symbol a length or a distance has, and where it begins.

/** Symbols of literals, the end and lengths; of distances; of lengths of codes. */
export const LITERALS: u32 = 286;
export const DISTANCES: u32 = 30;
export const LENGTHS: u32 = 19;
export const END: u32 = 256;
export const MATCH_MAX: u32 = 258;
export const WINDOW_BYTES: u32 = 32768;

/** In which order lengths of codes of lengths stand (3.2.7). */
export const ORDER: usize = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);

/** 0 to 28, of a match of so many bytes: four for each doubling from 11 on. */
// @ts-ignore: decorator
@inline
export function lengthSymbol(length: u32): u32 {
  const over = length - 3;
  if (over < 8) return over;
  if (length == MATCH_MAX) return 28;
  const log2 = 31 - clz<u32>(over);
  return 4 * (log2 - 1) + ((over >> (log2 - 2)) & 3);
}

/** Bits behind the symbol. */
// @ts-ignore: decorator
@inline
export function lengthExtraBits(symbol: u32): u32 {
  return symbol < 8 || symbol == 28 ? 0 : (symbol >> 2) - 1;
}

/** The shortest length of a symbol. */
// @ts-ignore: decorator
@inline
export function lengthBase(symbol: u32): u32 {
  if (symbol < 8) return symbol + 3;
  return symbol == 28 ? MATCH_MAX : ((4 + (symbol & 3)) << ((symbol >> 2) - 1)) + 3;
}

/** 0 to 29, of a distance in bytes: two for each doubling from 5 on. */
// @ts-ignore: decorator
@inline
export function distanceSymbol(distance: u32): u32 {
  const over = distance - 1;
  if (over < 4) return over;
  const log2 = 31 - clz<u32>(over);
  return 2 * log2 + ((over >> (log2 - 1)) & 1);
}

// @ts-ignore: decorator
@inline
export function distanceExtraBits(symbol: u32): u32 {
  return symbol < 4 ? 0 : (symbol >> 1) - 1;
}

/** The shortest distance of a symbol. */
// @ts-ignore: decorator
@inline
export function distanceBase(symbol: u32): u32 {
  return symbol < 4 ? symbol + 1 : ((2 + (symbol & 1)) << ((symbol >> 1) - 1)) + 1;
}
