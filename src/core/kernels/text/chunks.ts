/**
 * Passes a text to a kernel chunk by chunk, so that memory does not grow with the text:
 *
 *   [ zeros ][ remainder | next piece of the text          ][ zeros ]   →   words of the chunk, and a new remainder
 *
 * The remainder is a word that may continue; it is repeated at the start of the next chunk.
 *
 * A runtime encodes strings slowly that it holds in units of 16 bits, as all are of which any letter is beyond Latin-1:
 * V8 1 GB/s, where it copies their units at 25. In Node and Bun units are copied, and the kernel encodes them. Deno has
 * such copies too, at .07 GB/s.
 */
import { builtinIfAny } from "../../../base/bytes/builtin.ts";
import type { Arena, KernelCall } from "../memory.ts";

/** Text read in one call: typical results fit into the L2 cache, the largest possible ones into 5 MB. */
export const CHUNK_BYTES = 65_536;
/** Bytes that a kernel may read before and after the text. */
const PADDING_BYTES = 80;

interface TextChunk {
  readonly ptr: number;
  /** Maximum bytes of text in the chunk. */
  readonly capacityBytes: number;
  /** Room for units of strings, a third of the capacity; 0 where they are encoded by the runtime. */
  readonly unitsPtr: number;
}

/** What encodes units, and of how many it has; `assembly/text/utf16.ts` documents it. */
export interface EncodingExports {
  encodeUtf16(units: number, count: number, out: number, roomBytes: number): number;
  consumedBytes(): number;
}

/** Upper bound on the bytes of a text in UTF-8. */
export function bytesMaxOf(text: string | Uint8Array): number {
  return typeof text === "string" ? 3 * text.length : text.length;
}

/** Allocates a chunk buffer for texts of at most `bytesMax` bytes. @param isString whether one of them is a string */
export function takeChunk(arena: Arena, bytesMax: number, isString: boolean): TextChunk {
  const units = takeUnits(arena, bytesMax, isString);
  return { ptr: arena.take(units.capacityBytes + 2 * PADDING_BYTES) + PADDING_BYTES, ...units };
}

/** The same for a chunk whose buffer the kernel allocates. */
export function takeUnits(arena: Arena, bytesMax: number, isString: boolean): Omit<TextChunk, "ptr"> {
  const capacityBytes = Math.min(CHUNK_BYTES, bytesMax);
  return { capacityBytes, unitsPtr: isString && copiesUnits() ? arena.take(capacityBytes) : 0 };
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

/** Whether the runtime copies units faster than it encodes them. */
const copiesUnits = (): boolean => !("Deno" in globalThis) && builtinIfAny("node:buffer") !== undefined;

/** Copies a string piece by piece, as UTF-8; lone surrogates become U+FFFD. */
class StringFeed {
  readonly #text: string;
  readonly #exports: EncodingExports;
  readonly #arena: Arena;
  readonly #unitsPtr: number;
  readonly #unitsMax: number;
  #at = 0;

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
    if (this.#unitsMax === 0) return this.#encode(ptr, roomBytes);
    let bytes = 0;
    while (!this.isEmpty) {
      const before = this.#at;
      bytes += this.#encodeUnits(ptr + bytes, roomBytes - bytes);
      if (this.#at === before) break;
    }
    return bytes;
  }

  /** By the runtime. */
  #encode(ptr: number, roomBytes: number): number {
    const { read, written } = encoder.encodeInto(this.#text.slice(this.#at), this.#arena.bytes(ptr, roomBytes));
    this.#at += read;
    return written;
  }

  /** By the kernel: each unit takes a byte or more. */
  #encodeUnits(ptr: number, roomBytes: number): number {
    const piece = this.#piece(Math.min(this.#unitsMax, roomBytes));
    const units = this.#arena.bytes(this.#unitsPtr, 2 * piece.length);
    const { Buffer } = builtinIfAny("node:buffer")!;
    Buffer.from(units.buffer, units.byteOffset, units.length).write(piece, "utf16le");
    const written = this.#exports.encodeUtf16(this.#unitsPtr, piece.length, ptr, roomBytes);
    this.#at += this.#exports.consumedBytes() / 2;
    return written;
  }

  /** The next units, so many or one less: no pair of surrogates is divided. */
  #piece(units: number): string {
    const end = this.#at + units;
    const isDivided = end < this.#text.length && isHighSurrogate(this.#text.charCodeAt(end - 1));
    return this.#text.slice(this.#at, isDivided ? end - 1 : end);
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
