/**
 * A score as a likelihood ratio: logistic regression of what is true on the score, less the odds of the cases it was fitted on. Its interval
 * is for comparison only.
 *
 * The interval is Wald's, from the information of the fit. It says how far other calibration cases might have moved the ratio, where the
 * log-odds truly are a line in the score; it says nothing of whether they are. Where they are it covers 0.97, where they are a curve
 * less than half of its level (`bench/quality/coverage/coverage.ts`): so a result that cannot tell carries `monotoneInterval` instead, whose ends
 * become likelihood ratios by the same odds.
 */
import type { Interval } from "../../src/base/contract/common.ts";
import { log } from "../../src/core/kernels/numbers/log.reference.ts";
import { normalQuantile } from "../../src/core/statistics/normal.ts";
import { fitLogistic, type LogisticFit, logOddsOf } from "./logistic.ts";

export interface LogisticCalibration {
  fit: LogisticFit;
  /** Natural log-odds of the cases it was fitted on. */
  logOdds: number;
}

/**
 * @param positives, negatives scores of cases whose truth is known, finite; each counts once
 * @returns `null` where no fit exists: a threshold divides the kinds without error, in either direction, or all scores are alike
 * @throws RangeError where a kind has no cases, or a score is not finite
 */
export function calibrateLogistic(
  positives: readonly number[],
  negatives: readonly number[],
): LogisticCalibration | null {
  if (positives.length === 0 || negatives.length === 0) throw new RangeError("There are cases of both kinds.");
  const scores = [...positives, ...negatives];
  if (!scores.every(Number.isFinite)) throw new RangeError("Each score is finite.");
  if (!overlap(positives, negatives)) return null;
  const fit = fitLogistic(
    scores.map((score) => [score]),
    scores.map((_, i) => i < positives.length),
  );
  return fit && { fit, logOdds: log(positives.length / negatives.length) };
}

/** log10 of the likelihood ratio of a score, with its interval. */
export function log10LrOf(
  { fit, logOdds }: LogisticCalibration,
  score: number,
  level = 0.95,
): { log10Lr: number; interval: Interval } {
  if (!(level > 0 && level < 1)) throw new RangeError("A level lies strictly between 0 and 1.");
  const { logOdds: given, error } = logOddsOf(fit, [score]);
  const logLr = given - logOdds;
  const half = -normalQuantile((1 - level) / 2) * error;
  return { log10Lr: logLr / Math.LN10, interval: [(logLr - half) / Math.LN10, (logLr + half) / Math.LN10] };
}

/** Whether the scores of the kinds run into each other by more than a shared end. */
function overlap(positives: readonly number[], negatives: readonly number[]): boolean {
  const ends = (scores: readonly number[]) =>
    scores.reduce(([lo, hi], s) => [Math.min(lo!, s), Math.max(hi!, s)], [Infinity, -Infinity]);
  const [[low, high], [lowest, highest]] = [ends(positives), ends(negatives)] as [Interval, Interval];
  return high > lowest && highest > low;
}
