/**
 * The kernels of `assembly/` as typed calls. Memory of the instance:
 *
 *   0            HEAP_BASE        arena                            end
 *   [ module's own ][ fold table   ][ arguments and results of one call ]
 *
 * The arena is laid out afresh by every call and its results are copied out before the call returns, so nothing points into it
 * afterwards and calls cannot disturb each other. Growing the memory detaches every view, silently: views are made again in each
 * call, after the room they need is there.
 */
import { type FoldTable, foldTable } from "./fold.table.ts";
import type { FoldedText, Hashes, Kernels } from "./kernels.ts";

/** The exports of `build/engine.wasm`; what each does is said in `assembly/`. */
interface Exports {
  memory: WebAssembly.Memory;
  HEAP_BASE: WebAssembly.Global;
  setFoldTable(stage1: number, stage2: number, pool: number): void;
  fold(
    text: number,
    lengthBytes: number,
    isFirst: number,
    isLast: number,
    offsetBytes: number,
    folded: number,
    ends: number,
    starts: number,
    stops: number,
    consumed: number,
  ): number;
  hashWords(folded: number, ends: number, count: number, low: number, high: number): void;
  hashShingles(low: number, high: number, count: number, shingleWords: number, outLow: number, outHigh: number): number;
  winnow(hashes: number, count: number, window: number, positions: number): number;
  xxhash32(bytes: number, lengthBytes: number, seed: number): number;
}

const PAGE_BYTES = 65_536;
/** Text folded in one call: small enough that the worst case of its results (84 bytes a byte) stays small. */
const CHUNK_BYTES = 16_384;
/** Worst case of folding, from `assembly/fold.ts`: U+FDFA. */
const FOLDED_BYTES_MAX = 12 * (CHUNK_BYTES + 1024);
const CHUNK_WORDS_MAX = 1 + 6 * CHUNK_BYTES;

/** Lays out the arena: consecutive 8-byte aligned places, and views of them made when the memory has its final size. */
class Arena {
  readonly #memory: WebAssembly.Memory;
  readonly #base: number;
  #end: number;

  constructor(memory: WebAssembly.Memory, base: number) {
    this.#memory = memory;
    this.#base = (base + 7) & ~7;
    this.#end = this.#base;
  }

  /** Begins a call: everything handed out before is given back. */
  reset(): void {
    this.#end = this.#base;
  }

  /** A place of so many bytes, with 8 readable bytes behind it. */
  take(lengthBytes: number): number {
    const at = this.#end;
    this.#end = (at + lengthBytes + 15) & ~7;
    const missing = this.#end - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    return at;
  }

  put(values: Uint8Array | Uint16Array | Uint32Array): number {
    const at = this.take(values.byteLength);
    new Uint8Array(this.#memory.buffer, at, values.byteLength).set(
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
    );
    return at;
  }

  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, at, length);
  }

  words(at: number, length: number): Uint32Array {
    return new Uint32Array(this.#memory.buffer, at, length);
  }
}

/** Writes the table once, below the arena, and returns the first free byte. */
function installFoldTable(exports: Exports, { stage1, stage2, pool }: FoldTable): number {
  const below = new Arena(exports.memory, exports.HEAP_BASE.value);
  exports.setFoldTable(below.put(stage1), below.put(stage2), below.put(pool));
  return below.take(0);
}

export function createWasmKernels(instance: WebAssembly.Instance): Kernels {
  const exports = instance.exports as unknown as Exports;
  const arena = new Arena(exports.memory, installFoldTable(exports, foldTable()));
  return {
    name: "wasm",
    fold: (text) => fold(exports, arena, text),
    hashWords: (text) => hashWords(exports, arena, text),
    hashShingles: (words, shingleWords) => hashShingles(exports, arena, words, shingleWords),
    winnow: (hashes, window) => winnow(exports, arena, hashes, window),
    xxhash32(bytes, seed) {
      arena.reset();
      return exports.xxhash32(arena.put(bytes), bytes.length, seed) >>> 0;
    },
  };
}

function fold(exports: Exports, arena: Arena, text: Uint8Array): FoldedText {
  arena.reset();
  const chunkPtr = arena.take(CHUNK_BYTES);
  const foldedPtr = arena.take(FOLDED_BYTES_MAX);
  const [endsPtr, startsPtr, stopsPtr] = [0, 1, 2].map(() => arena.take(4 * CHUNK_WORDS_MAX)) as [number, number, number];
  const consumedPtr = arena.take(4);

  const folded = new Growing((length): Uint8Array => new Uint8Array(length), text.length + 16);
  const perWord = () => new Growing((length): Uint32Array => new Uint32Array(length), (text.length >> 2) + 16);
  const [ends, starts, stops] = [perWord(), perWord(), perWord()];
  let offset = 0;
  do {
    const chunk = text.subarray(offset, offset + CHUNK_BYTES);
    const isLast = offset + chunk.length === text.length;
    arena.bytes(chunkPtr, chunk.length).set(chunk);
    const count = exports.fold(
      ...([chunkPtr, chunk.length, Number(offset === 0), Number(isLast), offset] as const),
      ...([foldedPtr, endsPtr, startsPtr, stopsPtr, consumedPtr] as const),
    );
    const chunkEnds = arena.words(endsPtr, count);
    const before = folded.length;
    folded.append(arena.bytes(foldedPtr, chunkEnds[count - 1] ?? 0));
    ends.append(chunkEnds.map((end) => end + before));
    starts.append(arena.words(startsPtr, count));
    stops.append(arena.words(stopsPtr, count));
    offset += arena.words(consumedPtr, 1)[0]!;
  } while (offset < text.length);
  return { folded: folded.taken(), ends: ends.taken(), starts: starts.taken(), stops: stops.taken() };
}

function hashWords(exports: Exports, arena: Arena, { folded, ends }: FoldedText): Hashes {
  arena.reset();
  const foldedPtr = arena.put(folded);
  const endsPtr = arena.put(ends);
  const lowPtr = arena.take(ends.byteLength);
  const highPtr = arena.take(ends.byteLength);
  exports.hashWords(foldedPtr, endsPtr, ends.length, lowPtr, highPtr);
  return { low: arena.words(lowPtr, ends.length).slice(), high: arena.words(highPtr, ends.length).slice() };
}

function hashShingles(exports: Exports, arena: Arena, words: Hashes, shingleWords: number): Hashes {
  arena.reset();
  const lowPtr = arena.put(words.low);
  const highPtr = arena.put(words.high);
  const outLowPtr = arena.take(words.low.byteLength);
  const outHighPtr = arena.take(words.low.byteLength);
  const count = exports.hashShingles(lowPtr, highPtr, words.low.length, shingleWords, outLowPtr, outHighPtr);
  return { low: arena.words(outLowPtr, count).slice(), high: arena.words(outHighPtr, count).slice() };
}

function winnow(exports: Exports, arena: Arena, hashes: Uint32Array, window: number): Uint32Array {
  arena.reset();
  const hashesPtr = arena.put(hashes);
  const positionsPtr = arena.take(hashes.byteLength);
  const count = exports.winnow(hashesPtr, hashes.length, window, positionsPtr);
  return arena.words(positionsPtr, count).slice();
}

/** A typed array that is appended to. */
class Growing<T extends Uint8Array | Uint32Array> {
  #values: T;
  #length = 0;
  readonly #create: (length: number) => T;

  constructor(create: (length: number) => T, capacity: number) {
    this.#create = create;
    this.#values = create(capacity);
  }

  get length(): number {
    return this.#length;
  }

  append(more: T): void {
    const length = this.#length + more.length;
    if (length > this.#values.length) {
      const grown = this.#create(2 * length);
      grown.set(this.#values.subarray(0, this.#length));
      this.#values = grown;
    }
    this.#values.set(more, this.#length);
    this.#length = length;
  }

  taken(): T {
    return this.#values.slice(0, this.#length) as T;
  }
}
