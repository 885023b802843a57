// The contents of many fingerprints in one call, for callers from other languages, for whom each call costs:
// words, shingles, kept and sampled shingles, the sorted set. It does what `src/core/kernels/text/select.ts` does for
// JavaScript.
//
//   texts    [ text 0 ][ text 1 ] …                  UTF-8, one behind the other
//   lengths  [ u32    ][ u32    ] …                  their bytes
//   free     [ room: 7 MB                          ][ results, and behind them the keys of the text that is read … ]
//   result   [ identity: 16 ][ words: u32 ][ count: u32 ][ high: u32, low: u32 ] × count
//
// `signTexts` does the same for MinHash signatures.
//
// A text is copied chunk by chunk between zeros, since kernels read a little beyond it. The words that the last windows
// of a chunk need are repeated at the start of the next.

import { drawOrders, minhash } from "../sketch/minhash";
import { consumedBytes } from "./consumed";
import { finishIdentity, identify } from "./identity";
import { distinctSelected, gatherKept, sampleKeys } from "./select";
import { hashShingles } from "./shingles";
import { winnow } from "./winnow";
import { readWords } from "./words/words";

// @ts-ignore: decorator
@inline
const CHUNK_BYTES: usize = 65_536;
/** Bytes that a kernel may read before and after a text. */
// @ts-ignore: decorator
@inline
const PADDING_BYTES: usize = 80;
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

/** Words of the text that was read last, and its keys. */
let wordCount: u32 = 0;
let keyCount: usize = 0;

/**
 * Reads `count` texts and returns the address of their results, one behind the other; 0 where memory could not grow.
 *
 * @param texts        the texts, one behind the other; they are not changed
 * @param lengths      `count` unsigned 32-bit lengths in bytes
 * @param shingleWords words in a shingle, 1 to 16
 * @param window       length of the window in shingles, 1 to 1,024
 * @param free         an address from which on nothing is used; memory behind it grows as needed
 */
export function selectTexts(
  texts: usize,
  lengths: usize,
  count: u32,
  shingleWords: u32,
  window: u32,
  free: usize,
): usize {
  const results = layOut(free);
  if (results < free) return 0;
  let result = results;
  for (let i: u32 = 0; i < count; i++) {
    if (!grow(<u64>result + RESULT_HEAD_BYTES)) return 0;
    const lengthBytes = <usize>load<u32>(lengths + ((<usize>i) << 2));
    memory.fill(result, 0, RESULT_HEAD_BYTES);
    if (!readKeys(texts, lengthBytes, shingleWords, window, result)) return 0;
    finishIdentity(result, wordCount);
    store<u32>(result, wordCount, 16);
    const end = putDistinct(result);
    if (end == 0) return 0;
    result = end;
    texts += lengthBytes;
  }
  return results;
}

function take(lengthBytes: usize): usize {
  const at = nextFree;
  nextFree = (at + lengthBytes + 31) & ~15;
  return at;
}

/** Divides the room, and returns the address behind it. */
function layOut(free: usize): usize {
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
function grow(end: u64): bool {
  const pages = <u32>((end + 16 + 0xffff) >> 16);
  const has = <u32>memory.size();
  return pages <= has || memory.grow(<i32>(pages - has)) >= 0;
}

function sampleBits(words: u32): u32 {
  let bits: u32 = 0;
  while (bits < BITS_MAX && words > WHOLE_WORDS << bits) bits++;
  return bits;
}

/** What is left of the text that is read, and of its last chunk; and the hashes of the words in hand. */
let textPtr: usize = 0;
let textEnd: usize = 0;
let leftBytes: usize = 0;
let offsetBytes: usize = 0;
let atHead: u32 = 0; // words that are repeated at the start of the hashes
let here: u32 = 0; // words in hand
let isLast: bool = false;

function beginText(text: usize, lengthBytes: usize): void {
  textPtr = text;
  textEnd = text + lengthBytes;
  leftBytes = 0;
  offsetBytes = 0;
  atHead = 0;
  here = 0;
  isLast = false;
  wordCount = 0;
  keyCount = 0;
  memory.fill(chunkPtr - PADDING_BYTES, 0, PADDING_BYTES);
}

/** Reads the next chunk behind the last `overlap` words; returns the index in the text of the first word in hand. */
function readChunk(overlap: u32): u32 {
  const next = min<u32>(here, overlap);
  memory.copy(lowPtr, lowPtr + ((<usize>(here - next)) << 2), (<usize>next) << 2);
  memory.copy(highPtr, highPtr + ((<usize>(here - next)) << 2), (<usize>next) << 2);
  atHead = next;
  const piece = min<usize>(CHUNK_BYTES - leftBytes, textEnd - textPtr);
  memory.copy(chunkPtr + leftBytes, textPtr, piece);
  textPtr += piece;
  const length = leftBytes + piece;
  isLast = textPtr == textEnd;
  memory.fill(chunkPtr + length, 0, PADDING_BYTES);
  const low = lowPtr + ((<usize>next) << 2);
  const high = highPtr + ((<usize>next) << 2);
  const count = readWords(
    chunkPtr,
    <u32>length,
    isLast,
    <u32>offsetBytes,
    boundsPtr,
    low,
    high,
    foldedPtr,
    spansPtr,
  );
  const consumed = <usize>consumedBytes();
  memory.copy(chunkPtr, chunkPtr + consumed, length - consumed);
  leftBytes = length - consumed;
  offsetBytes += consumed;
  const first = wordCount - next;
  wordCount += count;
  here = next + count;
  return first;
}

/** Reads one text: its identity so far to `result`, the keys of its kept and sampled shingles behind the head. */
function readKeys(text: usize, lengthBytes: usize, shingleWords: u32, window: u32, result: usize): bool {
  const overlap = shingleWords + window - 2;
  let lastKept: u32 = 0xffffffff; // position of the last kept shingle
  beginText(text, lengthBytes);
  while (!isLast) {
    const first = readChunk(overlap);
    const fresh = (<usize>atHead) << 2;
    identify(result, lowPtr + fresh, highPtr + fresh, here - atHead);
    // A window that is not full counts only if the whole text is that short.
    if (here > overlap || (isLast && wordCount <= overlap)) {
      lastKept = addKeys(result + RESULT_HEAD_BYTES, first, lastKept, shingleWords, window);
      if (lastKept == FAILED) return false;
    }
  }
  return true;
}

/** In place of the position of the last kept shingle: memory could not grow. */
// @ts-ignore: decorator
@inline
const FAILED: u32 = 0xfffffffe;

/** Adds the keys of the words in hand, the first of which is word `first`; returns the last kept position. */
function addKeys(keysPtr: usize, first: u32, lastKept: u32, shingleWords: u32, window: u32): u32 {
  const shingles = hashShingles(lowPtr, highPtr, here, shingleWords, shingleLowPtr, shingleHighPtr);
  let kept = winnow(shingleLowPtr, shingles, window, positionsPtr);
  const isKnown = kept > 0 && first + load<u32>(positionsPtr) == lastKept;
  const newPtr = positionsPtr + (isKnown ? 4 : 0);
  if (isKnown) kept--;
  if (!grow(<u64>keysPtr + ((<u64>keyCount + <u64>kept + <u64>shingles) << 3))) return FAILED;
  gatherKept(newPtr, kept, shingleLowPtr, shingleHighPtr, keysPtr + (keyCount << 3));
  keyCount += <usize>kept;
  // The number of bits follows from the text read so far: it samples too many shingles rather than too few.
  const bits = sampleBits(wordCount);
  keyCount += <usize>sampleKeys(shingleLowPtr, shingleHighPtr, shingles, bits, keysPtr + (keyCount << 3));
  return kept > 0 ? first + load<u32>(newPtr + ((<usize>(kept - 1)) << 2)) : lastKept;
}

/** Puts the distinct hashes in place of the keys; returns the address behind them, 0 where memory could not grow. */
function putDistinct(result: usize): usize {
  const keysPtr = result + RESULT_HEAD_BYTES;
  const scratchPtr = keysPtr + (keyCount << 3);
  const lowsPtr = scratchPtr + (keyCount << 3);
  const highsPtr = lowsPtr + (keyCount << 2);
  if (!grow(<u64>keysPtr + 24 * <u64>keyCount)) return 0;
  const distinct = distinctSelected(keysPtr, scratchPtr, <u32>keyCount, sampleBits(wordCount), lowsPtr, highsPtr);
  store<u32>(result, distinct, 20);
  // Four at a time: what is written beyond the last is free, and what is written over has been read.
  const end = (<usize>distinct) << 2;
  for (let at: usize = 0; at < end; at += 16) {
    const lows = v128.load(lowsPtr + at);
    const highs = v128.load(highsPtr + at);
    v128.store(keysPtr + (at << 1), v128.shuffle<i32>(highs, lows, 0, 4, 1, 5));
    v128.store(keysPtr + (at << 1), v128.shuffle<i32>(highs, lows, 2, 6, 3, 7), 16);
  }
  return keysPtr + (end << 1);
}

/**
 * Writes the MinHash signatures of `count` texts and returns their address; 0 where memory could not grow. A text of
 * fewer words than a shingle has the signature of the empty set: 0xffffffff everywhere.
 *
 * @param texts, lengths, shingleWords, free as `selectTexts`
 * @param seed   selects the orders: 0, or a number with which each hash is mixed before
 * @param orders length of a signature: a multiple of 16, at most 4,096
 * @returns `count` × `orders` unsigned 32-bit numbers
 */
export function signTexts(
  texts: usize,
  lengths: usize,
  count: u32,
  shingleWords: u32,
  seed: u32,
  orders: u32,
  free: usize,
): usize {
  const bytes = (<usize>orders) << 2;
  const aPtr = layOut(free);
  const bPtr = aPtr + bytes;
  const partPtr = bPtr + bytes;
  const results = partPtr + bytes;
  if (aPtr < free || !grow(<u64>results + <u64>count * bytes)) return 0;
  drawOrders(aPtr, bPtr, orders);
  memory.fill(results, 0xff, <usize>count * bytes);
  let signature = results;
  for (let i: u32 = 0; i < count; i++, signature += bytes) {
    const lengthBytes = <usize>load<u32>(lengths + ((<usize>i) << 2));
    beginText(texts, lengthBytes);
    while (!isLast) {
      readChunk(shingleWords - 1);
      const shingles = hashShingles(lowPtr, highPtr, here, shingleWords, shingleLowPtr, shingleHighPtr);
      if (shingles == 0) continue;
      if (seed != 0) mixAll(shingleLowPtr, shingles, seed);
      minhash(shingleLowPtr, shingles, aPtr, bPtr, partPtr, orders);
      for (let at: usize = 0; at < bytes; at += 16) {
        v128.store(signature + at, i32x4.min_u(v128.load(signature + at), v128.load(partPtr + at)));
      }
    }
    texts += lengthBytes;
  }
  return results;
}

/** Mixes each hash with the seed by the last steps of MurmurHash3 (Appleby), as `src/core/sketch/signature.ts` does. */
function mixAll(hashes: usize, count: u32, seed: u32): void {
  for (const end = hashes + ((<usize>count) << 2); hashes < end; hashes += 4) {
    let value = load<u32>(hashes) ^ seed;
    value = (value ^ (value >> 16)) * 0x85ebca6b;
    value = (value ^ (value >> 13)) * 0xc2b2ae35;
    store<u32>(hashes, value ^ (value >> 16));
  }
}
