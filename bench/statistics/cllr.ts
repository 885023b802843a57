/**
 * How good are likelihood ratios, on cases whose truth is known? Cllr is what they cost in bits: 0 for perfect ones, 1 for ones that
 * say nothing, more for misleading ones. Cllr_min is what is left after the best recalibration by rank, Cllr_cal the rest.
 *
 * Source: Brümmer and du Preez, Computer Speech and Language 20 (2006). All likelihood ratios as natural logarithms.
 */

import { log1pExp } from "../../src/core/statistics/odds.ts";
import { scoreGroups } from "../../src/core/statistics/scoreGroups.ts";
import { isotonicFit } from "./isotonic.ts";

export interface LikelihoodRatioCosts {
  /** 0 or more; `Infinity` where an infinite likelihood ratio was wrong. */
  cllr: number;
  /** 0 to 1, and at most `cllr`. */
  cllrMin: number;
  /** cllr − cllrMin. */
  cllrCal: number;
}

/**
 * @param positives, negatives ln LR of cases where the proposition is true, and where its alternative is
 * @throws RangeError where a kind has no cases, or a value is no number
 */
export function likelihoodRatioCosts(positives: ArrayLike<number>, negatives: ArrayLike<number>): LikelihoodRatioCosts {
  const groups = scoreGroups(positives, negatives);
  const { logLrs } = isotonicFit(groups);
  const kind = (counts: (group: number) => number) => Float64Array.from(groups.scores, (_, group) => counts(group));
  const truths = groups.positives;
  const falsehoods = kind((group) => groups.cases[group]! - truths[group]!);
  const cllr = cost(groups.scores, truths, falsehoods);
  // By definition no more than cllr; rounding may say otherwise by a last place.
  const cllrMin = Math.min(cllr, cost(logLrs, truths, falsehoods));
  return { cllr, cllrMin, cllrCal: cllr - cllrMin };
}

/** Mean of both kinds' mean cost in bits. */
function cost(logLrs: Float64Array, positives: Float64Array, negatives: Float64Array): number {
  const mean = (counts: Float64Array, sign: number) => {
    let [sum, cases] = [0, 0];
    counts.forEach((count, group) => {
      if (count > 0) sum += count * log1pExp(-sign * logLrs[group]!);
      cases += count;
    });
    return sum / cases;
  };
  return (mean(positives, 1) + mean(negatives, -1)) / (2 * Math.LN2);
}

/**
 * Shares of likelihood ratios that point the wrong way: below 1 where the proposition is true, above 1 where it is not.
 *
 * @throws RangeError where a kind has no cases
 */
export function misleadingRates(
  positives: ArrayLike<number>,
  negatives: ArrayLike<number>,
): { positives: number; negatives: number } {
  if (positives.length === 0 || negatives.length === 0) throw new RangeError("There are cases of both kinds.");
  const share = (values: ArrayLike<number>, isWrong: (logLr: number) => boolean) =>
    Array.from(values).filter(isWrong).length / values.length;
  return { positives: share(positives, (logLr) => logLr < 0), negatives: share(negatives, (logLr) => logLr > 0) };
}
