// The contents of many fingerprints in one call, for callers from other languages, for whom each call costs.
//
//   texts    [ text 0 ][ text 1 ] …                  UTF-8, one behind the other
//   lengths  [ u32    ][ u32    ] …                  their bytes
//   free     [ room: 7 MB                          ][ results, and behind them the keys of the text that is read … ]
//   result   as `selection.ts` draws it
//
// `signTexts` does the same for MinHash signatures.
//
// A text is copied chunk by chunk between zeros, since kernels read a little beyond it.

import { drawOrders, minhash } from "../sketch/minhash";
import { consumedBytes } from "./consumed";
import {
  beginText,
  beginReading,
  CHUNK_BYTES,
  chunkOfRoom,
  endText,
  grow,
  layOut,
  PADDING_BYTES,
  selectChunk,
  shinglesOfChunk,
  shinglesOfRoom,
} from "./selection";

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
    if (!beginText(result)) return 0;
    const lengthBytes = <usize>load<u32>(lengths + (<usize>i << 2));
    beginChunks(texts, lengthBytes);
    while (!isLast) {
      const length = nextChunk();
      if (!selectChunk(length, isLast, shingleWords, window)) return 0;
      keepRest();
    }
    result = endText();
    if (result == 0) return 0;
    texts += lengthBytes;
  }
  return results;
}

/** What is left of the text that is read, and of its last chunk. */
let textPtr: usize = 0;
let textEnd: usize = 0;
let lengthInChunk: usize = 0;
let leftBytes: usize = 0;
let isLast: bool = false;

function beginChunks(text: usize, lengthBytes: usize): void {
  textPtr = text;
  textEnd = text + lengthBytes;
  leftBytes = 0;
  isLast = false;
  memory.fill(chunkOfRoom() - PADDING_BYTES, 0, PADDING_BYTES);
}

/** Copies the next piece behind what is left; returns the bytes of the chunk. */
function nextChunk(): u32 {
  const piece = min<usize>(CHUNK_BYTES - leftBytes, textEnd - textPtr);
  memory.copy(chunkOfRoom() + leftBytes, textPtr, piece);
  textPtr += piece;
  lengthInChunk = leftBytes + piece;
  isLast = textPtr == textEnd;
  memory.fill(chunkOfRoom() + lengthInChunk, 0, PADDING_BYTES);
  return <u32>lengthInChunk;
}

/** Moves what was not consumed to the start of the chunk. */
function keepRest(): void {
  const consumed = <usize>consumedBytes();
  leftBytes = lengthInChunk - consumed;
  memory.copy(chunkOfRoom(), chunkOfRoom() + consumed, leftBytes);
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
    beginReading();
    beginChunks(texts, lengthBytes);
    while (!isLast) {
      const length = nextChunk();
      const shingles = shinglesOfChunk(length, isLast, shingleWords);
      keepRest();
      if (shingles == 0) continue;
      if (seed != 0) mixAll(shinglesOfRoom(), shingles, seed);
      minhash(shinglesOfRoom(), shingles, aPtr, bPtr, partPtr, orders);
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
