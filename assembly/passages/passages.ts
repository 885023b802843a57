// Where are two texts alike, and how? Seeds (shared shingles) become anchors, anchors chains, chains passages: ranges
// of words on both sides, the runs in them that agree, and what they are worth. One call a comparison.

import { judgeAlone } from "./alone";
import { isBounded, seekAnchors } from "./anchors";
import { anchorsOfChain, chainAnchors, firstOfChain } from "./chain";
import { cellsLeft, openExtension } from "./extend";
import {
  closePassages,
  coveredWords,
  dropRepetitions,
  END_B,
  onlyRepeats,
  openPassages,
  passageCount,
  ranked,
  release,
  START_B,
  takeStretch,
} from "./found";
import { alignChain, openRuns } from "./runs";
import { divideRuns, nextStretch, openStretches } from "./stretches";
import { lengthA, lengthB, openTaken, openTexts, placeOf, RUN_A, RUN_B, RUN_BYTES, RUN_WORDS, take } from "./texts";

// Most cells of extensions for each word of the two texts, where a repeats itself, and in all.
// @ts-ignore: decorator
@inline
const CELLS_PER_WORD_MAX: f64 = 64;
// @ts-ignore: decorator
@inline
const CELLS_PER_WORD_REPETITIVE_MAX: f64 = 8;
// @ts-ignore: decorator
@inline
const CELLS_MAX: f64 = 67108864;

// Of the last comparison: 1 where a budget cut it short, 2 and 4 where an anchor or a passage lies near the beginning
// or the end of b; and the number of its anchors.
let flags: u32 = 0;
let anchorCount: u32 = 0;

/** 1 where a budget cut the last comparison short; 2, 4: it may go on before, behind `b`. */
export function passageFlags(): u32 {
  return flags;
}

/** Anchors of the last comparison. */
export function anchorsUsed(): u32 {
  return anchorCount;
}

/**
 * Anchors of an indexed text and another: returns where `anchorsUsed()` of them stand, 16 bytes each.
 *
 * Parameters are those of `findPassages`.
 */
export function findAnchors(
  frame: usize,
  words: u32,
  low: usize,
  high: usize,
  shingles: u32,
  shinglesLow: usize,
  shinglesHigh: usize,
  shingleWords: u32,
  allowance: f64,
  room: usize,
): usize {
  openTexts(frame, words, low, high, room);
  anchorCount = seekAnchors(frame, shingles, shinglesLow, shinglesHigh, <i32>shingleWords, allowance);
  flags = u32(isBounded);
  return take(0) - ((<usize>anchorCount << 4));
}

/**
 * Finds the passages that an indexed text shares with another. Returns where their number stands, and behind it their
 * addresses, most words first (`found.ts`).
 *
 * @param frame       of the indexed text, 17 numbers of 32 bits: words; addresses of the halves of their hashes, of what
 *                    each is worth, of -1 for each; of the halves of the shingles; address and length of the filter and
 *                    of the table; of next places; whether the table is partial; whether the text repeats itself, then
 *                    addresses of next places behind another word, of ends and periods of repeating runs, or 0
 * @param words, low, high halves of the hashes of the other text
 * @param shingles, shinglesLow, shinglesHigh and of its shingles, of `shingleWords` words
 * @param margin      words from the beginning or the end of the other text that are near
 * @param allowance   most anchors
 * @param units       what it takes to name a place in both, in quarters of a bit
 * @param room        address behind all of them: memory is used from here on, and grows
 */
export function findPassages(
  frame: usize,
  words: u32,
  low: usize,
  high: usize,
  shingles: u32,
  shinglesLow: usize,
  shinglesHigh: usize,
  shingleWords: u32,
  margin: u32,
  allowance: f64,
  units: u32,
  room: usize,
): usize {
  const anchors = findAnchors(
    frame, words, low, high, shingles, shinglesLow, shinglesHigh, shingleWords, allowance, room,
  );
  if (anchorCount == 0) return noPassages();
  const isRepetitive = load<u32>(frame, 52) != 0;
  const cells = (isRepetitive ? CELLS_PER_WORD_REPETITIVE_MAX : CELLS_PER_WORD_MAX) * <f64>(lengthA + lengthB);
  openTaken();
  openExtension(<i32>min<f64>(CELLS_MAX, cells));
  openRuns();
  openStretches();
  judgeAlone(anchors, anchorCount, <i32>units);
  const chains = chainAnchors(anchors, anchorCount);
  openPassages(<i32>units);
  for (let place: u32 = 0; place < chains; place++) takeChain(place, isRepetitive);
  closePassages();
  noteAnchors(anchors, <i32>margin, isRepetitive);
  release();
  const found = ranked();
  if (!isRepetitive) notePassages(found + 4, passageCount, <i32>margin);
  const kept = dropRepetitions(found);
  if (isRepetitive) notePassages(found + 4, kept, <i32>margin);
  if (cellsLeft <= 0) flags |= 1;
  return found;
}

function noPassages(): usize {
  const found = take(4);
  store<u32>(found, 0);
  return found;
}

/** Takes the passages of a chain. A chain inside an earlier passage gives none of its own. */
function takeChain(place: u32, isRepetitive: bool): void {
  const first = firstOfChain(place);
  const end = first + (<usize>anchorsOfChain(place) << 4);
  if (areWithin(first, end)) return;
  if (isRepetitive && isRepetition(first, end)) return;
  alignChain(place);
  divideRuns();
  while (nextStretch()) takeStretch();
}

/** Whether anchors lie in passages: if the first and the last word of one do, all words between them do. */
function areWithin(first: usize, end: usize): bool {
  for (let anchor = first; anchor < end; anchor += RUN_BYTES) {
    const a = load<i32>(anchor, RUN_A);
    const b = load<i32>(anchor, RUN_B);
    const last = load<i32>(anchor, RUN_WORDS) - 1;
    if (placeOf(a) != b || placeOf(a + last) != b + last) return false;
  }
  return true;
}

/** Whether earlier passages already contain most words of anchors. */
function isRepetition(first: usize, end: usize): bool {
  let words: i32 = 0;
  let repeated: i32 = 0;
  for (let anchor = first; anchor < end; anchor += RUN_BYTES) {
    words += load<i32>(anchor, RUN_WORDS);
    repeated += coveredWords(anchor);
  }
  return onlyRepeats(words, repeated);
}

/**
 * Notes where anchors lie near an end of b. In a text that repeats itself, some repetition stands at every edge; what
 * continues there has been found already.
 */
function noteAnchors(anchors: usize, margin: i32, isRepetitive: bool): void {
  const end = anchors + (<usize>anchorCount << 4);
  for (let anchor = anchors; anchor < end; anchor += RUN_BYTES) {
    const b = load<i32>(anchor, RUN_B);
    const near = nearEnds(b, b + load<i32>(anchor, RUN_WORDS), margin);
    if ((near & ~flags) == 0 || (isRepetitive && isRepetition(anchor, anchor + RUN_BYTES))) continue;
    flags |= near;
  }
}

// @ts-ignore: decorator
@inline
function nearEnds(start: i32, end: i32, margin: i32): u32 {
  return (u32(start < margin) << 1) | (u32(end > lengthB - margin) << 2);
}

/** The same of passages in a list of addresses. */
function notePassages(found: usize, count: u32, margin: i32): void {
  for (let i: u32 = 0; i < count; i++) {
    const passage = load<u32>(found + (<usize>i << 2));
    flags |= nearEnds(load<i32>(passage, START_B), load<i32>(passage, END_B), margin);
  }
}
