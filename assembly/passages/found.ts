// The passages of a comparison: written one behind the other, taken where they are evidence, and ranked.
//
//   8 × u32: first and last word of a, of b, …      its runs      the next passage

import { sortPairs } from "../tables/sort";
import { runs } from "./runs";
import { stretchFrom, stretchTo } from "./stretches";
import {
  gapUnits,
  keep,
  PASSAGE_WORDS_MIN,
  placeOf,
  places,
  reserve,
  RUN_A,
  RUN_B,
  RUN_BYTES,
  RUN_WORDS,
  runUnits,
  take,
  takenB,
  unitsA,
} from "./texts";

/** Bits, beyond those that name its place, of a passage without a run of `PASSAGE_WORDS_MIN` words; in quarters. */
// @ts-ignore: decorator
@inline
export const EVIDENCE_MIN: i32 = 200;
// A passage: ranges of words of a and b, words that agree, the longest run, what it is worth in quarters of a bit, and
// the number of its runs, which follow.
// @ts-ignore: decorator
@inline
const PASSAGE_BYTES: usize = 32;
// @ts-ignore: decorator
@inline
const END_A: usize = 4;
// @ts-ignore: decorator
@inline
export const START_B: usize = 8;
// @ts-ignore: decorator
@inline
export const END_B: usize = 12;
// @ts-ignore: decorator
@inline
const WORDS: usize = 16;
// @ts-ignore: decorator
@inline
const LONGEST_RUN: usize = 20;
// @ts-ignore: decorator
@inline
const UNITS: usize = 24;
// @ts-ignore: decorator
@inline
const RUNS: usize = 28;

let placeUnits: i32 = 0;
let passages: usize = 0;
let passagesEnd: usize = 0;

/** How many passages were taken. */
export let passageCount: u32 = 0;

/** @param units what it takes to name a place in both texts, in quarters of a bit */
export function openPassages(units: i32): void {
  placeUnits = units;
  passages = take(0);
  passagesEnd = passages;
  passageCount = 0;
}

/** Takes the stretch that was found last where it is a passage: no later path uses its words. */
export function takeStretch(): void {
  const passage = measured();
  if (load<i32>(passage, WORDS) < PASSAGE_WORDS_MIN || !isEvident(passage)) return;
  takeWords(passage);
  passageCount++;
  passagesEnd = runsEnd(passage);
}

/** Writes the stretch that was found last behind the passages, and returns its address. */
function measured(): usize {
  const count = stretchTo - stretchFrom;
  const passage = passagesEnd;
  const first = runs + (<usize>stretchFrom << 4);
  const bytes = <usize>count << 4;
  reserve(passage + PASSAGE_BYTES + bytes);
  memory.copy(passage + PASSAGE_BYTES, first, bytes);
  let words: i32 = 0;
  let longest: i32 = 0;
  let units: i32 = 0;
  for (let run = first; run < first + bytes; run += RUN_BYTES) {
    const length = load<i32>(run, RUN_WORDS);
    words += length;
    longest = max(longest, length);
    units += runUnits(run);
    if (run > first) units -= gapUnits(run - RUN_BYTES, run);
  }
  const last = first + bytes - RUN_BYTES;
  store<u32>(passage, load<u32>(first, RUN_A));
  store<u32>(passage, load<u32>(last, RUN_A) + load<u32>(last, RUN_WORDS), END_A);
  store<u32>(passage, load<u32>(first, RUN_B), START_B);
  store<u32>(passage, load<u32>(last, RUN_B) + load<u32>(last, RUN_WORDS), END_B);
  store<i32>(passage, words, WORDS);
  store<i32>(passage, longest, LONGEST_RUN);
  store<i32>(passage, units, UNITS);
  store<i32>(passage, count, RUNS);
  return passage;
}

/**
 * Whether a passage is more than chance and more than a repetition of better ones: it has a run of `PASSAGE_WORDS_MIN`
 * words, or enough evidence in words that no better passage has.
 */
function isEvident(passage: usize): bool {
  if (load<i32>(passage, LONGEST_RUN) >= PASSAGE_WORDS_MIN) return true;
  const beyond = load<i32>(passage, UNITS) - placeUnits;
  if (beyond < EVIDENCE_MIN) return false;
  let explained: i32 = 0;
  for (let run = passage + PASSAGE_BYTES, end = runsEnd(passage); run < end; run += RUN_BYTES) {
    const a = load<i32>(run, RUN_A);
    const b = load<i32>(run, RUN_B);
    for (let i: i32 = 0, words = load<i32>(run, RUN_WORDS); i < words; i++) {
      if (placeOf(a + i) >= 0 || load<u8>(takenB + <usize>(b + i)) != 0) explained += load<u8>(unitsA + <usize>(a + i));
    }
  }
  return beyond - explained >= EVIDENCE_MIN;
}

// @ts-ignore: decorator
@inline
function runsEnd(passage: usize): usize {
  return passage + PASSAGE_BYTES + (<usize>load<u32>(passage, RUNS) << 4);
}

/** Assigns words to a passage: no later path uses them. */
function takeWords(passage: usize): void {
  for (let run = passage + PASSAGE_BYTES, end = runsEnd(passage); run < end; run += RUN_BYTES) {
    const a = load<i32>(run, RUN_A);
    const b = load<i32>(run, RUN_B);
    const words = load<i32>(run, RUN_WORDS);
    for (let i: i32 = 0; i < words; i++) store<i32>(places + (<usize>(a + i) << 2), b + i);
    memory.fill(takenB + <usize>b, 1, <usize>words);
  }
}

/** Nothing is taken any more. */
export function closePassages(): void {
  keep(passagesEnd);
}

/** Puts back the places of all passages. */
export function release(): void {
  for (let passage = passages; passage < passagesEnd; passage = runsEnd(passage)) {
    for (let run = passage + PASSAGE_BYTES, end = runsEnd(passage); run < end; run += RUN_BYTES) cover(run, 0xff);
  }
}

/** Writes one byte over all places of a run: 0xff for -1. */
function cover(run: usize, byte: u8): void {
  memory.fill(places + (<usize>load<u32>(run, RUN_A) << 2), byte, <usize>load<u32>(run, RUN_WORDS) << 2);
}

/** Words of a run whose place is known. */
export function coveredWords(run: usize): i32 {
  let covered: i32 = 0;
  let at = places + (<usize>load<u32>(run, RUN_A) << 2);
  for (const end = at + (<usize>load<u32>(run, RUN_WORDS) << 2); at < end; at += 4) covered += i32(load<i32>(at) >= 0);
  return covered;
}

/** More than half is repeated, and fewer words than a passage has are added. */
// @ts-ignore: decorator
@inline
export function onlyRepeats(words: i32, repeated: i32): bool {
  return 2 * repeated > words && words - repeated < PASSAGE_WORDS_MIN;
}

/** Lists the addresses of passages, most words first, then by places, behind a free number whose address it returns. */
export function ranked(): usize {
  const bytes = <usize>passageCount << 4;
  const found = take(4 + (<usize>passageCount << 2));
  const order = take(bytes);
  const scratch = take(bytes);
  let at = order;
  for (let passage = passages; passage < passagesEnd; passage = runsEnd(passage), at += 16) {
    store<u64>(at, (<u64>load<u32>(passage) << 32) | load<u32>(passage, START_B));
    store<u64>(at, passage, 8);
  }
  sortPairs(order, scratch, passageCount);
  for (let one = order; one < at; one += 16) store<u64>(one, ~(<u64>load<u32>(load<u32>(one, 8), WORDS)));
  sortPairs(order, scratch, passageCount);
  for (let i: u32 = 0; i < passageCount; i++)
    store<u32>(found + 4 + (<usize>i << 2), load<u32>(order + (<usize>i << 4), 8));
  return found;
}

/**
 * Of passages that cover the same words of a, keeps the best one: the repetitions of a refrain need not be reported.
 * Returns how many are kept, and writes it before them.
 */
export function dropRepetitions(found: usize): u32 {
  const list = found + 4;
  let kept: u32 = 0;
  for (let i: u32 = 0; i < passageCount; i++) {
    const passage = load<u32>(list + (<usize>i << 2));
    let repeated: i32 = 0;
    for (let run = <usize>passage + PASSAGE_BYTES, end = runsEnd(passage); run < end; run += RUN_BYTES)
      repeated += coveredWords(run);
    if (onlyRepeats(load<i32>(passage, WORDS), repeated)) continue;
    for (let run = <usize>passage + PASSAGE_BYTES, end = runsEnd(passage); run < end; run += RUN_BYTES) cover(run, 0);
    store<u32>(list + (<usize>(kept++) << 2), passage);
  }
  for (let i: u32 = 0; i < kept; i++) {
    const passage = load<u32>(list + (<usize>i << 2));
    for (let run = <usize>passage + PASSAGE_BYTES, end = runsEnd(passage); run < end; run += RUN_BYTES) cover(run, 0xff);
  }
  store<u32>(found, kept);
  return kept;
}
