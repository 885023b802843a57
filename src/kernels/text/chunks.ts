/**
 * Text through a kernel, chunk by chunk, so that memory does not grow with the text:
 *
 *   [ zeros ][ left over | next piece of the text          ][ zeros ]   →   words of the chunk, and what is left over
 *
 * What is left over, a word that may go on, comes again at the head of the next chunk.
 */
import type { Arena } from "../memory.ts";

/** Text read in one call: results of the usual size stay in the second cache, those of the worst case within 5 MB. */
const CHUNK_BYTES = 65_536;
/** What a block, or a character at either end of a text, may read around it. */
const PADDING_BYTES = 80;

export interface TextChunk {
  readonly ptr: number;
  /** Most bytes of text in it. */
  readonly capacityBytes: number;
}

/** Most bytes of a text as UTF-8. */
export function bytesMaxOf(text: string | Uint8Array): number {
  return typeof text === "string" ? 3 * text.length : text.length;
}

/** Room for the chunks of texts of at most so many bytes. */
export function takeChunk(arena: Arena, bytesMax: number): TextChunk {
  const capacityBytes = Math.min(CHUNK_BYTES, bytesMax);
  return { ptr: arena.take(capacityBytes + 2 * PADDING_BYTES) + PADDING_BYTES, capacityBytes };
}

/**
 * Reads a whole text. `read` is called when a chunk is in place, with its length, whether it is the last, and its place
 * in the text; it returns how many bytes need not come again.
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

/** A text that is handed out piece by piece, as UTF-8, into memory that is not its own. */
class TextFeed {
  #rest: string | Uint8Array;

  /** @param text a string, of which a lone surrogate becomes U+FFFD, or bytes */
  constructor(text: string | Uint8Array) {
    this.#rest = text;
  }

  get isEmpty(): boolean {
    return this.#rest.length === 0;
  }

  /** Writes as much as fits, whole characters of a string, and returns the bytes written. */
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
