// Computes the hashes and positions of a text's words: UTF-8 in, one pass, no folded copy for ASCII text.
//
//   text    T h e   o l d   f o x ,   “ s l y ” …        64 bytes at a time
//   letters 1 1 1 . 1 1 1 . 1 1 1 . . . 1 1 1 .          one bit per byte, from two range tests on 16 bytes at once
//   edges   1 . . 1 1 . . 1 1 . . 1 . . 1 . . 1          letters ^ letters << 1: alternately a run begins and ends
//   runs    0 3  4 7  8 11  16 19                        addresses, u32 each, in a buffer
//   words   each run hashed: 16 bytes loaded, masked to its length, upper case folded by setting bit 5
//
// There is one rule and two paths. A separator ends a run in any context, so each run can be folded alone (`runs.ts`).
// If a block has few non-ASCII characters (punctuation, accents), they are looked up one by one; if it has many of two
// bytes (Cyrillic, Greek, Arabic, Hebrew), SIMD looks them up (`pairs.ts`); if it has many others (Han, kana, Thai,
// Devanagari), the whole block goes through `foldStretch`, from the beginning of the open run.
//
// Optimisations: the edges of a block are written without a branch for each (Langdale and Lemire, "Parsing gigabytes of
// JSON per second", VLDB Journal 2019, section 3.1.4); constants are loaded before the loop, because V8 rebuilds a
// constant vector at every use.

import { BIT_5, FROM_0, FROM_A, letters16, lowBits, nonAsciiIn, putEdges, TO_9, TO_Z } from "./blocks";
import { setConsumed } from "../consumed";
import { joinLines } from "./lines";
import { fillPairs, firstsOf, lettersOf, rowsOf, secondsOf } from "./pairs";
import { beginWords, hashRuns, takeStretch, wordCount } from "./runs";
import { isCut, WORD_BYTES_MAX } from "./stretch";
import { entryOf, SEPARATOR } from "../table";
import { decode, lengthOf, MALFORMED } from "../utf8";

/** From this many non-ASCII bytes in 64, looking up each character alone costs more than leaving its path. */
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

let origin: usize = 0; // address of the chunk minus its offset in the whole text: address - origin = offset
let textEnd: usize = 0;
let textIsLast: bool = false;
let edge: usize = RUNS; // address of the next edge
let inRun: u64 = 0; // 1 where the last edge began a run
let pageFirst: u32 = 0xd0; // any first byte of the page of two-byte characters in use
let pairOthers: u64 = 0; // non-ASCII bytes of a block that are of no character of that page
let pairLetters: u64 = 0; // bits of characters of that page that are no separators
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
  origin = textPtr - offsetBytes;
  textEnd = joinLines(textPtr, textPtr + lengthBytes, isLast);
  textIsLast = isLast;
  fillPairs();
  beginWords(origin, textEnd, isLast, bounds, low, high, folded, spans);
  const at = readBlocks(textPtr);
  setConsumed(at - textPtr);
  return wordCount;
}

/** Reads all blocks and returns where it stopped. */
function readBlocks(at: usize): usize {
  const end = textEnd;
  const isLast = textIsLast;
  let turnedAt: usize = 0;
  edge = RUNS;
  inRun = 0;
  while (true) {
    at = takeAsciiBlocks(at, end);
    let others = nonAsciiIn(at, end, isLast);
    let letters: u64 = 0;
    if (<u32>popcnt(others) >= HEAVY_BYTES && at + 64 + 3 <= end) {
      at = takePairBlocks(at, end);
      if (edge >= RUNS_END) emptyRuns();
      if (pairOthers == 0) continue;
      others = pairOthers;
      letters = pairLetters;
      if (<u32>popcnt(others) >= HEAVY_BYTES && at != turnedAt && turnPage(at, others)) {
        turnedAt = at;
        continue;
      }
    }
    if ((inRun && at - runStart() > WORD_BYTES_MAX) || <u32>popcnt(others) >= HEAVY_BYTES) {
      if (inRun) at = runStart();
      if (inRun) edge -= 4;
      inRun = 0;
      emptyRuns();
      at = takeStretch(at, at + STRETCH_BYTES);
      if (isCut) return at;
    } else if (edge >= RUNS_END) {
      emptyRuns();
    } else if (at + 64 + 3 <= end || (at < end && isLast)) {
      at = takeBlock(at, min<usize>(64, end - at), others, letters);
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
  hashRuns(RUNS, edge - open);
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
 * Reads blocks of ASCII and of two-byte characters of one page, up to a block with other characters, of which it sets
 * `pairOthers` and `pairLetters`, or to the end, or a full buffer. Makes no calls.
 */
function takePairBlocks(at: usize, end: usize): usize {
  const bit5 = v128.load(BIT_5);
  const fromA = v128.load(FROM_A);
  const toZ = v128.load(TO_Z);
  const from0 = v128.load(FROM_0);
  const to9 = v128.load(TO_9);
  const page = i8x16.splat(<i8>pageFirst);
  const lowRows = v128.load(rowsOf(pageFirst));
  const highRows = v128.load(rowsOf(pageFirst), 16);
  const toPlace = <u32>origin;
  let next = edge;
  let open = inRun;
  pairOthers = 0;
  while (at + 64 + 3 <= end && next < RUNS_END) {
    let ascii: u64 = 0;
    let firsts: u64 = 0;
    let seconds: u64 = 0;
    let known: u64 = 0;
    let others: u64 = 0;
    for (let place: usize = 0; place < 64; place += 16) {
      const bytes = v128.load(at + place);
      const to = <u64>place;
      ascii |= (<u64>letters16(bytes, bit5, fromA, toZ, from0, to9)) << to;
      others |= (<u64>(<u32>i8x16.bitmask(bytes))) << to;
      firsts |= (<u64>(<u32>i8x16.bitmask(firstsOf(bytes, page)))) << to;
      seconds |= (<u64>(<u32>i8x16.bitmask(secondsOf(bytes)))) << to;
      known |= (<u64>(<u32>i8x16.bitmask(lettersOf(bytes, v128.load(at + place - 1), lowRows, highRows)))) << to;
    }
    const pairs = (firsts << 1) & seconds;
    known &= pairs;
    known |= known >> 1;
    // The last byte may begin a character that the next block has whole.
    const cut = firsts & ((<u64>1) << 63);
    others &= ~(pairs | (pairs >> 1));
    if (others != cut) {
      pairOthers = others;
      pairLetters = known;
      break;
    }
    const letters = ascii | known;
    next = putEdges(next, <u32>at - toPlace, (letters ^ ((letters << 1) | open)) & ~cut);
    const blockBytes: usize = cut ? 63 : 64;
    open = (letters >> <u64>(blockBytes - 1)) & 1;
    at += blockBytes;
  }
  edge = next;
  inRun = open;
  return at;
}

/** Turns to the page of the last two-byte character among others of a block. Returns whether it is another page. */
function turnPage(at: usize, others: u64): bool {
  for (let place: usize = 64; place-- > 0; ) {
    if (((others >> <u64>place) & 1) == 0) continue;
    const first = <u32>load<u8>(at + place);
    if ((first & 0xe0) != 0xc0) continue;
    if ((first & 0xfc) == (pageFirst & 0xfc)) return false;
    pageFirst = first;
    return true;
  }
  return false;
}

/**
 * Reads a block with non-ASCII bytes, or the last block of a text. Returns where it ends.
 *
 * @param others  bytes whose characters are not looked up yet
 * @param letters bits of those that are, and are no separators
 */
function takeBlock(at: usize, blockBytes: usize, others: u64, letters: u64): usize {
  letters |= otherLetters(at, others);
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
