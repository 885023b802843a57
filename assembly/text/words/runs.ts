// Runs of letters → words: their hashes and positions. A run is what stands between two separators, so it is folded
// alone:
//
//   run of ASCII        16 bytes loaded, masked to its length, upper case folded by setting bit 5, hashed
//   run of two bytes    each letter through the table of pairs into one folded word, hashed
//   any other           `foldStretch`, which may find no word in it, or several

import { BIT_5 } from "./blocks";
import { hashStep, hashWord, maskPtr, MULTIPLIERS } from "../hash";
import { SPAN_BYTES } from "./lookalikes";
import { foldStretch, stretchWords, WORD_BYTES_MAX } from "./stretch";
import { DROP, EXTEND, LETTER, pairEntry } from "../table";
import { areLetters, foldedPairs } from "./pairs";

const NOT_ASCII: usize = memory.data<u64>([0x8080808080808080]);

/** Words so far. */
export let wordCount: u32 = 0;

let boundsPtr: usize = 0;
let lowPtr: usize = 0;
let highPtr: usize = 0;
let foldedPtr: usize = 0;
let spansPtr: usize = 0;
let runsOrigin: usize = 0; // address of a byte minus its offset in the whole text
let runsEnd: usize = 0;
let runsAreLast: bool = false;

/** Forgets the words of the last chunk. The arguments are those of `readWords`. */
export function beginWords(
  from: usize,
  end: usize,
  isLast: bool,
  bounds: usize,
  low: usize,
  high: usize,
  folded: usize,
  spans: usize,
): void {
  runsOrigin = from;
  runsEnd = end;
  runsAreLast = isLast;
  boundsPtr = bounds;
  lowPtr = low;
  highPtr = high;
  foldedPtr = folded;
  spansPtr = spans;
  wordCount = 0;
}

/** Hashes runs, start and stop each, from `run` to `end`. */
export function hashRuns(run: usize, end: usize): void {
  while (run < end) {
    const first = hashShortRuns(run, end);
    run = first < end && startsOther(first) ? hashPairRuns(first, end) : first;
    // Where ASCII follows letters of two bytes, the next turn takes it.
    if (run < end && (run == first || startsOther(run))) {
      hashRun(<usize>load<u32>(run) + runsOrigin, <usize>load<u32>(run, 4) + runsOrigin);
      run += 8;
    }
  }
}

/** Whether a run begins with a character that is not ASCII. */
// @ts-ignore: decorator
@inline
function startsOther(run: usize): bool {
  return load<u8>(<usize>load<u32>(run) + runsOrigin) >= 0x80;
}

/** Hashes a run of any kind. */
function hashRun(start: usize, stop: usize): void {
  const length = stop - start;
  if (length > 16 && length <= WORD_BYTES_MAX && isAscii(start, length)) {
    putWord(wordCount++, start, stop, hashWord(start, length, load<u64>(BIT_5)));
    return;
  }
  takeStretch(start, stop);
}

/**
 * Folds a word of letters and marks of two bytes. Returns the length of what it folds to; 0 if there is another
 * character, or a letter that becomes ASCII, since the word might then mix scripts.
 */
// @ts-ignore: decorator
@inline
function foldPairs(at: usize, stop: usize): usize {
  let top = foldedPtr;
  for (; at < stop; at += 2) {
    const two = <u32>load<u16>(at);
    if ((two & 0xe0) != 0xc0) return 0;
    const entry = pairEntry(two);
    const kind = <i32>entry >= 0 ? LETTER : (entry >> 28) & 7;
    const length = (entry >> 24) & 3;
    // A mark belongs to the letter before it.
    const isTaken = kind == LETTER ? length > 1 : top > foldedPtr && (kind == DROP || (kind == EXTEND && length > 1));
    if (!isTaken) return 0;
    store<u32>(top, entry);
    top += <usize>length;
  }
  return top - foldedPtr;
}

/**
 * Hashes runs up to the first that is not ASCII or is longer than 16 bytes, and returns the address of that run. Makes
 * no calls.
 */
function hashShortRuns(run: usize, end: usize): usize {
  const m1 = load<u64>(MULTIPLIERS);
  const m2 = load<u64>(MULTIPLIERS, 8);
  const m3 = load<u64>(MULTIPLIERS, 16);
  const m4 = load<u64>(MULTIPLIERS, 24);
  const bit5 = load<u64>(BIT_5);
  const notAscii = load<u64>(NOT_ASCII);
  const toAddress = runsOrigin;
  const toHigh = highPtr - lowPtr;
  let low = lowPtr + (<usize>wordCount << 2);
  let bounds = boundsPtr + (<usize>wordCount << 3);
  for (; run < end; run += 8) {
    const edges = load<u64>(run);
    const start = <usize>(<u32>edges);
    const length = <usize>(<u32>(edges >> 32)) - start;
    if (length > 16) break;
    const mask = maskPtr(length);
    const word = start + toAddress;
    const b = (load<u64>(word, 8) | bit5) & load<u64>(mask, 8);
    const a = (load<u64>(word) | bit5) & load<u64>(mask);
    if ((a | b) & notAscii) break;
    const hash = hashStep(0, a, b, m1, m2, m3, m4);
    store<u64>(bounds, edges);
    store<u32>(low, <u32>hash);
    store<u32>(low + toHigh, <u32>(hash >> 32));
    bounds += 8;
    low += 4;
  }
  wordCount = <u32>((low - lowPtr) >> 2);
  return run;
}

/**
 * Hashes runs up to the first that has other characters than of two bytes, and returns the address of that run. Makes
 * no calls. Eight letters are folded at once, so that words of most lengths take no branch of their own; words with
 * marks, and with letters that fold to three bytes, letter by letter.
 */
function hashPairRuns(run: usize, end: usize): usize {
  const m1 = load<u64>(MULTIPLIERS);
  const m2 = load<u64>(MULTIPLIERS, 8);
  const m3 = load<u64>(MULTIPLIERS, 16);
  const m4 = load<u64>(MULTIPLIERS, 24);
  const toAddress = runsOrigin;
  const toHigh = highPtr - lowPtr;
  let low = lowPtr + (<usize>wordCount << 2);
  let bounds = boundsPtr + (<usize>wordCount << 3);
  for (; run < end; run += 8) {
    const edges = load<u64>(run);
    let at = <usize>(<u32>edges) + toAddress;
    const stop = <usize>(<u32>(edges >> 32)) + toAddress;
    if (stop - at > WORD_BYTES_MAX) break;
    let hash: u64 = 0;
    let isSimple: bool = true;
    do {
      const mask = v128.load(maskPtr(min<usize>(16, stop - at)));
      const folded = v128.and(foldedPairs(v128.load(at)), mask);
      isSimple = areLetters(folded, mask);
      hash = hashStep(hash, i64x2.extract_lane(folded, 0), i64x2.extract_lane(folded, 1), m1, m2, m3, m4);
      at += 16;
    } while (isSimple && at < stop);
    if (!isSimple) {
      const start = <usize>(<u32>edges) + toAddress;
      const foldedBytes = foldPairs(start, stop);
      if (foldedBytes == 0) break;
      hash = 0;
      for (let done: usize = 0; done < foldedBytes; done += 16) {
        const mask = v128.load(maskPtr(min<usize>(16, foldedBytes - done)));
        const folded = v128.and(v128.load(foldedPtr + done), mask);
        hash = hashStep(hash, i64x2.extract_lane(folded, 0), i64x2.extract_lane(folded, 1), m1, m2, m3, m4);
      }
    }
    store<u64>(bounds, edges);
    store<u32>(low, <u32>hash);
    store<u32>(low + toHigh, <u32>(hash >> 32));
    bounds += 8;
    low += 4;
  }
  wordCount = <u32>((low - lowPtr) >> 2);
  return run;
}

function isAscii(ptr: usize, lengthBytes: usize): bool {
  let all = v128.load(ptr + lengthBytes - 16);
  for (const end = ptr + lengthBytes - 16; ptr < end; ptr += 16) all = v128.or(all, v128.load(ptr));
  return i8x16.bitmask(all) == 0;
}

// @ts-ignore: decorator
@inline
function putWord(word: u32, start: usize, stop: usize, hash: u64): void {
  const place = <usize>word << 2;
  store<u32>(boundsPtr + (place << 1), <u32>(start - runsOrigin));
  store<u32>(boundsPtr + (place << 1), <u32>(stop - runsOrigin), 4);
  store<u32>(lowPtr + place, <u32>hash);
  store<u32>(highPtr + place, <u32>(hash >> 32));
}

/** Folds a stretch, hashes its words, and returns where the rest of the text begins. */
export function takeStretch(at: usize, until: usize): usize {
  const next = foldStretch(at, until, runsEnd, runsAreLast, foldedPtr, spansPtr);
  hashSpans();
  return next;
}

/** Hashes the words of the last stretch. */
function hashSpans(): void {
  const m1 = load<u64>(MULTIPLIERS);
  const m2 = load<u64>(MULTIPLIERS, 8);
  const m3 = load<u64>(MULTIPLIERS, 16);
  const m4 = load<u64>(MULTIPLIERS, 24);
  const from = <u32>runsOrigin;
  const toHigh = highPtr - lowPtr;
  let low = lowPtr + (<usize>wordCount << 2);
  let bounds = boundsPtr + (<usize>wordCount << 3);
  let ptr = foldedPtr;
  const spansEnd = spansPtr + <usize>stretchWords * SPAN_BYTES;
  for (let span = spansPtr; span < spansEnd; span += SPAN_BYTES) {
    const end = foldedPtr + <usize>load<u32>(span, 8);
    let hash: u64 = 0;
    while (end - ptr > 16) {
      hash = hashStep(hash, load<u64>(ptr), load<u64>(ptr, 8), m1, m2, m3, m4);
      ptr += 16;
    }
    const mask = maskPtr(end - ptr);
    hash = hashStep(hash, load<u64>(ptr) & load<u64>(mask), load<u64>(ptr, 8) & load<u64>(mask, 8), m1, m2, m3, m4);
    ptr = end;
    store<u32>(bounds, load<u32>(span) - from);
    store<u32>(bounds, load<u32>(span, 4) - from, 4);
    store<u32>(low, <u32>hash);
    store<u32>(low + toHigh, <u32>(hash >> 32));
    bounds += 8;
    low += 4;
  }
  wordCount += stretchWords;
}
