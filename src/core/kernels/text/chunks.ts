/**
 * Passes a text to a kernel chunk by chunk, so that memory does not grow with the text:
 *
 *   [ zeros ][ remainder | next piece of the text          ][ zeros ]   →   words of the chunk, and a new remainder
 *
 * The remainder is a word that may continue; it is repeated at the start of the next chunk.
 */
import type { Arena } from "../memory.ts";

/** Text read in one call: typical results fit into the L2 cache, the largest possible ones into 5 MB. */
export const CHUNK_BYTES = 65_536;
/** Bytes that a kernel may read before and after the text. */
const PADDING_BYTES = 80;

export interface TextChunk {
  readonly ptr: number;
  /** Maximum bytes of text in the chunk. */
  readonly capacityBytes: number;
}

/** Upper bound on the bytes of a text in UTF-8. */
export function bytesMaxOf(text: string | Uint8Array): number {
  return typeof text === "string" ? 3 * text.length : text.length;
}

/** Allocates a chunk buffer for texts of at most `bytesMax` bytes. */
export function takeChunk(arena: Arena, bytesMax: number): TextChunk {
  const capacityBytes = Math.min(CHUNK_BYTES, bytesMax);
  return { ptr: arena.take(capacityBytes + 2 * PADDING_BYTES) + PADDING_BYTES, capacityBytes };
}

/**
 * Reads a whole text. Calls `read` for each chunk with its length, whether it is the last, and its offset in the text.
 * `read` returns how many bytes it consumed; the rest is repeated in the next chunk.
 */
export function readChunks(
  arena: Arena,
  { ptr, capacityBytes }: TextChunk,
  text: string | Uint8Array,
  read: (lengthBytes: number, isLast: boolean, offsetBytes: number) => number,
): void {
  const feed = new TextFeed(text);
  arena.bytes(ptr - PADDING_BYTES, PADDING_BYTES).fill(0);
  let leftBytes = 0;
  let offsetBytes = 0;
  for (let isLast = false; !isLast; ) {
    const chunk = arena.bytes(ptr, capacityBytes + PADDING_BYTES);
    const lengthBytes = leftBytes + feed.fill(chunk.subarray(leftBytes, capacityBytes));
    isLast = feed.isEmpty;
    chunk.fill(0, lengthBytes, lengthBytes + PADDING_BYTES);
    const consumedBytes = read(lengthBytes, isLast, offsetBytes);
    arena.bytes(ptr, lengthBytes).copyWithin(0, consumedBytes, lengthBytes); // a new view: the memory may have grown
    leftBytes = lengthBytes - consumedBytes;
    offsetBytes += consumedBytes;
  }
}

const encoder = new TextEncoder();

/** Copies a text piece by piece, as UTF-8, into buffers of the caller. */
class TextFeed {
  #rest: string | Uint8Array;

  /** @param text bytes, or a string, whose lone surrogates become U+FFFD */
  constructor(text: string | Uint8Array) {
    this.#rest = text;
  }

  get isEmpty(): boolean {
    return this.#rest.length === 0;
  }

  /** Writes as much as fits (of a string, whole characters only) and returns the number of bytes written. */
  fill(target: Uint8Array): number {
    if (typeof this.#rest === "string") {
      const { read, written } = encoder.encodeInto(this.#rest, target);
      this.#rest = this.#rest.slice(read);
      return written;
    }
    const piece = this.#rest.subarray(0, target.length);
    target.set(piece);
    this.#rest = this.#rest.subarray(piece.length);
    return piece.length;
  }
}
