/**
 * Intervals for a probability of which x successes in n cases were observed.
 *
 * Clopper and Pearson's interval never covers less than its level, so results use it. It is not valid for cases in
 * clusters: `boundedMean.ts` has an interval for those. The ends at x = 0 and x = n have a closed form: inverting the
 * beta distribution is inaccurate there (SciPy 1.10.1 returns 0.99999866 instead of 0.13505260 at x = 0, n = 100, level
 * 0.999999).
 */
import type { Interval } from "../../base/contract/common.ts";
import { exp, expm1 } from "../kernels/numbers/exp.reference.ts";
import { log } from "../kernels/numbers/log.reference.ts";
import { betaQuantile } from "./beta.ts";

/**
 * Clopper and Pearson's exact interval (Biometrika 1934).
 *
 * @param x     successes, 0 to n
 * @param n     cases; for n = 0 the interval is [0, 1]
 * @param level probability, strictly between 0 and 1
 * @throws RangeError
 */
export function clopperPearson(x: number, n: number, level = 0.95): Interval {
  check(x, n, level);
  const tail = (1 - level) / 2;
  return [lowerEnd(x, n, tail), upperEnd(x, n, tail)];
}

/** Lower confidence bound of the probability at `level`, one-sided. */
export function clopperPearsonLower(x: number, n: number, level = 0.95): number {
  check(x, n, level);
  return lowerEnd(x, n, 1 - level);
}

/** Upper confidence bound of the probability at `level`, one-sided. */
export function clopperPearsonUpper(x: number, n: number, level = 0.95): number {
  check(x, n, level);
  return upperEnd(x, n, 1 - level);
}

function lowerEnd(x: number, n: number, tail: number): number {
  if (x === 0) return 0;
  if (x === n) return exp(log(tail) / n);
  return betaQuantile(tail, x, n - x + 1);
}

function upperEnd(x: number, n: number, tail: number): number {
  if (x === n) return 1;
  if (x === 0) return -expm1(log(tail) / n);
  return betaQuantile(1 - tail, x + 1, n - x);
}

function check(x: number, n: number, level: number): void {
  if (!(Number.isInteger(x) && Number.isInteger(n) && x >= 0 && x <= n))
    throw new RangeError("x successes of n: 0 ≤ x ≤ n.");
  if (!(level > 0 && level < 1)) throw new RangeError("A level lies strictly between 0 and 1.");
}
