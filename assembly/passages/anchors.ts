// Anchors: maximal runs of equal words that two texts share, found through their shingles.
//
//   a   w w w THE SLY OLD FOX RAN AWAY w w          one anchor { a: 3, b: 1, 6 words }
//   b   w THE SLY OLD FOX RAN AWAY w w w w
//
// The frame of the indexed text has a filter of bits for the shingles that it has, an open addressing table of their
// first places, and for each place the next one. Where the text repeats itself, `repeats.ts` spares what only repeats.

import { follow, isRepeated, openRepeats } from "./repeats";
import { isSameWord, keep, lengthA, lengthB, reserve, RUN_A, RUN_B, RUN_BYTES, RUN_WORDS, take } from "./texts";

// Most places of one shingle that are followed up, and most slots that are examined for it.
// @ts-ignore: decorator
@inline
const ANCHOR_PLACES_MAX: i32 = 64;
// @ts-ignore: decorator
@inline
const PROBES_MAX: u32 = 64;
// @ts-ignore: decorator
@inline
const ANCHORS_MAX: f64 = 500000;

/** Whether a budget cut the last search short, or some shingle of the index found no slot. */
export let isBounded: bool = false;

let seen: usize = 0;
let seenMask: u32 = 0;
let slots: usize = 0;
let slotMask: u32 = 0;
let shinglesLowA: usize = 0;
let shinglesHighA: usize = 0;

/** The slot of a shingle that the indexed text has; 0 where it has none. */
function slotOf(low: u32, high: u32): usize {
  if (((load<u32>(seen + (<usize>((low >>> 5) & seenMask) << 2)) >>> (low & 31)) & 1) == 0) return 0;
  for (let probe: u32 = 0; probe < PROBES_MAX; probe++) {
    const slot = slots + (<usize>((high + probe) & slotMask) << 2);
    const place = load<i32>(slot) - 1;
    if (place < 0) return 0;
    const at = <usize>place << 2;
    if (load<u32>(shinglesLowA + at) == low && load<u32>(shinglesHighA + at) == high) return slot;
  }
  return 0;
}

/**
 * Writes all anchors of at least one shingle to the room, ascending in b, and returns their number; their address is
 * that of the room.
 *
 * @param shingles, low, high shingles of b
 * @param allowance most anchors
 */
export function seekAnchors(
  frame: usize,
  shingles: u32,
  low: usize,
  high: usize,
  shingleWords: i32,
  allowance: f64,
): u32 {
  const isRepetitive = load<u32>(frame, 52) != 0;
  const next = load<u32>(frame, 44);
  const nextBehindOther = load<u32>(frame, 56);
  const words = <f64>(lengthA + lengthB);
  let comparisonsLeft: f64 = (isRepetitive ? 16 : 64) * words;
  let placesLeft: f64 = isRepetitive ? 8 * words : Infinity;
  const most: f64 = min<f64>(min<f64>(ANCHORS_MAX, allowance), (isRepetitive ? 0.25 : 2) * words);
  openIndex(frame);
  const isFiltered = load<u32>(frame, 60) != 0 && hasRepeats(frame, shingles, low, high, shingleWords);
  const anchors = take(0);
  let end = anchors;
  let limit = reserve(anchors + 1024);
  let found: i32 = 0;
  for (let atB: i32 = 0; atB < <i32>shingles; atB++) {
    const slot = slotOf(load<u32>(low + (<usize>atB << 2)), load<u32>(high + (<usize>atB << 2)));
    if (slot == 0) continue;
    let behind: i32 = 0;
    let followed: i32 = 0;
    for (let atA = load<i32>(slot) - 1; atA >= 0; atA = behind) {
      behind = load<i32>(next + (<usize>atA << 2));
      if (++followed > ANCHOR_PLACES_MAX || --placesLeft < 0 || comparisonsLeft < 0 || <f64>found >= most) {
        isBounded = true;
        break;
      }
      if (atA > 0 && atB > 0 && isSameWord(atA - 1, atB - 1)) {
        if (isRepetitive) behind = load<i32>(nextBehindOther + (<usize>atA << 2));
        continue; // inside a run that began earlier
      }
      if (isFiltered && isRepeated(atA, atB)) continue;
      const length = lengthOfRun(atA, atB);
      comparisonsLeft -= <f64>length;
      if (length < shingleWords) continue;
      if (end + RUN_BYTES > limit) limit = reserve(end + RUN_BYTES);
      store<i32>(end, atB, RUN_B);
      store<i32>(end, atA, RUN_A);
      store<i32>(end, length, RUN_WORDS);
      end += RUN_BYTES;
      found++;
      if (isFiltered) follow(atA, atB, length);
    }
  }
  keep(end);
  return <u32>found;
}

function openIndex(frame: usize): void {
  shinglesLowA = load<u32>(frame, 20);
  shinglesHighA = load<u32>(frame, 24);
  seen = load<u32>(frame, 28);
  seenMask = load<u32>(frame, 32) - 1;
  slots = load<u32>(frame, 36);
  slotMask = load<u32>(frame, 40) - 1;
  isBounded = load<u32>(frame, 48) != 0;
}

function lengthOfRun(atA: i32, atB: i32): i32 {
  const most = min(lengthA - atA, lengthB - atB);
  let length: i32 = 0;
  while (length < most && isSameWord(atA + length, atB + length)) length++;
  return length;
}

/** Finds where b repeats itself in words that the indexed text has; returns whether it does. */
function hasRepeats(frame: usize, shingles: u32, low: usize, high: usize, shingleWords: i32): bool {
  const bytes = <usize>shingles << 2;
  const next = take(bytes);
  const aheadBytes = <usize>(slotMask + 1) << 2;
  const ahead = take(aheadBytes);
  memory.fill(next, 0xff, bytes);
  memory.fill(ahead, 0xff, aheadBytes);
  for (let at = <i32>shingles - 1; at >= 0; at--) {
    const slot = slotOf(load<u32>(low + (<usize>at << 2)), load<u32>(high + (<usize>at << 2)));
    if (slot == 0) continue;
    const last = ahead + (slot - slots);
    store<i32>(next + (<usize>at << 2), load<i32>(last));
    store<i32>(last, at);
  }
  return openRepeats(load<u32>(frame, 60), load<u32>(frame, 64), next, <i32>shingles, shingleWords);
}
