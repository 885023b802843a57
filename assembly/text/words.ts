// Computes the hashes and positions of a text's words: UTF-8 in, one pass, no folded copy for ASCII text.
//
//   text    T h e   o l d   f o x ,   “ s l y ” …        64 bytes at a time
//   letters 1 1 1 . 1 1 1 . 1 1 1 . . . 1 1 1 .          one bit per byte, from two range tests on 16 bytes at once
//   edges   1 . . 1 1 . . 1 1 . . 1 . . 1 . . 1          letters ^ letters << 1: alternately a run begins and ends
//   runs    0 3  4 7  8 11  16 19                        addresses, u32 each, in a buffer
//   words   each run hashed: 16 bytes loaded, masked to its length, upper case folded by setting bit 5
//
// There is one rule and two paths. A separator ends a run in any context, so each run can be folded alone: runs of
// ASCII are hashed directly, runs with any other letter go through `foldStretch`. If a block has few non-ASCII
// characters (punctuation, accents), they are looked up one by one; if it has many (Cyrillic, Arabic, Han), the whole
// block goes through `foldStretch`, from the beginning of the open run.
//
// Optimisations: the edges of a block are written without a branch for each (Langdale and Lemire, "Parsing gigabytes of
// JSON per second", VLDB Journal 2019, section 3.1.4); constants are loaded before the loop, because V8 rebuilds a
// constant vector at every use.

import { setConsumed } from "./consumed";
import { joinLines } from "./lines";
import { SPAN_BYTES } from "./lookalikes";
import { foldStretch, isCut, stretchWords, WORD_BYTES_MAX } from "./stretch";
import { hashStep, hashWord, maskPtr, MULTIPLIERS } from "./hash";
import { entryOf, SEPARATOR } from "./table";
import { decode, lengthOf, MALFORMED } from "./utf8";

/** From this many non-ASCII bytes in 64, looking up each character twice costs more than leaving SIMD. */
// @ts-ignore: decorator
@inline
const HEAVY_BYTES: u32 = 20;
/** Bytes that the table path reads before it checks the next block; the check should be cheap in comparison. */
// @ts-ignore: decorator
@inline
const STRETCH_BYTES: usize = 256;

// Runs that are not hashed yet, start and stop each. A block has at most 64 edges; writing may exceed them by eight.
const RUNS_MAX: usize = 2048;
const RUNS: usize = memory.data(8 * 2048 + 4 * (64 + 8), 16);
const RUNS_END: usize = RUNS + 8 * RUNS_MAX;

// Constants that are loaded once, before a loop: bit 5, which lowers capitals and keeps digits; the offsets that move
// letters and digits to the smallest signed bytes, and the upper ends of these ranges.
const BIT_5: usize = memory.data<u64>([0x2020202020202020, 0x2020202020202020], 16);
const FROM_A: usize = memory.data<u64>([0x1f1f1f1f1f1f1f1f, 0x1f1f1f1f1f1f1f1f], 16); // -128 - "a"
const TO_Z: usize = memory.data<u64>([0x9a9a9a9a9a9a9a9a, 0x9a9a9a9a9a9a9a9a], 16); // -128 + 26
const FROM_0: usize = memory.data<u64>([0x5050505050505050, 0x5050505050505050], 16); // -128 - "0"
const TO_9: usize = memory.data<u64>([0x8a8a8a8a8a8a8a8a, 0x8a8a8a8a8a8a8a8a], 16); // -128 + 10
const NOT_ASCII: usize = memory.data<u64>([0x8080808080808080]);

let boundsPtr: usize = 0;
let lowPtr: usize = 0;
let highPtr: usize = 0;
let foldedPtr: usize = 0;
let spansPtr: usize = 0;
let origin: usize = 0; // address of the chunk minus its offset in the whole text: address - origin = offset
let wordCount: u32 = 0;
let textEnd: usize = 0;
let textIsLast: bool = false;
let edge: usize = RUNS; // address of the next edge
let inRun: u64 = 0; // 1 where the last edge began a run
let wholeBytes: usize = 64; // bytes of the last block before a character that continues after it

/**
 * Reads one chunk of text and returns the number of its words. The rest of a chunk that is not the last, at most 2,200
 * bytes, must be repeated at the start of the next chunk.
 *
 * @param textPtr     `lengthBytes` bytes of UTF-8, 80 readable bytes after them; gaps at line ends are overwritten
 * @param isLast      whether the text ends here
 * @param offsetBytes offset of the chunk in the whole text
 * @param bounds      room for 16 bytes per byte of text: start and stop of each word, in bytes of the whole text
 * @param low, high   room for 8 bytes per byte of text each: halves of the words' hashes
 * @param folded      room for 24 bytes per byte of text, and 48 more
 * @param spans       room for 24 bytes per byte of text, and 12 more
 */
export function readWords(
  textPtr: usize,
  lengthBytes: u32,
  isLast: bool,
  offsetBytes: u32,
  bounds: usize,
  low: usize,
  high: usize,
  folded: usize,
  spans: usize,
): u32 {
  boundsPtr = bounds;
  lowPtr = low;
  highPtr = high;
  foldedPtr = folded;
  spansPtr = spans;
  origin = textPtr - offsetBytes;
  wordCount = 0;
  textEnd = joinLines(textPtr, textPtr + lengthBytes, isLast);
  textIsLast = isLast;
  const at = readBlocks(textPtr);
  setConsumed(at - textPtr);
  return wordCount;
}

/** Reads all blocks and returns where it stopped. */
function readBlocks(at: usize): usize {
  const end = textEnd;
  const isLast = textIsLast;
  edge = RUNS;
  inRun = 0;
  while (true) {
    at = takeAsciiBlocks(at, end);
    const left = end - at;
    const others = left >= 64 ? nonAscii(at) : left > 0 && isLast ? nonAscii(at) & lowBits(left) : 0;
    if ((inRun && at - runStart() > WORD_BYTES_MAX) || <u32>popcnt(others) >= HEAVY_BYTES) {
      if (inRun) at = runStart();
      if (inRun) edge -= 4;
      inRun = 0;
      emptyRuns();
      at = takeStretch(at, at + STRETCH_BYTES, end, isLast);
      if (isCut) return at;
    } else if (edge >= RUNS_END) {
      emptyRuns();
    } else if (left >= 64 + 3 || (left > 0 && isLast)) {
      at = takeBlock(at, min<usize>(64, left), others);
    } else {
      break;
    }
  }
  if (inRun && isLast) edge = putEdges(edge, <u32>(end - origin), 1);
  if (inRun && !isLast) at = runStart();
  if (inRun && !isLast) edge -= 4;
  inRun = 0;
  emptyRuns();
  return at;
}

/** Address of the open run. */
// @ts-ignore: decorator
@inline
function runStart(): usize {
  return <usize>load<u32>(edge - 4) + origin;
}

/** Hashes the complete runs, and keeps the start of the open one. */
function emptyRuns(): void {
  const open = <usize>inRun << 2;
  const last = load<u32>(edge - 4);
  hashRuns(edge - open);
  store<u32>(RUNS, last);
  edge = RUNS + open;
}

/**
 * Reads ASCII blocks up to a non-ASCII block, the end, or a full buffer. Makes no calls, so that its state stays in
 * registers.
 */
function takeAsciiBlocks(at: usize, end: usize): usize {
  const bit5 = v128.load(BIT_5);
  const fromA = v128.load(FROM_A);
  const toZ = v128.load(TO_Z);
  const from0 = v128.load(FROM_0);
  const to9 = v128.load(TO_9);
  const toPlace = <u32>origin;
  let next = edge;
  let open = inRun;
  for (; at + 64 <= end && next < RUNS_END; at += 64) {
    const v0 = v128.load(at);
    const v1 = v128.load(at, 16);
    const v2 = v128.load(at, 32);
    const v3 = v128.load(at, 48);
    if (i8x16.bitmask(v128.or(v128.or(v0, v1), v128.or(v2, v3)))) break;
    const first = <u64>letters16(v0, bit5, fromA, toZ, from0, to9) | (<u64>letters16(v1, bit5, fromA, toZ, from0, to9) << 16);
    const second = <u64>letters16(v2, bit5, fromA, toZ, from0, to9) | (<u64>letters16(v3, bit5, fromA, toZ, from0, to9) << 16);
    const letters = first | (second << 32);
    next = putEdges(next, <u32>at - toPlace, letters ^ ((letters << 1) | open));
    open = letters >> 63;
  }
  edge = next;
  inRun = open;
  return at;
}

/**
 * Tests two ranges. Each is moved to the smallest signed bytes, so that one comparison tests it: SSE compares only
 * signed bytes.
 */
// @ts-ignore: decorator
@inline
function letters16(bytes: v128, bit5: v128, fromA: v128, toZ: v128, from0: v128, to9: v128): u32 {
  const isLetter = i8x16.lt_s(i8x16.add(v128.or(bytes, bit5), fromA), toZ);
  const isDigit = i8x16.lt_s(i8x16.add(bytes, from0), to9);
  return <u32>i8x16.bitmask(v128.or(isLetter, isDigit));
}

/** Reads a block with non-ASCII bytes (`others`), or the last block of a text. Returns where it ends. */
function takeBlock(at: usize, blockBytes: usize, others: u64): usize {
  let letters = otherLetters(at, others);
  if (blockBytes == 64) blockBytes = wholeBytes;
  for (let place: usize = 0; place < 64; place += 16) {
    const bits = letters16(
      v128.load(at + place),
      v128.load(BIT_5),
      v128.load(FROM_A),
      v128.load(TO_Z),
      v128.load(FROM_0),
      v128.load(TO_9),
    );
    letters |= (<u64>bits) << (<u64>place);
  }
  let edges = letters ^ ((letters << 1) | inRun);
  if (blockBytes < 64) edges &= lowBits(blockBytes);
  edge = putEdges(edge, <u32>(at - origin), edges);
  inRun = (letters >> <u64>(blockBytes - 1)) & 1;
  return at + blockBytes;
}

/** One bit for each of 64 bytes: whether it is over 0x7f. */
// @ts-ignore: decorator
@inline
function nonAscii(at: usize): u64 {
  const first = <u64>(<u32>i8x16.bitmask(v128.load(at)));
  const second = <u64>(<u32>i8x16.bitmask(v128.load(at, 16)));
  const third = <u64>(<u32>i8x16.bitmask(v128.load(at, 32)));
  const fourth = <u64>(<u32>i8x16.bitmask(v128.load(at, 48)));
  return first | (second << 16) | (third << 32) | (fourth << 48);
}

// @ts-ignore: decorator
@inline
function lowBits(count: usize): u64 {
  return (<u64>1 << <u64>count) - 1;
}

/**
 * Bits of the non-ASCII characters of a block that are not separators; a character that continues after the block is
 * left to the next block.
 */
function otherLetters(at: usize, others: u64): u64 {
  let letters: u64 = 0;
  wholeBytes = 64;
  while (others != 0) {
    const place = <usize>ctz(others);
    const codePoint = decode(at + place, lengthOf(<u32>load<u8>(at + place)));
    if (codePoint == MALFORMED) {
      others &= others - 1;
      continue;
    }
    const length = <usize>lengthOf(<u32>load<u8>(at + place));
    if (place + length > 64) {
      wholeBytes = place;
      break;
    }
    const bits = lowBits(length) << <u64>place;
    if (entryOf(codePoint) != SEPARATOR) letters |= bits;
    others &= ~bits;
  }
  return letters;
}

/**
 * Writes the positions of the edges of the block at `at`, and returns the address after them. It may write more than
 * there are; the next edges overwrite the excess.
 */
// @ts-ignore: decorator
@inline
function putEdges(edge: usize, at: u32, edges: u64): usize {
  const next = edge + (<usize>popcnt(edges) << 2);
  // 24 without a branch: English text has 23 edges in 64 bytes.
  edges = put8(edge, at, edges);
  edges = put8(edge + 32, at, edges);
  edges = put8(edge + 64, at, edges);
  for (edge += 96; edge < next; edge += 32) edges = put8(edge, at, edges);
  return next;
}

// @ts-ignore: decorator
@inline
function put8(edge: usize, at: u32, edges: u64): u64 {
  store<u32>(edge, at + <u32>ctz(edges));
  edges &= edges - 1;
  store<u32>(edge, at + <u32>ctz(edges), 4);
  edges &= edges - 1;
  store<u32>(edge, at + <u32>ctz(edges), 8);
  edges &= edges - 1;
  store<u32>(edge, at + <u32>ctz(edges), 12);
  edges &= edges - 1;
  store<u32>(edge, at + <u32>ctz(edges), 16);
  edges &= edges - 1;
  store<u32>(edge, at + <u32>ctz(edges), 20);
  edges &= edges - 1;
  store<u32>(edge, at + <u32>ctz(edges), 24);
  edges &= edges - 1;
  store<u32>(edge, at + <u32>ctz(edges), 28);
  return edges & (edges - 1);
}

/** Hashes the runs from the start of the buffer to `end`. */
function hashRuns(end: usize): void {
  for (let run = hashShortRuns(RUNS, end); run < end; run = hashShortRuns(run + 8, end)) {
    const start = <usize>load<u32>(run) + origin;
    const stop = <usize>load<u32>(run, 4) + origin;
    const length = stop - start;
    if (length > 16 && length <= WORD_BYTES_MAX && isAscii(start, length)) {
      putWord(wordCount++, start, stop, hashWord(start, length, load<u64>(BIT_5)));
    } else {
      takeStretch(start, stop, textEnd, textIsLast);
    }
  }
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
  const toAddress = origin;
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

function isAscii(ptr: usize, lengthBytes: usize): bool {
  let all = v128.load(ptr + lengthBytes - 16);
  for (const end = ptr + lengthBytes - 16; ptr < end; ptr += 16) all = v128.or(all, v128.load(ptr));
  return i8x16.bitmask(all) == 0;
}

// @ts-ignore: decorator
@inline
function putWord(word: u32, start: usize, stop: usize, hash: u64): void {
  const place = <usize>word << 2;
  store<u32>(boundsPtr + (place << 1), <u32>(start - origin));
  store<u32>(boundsPtr + (place << 1), <u32>(stop - origin), 4);
  store<u32>(lowPtr + place, <u32>hash);
  store<u32>(highPtr + place, <u32>(hash >> 32));
}

/** Folds a stretch, hashes its words, and returns where the rest of the text begins. */
function takeStretch(at: usize, until: usize, end: usize, isLast: bool): usize {
  const next = foldStretch(at, until, end, isLast, foldedPtr, spansPtr);
  hashSpans();
  return next;
}

/** Hashes the words of the last stretch. */
function hashSpans(): void {
  const m1 = load<u64>(MULTIPLIERS);
  const m2 = load<u64>(MULTIPLIERS, 8);
  const m3 = load<u64>(MULTIPLIERS, 16);
  const m4 = load<u64>(MULTIPLIERS, 24);
  const from = <u32>origin;
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
