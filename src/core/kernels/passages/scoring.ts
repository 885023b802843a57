/**
 * The score of an alignment in bits: the log-odds that one text was made from the other rather than that both only have
 * the same subject.
 *
 *   + the information of each word that agrees     "the" 4 bits, a word of less than one in 64 the most, 6
 *   - DIFFERS for a word that stands against another                log2 of the share of words that reuse changes, about a third
 *   - SKIPS for a word that stands against none
 *
 * The frequency of a word is counted in the indexed text alone: only the few words more frequent than one in 64 are
 * worth less than the maximum. The maximum is low because texts repeat themselves: a word that stood once recurs far
 * sooner than its frequency suggests (Church, "Empirical estimates of adaptation: the chance of two Noriegas is closer
 * to p/2 than p²", COLING 2000).
 *
 * Between unrelated texts of m and n words, the expected number of alignments of s bits is K m n 2^(-λs) (Karlin and
 * Altschul, PNAS 1990). λ was measured, about 0.35 in prose, since a text is no independent sequence of words. Law
 * shares formulas, which no score of two texts tells from reuse.
 */
import type { WordHashes } from "./kernels.ts";

/** Scores are whole numbers of quarters of a bit, so that they are the same on every machine. */
export const UNITS_PER_BIT = 4;
export const DIFFERS_UNITS = 1.75 * UNITS_PER_BIT;
export const SKIPS_UNITS = 3 * UNITS_PER_BIT;
/**
 * What a path has to gain after a difference to move the end there: more than one common word that agrees by chance.
 */
export const END_GAIN_UNITS = 4 * UNITS_PER_BIT;
/** Widest gap inside a passage, in words of either side: twice the longest run that may contain no kept shingle. */
export const GAP_WORDS_MAX = 26;
/**
 * Smallest share of agreeing words of a passage: below it, more than two words differ for each that agrees, and it is
 * no longer one passage.
 */
export const PASSAGE_IDENTITY_MIN = 1 / 3;
const WORD_UNITS_MIN = 1 * UNITS_PER_BIT;
const WORD_UNITS_MAX = 6 * UNITS_PER_BIT;

/**
 * Counters for word hashes: words that share a counter seem more frequent than they are, never rarer. All are 0 between
 * two texts: a short one touches few.
 */
const counts = new Uint32Array(1 << 14);
/** What the words of each counter are worth; 0 where it is not known yet. */
const unitsOf = new Uint8Array(counts.length);
const counterOf = (low: number): number => low & (counts.length - 1);

/** What each word of a text is worth where it agrees with a word of another text, in units. */
export function wordUnits({ lengthWords, words: { low } }: WordHashes): Uint8Array {
  for (let at = 0; at < lengthWords; at++) counts[counterOf(low[at]!)]!++;
  const total = log2Units(lengthWords);
  const units = new Uint8Array(lengthWords);
  for (let at = 0; at < lengthWords; at++) {
    const counter = counterOf(low[at]!);
    if (unitsOf[counter] === 0) unitsOf[counter] = unitsElsewhere(counts[counter]! - 1, total);
    units[at] = unitsOf[counter]!;
  }
  for (let at = 0; at < lengthWords; at++) {
    counts[counterOf(low[at]!)] = 0;
    unitsOf[counterOf(low[at]!)] = 0;
  }
  return units;
}

/** What a word is worth that stands elsewhere so often in a text of 2^(`total` / 4) words. */
function unitsElsewhere(elsewhere: number, total: number): number {
  const rarity = elsewhere <= 0 ? WORD_UNITS_MAX : total - log2Units(elsewhere);
  return Math.max(WORD_UNITS_MIN, Math.min(WORD_UNITS_MAX, rarity));
}

/** Bits that it takes to name one pair of places of two texts of so many words. */
export function placeBits(wordsA: number, wordsB: number): number {
  return (log2Units(wordsA) + log2Units(wordsB)) / UNITS_PER_BIT;
}

// 2^(n + 1/4), 2^(n + 1/2), 2^(n + 3/4) with the leading bit in place 31.
const QUARTER = 2_553_802_834;
const HALF = 3_037_000_500;
const THREE_QUARTERS = 3_611_622_603;

/** log2 of a whole number in units, rounded down; 0 for 0. */
export function log2Units(value: number): number {
  if (value === 0) return 0;
  const zeros = Math.clz32(value);
  const scaled = (value << zeros) >>> 0;
  return (
    UNITS_PER_BIT * (31 - zeros) + Number(scaled >= QUARTER) + Number(scaled >= HALF) + Number(scaled >= THREE_QUARTERS)
  );
}
