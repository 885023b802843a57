// Does a passage continue beyond the ends of a chain, over words that were changed, inserted or deleted?
//
//     b ──▶ w w w w w w w       a cell for each pair of places that a path may reach; its score is that of the best path
//   a       ╲ ·                 to it, in quarters of a bit. A path whose score has fallen by DROP below the best one is
//   │       · ╲ · ·             abandoned: what is left is a band of some ten cells that follows the best path, over any
//   ▼         · · ╲ ·           number of inserted or deleted words. The passage ends where the score is best.
//               · · ╲ ·
//
// Source: the gapped X-drop extension of BLAST (Altschul et al., "Gapped BLAST and PSI-BLAST", Nucleic Acids Research
// 1997), with words for residues and linear costs of gaps.

import { highA, highB, isSameWord, lengthA, lengthB, lowA, lowB, placeOf, take, unitsA } from "./texts";

// Costs of a word that stands against another, and of one that stands against none.
// @ts-ignore: decorator
@inline
const DIFFERS: i32 = 7;
// @ts-ignore: decorator
@inline
export const SKIPS: i32 = 12;
/** How far a path's score may fall below the best. */
// @ts-ignore: decorator
@inline
export const DROP: i32 = 96;
/** What a path has to gain after a difference to move the end there. */
// @ts-ignore: decorator
@inline
const END_GAIN: i32 = 16;
// Widest band, in words of b, and longest stretch that is kept in memory, in words of a.
// @ts-ignore: decorator
@inline
const WIDTH_MAX: i32 = 48;
// @ts-ignore: decorator
@inline
const ROWS_MAX: i32 = 128;

/** Score of a cell that no path reaches. */
// @ts-ignore: decorator
@inline
const FELL: i32 = -1073741824;
// @ts-ignore: decorator
@inline
const DIAGONAL: i32 = 0;
// @ts-ignore: decorator
@inline
const SKIP_A: i32 = 1;
// @ts-ignore: decorator
@inline
const SKIP_B: i32 = 2;

// Scores of the current row and of the one before, from the column of `BASES` at the row on; moves to each cell.
const SCORES: usize = memory.data(2 * 4 * 48, 16);
const BASES: usize = memory.data(4 * 129, 16);
const MOVES: usize = memory.data(129 * 48, 16);

/** Cells that may still be computed. At 0, passages may continue beyond the ends that were found. */
export let cellsLeft: i32 = 0;

/** Pairs of words of a and b that agree beyond an end, from the chain outwards: u32 each. */
export let extended: usize = 0;
let pairs: u32 = 0;

// Numbers of words of a and b up to the best score.
let bestA: i32 = 0;
let bestB: i32 = 0;

/** @param cells most cells that may be computed in all */
export function openExtension(cells: i32): void {
  cellsLeft = cells;
  extended = take(<usize>min(lengthA, lengthB) << 3);
}

/**
 * Finds the words that agree beyond an end of a chain, and returns their number.
 *
 * @param a, b the first pair of words to compare
 * @param step 1 to search after the chain, -1 to search before it
 */
export function extendFrom(a: i32, b: i32, step: i32): u32 {
  pairs = 0;
  while (true) {
    const goesOn = fill(a, b, step);
    trace(a, b, step);
    if (!goesOn) return pairs;
    a += step * bestA;
    b += step * bestB;
  }
}

/** Fills the cells of a stretch. Returns whether room ran out, so that more may be found from the best end on. */
function fill(atA: i32, atB: i32, step: i32): bool {
  const mostA = step > 0 ? lengthA - atA : atA + 1;
  const mostB = max(0, step > 0 ? lengthB - atB : atB + 1);
  const rows = min(mostA, ROWS_MAX);
  const wordsLow = lowB;
  const wordsHigh = highB;
  let above = SCORES;
  let scores = SCORES + 4 * WIDTH_MAX;
  let cells = cellsLeft;
  let best: i32 = 0;
  let endA: i32 = 0;
  let endB: i32 = 0;
  let base: i32 = 0;
  let from: i32 = 0;
  let to: i32 = min(mostB, DROP / SKIPS) + 1;
  for (let column: i32 = 0; column < to; column++) store<i32>(above + (<usize>column << 2), -SKIPS * column);
  store<i32>(BASES, 0);
  let row: i32 = 0;
  while (row < rows && from < to && cells > 0) {
    row++;
    const word = <usize>(atA + step * (row - 1));
    const low = load<u32>(lowA + (word << 2));
    const high = load<u32>(highA + (word << 2));
    const agrees = <i32>load<u8>(unitsA + word);
    const taken = placeOf(<i32>word);
    const last = min(mostB, from + WIDTH_MAX - 1);
    let moves = MOVES + <usize>(row * WIDTH_MAX);
    let cell = scores;
    let upper = above + (<usize>(from - base) << 2);
    let wordB = atB + step * (from - 1);
    let left = FELL;
    let diagonal = FELL;
    let aliveFrom: i32 = -1;
    let aliveTo = from;
    let least = best - DROP;
    let column = from;
    for (; column <= last && (column <= to || left > FELL); column++) {
      const up = column < to ? load<i32>(upper) : FELL;
      let score = up - SKIPS;
      let move = SKIP_A;
      if (diagonal > FELL) {
        const at = <usize>wordB << 2;
        const isSame = load<u32>(wordsLow + at) == low && load<u32>(wordsHigh + at) == high && wordB != taken;
        diagonal += isSame ? agrees : -DIFFERS;
        if (diagonal >= score) {
          score = diagonal;
          move = DIAGONAL;
        }
      }
      if (left - SKIPS > score) {
        score = left - SKIPS;
        move = SKIP_B;
      }
      diagonal = up;
      left = score < least ? FELL : score;
      store<i32>(cell, left);
      store<u8>(moves, move);
      if (left != FELL) {
        if (aliveFrom < 0) aliveFrom = column;
        aliveTo = column + 1;
        if (score > best) {
          // Directly after an agreeing word, or where enough is gained after a difference.
          const goesStraightOn = move == DIAGONAL && endA == row - 1 && endB == column - 1;
          if (goesStraightOn || score > best + END_GAIN) {
            best = score;
            endA = row;
            endB = column;
            least = score - DROP;
          }
        }
      }
      cell += 4;
      upper += 4;
      moves++;
      wordB += step;
    }
    cells -= column - from;
    store<i32>(BASES + (<usize>row << 2), from);
    base = from;
    from = max(aliveFrom, from);
    to = aliveTo;
    const swapped = above;
    above = scores;
    scores = swapped;
  }
  cellsLeft = cells;
  bestA = endA;
  bestB = endB;
  return row == ROWS_MAX && row < mostA && endA > 0;
}

/** Follows the moves back from the best score, and adds the words that agree. */
function trace(atA: i32, atB: i32, step: i32): void {
  const first = pairs;
  let row = bestA;
  let column = bestB;
  while (row > 0 && column > 0) {
    const move = load<u8>(MOVES + <usize>(row * WIDTH_MAX + column - load<i32>(BASES + (<usize>row << 2))));
    const a = atA + step * (row - 1);
    const b = atB + step * (column - 1);
    if (move == DIAGONAL && placeOf(a) != b && isSameWord(a, b)) {
      const pair = extended + (<usize>(pairs++) << 3);
      store<i32>(pair, a);
      store<i32>(pair, b, 4);
    }
    if (move != SKIP_B) row--;
    if (move != SKIP_A) column--;
  }
  // Found from the end back to the chain.
  let one = extended + (<usize>first << 3);
  for (let other = extended + (<usize>pairs << 3) - 8; pairs > first && one < other; one += 8, other -= 8) {
    const pair = load<u64>(one);
    store<u64>(one, load<u64>(other));
    store<u64>(other, pair);
  }
}
