/**
 * Computes the contents of fingerprints inside the module: words, shingles, kept and sampled shingles, the sorted set.
 * Texts are read chunk by chunk. The words that the last windows of a chunk need are repeated at the start of the next
 * chunk:
 *
 *   words      [ chunk 1                      ]
 *                              [ overlap ][ chunk 2 …           overlap = shingleWords + window - 2
 */
import type { Arena, KernelCall } from "../memory.ts";
import { bytesMaxOf, type EncodingExports, readChunks, type TextChunk, takeChunk } from "./chunks.ts";
import type { FingerprintSelection } from "./kernels.ts";
import { sampleBits } from "./sample.ts";

export interface SelectExports extends EncodingExports {
  readWords(
    text: number,
    lengthBytes: number,
    isLast: number,
    offsetBytes: number,
    bounds: number,
    low: number,
    high: number,
    folded: number,
    spans: number,
  ): number;
  hashShingles(low: number, high: number, count: number, shingleWords: number, outLow: number, outHigh: number): number;
  winnow(hashes: number, count: number, window: number, positions: number): number;
  identify(state: number, low: number, high: number, count: number): void;
  finishIdentity(state: number, count: number): void;
  gatherKept(positions: number, count: number, low: number, high: number, keys: number): void;
  sampleKeys(low: number, high: number, count: number, bits: number, keys: number): number;
  distinctSelected(keys: number, scratch: number, count: number, bits: number, outLow: number, outHigh: number): number;
}

/** Buffers of one call, large enough for its longest text. */
interface Room {
  readonly chunk: TextChunk;
  readonly boundsPtr: number;
  readonly lowPtr: number;
  readonly highPtr: number;
  readonly shingleLowPtr: number;
  readonly shingleHighPtr: number;
  readonly positionsPtr: number;
  readonly foldedPtr: number;
  readonly spansPtr: number;
  readonly statePtr: number;
}

export function select(
  { exports, arena }: KernelCall<SelectExports>,
  texts: readonly (string | Uint8Array)[],
  shingleWords: number,
  window: number,
): FingerprintSelection {
  const overlapWords = shingleWords + window - 2;
  const room = takeRoom(arena, texts, overlapWords);
  const identities = new Uint32Array(4 * texts.length);
  const lengthsWords = new Uint32Array(texts.length);
  const selected = texts.map((text, i) => {
    arena.words(room.statePtr, 4).fill(0);
    const keysPtr = arena.take(0);
    const { words, keys } = readKeys(exports, arena, room, keysPtr, text, shingleWords, window);
    exports.finishIdentity(room.statePtr, words);
    identities.set(arena.words(room.statePtr, 4), 4 * i);
    lengthsWords[i] = words;
    const scratchPtr = arena.take(8 * keys);
    const lowPtr = arena.take(4 * keys);
    const highPtr = arena.take(4 * keys);
    const distinct = exports.distinctSelected(keysPtr, scratchPtr, keys, sampleBits(words), lowPtr, highPtr);
    const hashes = { low: arena.words(lowPtr, distinct).slice(), high: arena.words(highPtr, distinct).slice() };
    arena.giveBack(keysPtr);
    return hashes;
  });
  return { identities, lengthsWords, selected };
}

function takeRoom(arena: Arena, texts: readonly (string | Uint8Array)[], overlapWords: number): Room {
  const chunk = takeChunk(
    arena,
    texts.reduce((most, text) => Math.max(most, bytesMaxOf(text)), 0),
    texts.some((text) => typeof text === "string"),
  );
  const wordsMax = 2 * chunk.capacityBytes + overlapWords;
  return {
    chunk,
    boundsPtr: arena.take(8 * wordsMax),
    lowPtr: arena.take(4 * wordsMax),
    highPtr: arena.take(4 * wordsMax),
    shingleLowPtr: arena.take(4 * wordsMax),
    shingleHighPtr: arena.take(4 * wordsMax),
    positionsPtr: arena.take(4 * wordsMax),
    foldedPtr: arena.take(24 * chunk.capacityBytes + 48),
    spansPtr: arena.take(24 * chunk.capacityBytes + 12),
    statePtr: arena.take(16),
  };
}

/** Reads one text and writes the keys of its kept and sampled shingles to `keysPtr`, the end of the arena. */
function readKeys(
  exports: SelectExports,
  arena: Arena,
  room: Room,
  keysPtr: number,
  text: string | Uint8Array,
  shingleWords: number,
  window: number,
): { words: number; keys: number } {
  const { chunk, lowPtr, highPtr, shingleLowPtr, shingleHighPtr, positionsPtr } = room;
  const overlapWords = shingleWords + window - 2;
  let words = 0; // words of the text so far
  let atHead = 0; // how many of them are repeated at the start of the hashes
  let keys = 0;
  let lastKept = -1; // position of the last kept shingle
  readChunks({ exports, arena }, chunk, text, (lengthBytes, isLast, offsetBytes) => {
    const count = exports.readWords(
      ...([chunk.ptr, lengthBytes, Number(isLast), offsetBytes, room.boundsPtr] as const),
      ...([lowPtr + 4 * atHead, highPtr + 4 * atHead, room.foldedPtr, room.spansPtr] as const),
    );
    const consumedBytes = exports.consumedBytes();
    exports.identify(room.statePtr, lowPtr + 4 * atHead, highPtr + 4 * atHead, count);
    const first = words - atHead;
    words += count;
    const here = atHead + count;
    // A window that is not full counts only if the whole text is that short.
    if (here > overlapWords || (isLast && words <= overlapWords)) {
      const shingles = exports.hashShingles(lowPtr, highPtr, here, shingleWords, shingleLowPtr, shingleHighPtr);
      let kept = exports.winnow(shingleLowPtr, shingles, window, positionsPtr);
      const isKnown = kept > 0 && first + arena.words(positionsPtr, 1)[0]! === lastKept;
      const newPtr = positionsPtr + (isKnown ? 4 : 0);
      kept -= isKnown ? 1 : 0;
      arena.extend(keysPtr, 8 * (keys + kept + shingles));
      exports.gatherKept(newPtr, kept, shingleLowPtr, shingleHighPtr, keysPtr + 8 * keys);
      keys += kept;
      if (kept > 0) lastKept = first + arena.words(newPtr, kept)[kept - 1]!;
      // The number of bits follows from the text read so far: it samples too many shingles rather than too few.
      // Duplicates from the overlap are removed later.
      const bits = sampleBits(words);
      keys += exports.sampleKeys(shingleLowPtr, shingleHighPtr, shingles, bits, keysPtr + 8 * keys);
    }
    const next = Math.min(here, overlapWords);
    for (const ptr of [lowPtr, highPtr]) arena.words(ptr, here).copyWithin(0, here - next, here);
    atHead = next;
    return consumedBytes;
  });
  return { words, keys };
}
