/** The kernels of `assembly/text/` as typed calls. */
import type { Arena } from "../memory.ts";
import type { FoldTable } from "./fold.table.ts";
import type { FoldedText, Hashes, TextKernels } from "./kernels.ts";

/** Exports of the module; what each does is said in `assembly/text/`. */
export interface TextExports {
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
}

/** Text folded in one call: small enough that the worst case of its results (84 bytes a byte) stays small. */
const CHUNK_BYTES = 16_384;
/** Worst case of folding, from `assembly/text/fold.ts`: U+FDFA. */
const FOLDED_BYTES_MAX = 12 * (CHUNK_BYTES + 1024);
const CHUNK_WORDS_MAX = 1 + 6 * CHUNK_BYTES;

/** Writes the fold table once, into memory that is never given back. */
export function installFoldTable(exports: TextExports, below: Arena, { stage1, stage2, pool }: FoldTable): void {
  exports.setFoldTable(below.put(stage1), below.put(stage2), below.put(pool));
}

export function textKernels(exports: TextExports, arena: Arena): TextKernels {
  return {
    fold: (text) => fold(exports, arena, text),
    hashWords: (text) => hashWords(exports, arena, text),
    hashShingles: (words, shingleWords) => hashShingles(exports, arena, words, shingleWords),
    winnow: (hashes, window) => winnow(exports, arena, hashes, window),
  };
}

function fold(exports: TextExports, arena: Arena, text: Uint8Array): FoldedText {
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

function hashWords(exports: TextExports, arena: Arena, { folded, ends }: FoldedText): Hashes {
  arena.reset();
  const foldedPtr = arena.put(folded);
  const endsPtr = arena.put(ends);
  const lowPtr = arena.take(ends.byteLength);
  const highPtr = arena.take(ends.byteLength);
  exports.hashWords(foldedPtr, endsPtr, ends.length, lowPtr, highPtr);
  return { low: arena.words(lowPtr, ends.length).slice(), high: arena.words(highPtr, ends.length).slice() };
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
