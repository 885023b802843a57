// The contents of a fingerprint, of a text that comes chunk by chunk: its identity, its kept and sampled shingles as
// one sorted set. The words that the last windows of a chunk need are repeated at the start of the next:
//
//   words      [ chunk 1                      ]
//                              [ overlap ][ chunk 2 …           overlap = shingleWords + window - 2
//
//   result     [ identity: 16 ][ words: u32 ][ count: u32 ][ high: u32, low: u32 ] × count
//
// While a text is read, its keys stand where its result will be, and memory grows with them.

import { consumedBytes } from "./consumed";
import { finishIdentity, identify } from "./identity";
import { distinctSelected, gatherKept, sampleKeys } from "./select";
import { hashShingles } from "./shingles";
import { winnow } from "./winnow";
import { readWords } from "./words/words";

/** Most bytes of a chunk. */
export const CHUNK_BYTES: usize = 65_536;
/** Bytes that a kernel may read before and after a text. */
export const PADDING_BYTES: usize = 80;
/** At most 16 + 1,024 - 2 words are repeated. */
// @ts-ignore: decorator
@inline
const WORDS_MAX: usize = 2 * 65_536 + 1_040;
/** Up to this many words, all shingles are sampled; at least one in 2^5 is (`src/core/kernels/text/sample.ts`). */
// @ts-ignore: decorator
@inline
const WHOLE_WORDS: u32 = 512;
// @ts-ignore: decorator
@inline
const BITS_MAX: u32 = 5;
// @ts-ignore: decorator
@inline
const RESULT_HEAD_BYTES: usize = 24;

let chunkPtr: usize = 0;
let boundsPtr: usize = 0;
let lowPtr: usize = 0;
let highPtr: usize = 0;
let shingleLowPtr: usize = 0;
let shingleHighPtr: usize = 0;
let positionsPtr: usize = 0;
let foldedPtr: usize = 0;
let spansPtr: usize = 0;
let nextFree: usize = 0;

/** Of the text that is read. */
let resultPtr: usize = 0;
let wordCount: u32 = 0;
let keyCount: usize = 0;
let offsetBytes: usize = 0;
let atHead: u32 = 0; // words that are repeated at the start of the hashes
let here: u32 = 0; // words in hand
let lastKept: u32 = 0; // position of the last kept shingle
/** The halves of its distinct hashes, until the next text begins. */
let distinctLowPtr: usize = 0;
let distinctHighPtr: usize = 0;

function take(lengthBytes: usize): usize {
  const at = nextFree;
  nextFree = (at + lengthBytes + 31) & ~15;
  return at;
}

/**
 * Divides 7 MB of room.
 *
 * @param free an address from which on nothing is used; memory behind it grows as needed
 * @returns the address behind the room, where results may begin
 */
export function layOut(free: usize): usize {
  nextFree = (free + 15) & ~15;
  chunkPtr = take(CHUNK_BYTES + 2 * PADDING_BYTES) + PADDING_BYTES;
  boundsPtr = take(8 * WORDS_MAX);
  lowPtr = take(4 * WORDS_MAX);
  highPtr = take(4 * WORDS_MAX);
  shingleLowPtr = take(4 * WORDS_MAX);
  shingleHighPtr = take(4 * WORDS_MAX);
  positionsPtr = take(4 * WORDS_MAX);
  foldedPtr = take(24 * CHUNK_BYTES + 48);
  spansPtr = take(24 * CHUNK_BYTES + 12);
  return nextFree;
}

/** Makes memory reach `end` and 16 bytes beyond it; false where it could not grow. */
export function grow(end: u64): bool {
  const pages = <u32>((end + 16 + 0xffff) >> 16);
  const has = <u32>memory.size();
  return pages <= has || memory.grow(<i32>(pages - has)) >= 0;
}

/** The room's chunk: `CHUNK_BYTES`, with `PADDING_BYTES` before and behind that are zero while a text is read. */
// @ts-ignore: decorator
@inline
export function chunkOfRoom(): usize {
  return chunkPtr;
}

// @ts-ignore: decorator
@inline
export function shinglesOfRoom(): usize {
  return shingleLowPtr;
}

/**
 * Begins a text that a caller gives chunk by chunk.
 *
 * @param free as of `layOut`
 * @returns where the chunk begins; 0 where memory could not grow
 */
export function beginSelection(free: usize): usize {
  const results = layOut(free);
  return results >= free && beginText(results) ? chunkPtr : 0;
}

/** Begins a text, of which no words are in hand. */
export function beginReading(): void {
  wordCount = 0;
  offsetBytes = 0;
  here = 0;
}

/** Begins a text whose result will be at `result`; false where memory could not grow. */
export function beginText(result: usize): bool {
  beginReading();
  resultPtr = result;
  keyCount = 0;
  lastKept = 0xffffffff;
  if (!grow(<u64>result + RESULT_HEAD_BYTES)) return false;
  memory.fill(result, 0, RESULT_HEAD_BYTES);
  return true;
}

/**
 * Reads the words of a chunk behind the last `overlap` words; `consumedBytes` tells how much of it was read.
 *
 * @returns the index in the text of the first word in hand
 */
function readChunk(lengthBytes: u32, isLast: bool, overlap: u32): u32 {
  const next = min<u32>(here, overlap);
  memory.copy(lowPtr, lowPtr + (<usize>(here - next) << 2), <usize>next << 2);
  memory.copy(highPtr, highPtr + (<usize>(here - next) << 2), <usize>next << 2);
  atHead = next;
  const fresh = <usize>next << 2;
  const count = readWords(
    chunkPtr,
    lengthBytes,
    isLast,
    <u32>offsetBytes,
    boundsPtr,
    lowPtr + fresh,
    highPtr + fresh,
    foldedPtr,
    spansPtr,
  );
  offsetBytes += consumedBytes();
  const first = wordCount - next;
  wordCount += count;
  here = next + count;
  return first;
}

/** The shingles of a chunk, each of the text once: hashes to `shinglesOfRoom`. @returns how many */
export function shinglesOfChunk(lengthBytes: u32, isLast: bool, shingleWords: u32): u32 {
  readChunk(lengthBytes, isLast, shingleWords - 1);
  return hashShingles(lowPtr, highPtr, here, shingleWords, shingleLowPtr, shingleHighPtr);
}

/**
 * Reads a chunk of the text; `consumedBytes` tells how much of it: the rest belongs at the start of the next.
 *
 * @returns false where memory could not grow
 */
export function selectChunk(lengthBytes: u32, isLast: bool, shingleWords: u32, window: u32): bool {
  const overlap = shingleWords + window - 2;
  const first = readChunk(lengthBytes, isLast, overlap);
  const fresh = <usize>atHead << 2;
  identify(resultPtr, lowPtr + fresh, highPtr + fresh, here - atHead);
  // A window that is not full counts only if the whole text is that short.
  if (here <= overlap && !(isLast && wordCount <= overlap)) return true;
  return addKeys(resultPtr + RESULT_HEAD_BYTES, first, shingleWords, window);
}

/** Adds the keys of the words in hand, the first of which is word `first`; false where memory could not grow. */
function addKeys(keysPtr: usize, first: u32, shingleWords: u32, window: u32): bool {
  const shingles = hashShingles(lowPtr, highPtr, here, shingleWords, shingleLowPtr, shingleHighPtr);
  let kept = winnow(shingleLowPtr, shingles, window, positionsPtr);
  const isKnown = kept > 0 && first + load<u32>(positionsPtr) == lastKept;
  const newPtr = positionsPtr + (isKnown ? 4 : 0);
  if (isKnown) kept--;
  if (!grow(<u64>keysPtr + ((<u64>keyCount + <u64>kept + <u64>shingles) << 3))) return false;
  gatherKept(newPtr, kept, shingleLowPtr, shingleHighPtr, keysPtr + (keyCount << 3));
  keyCount += <usize>kept;
  // The number of bits follows from the text read so far: it samples too many shingles rather than too few.
  // Duplicates from the overlap are removed later.
  const bits = sampleBits(wordCount);
  keyCount += <usize>sampleKeys(shingleLowPtr, shingleHighPtr, shingles, bits, keysPtr + (keyCount << 3));
  if (kept > 0) lastKept = first + load<u32>(newPtr + (<usize>(kept - 1) << 2));
  return true;
}

function sampleBits(words: u32): u32 {
  let bits: u32 = 0;
  while (bits < BITS_MAX && words > WHOLE_WORDS << bits) bits++;
  return bits;
}

/** Writes the result of the text. @returns its end; 0 where memory could not grow */
export function endText(): usize {
  finishIdentity(resultPtr, wordCount);
  store<u32>(resultPtr, wordCount, 16);
  const keysPtr = resultPtr + RESULT_HEAD_BYTES;
  const scratchPtr = keysPtr + (keyCount << 3);
  distinctLowPtr = scratchPtr + (keyCount << 3);
  distinctHighPtr = distinctLowPtr + (keyCount << 2);
  if (!grow(<u64>keysPtr + 24 * <u64>keyCount)) return 0;
  const bits = sampleBits(wordCount);
  const distinct = distinctSelected(keysPtr, scratchPtr, <u32>keyCount, bits, distinctLowPtr, distinctHighPtr);
  store<u32>(resultPtr, distinct, 20);
  // Four at a time: what is written beyond the last is free, and what is written over has been read.
  const end = <usize>distinct << 2;
  for (let at: usize = 0; at < end; at += 16) {
    const lows = v128.load(distinctLowPtr + at);
    const highs = v128.load(distinctHighPtr + at);
    v128.store(keysPtr + (at << 1), v128.shuffle<i32>(highs, lows, 0, 4, 1, 5));
    v128.store(keysPtr + (at << 1), v128.shuffle<i32>(highs, lows, 2, 6, 3, 7), 16);
  }
  return keysPtr + (end << 1);
}

/** Ends a text that `beginSelection` began. @returns its result; 0 as `endText` */
export function endSelection(): usize {
  return endText() == 0 ? 0 : resultPtr;
}

/** The lower halves of the distinct hashes of the text that ended last. */
export function selectedLow(): usize {
  return distinctLowPtr;
}

export function selectedHigh(): usize {
  return distinctHighPtr;
}
