/**
 * Scores of runs, gaps and alignments by scoring.ts. Runs ascend in both texts; `unitsA` are the `wordUnits` of the
 * first.
 */
import type { Anchor } from "./anchors.ts";
import { DIFFERS_UNITS, SKIPS_UNITS, UNITS_PER_BIT } from "./scoring.ts";

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
export function explainedBits(
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
