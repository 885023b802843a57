// Can an anchor be a passage if no other anchor joins it? Of formulas that two texts share nearly none can: too few
// words around them agree, which is known without their alignment.
//
//            diagonals -16 … 15         The best score of a path from an end of the anchor to each diagonal, of all at
//   row 1    ╲ ╲ ╲ ╲ ╲ ╲                once: a row is a word of a. Bytes hold 97 more than the score, so that what falls
//   row 2      ╲ ╲ ╲ ╲ ╲ ╲              by more than DROP is 0, and stays so. A path that leaves the diagonals or gains
//   row 3        ╲ ╲ ╲ ╲ ╲ ╲            more than bytes bear makes an anchor one to align.
//
// It is never less than what `extend.ts` finds: a path is abandoned later, and words are alike whose numbers agree.

import { DROP, SKIPS } from "./extend";
import { EVIDENCE_MIN } from "./found";
import {
  lengthA,
  lengthB,
  lowA,
  lowB,
  PASSAGE_WORDS_MIN,
  RUN_A,
  RUN_ALONE,
  RUN_B,
  RUN_BYTES,
  RUN_WORDS,
  runUnits,
  take,
  unitsA,
} from "./texts";

/** What is added to a score. */
// @ts-ignore: decorator
@inline
const ZERO: i32 = DROP + 1;
/** Most that a path may gain: with more, one would reach from one end of the lanes to the other. */
// @ts-ignore: decorator
@inline
const GAIN_MAX: i32 = 95;
// @ts-ignore: decorator
@inline
const ROWS_JUDGED_MAX: i32 = 64;
/** Numbers before and behind those of the words of b, which are like no word. */
// @ts-ignore: decorator
@inline
const MARGIN: i32 = ROWS_JUDGED_MAX + 16;
/** What stands before and behind the numbers of words. */
// @ts-ignore: decorator
@inline
const NO_WORD: u8 = 255;

// What one, two, four and eight skipped words cost, and one that differs (`extend.ts`): in memory, since V8 builds a
// constant anew at each use in a loop.
const COSTS: usize = memory.data<u8>([12, 24, 48, 96, 7], 16);

/** Numbers of the words of b, from the first to the last, and back, a byte each; at 0 before they are written. */
let forwards: usize = 0;
let backwards: usize = 0;

/**
 * Notes of each anchor whether it can be no passage without others.
 *
 * @param units what it takes to name a place in both texts, in quarters of a bit
 */
export function judgeAlone(anchors: usize, count: u32, units: i32): void {
  forwards = 0;
  for (let anchor = anchors, end = anchors + (<usize>count << 4); anchor < end; anchor += RUN_BYTES)
    store<u32>(anchor, u32(isHopeless(anchor, units)), RUN_ALONE);
}

function openWords(): void {
  const bytes = <usize>(lengthB + 2 * MARGIN);
  forwards = take(bytes);
  backwards = take(bytes);
  memory.fill(forwards, NO_WORD, bytes);
  memory.fill(backwards, NO_WORD, bytes);
  forwards += MARGIN;
  backwards += MARGIN;
  let back = backwards + <usize>lengthB;
  for (let b: usize = 0; b < <usize>lengthB; b++) {
    const number = numberOf(lowB + (b << 2));
    store<u8>(forwards + b, number);
    store<u8>(--back, number);
  }
}

/** The number of a word: few words that differ have the same. */
// @ts-ignore: decorator
@inline
function numberOf(low: usize): u8 {
  return min<u8>(load<u8>(low), NO_WORD - 1);
}

function isHopeless(anchor: usize, units: i32): bool {
  const words = load<i32>(anchor, RUN_WORDS);
  if (words >= PASSAGE_WORDS_MIN) return false;
  if (forwards == 0) openWords();
  const a = load<i32>(anchor, RUN_A);
  const b = load<i32>(anchor, RUN_B);
  // A passage beside the anchor would be worth at most GAIN_MAX + DROP, which is no evidence.
  let most = runUnits(anchor) - units;
  if (most >= EVIDENCE_MIN) return false;
  most += gainFrom(a + words, forwards + <usize>(b + words), 1);
  if (most >= EVIDENCE_MIN) return false;
  return most + gainFrom(a - 1, backwards + <usize>(lengthB - b), -1) < EVIDENCE_MIN;
}

/**
 * The most that a path beyond an end of an anchor gains; `EVIDENCE_MIN` and more where it is not known, or where a run
 * of `PASSAGE_WORDS_MIN` words may stand there.
 *
 * @param a     the first word of a beyond it
 * @param words numbers of the words of b beyond it
 */
function gainFrom(a: i32, words: usize, step: i32): i32 {
  const skip = v128.load_splat<u8>(COSTS);
  const skipTwo = v128.load_splat<u8>(COSTS, 1);
  const skipFour = v128.load_splat<u8>(COSTS, 2);
  const skipEight = v128.load_splat<u8>(COSTS, 3);
  const differ = v128.load_splat<u8>(COSTS, 4);
  const none = i8x16.splat(0);
  let low = none;
  // ZERO, and less by SKIPS for each word of b that is skipped first.
  let high = i8x16(97, 85, 73, 61, 49, 37, 25, 13, 1, 0, 0, 0, 0, 0, 0, 0);
  let best = high;
  let runsLow = none;
  let runsHigh = none;
  let longest = none;
  let at = words - 16;
  for (let row: i32 = 0; a >= 0 && a < lengthA; row++, a += step, at++) {
    if (row == ROWS_JUDGED_MAX) return UNKNOWN;
    const word = i8x16.splat(numberOf(lowA + (<usize>a << 2)));
    const units = i8x16.splat(load<i8>(unitsA + <usize>a));
    const alikeLow = i8x16.eq(v128.load(at), word);
    const alikeHigh = i8x16.eq(v128.load(at, 16), word);
    runsLow = v128.and(i8x16.sub(runsLow, alikeLow), alikeLow);
    runsHigh = v128.and(i8x16.sub(runsHigh, alikeHigh), alikeHigh);
    longest = i8x16.max_u(longest, i8x16.max_u(runsLow, runsHigh));
    const skippedLow = behind(low, high, 1);
    const skippedHigh = behind(high, none, 1);
    low = i8x16.max_u(i8x16.sub_sat_u(skippedLow, skip), onwards(low, alikeLow, units, differ));
    high = i8x16.max_u(i8x16.sub_sat_u(skippedHigh, skip), onwards(high, alikeHigh, units, differ));
    // Words of b that are skipped: one, then two, four and eight, so that it is any number of them.
    high = i8x16.max_u(high, i8x16.sub_sat_u(behind(low, high, 15), skip));
    low = i8x16.max_u(low, i8x16.sub_sat_u(behind(none, low, 15), skip));
    high = i8x16.max_u(high, i8x16.sub_sat_u(behind(low, high, 14), skipTwo));
    low = i8x16.max_u(low, i8x16.sub_sat_u(behind(none, low, 14), skipTwo));
    high = i8x16.max_u(high, i8x16.sub_sat_u(behind(low, high, 12), skipFour));
    low = i8x16.max_u(low, i8x16.sub_sat_u(behind(none, low, 12), skipFour));
    high = i8x16.max_u(high, i8x16.sub_sat_u(behind(low, high, 8), skipEight));
    low = i8x16.max_u(low, i8x16.sub_sat_u(behind(none, low, 8), skipEight));
    best = i8x16.max_u(best, i8x16.max_u(low, high));
    if (!v128.any_true(v128.or(low, high))) break;
    if (i8x16.extract_lane_u(low, 0) > <u8>SKIPS || i8x16.extract_lane_u(high, 15) > <u8>SKIPS) return UNKNOWN;
  }
  if (v128.any_true(i8x16.ge_u(longest, i8x16.splat(<i8>PASSAGE_WORDS_MIN)))) return UNKNOWN;
  const gain = greatest(best) - ZERO;
  return gain > GAIN_MAX ? UNKNOWN : gain;
}

// @ts-ignore: decorator
@inline
const UNKNOWN: i32 = 1 << 20;

/** Scores after a word of each text, which are alike or not. What is 0 stays so. */
// @ts-ignore: decorator
@inline
function onwards(scores: v128, alike: v128, units: v128, differ: v128): v128 {
  const differs = i8x16.sub_sat_u(scores, differ);
  const agrees = v128.andnot(i8x16.add_sat_u(scores, units), i8x16.eq(scores, i8x16.splat(0)));
  return v128.bitselect(agrees, differs, alike);
}

/** Sixteen bytes of two vectors behind each other, from the byte `from` on. */
// @ts-ignore: decorator
@inline
function behind(first: v128, second: v128, from: u8): v128 {
  if (from == 1)
    return v128.shuffle<u8>(first, second, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  if (from == 8)
    return v128.shuffle<u8>(first, second, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23);
  if (from == 12)
    return v128.shuffle<u8>(first, second, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
  if (from == 14)
    return v128.shuffle<u8>(first, second, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
  return v128.shuffle<u8>(first, second, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
}

function greatest(bytes: v128): i32 {
  const most = i8x16.max_u(bytes, v128.shuffle<u8>(bytes, bytes, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  const half = i64x2.extract_lane(most, 0);
  let result: i32 = 0;
  for (let i: u64 = 0; i < 64; i += 8) result = max(result, <i32>((half >> i) & 255));
  return result;
}
