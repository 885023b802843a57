/**
 * How well does a score tell two kinds of cases apart, at each threshold? One walk over the thresholds gives the ROC curve (one share
 * against the other) and the Tippett plot (both against the threshold, a log10 LR).
 */
import type { ScoreGroups } from "../../src/core/statistics/scoreGroups.ts";

/** Shares of cases whose score is the threshold or more. */
export interface ThresholdRates {
  threshold: number;
  /** Of positives: sensitivity. */
  positives: number;
  /** Of negatives: 1 − specificity. */
  negatives: number;
}

/** One row for each distinct score, the highest first; above it both shares are 0. */
export function thresholdRates({ scores, positives, cases }: ScoreGroups): ThresholdRates[] {
  const all = totals({ positives, cases });
  const above = { positives: 0, negatives: 0 };
  const rates: ThresholdRates[] = [];
  for (let group = scores.length - 1; group >= 0; group--) {
    above.positives += positives[group]!;
    above.negatives += cases[group]! - positives[group]!;
    rates.push({
      threshold: scores[group]!,
      positives: above.positives / all.positives,
      negatives: above.negatives / all.negatives,
    });
  }
  return rates;
}

/** The probability that a positive case scores higher than a negative one, a tie counting half: the area under the ROC curve. */
export function areaUnderRoc({ positives, cases }: Omit<ScoreGroups, "scores">): number {
  const all = totals({ positives, cases });
  let [halves, below] = [0, 0];
  positives.forEach((count, group) => {
    const negatives = cases[group]! - count;
    halves += count * (2 * below + negatives);
    below += negatives;
  });
  return halves / (2 * all.positives * all.negatives);
}

/** The largest share of positives above a threshold that at most `limit` of the negatives reach. */
export function sensitivityAt(groups: ScoreGroups, limit: number): number {
  return thresholdRates(groups).reduce((most, { positives, negatives }) => (negatives <= limit ? positives : most), 0);
}

function totals({ positives, cases }: Omit<ScoreGroups, "scores">): { positives: number; negatives: number } {
  const sum = (counts: Float64Array) => counts.reduce((total, count) => total + count, 0);
  return { positives: sum(positives), negatives: sum(cases) - sum(positives) };
}
