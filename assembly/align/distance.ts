// Edit distance, 64 cells of the table in parallel: the fewest insertions, deletions and substitutions that turn one
// sequence into another.
//
// A column of the table is stored as differences of +1 (plus) and -1 (minus) between neighbouring rows, one bit per
// row, in blocks of 64 rows:
//
//   text ──▶          block 0   plus minus      ▲ the difference along the top of each block comes
//   pattern           block 1   plus minus      │ from the bottom of the one above it: +1, 0 or -1
//      │              …
//      ▼              score at the bottom of the last block: the distance, when the text is at its end
//
// With a bound, only blocks that a path of that cost can reach are computed (Ukkonen's band); cells outside the band
// exceed the bound. The search for a pattern anywhere in a text differs in one thing: its top row is all zeros.
//
// Sources: Myers, "A fast bit-vector algorithm for approximate string matching based on dynamic programming", JACM
// 1999; blocks and the order of steps after Hyyrö, "Explaining and extending the bit-parallel approximate string
// matching algorithm of Myers", 2001; the band after Ukkonen, "Algorithms for approximate string matching", 1985.

import { makeMasks, masksOf } from "./symbols";

// One block: u64 plus, u64 minus, u32 score at its bottom, u32 unused.
// @ts-ignore: decorator
@inline
const BLOCK_BYTES: usize = 24;

/**
 * Computes one column of one block from the difference at its top, and returns the difference at row `lastBit`.
 */
// @ts-ignore: decorator
@inline
function advance(block: usize, equal: u64, top: i32, lastBit: u64): i32 {
  const plus = load<u64>(block);
  const minus = load<u64>(block, 8);
  const topMinus = u64(top < 0);
  const x = equal | minus;
  const withTop = equal | topMinus;
  const y = (((withTop & plus) + plus) ^ plus) | withTop;
  let horizontalPlus = minus | ~(y | plus);
  let horizontalMinus = plus & y;
  const bottom = <i32>((horizontalPlus >> lastBit) & 1) - <i32>((horizontalMinus >> lastBit) & 1);
  horizontalPlus = (horizontalPlus << 1) | u64(top > 0);
  horizontalMinus = (horizontalMinus << 1) | topMinus;
  store<u64>(block, horizontalMinus | ~(x | horizontalPlus));
  store<u64>(block, horizontalPlus & x, 8);
  return bottom;
}

// @ts-ignore: decorator
@inline
function openBlock(block: usize, score: u32): void {
  store<u64>(block, -1);
  store<u64>(block, 0, 8);
  store<u32>(block, score, 16);
}

/**
 * Edit distance of two sequences of unsigned 32-bit symbols, or `bound` + 1 where it is larger than `bound`.
 *
 * @param tablePtr, masksPtr memory as `makeMasks` requires for the pattern
 * @param blocksPtr          room for ceil(length of the pattern / 64) × 24 bytes
 */
export function distance(
  patternPtr: usize,
  patternLength: u32,
  textPtr: usize,
  textLength: u32,
  bound: u32,
  tablePtr: usize,
  masksPtr: usize,
  blocksPtr: usize,
): u32 {
  const longer = max(patternLength, textLength);
  bound = min(bound, longer);
  if (longer - min(patternLength, textLength) > bound) return bound + 1;
  if (patternLength == 0 || textLength == 0) return longer;
  makeMasks(patternPtr, patternLength, tablePtr, masksPtr);
  const lastBlock = (patternLength - 1) >> 6;
  const lastBit = <u64>((patternLength - 1) & 63);
  let opened: u32 = 0; // blocks that have been reached
  for (let column: u32 = 1; column <= textLength; column++) {
    // A path can visit rows column - bound to column + bound; both ends are rounded to whole blocks.
    const from = column > bound + 1 ? (column - bound - 1) >> 6 : 0;
    const to = min(lastBlock, (column + bound - 1) >> 6);
    while (opened <= to) {
      const above = opened == 0 ? column - 1 : load<u32>(blocksPtr + <usize>(opened - 1) * BLOCK_BYTES, 16);
      openBlock(blocksPtr + <usize>opened * BLOCK_BYTES, above + (opened == lastBlock ? <u32>lastBit + 1 : 64));
      opened++;
    }
    let masks = masksOf(load<u32>(textPtr + (<usize>(column - 1) << 2)), patternLength, tablePtr, masksPtr) + (<usize>from << 3);
    let top: i32 = 1;
    for (let b = from; b <= to; b++, masks += 8) {
      const block = blocksPtr + <usize>b * BLOCK_BYTES;
      top = advance(block, load<u64>(masks), top, b == lastBlock ? lastBit : 63);
      store<u32>(block, load<u32>(block, 16) + top, 16);
    }
  }
  const score = load<u32>(blocksPtr + <usize>lastBlock * BLOCK_BYTES, 16);
  return opened > lastBlock && score <= bound ? score : bound + 1;
}

/**
 * Best position of a pattern in a text. Returns the smallest edit distance between the pattern and any part of the
 * text, and writes to `endPtr` where the first part with that distance ends, in symbols.
 *
 * @param tablePtr, masksPtr, blocksPtr room as for `distance`
 * @param endPtr             one unsigned 32-bit number
 */
export function bestPlace(
  patternPtr: usize,
  patternLength: u32,
  textPtr: usize,
  textLength: u32,
  tablePtr: usize,
  masksPtr: usize,
  blocksPtr: usize,
  endPtr: usize,
): u32 {
  store<u32>(endPtr, 0);
  if (patternLength == 0) return 0;
  makeMasks(patternPtr, patternLength, tablePtr, masksPtr);
  const lastBlock = (patternLength - 1) >> 6;
  const lastBit = <u64>((patternLength - 1) & 63);
  for (let b: u32 = 0; b <= lastBlock; b++) openBlock(blocksPtr + <usize>b * BLOCK_BYTES, 0);
  let score = patternLength;
  let best = score;
  for (let column: u32 = 1; column <= textLength; column++) {
    let masks = masksOf(load<u32>(textPtr + (<usize>(column - 1) << 2)), patternLength, tablePtr, masksPtr);
    let top: i32 = 0;
    for (let b: u32 = 0; b <= lastBlock; b++, masks += 8) {
      top = advance(blocksPtr + <usize>b * BLOCK_BYTES, load<u64>(masks), top, b == lastBlock ? lastBit : 63);
    }
    score += top;
    if (score < best) {
      best = score;
      store<u32>(endPtr, column);
    }
  }
  return best;
}
