/**
 * The context of a shingle in 16 bits: two bits of each of the four words before it and of the four after it. Any
 * common run of 12 words contains a kept shingle with seven other words beside it, at least four of them on one side,
 * and on that side the bits agree. In unrelated text one side or the other agrees by chance once in 128. A block whose
 * context agrees on neither side therefore holds no run of 12 words around that shingle.
 */
import type { Hashes } from "../text/kernels.ts";

/** Words on each side. */
export const CONTEXT_WORDS = 4;
/** Bits of each side, and of each word. */
export const SIDE_BITS = 8;
const WORD_BITS = SIDE_BITS / CONTEXT_WORDS;

/** Contexts of the shingles of `shingleWords` words at some positions. Words beyond the ends of the text count as 0. */
export function contextsOf({ low }: Hashes, positions: Uint32Array, shingleWords: number): Uint16Array {
  const contexts = new Uint16Array(positions.length);
  const wordAt = (at: number) => (at >= 0 && at < low.length ? low[at]! : 0);
  for (let i = 0; i < positions.length; i++) {
    const at = positions[i]!;
    const end = at + shingleWords;
    contexts[i] =
      at >= CONTEXT_WORDS && end + CONTEXT_WORDS <= low.length
        ? (sideOf(low[at - 1]!, low[at - 2]!, low[at - 3]!, low[at - 4]!) << SIDE_BITS) |
          sideOf(low[end]!, low[end + 1]!, low[end + 2]!, low[end + 3]!)
        : (sideOf(wordAt(at - 1), wordAt(at - 2), wordAt(at - 3), wordAt(at - 4)) << SIDE_BITS) |
          sideOf(wordAt(end), wordAt(end + 1), wordAt(end + 2), wordAt(end + 3));
  }
  return contexts;
}

/** Bits of four words, from the nearest outwards; the nearest has the highest bits. */
function sideOf(first: number, second: number, third: number, fourth: number): number {
  return (mixed(first) << 6) | (mixed(second) << 4) | (mixed(third) << 2) | mixed(fourth);
}

/** Multiplicative hash: the upper bits of a product with an odd number. */
function mixed(word: number): number {
  return Math.imul(word ^ (word >>> 15), 0x2c1b_3c6d) >>> (32 - WORD_BITS);
}
