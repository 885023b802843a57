/**
 * p-values as e-values: numbers whose expectation is at most 1 where nothing is to be found, so that they may be averaged whatever their
 * dependence, and multiplied where they are independent. Sources: Vovk and Wang, "E-values", Annals of Statistics 49 (2021); Sellke,
 * Bayarri and Berger, The American Statistician 55 (2001).
 *
 * All in natural logarithms, since e-values of small p leave the range of numbers: e = exp of what is returned.
 */
import { exp } from "../kernels/numbers/exp.twin.ts";
import { log, log1p } from "../kernels/numbers/log.twin.ts";
import { clopperPearson, clopperPearsonUpper } from "./binomial.ts";

/**
 * ln e of e = ½ p^(−1/2).
 *
 * @param p above 0 (no valid p-value of a rank or a permutation is 0), at most 1
 * @throws RangeError
 */
export function logEValueHalf(p: number): number {
  return minusLog(p) / 2 - Math.LN2;
}

/**
 * ln e of e = (1 − p + p ln p) / (p ln² p), the mean of κ p^(κ−1) over κ from 0 to 1: larger than `logEValueHalf` where p is small.
 *
 * @param p above 0, at most 1
 * @throws RangeError
 */
export function logEValue(p: number): number {
  // With u = −ln p, e = (e^u − 1 − u) / u²: by its series ½ + u/6 + u²/24 + … near p = 1, where the terms cancel.
  const u = minusLog(p);
  if (u > 0.5) return u + log1p(-(1 + u) * exp(-u)) - 2 * log(u);
  let term = 0.5;
  let sum = term;
  for (let k = 3; term > 1e-17; k++) {
    term *= u / k;
    sum += term;
  }
  return log(sum);
}

/**
 * The most that any reasonable Bayes factor can be at this p, −1 / (e p ln p): an upper bound to hold claims against, never a likelihood
 * ratio. 1 from p = 1/e on; `Infinity` where it is beyond the range of numbers.
 *
 * @throws RangeError as `logEValue` does
 */
export function sellkeBound(p: number): number {
  const u = minusLog(p);
  return u <= 1 ? 1 : 1 / (Math.E * u) / p;
}

/**
 * The mean of e-values: an e-value whatever their dependence.
 *
 * @param es 0 or more
 * @throws RangeError without e-values
 */
export function meanEValue(es: readonly number[]): number {
  check(es);
  if (es.length === 0) throw new RangeError("The mean of no e-values is undefined.");
  return es.reduce((sum, e) => sum + e / es.length, 0);
}

/** ln of the product: of an e-value only where all are independent, or each is one given those before. 0 without any. */
export function logProductOfEValues(es: readonly number[]): number {
  check(es);
  return es.some((e) => e === 0) ? -Infinity : es.reduce((sum, e) => sum + log(e), 0);
}

/** The p-value that an e-value stands for: 1 / e, at most 1 (Markov's inequality). */
export function pOfEValue(e: number): number {
  check([e]);
  return Math.min(1, 1 / e);
}

/** Hits of so many independent cases. */
export interface Count {
  hits: number;
  cases: number;
}

/**
 * The most that a likelihood ratio may claim after its validation: the lower end of the share of positives that reach it (two-sided
 * 95 %, Clopper and Pearson) over the upper bound of the share of negatives that do (one-sided 95 %). Of 300 negatives none: 44 where half
 * of 300 positives do.
 *
 * @param positives, negatives cases at or beyond the claim, of independent ones (models, authors)
 * @throws RangeError
 */
export function likelihoodRatioCap(positives: Count, negatives: Count): number {
  return clopperPearson(positives.hits, positives.cases)[0] / clopperPearsonUpper(negatives.hits, negatives.cases);
}

function minusLog(p: number): number {
  if (!(p > 0 && p <= 1)) throw new RangeError("A p-value lies above 0 and is at most 1.");
  return 0 - log(p);
}

function check(es: readonly number[]): void {
  if (!es.every((e) => e >= 0)) throw new RangeError("An e-value is 0 or more.");
}
