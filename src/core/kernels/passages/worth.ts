/**
 * Scores of runs, gaps and alignments by scoring.ts. Runs ascend in both texts; `unitsA` are the `wordUnits` of the
 * first.
 */
import { PASSAGE_WORDS_MIN } from "../../../base/limits.ts";
import type { Anchor, IndexedWords } from "./kernels.ts";
import { DIFFERS_UNITS, SKIPS_UNITS, UNITS_PER_BIT } from "./scoring.ts";

/**
 * Smallest number of bits, beyond those that name its place, of a passage without a run of `PASSAGE_WORDS_MIN` words:
 * unrelated novels have about one such passage in a million words, or fewer.
 */
export const EVIDENCE_BITS_MIN = 50;

export function runUnits(unitsA: Uint8Array, run: Anchor): number {
  let units = 0;
  for (let i = 0; i < run.lengthWords; i++) units += unitsA[run.a + i]!;
  return units;
}

/** What the words between two runs cost. */
export function gapUnits(earlier: Anchor, later: Anchor): number {
  const gapA = later.a - earlier.a - earlier.lengthWords;
  const gapB = later.b - earlier.b - earlier.lengthWords;
  return Math.min(gapA, gapB) * DIFFERS_UNITS + Math.abs(gapA - gapB) * SKIPS_UNITS;
}

export function alignmentBits(unitsA: Uint8Array, runs: readonly Anchor[]): number {
  let units = 0;
  runs.forEach((run, i) => {
    units += runUnits(unitsA, run);
    if (i > 0) units -= gapUnits(runs[i - 1]!, run);
  });
  return units / UNITS_PER_BIT;
}

/** Bits of the word pairs that are explained, because they already agree in a better passage. */
function explainedBits(
  unitsA: Uint8Array,
  runs: readonly Anchor[],
  isExplained: (wordA: number, wordB: number) => boolean,
): number {
  let units = 0;
  for (const { a, b, lengthWords } of runs) {
    for (let i = 0; i < lengthWords; i++) if (isExplained(a + i, b + i)) units += unitsA[a + i]!;
  }
  return units / UNITS_PER_BIT;
}

/** What tells whether a passage is one. */
interface Evidence {
  agreeing: readonly Anchor[];
  longestRunWords: number;
  /** What the alignment is worth in bits, and the bits that it takes to name its place in the two texts. */
  bits: number;
  placeBits: number;
}

/**
 * Whether a passage is more than chance and more than a repetition of better ones: it has a run of `PASSAGE_WORDS_MIN`
 * words, or enough evidence in words that no better passage explains. A text that repeats itself in other words
 * resembles its source at each repetition.
 */
export function isEvident(
  { wordUnits }: Pick<IndexedWords, "wordUnits">,
  passage: Evidence,
  isExplained: (wordA: number, wordB: number) => boolean,
): boolean {
  if (passage.longestRunWords >= PASSAGE_WORDS_MIN) return true;
  const bitsBeyond = passage.bits - passage.placeBits;
  if (bitsBeyond < EVIDENCE_BITS_MIN) return false;
  return bitsBeyond - explainedBits(wordUnits, passage.agreeing, isExplained) >= EVIDENCE_BITS_MIN;
}
