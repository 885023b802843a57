/** The kernels of `assembly/text/` as typed calls. */
import type { Arena } from "../memory.ts";
import { type ReadWordsExports, readChunks, takeChunkRoom } from "./chunks.ts";
import type { FoldTable } from "./fold.table.ts";
import type { Hashes, TextKernels, Words } from "./kernels.ts";

/** Exports of the module; what each does is said in `assembly/text/`. */
export interface TextExports extends ReadWordsExports {
  setFoldTable(stage1: number, stage2: number, pool: number): void;
  hashShingles(low: number, high: number, count: number, shingleWords: number, outLow: number, outHigh: number): number;
  winnow(hashes: number, count: number, window: number, positions: number): number;
}

/** Writes the fold table once, into memory that is never given back. */
export function installFoldTable(exports: TextExports, below: Arena, { stage1, stage2, pool }: FoldTable): void {
  exports.setFoldTable(below.put(stage1), below.put(stage2), below.put(pool));
}

export function textKernels(exports: TextExports, arena: Arena): TextKernels {
  return {
    readWords: (text) => readWords(exports, arena, text),
    hashShingles: (words, shingleWords) => hashShingles(exports, arena, words, shingleWords),
    winnow: (hashes, window) => winnow(exports, arena, hashes, window),
  };
}

function readWords(exports: TextExports, arena: Arena, text: Uint8Array): Words {
  arena.reset();
  const room = takeChunkRoom(arena, text.length, 0);
  const capacity = (text.length >> 2) + 16;
  const [bounds, low, high] = [new Growing(2 * capacity), new Growing(capacity), new Growing(capacity)];
  readChunks(exports, arena, room, text, (words) => {
    bounds.append(arena.words(room.boundsPtr, 2 * words));
    low.append(arena.words(room.lowPtr, words));
    high.append(arena.words(room.highPtr, words));
    return 0;
  });
  return { hashes: { low: low.taken(), high: high.taken() }, bounds: bounds.taken() };
}

function hashShingles(exports: TextExports, arena: Arena, words: Hashes, shingleWords: number): Hashes {
  arena.reset();
  const lowPtr = arena.put(words.low);
  const highPtr = arena.put(words.high);
  const outLowPtr = arena.take(words.low.byteLength);
  const outHighPtr = arena.take(words.low.byteLength);
  const count = exports.hashShingles(lowPtr, highPtr, words.low.length, shingleWords, outLowPtr, outHighPtr);
  return { low: arena.words(outLowPtr, count).slice(), high: arena.words(outHighPtr, count).slice() };
}

function winnow(exports: TextExports, arena: Arena, hashes: Uint32Array, window: number): Uint32Array {
  arena.reset();
  const hashesPtr = arena.put(hashes);
  const positionsPtr = arena.take(hashes.byteLength);
  const count = exports.winnow(hashesPtr, hashes.length, window, positionsPtr);
  return arena.words(positionsPtr, count).slice();
}

/** Unsigned 32-bit numbers that are appended to. */
class Growing {
  #values: Uint32Array;
  #length = 0;

  constructor(capacity: number) {
    this.#values = new Uint32Array(capacity);
  }

  append(more: Uint32Array): void {
    const length = this.#length + more.length;
    if (length > this.#values.length) {
      const grown = new Uint32Array(2 * length);
      grown.set(this.#values.subarray(0, this.#length));
      this.#values = grown;
    }
    this.#values.set(more, this.#length);
    this.#length = length;
  }

  taken(): Uint32Array {
    return this.#values.slice(0, this.#length);
  }
}
