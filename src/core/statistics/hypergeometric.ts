/**
 * An exact interval for a share of a finite population, from a simple random sample of it. It inverts the two one-sided
 * tests of the hypergeometric distribution and never covers less than its level. If the sample is the whole population,
 * both ends are the exact share.
 *
 * Source: Wright, "Exact confidence bounds when sampling from small finite universes" (Springer, 1991). Clopper and
 * Pearson's interval assumes an infinite population and is wider.
 */
import type { Interval } from "../../base/contract/common.ts";
import { exp } from "../kernels/numbers/exp.reference.ts";
import { logGamma } from "./gamma.ts";

/** What a level of 0.95 leaves to each side. */
const TAIL = (1 - 0.95) / 2;

/**
 * @param x          hits in the sample
 * @param n          size of the sample, drawn without replacement; for n = 0 the interval is [0, 1]
 * @param population size of the population, at least n
 * @throws RangeError
 */
export function finiteShareInterval(x: number, n: number, population: number): Interval {
  if (![x, n, population].every(Number.isInteger) || !(x >= 0 && x <= n && n <= population)) {
    throw new RangeError("x hits of n, drawn from a population of at least n.");
  }
  if (n === 0) return [0, 1];
  const lower = leastHits(x, n, population);
  // The upper end follows from the lower end for misses.
  const upper = population - leastHits(n - x, n, population);
  return [lower / population, upper / population];
}

/** The fewest hits in the population for which P(x or more hits in the sample) > TAIL. */
function leastHits(x: number, n: number, population: number): number {
  if (x === 0) return 0;
  let [below, above] = [x - 1, population - (n - x)];
  while (above - below > 1) {
    const hits = Math.floor((below + above) / 2);
    if (atLeast(x, n, hits, population) > TAIL) above = hits;
    else below = hits;
  }
  return above;
}

/**
 * P(x or more hits in a sample of n, drawn without replacement from a population with so many hits), summed on the side
 * of the mean where the terms decrease.
 */
export function atLeast(x: number, n: number, hits: number, population: number): number {
  return x > (n * hits) / population ? sumFrom(x, n, hits, population, 1) : 1 - sumFrom(x - 1, n, hits, population, -1);
}

function sumFrom(x: number, n: number, hits: number, population: number, step: 1 | -1): number {
  const misses = population - hits;
  const [least, most] = [Math.max(0, n - misses), Math.min(n, hits)];
  if (x < least || x > most) return 0;
  const chosen = (of: number, k: number) => logGamma(of + 1) - logGamma(k + 1) - logGamma(of - k + 1);
  let term = exp(chosen(hits, x) + chosen(misses, n - x) - chosen(population, n));
  let sum = 0;
  for (let k = x; k >= least && k <= most && term > 0; k += step) {
    sum += term;
    term *=
      step > 0
        ? ((hits - k) * (n - k)) / ((k + 1) * (misses - n + k + 1))
        : (k * (misses - n + k)) / ((hits - k + 1) * (n - k + 1));
  }
  return Math.min(1, sum);
}
