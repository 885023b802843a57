/**
 * What an alignment is worth, in bits: how much likelier it is if one text was made from the other than if they only speak of the same.
 *
 *   + the information of each word that agrees     "the" 4 bits, a word that stands in the two texts alone 6, which is the most
 *   - DIFFERS for a word that stands against another                log2 of the share of words that reuse changes, about a third
 *   - SKIPS for a word that stands against none
 *
 * How often a word stands is counted in the two texts themselves. A word that a text has used once comes again far sooner than its
 * frequency says, and so do its companions (Church, "Empirical estimates of adaptation: the chance of two Noriegas is closer to p/2
 * than p²", COLING 2000): hence the most that one word may say.
 *
 * Between texts of m and n words that have nothing to do with each other, alignments of s bits are expected K m n 2^(-λs) times
 * (Karlin and Altschul, PNAS 1990). README.md has what was measured of it.
 */
import type { Text } from "../text/text.ts";
import type { Anchor } from "./anchors.ts";

/** Scores are whole numbers, in quarters of a bit: the same on every machine. */
export const UNITS_PER_BIT = 4;
export const DIFFERS_UNITS = 1.75 * UNITS_PER_BIT;
export const SKIPS_UNITS = 3 * UNITS_PER_BIT;
const WORD_UNITS_MIN = 1 * UNITS_PER_BIT;
const WORD_UNITS_MAX = 6 * UNITS_PER_BIT;

/** Words are counted by so many values of their hash: those that share one seem commoner than they are, never rarer. */
const COUNTS = 1 << 14;

/** How often words stand in two texts, by the lower bits of their hash. */
export interface Scoring {
  readonly counts: Uint32Array;
  readonly totalUnits: number;
}

export function scoringOf(a: Text, b: Text): Scoring {
  const counts = new Uint32Array(COUNTS);
  for (const { words } of [a, b]) {
    const { low } = words;
    for (let at = 0; at < low.length; at++) counts[low[at]! & (COUNTS - 1)]!++;
  }
  return { counts, totalUnits: log2Units(a.lengthWords + b.lengthWords) };
}

/** What it is worth that a word stands in both texts, by the low half of its hash. */
export function wordUnits({ counts, totalUnits }: Scoring, low: number): number {
  const units = totalUnits - log2Units(counts[low & (COUNTS - 1)]!);
  return units < WORD_UNITS_MIN ? WORD_UNITS_MIN : units > WORD_UNITS_MAX ? WORD_UNITS_MAX : units;
}

/** What an alignment is worth, in bits. Its runs ascend in both texts. */
export function alignmentBits(scoring: Scoring, a: Text, runs: readonly Anchor[]): number {
  let units = 0;
  let before: Anchor | undefined;
  for (const run of runs) {
    for (let word = run.a; word < run.a + run.lengthWords; word++) units += wordUnits(scoring, a.words.low[word]!);
    if (before !== undefined) {
      const gapA = run.a - before.a - before.lengthWords;
      const gapB = run.b - before.b - before.lengthWords;
      units -= Math.min(gapA, gapB) * DIFFERS_UNITS + Math.abs(gapA - gapB) * SKIPS_UNITS;
    }
    before = run;
  }
  return units / UNITS_PER_BIT;
}

/** Bits that it takes to name one pair of places among those of two texts. */
export function placeBits(a: Text, b: Text): number {
  return (log2Units(a.lengthWords) + log2Units(b.lengthWords)) / UNITS_PER_BIT;
}

// 2^(n + 1/4), 2^(n + 1/2), 2^(n + 3/4) with the leading bit in place 31.
const QUARTER = 2_553_802_834;
const HALF = 3_037_000_500;
const THREE_QUARTERS = 3_611_622_603;

/** log2 of a whole number in units, rounded down; 0 of 0. */
function log2Units(value: number): number {
  if (value === 0) return 0;
  const zeros = Math.clz32(value);
  const scaled = (value << zeros) >>> 0;
  return UNITS_PER_BIT * (31 - zeros) + Number(scaled >= QUARTER) + Number(scaled >= HALF) + Number(scaled >= THREE_QUARTERS);
}
