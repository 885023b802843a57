// Runs in which a text repeats itself: a few words again and again. Two such runs of the same words agree on as many
// diagonals as they have periods, and all diagonals carry the same information, so one is followed instead of all.
//
//   a   x ABC ABC ABC ABC y          the run of a ends at y, that of b at z; where they start together (┌) the anchor
//   b   ┌ ABC ABC ABC ABC ABC z      covers a, where they end together (┘) it may continue; the others only repeat

import { isSameWord, lengthA, lengthB, take } from "./texts";

// Smallest number of periods and of words of a run: prose has almost no such runs and is not affected.
// @ts-ignore: decorator
@inline
const PERIODS_MIN: i32 = 4;
// @ts-ignore: decorator
@inline
const WORDS_MIN: i32 = 12;

// For each place the end of the repeating run that contains it, and the run's period in words; 0 outside of runs.
let endA: usize = 0;
let periodA: usize = 0;
let endB: usize = 0;
let periodB: usize = 0;

// The last anchor that was followed from a place of b: its end in a, and the end of the run of a.
let lastB: i32 = -1;
let coveredA: i32 = 0;
let lastEndA: i32 = 0;
// The same for each place of a: the end in b, and the end of the run of b; 8 bytes each.
let fromA: usize = 0;

/**
 * Finds the repeating runs of b. Returns whether there are any.
 *
 * @param end, period those of a
 * @param next for each shingle of b its next place, or -1
 */
export function openRepeats(end: usize, period: usize, next: usize, shingles: i32, shingleWords: i32): bool {
  endA = end;
  periodA = period;
  const bytes = <usize>shingles << 2;
  endB = take(bytes);
  periodB = take(bytes);
  memory.fill(endB, 0, bytes);
  memory.fill(periodB, 0, bytes);
  let isFound = false;
  for (let to = shingles; to > 0; ) {
    // Neighbouring places with the same distance to their next place form one run.
    const distance = distanceAt(next, to - 1);
    let from = to - 1;
    while (from > 0 && distanceAt(next, from - 1) == distance) from--;
    const last = to - 1 + distance + shingleWords;
    if (distance > 0 && last - from >= max(WORDS_MIN, PERIODS_MIN * distance)) {
      isFound = true;
      mark(from, to, last, last - shingleWords, distance);
    }
    to = from;
  }
  if (!isFound) return false;
  lastB = -1;
  coveredA = 0;
  lastEndA = 0;
  fromA = take(<usize>lengthA << 3);
  memory.fill(fromA, 0, <usize>lengthA << 3);
  return true;
}

// @ts-ignore: decorator
@inline
function distanceAt(next: usize, at: i32): i32 {
  return load<i32>(next + (<usize>at << 2)) - at;
}

/** The last period belongs to a run too, although it has no next place. */
function mark(from: i32, to: i32, end: i32, lastPlace: i32, period: i32): void {
  for (let at = from; at <= lastPlace; at++) {
    const place = <usize>at << 2;
    if (at >= to && load<i32>(endB + place) != 0) continue;
    store<i32>(endB + place, end);
    store<i32>(periodB + place, period);
  }
}

/**
 * Whether the run from two places of one shingle repeats an anchor that was followed: it lies in the same repeating
 * runs, at least one period later, and ends where the shorter of them ends. Where both end together the run may
 * continue, so it is followed; so is a run that reaches beyond.
 */
export function isRepeated(a: i32, b: i32): bool {
  const ofA = load<i32>(endA + (<usize>a << 2));
  const ofB = load<i32>(endB + (<usize>b << 2));
  const period = load<i32>(periodA + (<usize>a << 2));
  if (ofA == 0 || ofB == 0 || ofA - a == ofB - b || period != load<i32>(periodB + (<usize>b << 2))) return false;
  const alongA = b == lastB && ofA == lastEndA && a + period <= coveredA;
  const last = fromA + (<usize>a << 3);
  const alongB = load<i32>(last, 4) == ofB && b + period <= load<i32>(last);
  if (!alongA && !alongB) return false;
  const length = min(ofA - a, ofB - b);
  return a + length >= lengthA || b + length >= lengthB || !isSameWord(a + length, b + length);
}

/** Notes an anchor of two repeating runs that is followed. */
export function follow(a: i32, b: i32, words: i32): void {
  const ofA = load<i32>(endA + (<usize>a << 2));
  const ofB = load<i32>(endB + (<usize>b << 2));
  if (ofA == 0 || ofB == 0) return;
  if (load<i32>(periodA + (<usize>a << 2)) != load<i32>(periodB + (<usize>b << 2))) return;
  lastB = b;
  coveredA = min(ofA, a + words);
  lastEndA = ofA;
  const last = fromA + (<usize>a << 3);
  store<i32>(last, min(ofB, b + words));
  store<i32>(last, ofB, 4);
}
