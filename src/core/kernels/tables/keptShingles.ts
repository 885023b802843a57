/** The kernel of `assembly/tables/keptShingles.ts` as a typed call, behind those of shingles and of winnowing. */
import type { KernelCall } from "../memory.ts";
import { GrowingWords } from "../text/growing.ts";
import type { Hashes } from "../text/kernels.ts";
import { PART_WORDS, type TextExports } from "../text/wasm.ts";
import { CONTEXT_WORDS } from "./context.ts";
import type { KeptShingles } from "./kernels.ts";

/** Exports of the module; `assembly/tables/keptShingles.ts` documents it. */
export interface KeptExports extends TextExports {
  gatherShingles(
    positions: number,
    count: number,
    highs: number,
    lows: number,
    shingleWords: number,
    keys: number,
    contexts: number,
  ): void;
}

const SIDE_BYTES = 4 * CONTEXT_WORDS;

/** In parts, as `winnow` goes through them: the windows that begin in a part are its own. */
export function keptShingles(
  { exports, arena }: KernelCall<KeptExports>,
  { low, high }: Hashes,
  shingleWords: number,
  windows: readonly number[],
): KeptShingles[] {
  const shingles = Math.max(0, low.length - shingleWords + 1);
  const width = Math.max(1, Math.min(shingles, Math.max(...windows)));
  const most = Math.min(shingles, PART_WORDS + width - 1);
  const wordsBytes = 4 * (most + shingleWords) + 2 * SIDE_BYTES;
  const [lowPtr, highPtr] = [arena.take(wordsBytes) + SIDE_BYTES, arena.take(wordsBytes)];
  const [lowsPtr, highsPtr] = [arena.take(4 * most), arena.take(4 * most)];
  const [positionsPtr, keysPtr, contextsPtr] = [arena.take(4 * most), arena.take(4 * most), arena.take(4 * most)];
  const kept = windows.map((window) => new GrowingShingles(Math.ceil((2.2 * shingles) / (window + 1)) + 16));
  for (let from = 0; from < shingles - width + 1; from += PART_WORDS) {
    const isLast = from + PART_WORDS >= shingles - width + 1;
    const to = isLast ? shingles : from + PART_WORDS + width - 1;
    const words = to - from + shingleWords - 1;
    const before = Math.min(from, CONTEXT_WORDS);
    const behind = Math.min(low.length - from - words, CONTEXT_WORDS);
    arena.bytes(lowPtr - SIDE_BYTES, 4 * words + 2 * SIDE_BYTES).fill(0);
    arena.words(lowPtr - 4 * before, before + words + behind).set(low.subarray(from - before, from + words + behind));
    arena.words(highPtr, words).set(high.subarray(from, from + words));
    exports.hashShingles(lowPtr, highPtr, words, shingleWords, lowsPtr, highsPtr);
    windows.forEach((window, i) => {
      const hashes = isLast ? shingles - from : PART_WORDS + window - 1;
      const found = exports.winnow(lowsPtr, hashes, window, positionsPtr);
      // What the last window of the part before has kept is not written again.
      const isKnown = found > 0 && kept[i]!.positions.last === from + arena.words(positionsPtr, 1)[0]!;
      const [first, count] = [positionsPtr + (isKnown ? 4 : 0), found - Number(isKnown)];
      exports.gatherShingles(first, count, highsPtr, lowPtr, shingleWords, keysPtr, contextsPtr);
      const positions = arena.words(first, count);
      for (let at = 0; at < count; at++) positions[at]! += from;
      kept[i]!.append(positions, arena.words(keysPtr, count), arena.words(contextsPtr, count));
    });
  }
  return kept.map((one) => one.taken());
}

class GrowingShingles {
  readonly positions: GrowingWords;
  readonly #keys: GrowingWords;
  readonly #contexts: GrowingWords;

  constructor(capacity: number) {
    this.positions = new GrowingWords(capacity);
    this.#keys = new GrowingWords(capacity);
    this.#contexts = new GrowingWords(capacity);
  }

  append(positions: Uint32Array, keys: Uint32Array, contexts: Uint32Array): void {
    this.positions.append(positions);
    this.#keys.append(keys);
    this.#contexts.append(contexts);
  }

  taken(): KeptShingles {
    return { positions: this.positions.taken(), keys: this.#keys.taken(), contexts: this.#contexts.taken() };
  }
}
