// Where does a passage begin and end among the runs of a chain? It grows outwards from its longest run, as long as the
// words beyond a difference are worth more than the difference costs, by more than chance gives.
//
//     ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇   ▇ ▇▇             ▇▇▇▇▇       score from the longest run on; the end moves where it gains enough,
//     longest run  ╲_╱╲╱  ╲             ╱            and nothing is examined beyond a fall of FALL: the remaining runs
//                          ╲___________╱             make passages of their own

import { sortKeys } from "../tables/sort";
import { runCount, runs } from "./runs";
import { gapUnits, lengthA, lengthB, PASSAGE_WORDS_MIN, RUN_A, RUN_B, RUN_WORDS, runUnits, take } from "./texts";

/** Smallest share of agreeing words of a passage. */
// @ts-ignore: decorator
@inline
const PASSAGE_IDENTITY_MIN: f64 = 1.0 / 3.0;
// Gains, in quarters of a bit: beyond a run of `PASSAGE_WORDS_MIN` words without a difference so far, and elsewhere.
// @ts-ignore: decorator
@inline
const VERBATIM_GAIN: i32 = 48;
// @ts-ignore: decorator
@inline
const END_GAIN: i32 = 16;
/** How far the score may fall below its best: by the widest gap of a chain. */
// @ts-ignore: decorator
@inline
const FALL: i32 = 182;
/** Most runs that are examined beyond an end before one of them moves it. */
// @ts-ignore: decorator
@inline
const RUNS_AHEAD_MAX: i32 = 64;

/** What each run is worth; agreeing words before each run, and of all; 1 for each run that is in a stretch. */
let units: usize = 0;
let wordsBefore: usize = 0;
let used: usize = 0;
let order: usize = 0;
let scratch: usize = 0;
/** Run of the order that comes next. */
let next: u32 = 0;

/** The stretch that was found last: runs from here to before there. */
export let stretchFrom: i32 = 0;
export let stretchTo: i32 = 0;

export function openStretches(): void {
  const most = <usize>min(lengthA, lengthB);
  units = take(most << 2);
  wordsBefore = take((most + 1) << 2);
  used = take(most);
  order = take(most << 3);
  scratch = take(most << 3);
}

/** Begins with the runs of a chain. */
export function divideRuns(): void {
  next = 0;
  let words: u32 = 0;
  for (let i: u32 = 0; i < runCount; i++) {
    const run = runs + (<usize>i << 4);
    const length = load<u32>(run, RUN_WORDS);
    store<i32>(units + (<usize>i << 2), runUnits(run));
    store<u32>(wordsBefore + (<usize>i << 2), words);
    store<u64>(order + (<usize>i << 3), (<u64>~length << 32) | i);
    words += length;
  }
  store<u32>(wordsBefore + (<usize>runCount << 2), words);
  memory.fill(used, 0, <usize>runCount);
  // Longest first, then as they stand.
  sortKeys(order, scratch, runCount);
}

/** Finds the next stretch; every run is in one. Returns whether there is one. */
export function nextStretch(): bool {
  let core: i32 = -1;
  while (next < runCount) {
    core = load<i32>(order + (<usize>(next++) << 3));
    if (load<u8>(used + <usize>core) == 0) break;
    core = -1;
  }
  if (core < 0) return false;
  // Both ends of a run without a difference need a higher gain, until one of them continues.
  const gain = load<i32>(runs + (<usize>core << 4), RUN_WORDS) >= PASSAGE_WORDS_MIN ? VERBATIM_GAIN : END_GAIN;
  const goesOn = endOf(core, core + 1, 1, gain) != core + 1 || endOf(core, core + 1, -1, gain) != core;
  const least = goesOn ? END_GAIN : gain;
  stretchTo = endOf(core, core + 1, 1, least);
  stretchFrom = endOf(core, stretchTo, -1, least);
  memory.fill(used + <usize>stretchFrom, 1, <usize>(stretchTo - stretchFrom));
  return true;
}

/** Moves one end of a stretch over all runs that gain enough each time, and returns where it is. */
function endOf(from: i32, to: i32, step: i32, gain: i32): i32 {
  let score: i32 = 0;
  let best: i32 = 0;
  let at = step > 0 ? to : from - 1;
  for (let ahead: i32 = 0; at >= 0 && at < <i32>runCount && ahead < RUNS_AHEAD_MAX; at += step, ahead++) {
    if (load<u8>(used + <usize>at) != 0) break;
    score -= gapUnits(runs + (<usize>min(at, at - step) << 4), runs + (<usize>max(at, at - step) << 4));
    if (score < best - FALL) break;
    score += load<i32>(units + (<usize>at << 2));
    if (score <= best + gain) continue;
    const first = step > 0 ? from : at;
    const end = step > 0 ? at + 1 : to;
    const words = load<i32>(wordsBefore + (<usize>end << 2)) - load<i32>(wordsBefore + (<usize>first << 2));
    if (<f64>words < PASSAGE_IDENTITY_MIN * <f64>longerSide(first, end - 1)) continue;
    from = first;
    to = end;
    best = score;
    ahead = -1;
  }
  return step > 0 ? to : from;
}

/** Words from the beginning of one run to the end of another, on the side that has more. */
function longerSide(first: i32, last: i32): i32 {
  const one = runs + (<usize>first << 4);
  const other = runs + (<usize>last << 4);
  const a = load<i32>(other, RUN_A) - load<i32>(one, RUN_A);
  const b = load<i32>(other, RUN_B) - load<i32>(one, RUN_B);
  return max(a, b) + load<i32>(other, RUN_WORDS);
}
