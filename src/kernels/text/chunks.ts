/**
 * Text through the kernel `readWords`, chunk by chunk, so that memory does not grow with the text:
 *
 *   [ left over | next piece of the text          ][ padding ]   →   words of the chunk, and what is left over
 *
 * What is left over, a word that may go on, comes again at the head of the next chunk.
 */
import type { Arena } from "../memory.ts";
import { TextFeed } from "./feed.ts";

export interface ReadWordsExports {
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
  consumedBytes(): number;
}

/** Text read in one call: results of the usual size stay in the second cache, those of the worst case within 5 MB. */
const CHUNK_BYTES = 65_536;
/** What a block, or a character at the end of a text, may read behind it. */
const PADDING_BYTES = 80;

/** Addresses of the words of a chunk: their bounds, and the halves of their hashes behind `overlapWords` of the chunk before. */
export interface ChunkRoom {
  readonly chunkPtr: number;
  readonly chunkBytes: number;
  readonly boundsPtr: number;
  readonly lowPtr: number;
  readonly highPtr: number;
  readonly foldedPtr: number;
  readonly spansPtr: number;
}

/** Room for chunks of texts of at most `bytesMax` bytes; `assembly/text/words.ts` says how much each needs. */
export function takeChunkRoom(arena: Arena, bytesMax: number, overlapWords: number): ChunkRoom {
  const chunkBytes = Math.min(CHUNK_BYTES, bytesMax);
  return {
    chunkBytes,
    chunkPtr: arena.take(chunkBytes + PADDING_BYTES),
    boundsPtr: arena.take(16 * chunkBytes),
    lowPtr: arena.take(8 * chunkBytes + 4 * overlapWords),
    highPtr: arena.take(8 * chunkBytes + 4 * overlapWords),
    foldedPtr: arena.take(12 * chunkBytes + 16),
    spansPtr: arena.take(24 * chunkBytes + 12),
  };
}

/**
 * Reads a whole text. After each chunk `take` sees how many words it had, whether it was the last, and says how many words of the
 * hashes' head to leave in place: the next chunk's go behind them.
 */
export function readChunks(
  exports: ReadWordsExports,
  arena: Arena,
  room: ChunkRoom,
  text: string | Uint8Array,
  take: (words: number, isLast: boolean) => number,
): void {
  const { chunkPtr, chunkBytes, boundsPtr, foldedPtr, spansPtr } = room;
  const chunk = arena.bytes(chunkPtr, chunkBytes + PADDING_BYTES);
  const feed = new TextFeed(text);
  let leftBytes = 0;
  let offsetBytes = 0;
  let keptWords = 0;
  for (let isLast = false; !isLast; ) {
    const lengthBytes = leftBytes + feed.fill(chunk.subarray(leftBytes, chunkBytes));
    isLast = feed.isEmpty;
    chunk.fill(0, lengthBytes, lengthBytes + PADDING_BYTES);
    const words = exports.readWords(
      ...([chunkPtr, lengthBytes, Number(isLast), offsetBytes, boundsPtr] as const),
      ...([room.lowPtr + 4 * keptWords, room.highPtr + 4 * keptWords, foldedPtr, spansPtr] as const),
    );
    const consumed = exports.consumedBytes();
    keptWords = take(words, isLast);
    chunk.copyWithin(0, consumed, lengthBytes);
    leftBytes = lengthBytes - consumed;
    offsetBytes += consumed;
  }
}
