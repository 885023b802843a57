/**
 * Likelihood ratios on a readable scale: a score from 0 to 100 and a verbal band, after ENFSI, "Guideline for
 * evaluative reporting in forensic science" (2015). A boundary value belongs to the lower band.
 */
import type { Interval } from "../../../base/contract/common.ts";
import type { RangeBasis, ScoreChannel, ScoreResult, ScoreTier } from "../../../base/contract/operations/score.ts";

/** log10 LR at which the score is 100. */
const LOG10_LR_MAX = 6;

/** The largest |log10 LR| of each band. */
const BANDS: readonly (readonly [most: number, tier: ScoreTier])[] = [
  [0, "no_support"],
  [1, "weak"],
  [2, "moderate"],
  [3, "moderately_strong"],
  [4, "strong"],
  [6, "very_strong"],
  [Infinity, "extremely_strong"],
];

/** The largest likelihood ratio whose band is `weak`. */
export const WEAK_LR_MAX = 10;

/** Rounds to six significant digits, which is more than the precision of any ratio here. */
export function ratioDigits(ratio: number): number {
  return Number(ratio.toPrecision(6));
}

/** The fields of a channel that state a ratio with its range. */
export function ratioFields(
  lr: number,
  [lo, hi]: Interval,
  range_basis: RangeBasis,
): Pick<ScoreChannel, "lr" | "ci_95" | "range_basis"> {
  return { lr: ratioDigits(lr), ci_95: [ratioDigits(lo), ratioDigits(hi)], range_basis };
}

/** log10 of a likelihood ratio, with its interval. */
interface Log10Lr {
  estimate: number;
  lo: number;
  hi: number;
}

/** 100 × clip(log10 LR, 0, 6) / 6, from 0 (no support) to 100. It measures support and is not a probability. */
export function supportScore(log10Lr: number): number {
  return (100 * Math.min(Math.max(log10Lr, 0), LOG10_LR_MAX)) / LOG10_LR_MAX;
}

/** The band of a log10 LR; its sign, for or against the proposition, does not matter. */
export function bandOf(log10Lr: number): ScoreTier {
  return BANDS.find(([most]) => Math.abs(log10Lr) <= most)![1];
}

export function directionOf(log10Lr: number): ScoreResult["direction"] {
  return log10Lr > 0 ? "for" : log10Lr < 0 ? "against" : "neutral";
}

/** The end of the interval that is nearest to 0 (neutral); 0 where the interval contains 0. */
export function nearestToNeutral({ lo, hi }: Log10Lr): number {
  return lo > 0 ? lo : hi < 0 ? hi : 0;
}

/**
 * The fields of a result for a likelihood ratio: its score with interval, and the band of the end nearest to neutral.
 */
export function onScale(
  log10Lr: Log10Lr,
): Pick<ScoreResult, "score" | "ci_95" | "tier" | "direction" | "clipped" | "log10_lr"> {
  const { estimate, lo, hi } = log10Lr;
  return {
    score: supportScore(estimate),
    ci_95: [supportScore(lo), supportScore(hi)],
    tier: bandOf(nearestToNeutral(log10Lr)),
    direction: directionOf(estimate),
    clipped: estimate < 0 || estimate > LOG10_LR_MAX,
    log10_lr: { estimate, lo, hi },
  };
}
