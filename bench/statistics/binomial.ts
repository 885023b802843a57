/**
 * Counted shares as evaluations know them: intervals that cover their level on average and not always, beside those that results carry
 * (`src/core/statistics/binomial.ts`, `boundedMean.ts`).
 */
import type { Interval } from "../../src/base/contract/common.ts";
import { betaQuantile } from "../../src/core/statistics/beta.ts";
import { clopperPearson, clopperPearsonUpper } from "../../src/core/statistics/binomial.ts";
import { boundedMeanInterval } from "../../src/core/statistics/boundedMean.ts";
import type { HitCount } from "../../src/core/statistics/evalues.ts";
import { normalQuantile } from "../../src/core/statistics/normal.ts";

/**
 * Jeffreys's interval: quantiles of Beta(x + ½, n − x + ½), with ends of exactly 0 at x = 0 and 1 at x = n (Brown, Cai and DasGupta,
 * Statistical Science 16, 2001). For comparison only: at some probabilities it covers 0.88.
 */
export function jeffreys(x: number, n: number, level = 0.95): Interval {
  check(x, n, level);
  const tail = (1 - level) / 2;
  const end = (p: number) => betaQuantile(p, x + 0.5, n - x + 0.5);
  return [x === 0 ? 0 : end(tail), x === n ? 1 : end(1 - tail)];
}

/**
 * Wilson's score interval (JASA 1927), with ends of exactly 0 at x = 0 and 1 at x = n. For comparison only: at some probabilities it
 * covers 0.84.
 */
export function wilson(x: number, n: number, level = 0.95): Interval {
  check(x, n, level);
  if (n === 0) return [0, 1];
  const z = -normalQuantile((1 - level) / 2);
  const square = z * z;
  const centre = x + square / 2;
  const half = z * Math.sqrt((x * (n - x)) / n + square / 4);
  // The smaller root as a quotient: the difference centre − half would cancel for rare events.
  return [(x * x) / n / (centre + half), x === n ? 1 : (centre + half) / (n + square)];
}

/**
 * An interval for the share of hits by clusters: the mean over clusters of each one's own share, every cluster counting alike.
 *
 * @param clusters hits of cases of independent clusters (works, authors, models), in an order that has nothing to do with the hits; those
 *                 without cases are left out
 * @throws RangeError
 */
export function clusteredShareInterval(clusters: readonly HitCount[]): Interval {
  return boundedMeanInterval(clusters.filter(({ cases }) => cases > 0).map(({ hits, cases }) => hits / cases));
}

/**
 * The most that a likelihood ratio may claim after its validation: the lower end of the share of positives that reach it (two-sided
 * 95 %, Clopper and Pearson) over the upper bound of the share of negatives that do (one-sided 95 %). Of 300 negatives none: 44 where half
 * of 300 positives do.
 *
 * @param positives, negatives cases at or beyond the claim, of independent ones (models, authors)
 * @throws RangeError
 */
export function likelihoodRatioCap(positives: HitCount, negatives: HitCount): number {
  return clopperPearson(positives.hits, positives.cases)[0] / clopperPearsonUpper(negatives.hits, negatives.cases);
}

function check(x: number, n: number, level: number): void {
  if (!(Number.isInteger(x) && Number.isInteger(n) && x >= 0 && x <= n))
    throw new RangeError("x successes of n: 0 ≤ x ≤ n.");
  if (!(level > 0 && level < 1)) throw new RangeError("A level lies strictly between 0 and 1.");
}
