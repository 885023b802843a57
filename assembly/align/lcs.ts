// Length of the longest common subsequence, 64 cells of the table in parallel.
//
//   v   one bit per position of the pattern, at first all 1; a 0 where the table's row steps up
//   for each symbol of the text:   u = v & mask(symbol)      v = (v + u) | (v - u)
//   length = zeros in v
//
// The addition carries from word to word; the subtraction never borrows, because u is part of v.
//
// Source: Hyyrö, "Bit-parallel LCS-length computation revisited", AWOCA 2004, after Crochemore et al. 2001.

import { makeMasks, masksOf } from "./symbols";

/**
 * Length of the longest common subsequence of two sequences of unsigned 32-bit symbols.
 *
 * @param tablePtr, masksPtr memory as `makeMasks` requires for the pattern
 * @param rowPtr             room for ceil(length of the pattern / 64) × 8 bytes
 */
export function commonLength(
  patternPtr: usize,
  patternLength: u32,
  textPtr: usize,
  textLength: u32,
  tablePtr: usize,
  masksPtr: usize,
  rowPtr: usize,
): u32 {
  makeMasks(patternPtr, patternLength, tablePtr, masksPtr);
  const rowEnd = rowPtr + ((<usize>((patternLength + 63) >> 6)) << 3);
  memory.fill(rowPtr, 0xff, rowEnd - rowPtr);
  for (const end = textPtr + (<usize>textLength << 2); textPtr < end; textPtr += 4) {
    let masks = masksOf(load<u32>(textPtr), patternLength, tablePtr, masksPtr);
    let carry: u64 = 0;
    for (let at = rowPtr; at < rowEnd; at += 8, masks += 8) {
      const v = load<u64>(at);
      const u = v & load<u64>(masks);
      const sum = v + u + carry;
      carry = (u | (v & ~sum)) >> 63; // u is part of v: it carries if u has the bit, or v has it and the sum does not
      store<u64>(at, sum | (v - u));
    }
  }
  let zeros: u32 = 0;
  for (let at = rowPtr; at < rowEnd; at += 8) zeros += <u32>popcnt(~load<u64>(at));
  return zeros;
}
