/**
 * The context of a shingle in 16 bits: two bits of each of the four words before it and of the four after it. Any
 * common run of 12 words contains a kept shingle with seven other words beside it, at least four of them on one side,
 * and on that side the bits agree. In unrelated text one side or the other agrees by chance once in 128. A block whose
 * context agrees on neither side therefore holds no run of 12 words around that shingle.
 *
 * Edits leave the nearest words unchanged more often than all four. So the number of words that agree from the shingle
 * outwards distinguishes an edited copy from a phrase between other words.
 */
import type { Hashes } from "../../core/kernels/kernels.ts";
import { CONTEXT_BITS } from "./layout.ts";

/** Words on each side. */
export const CONTEXT_WORDS = 4;
/** Bits of each side, and of each word. */
const SIDE_BITS = CONTEXT_BITS / 2;
const WORD_BITS = SIDE_BITS / CONTEXT_WORDS;
const SIDE_MASK = (1 << SIDE_BITS) - 1;

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

/** Whether two contexts agree on at least one side. */
export function agrees(x: number, y: number): boolean {
  const difference = x ^ y;
  return difference >>> SIDE_BITS === 0 || (difference & SIDE_MASK) === 0;
}

/** Words that agree on a side from the nearest outwards, for each difference of two sides. */
function agreeingOf(difference: number): number {
  if (difference === 0) return CONTEXT_WORDS;
  return difference >= 64 ? 0 : difference >= 16 ? 1 : difference >= 4 ? 2 : 3;
}

/** How many words agree before and after two shingles, from the shingles outwards, up to four each. */
export function agreeingWords(x: number, y: number): { before: number; after: number } {
  const difference = x ^ y;
  return { before: agreeingOf(difference >>> SIDE_BITS), after: agreeingOf(difference & SIDE_MASK) };
}

/**
 * Evidence for a common passage, in bits, by the number of words that agree on a side from the nearest outwards: the
 * binary logarithm of the likelihood ratio between a copy with a quarter of its words edited and a phrase between
 * unrelated words.
 */
const CONTEXT_LOG_ODDS = [-1.5, -0.5, 1.5, 3, 5] as const;
/** The evidence for each difference of two sides. */
const BITS_OF_DIFFERENCE = Float64Array.from(
  { length: SIDE_MASK + 1 },
  (_, difference) => CONTEXT_LOG_ODDS[agreeingOf(difference)]!,
);

/**
 * Evidence that two contexts give for a common passage around their shingles, in bits; negative where they disagree.
 */
export function contextLogOdds(x: number, y: number): number {
  const difference = x ^ y;
  return BITS_OF_DIFFERENCE[difference >>> SIDE_BITS]! + BITS_OF_DIFFERENCE[difference & SIDE_MASK]!;
}
