/**
 * What contexts of shingles say. Edits leave the nearest words unchanged more often than all four. So the number of
 * words that agree from the shingle outwards distinguishes an edited copy from a phrase between other words.
 */
import { CONTEXT_WORDS, SIDE_BITS } from "../../core/kernels/tables/context.ts";

const SIDE_MASK = (1 << SIDE_BITS) - 1;

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
