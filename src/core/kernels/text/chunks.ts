/**
 * Passes a text to a kernel chunk by chunk, so that memory does not grow with the text:
 *
 *   [ zeros ][ remainder | next piece of the text          ][ zeros ]   →   words of the chunk, and a new remainder
 *
 * The remainder is a word that may continue; it is repeated at the start of the next chunk.
 *
 * Of a string a runtime encodes what is ASCII as fast as memory goes, and other text slowly. Where the runtime is Node,
 * or has its buffers, such text is copied as it is, and the kernel encodes it.
 */
import { builtinIfAny } from "../../../base/bytes/builtin.ts";
import type { Arena, KernelCall } from "../memory.ts";

/** Text read in one call: typical results fit into the L2 cache, the largest possible ones into 5 MB. */
export const CHUNK_BYTES = 65_536;
/** Bytes that a kernel may read before and after the text. */
const PADDING_BYTES = 80;

export interface TextChunk {
  readonly ptr: number;
  /** Maximum bytes of text in the chunk. */
  readonly capacityBytes: number;
  /** Room for units of strings, a third of the capacity; 0 where they are encoded by the runtime. */
  readonly unitsPtr: number;
}

/** What encodes units; `assembly/text/utf16.ts` documents it. */
export interface EncodingExports {
  encodeUtf16(units: number, count: number, out: number): number;
}

/** Upper bound on the bytes of a text in UTF-8. */
export function bytesMaxOf(text: string | Uint8Array): number {
  return typeof text === "string" ? 3 * text.length : text.length;
}

/** Allocates a chunk buffer for texts of at most `bytesMax` bytes. @param isString whether one of them is a string */
export function takeChunk(arena: Arena, bytesMax: number, isString: boolean): TextChunk {
  const capacityBytes = Math.min(CHUNK_BYTES, bytesMax);
  const ptr = arena.take(capacityBytes + 2 * PADDING_BYTES) + PADDING_BYTES;
  const hasUnits = isString && builtinIfAny("node:buffer") !== undefined;
  return { ptr, capacityBytes, unitsPtr: hasUnits ? arena.take(capacityBytes) : 0 };
}

/**
 * Reads a whole text. Calls `read` for each chunk with its length, whether it is the last, and its offset in the text.
 * `read` returns how many bytes it consumed; the rest is repeated in the next chunk.
 */
export function readChunks(
  { exports, arena }: KernelCall<EncodingExports>,
  chunk: TextChunk,
  text: string | Uint8Array,
  read: (lengthBytes: number, isLast: boolean, offsetBytes: number) => number,
): void {
  const { ptr, capacityBytes } = chunk;
  const feed = typeof text === "string" ? new StringFeed(text, exports, arena, chunk) : new BytesFeed(text, arena);
  arena.bytes(ptr - PADDING_BYTES, PADDING_BYTES).fill(0);
  let leftBytes = 0;
  let offsetBytes = 0;
  for (let isLast = false; !isLast; ) {
    const lengthBytes = leftBytes + feed.fill(ptr + leftBytes, capacityBytes - leftBytes);
    isLast = feed.isEmpty;
    arena.bytes(ptr + lengthBytes, PADDING_BYTES).fill(0);
    const consumedBytes = read(lengthBytes, isLast, offsetBytes);
    arena.bytes(ptr, lengthBytes).copyWithin(0, consumedBytes, lengthBytes); // a new view: the memory may have grown
    leftBytes = lengthBytes - consumedBytes;
    offsetBytes += consumedBytes;
  }
}

/** Copies a text that fits a chunk. */
export const fillOnce = (arena: Arena, { ptr }: TextChunk, text: Uint8Array): void =>
  arena.putBetweenZeros(ptr, text, PADDING_BYTES);

/** Copies bytes piece by piece. */
class BytesFeed {
  #rest: Uint8Array;
  readonly #arena: Arena;

  constructor(text: Uint8Array, arena: Arena) {
    this.#rest = text;
    this.#arena = arena;
  }

  get isEmpty(): boolean {
    return this.#rest.length === 0;
  }

  /** Writes as much as fits, and returns the number of bytes. */
  fill(ptr: number, roomBytes: number): number {
    const piece = this.#rest.subarray(0, roomBytes);
    this.#arena.bytes(ptr, piece.length).set(piece);
    this.#rest = this.#rest.subarray(piece.length);
    return piece.length;
  }
}

const encoder = new TextEncoder();
/** Units of the first piece of a string: it tells whether all of it may be ASCII. */
const FIRST_UNITS = 2_048;
/** A chunk is full where so few units more would fit. */
const PIECE_UNITS_MIN = 1_024;

/** Copies a string piece by piece, as UTF-8; lone surrogates become U+FFFD. */
class StringFeed {
  readonly #text: string;
  readonly #exports: EncodingExports;
  readonly #arena: Arena;
  readonly #unitsPtr: number;
  readonly #unitsMax: number;
  #at = 0;
  /** Whether what was read is ASCII. */
  #isAscii = true;

  constructor(text: string, exports: EncodingExports, arena: Arena, { unitsPtr, capacityBytes }: TextChunk) {
    this.#text = text;
    this.#exports = exports;
    this.#arena = arena;
    this.#unitsPtr = unitsPtr;
    this.#unitsMax = unitsPtr === 0 ? 0 : capacityBytes >> 1;
  }

  get isEmpty(): boolean {
    return this.#at === this.#text.length;
  }

  /** Writes as many whole characters as fit, or nearly so, and returns the number of bytes. */
  fill(ptr: number, roomBytes: number): number {
    let bytes = 0;
    for (;;) {
      const units = Math.min(this.#unitsMax, Math.floor((roomBytes - bytes) / 3));
      const isWide = !this.#isAscii && units >= Math.min(PIECE_UNITS_MIN, this.#text.length - this.#at);
      if (this.isEmpty || (!this.#isAscii && bytes > 0 && this.#unitsMax > 0 && !isWide)) return bytes;
      if (isWide) bytes += this.#encodeUnits(ptr + bytes, units);
      else {
        const written = this.#encode(ptr + bytes, roomBytes - bytes);
        if (written === 0) return bytes;
        bytes += written;
      }
    }
  }

  /** By the runtime: of ASCII ever longer pieces, and where it encodes all text, as much as fits. */
  #encode(ptr: number, roomBytes: number): number {
    const units = this.#unitsMax > 0 ? Math.max(FIRST_UNITS, this.#at) : this.#text.length;
    const { read, written } = encoder.encodeInto(this.#piece(units), this.#arena.bytes(ptr, roomBytes));
    this.#at += read;
    if (read !== written) this.#isAscii = false;
    return written;
  }

  /** By the kernel. */
  #encodeUnits(ptr: number, most: number): number {
    const piece = this.#piece(most);
    const units = this.#arena.bytes(this.#unitsPtr, 2 * piece.length);
    const { Buffer } = builtinIfAny("node:buffer")!;
    Buffer.from(units.buffer, units.byteOffset, units.length).write(piece, "utf16le");
    this.#at += piece.length;
    return this.#exports.encodeUtf16(this.#unitsPtr, piece.length, ptr);
  }

  /** The next units, so many or one less: no pair of surrogates is divided. */
  #piece(units: number): string {
    const end = this.#at + units;
    const isDivided = end < this.#text.length && isHighSurrogate(this.#text.charCodeAt(end - 1));
    return this.#text.slice(this.#at, isDivided ? end - 1 : end);
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
