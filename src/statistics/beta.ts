/**
 * The regularised incomplete beta function I_x(a, b) and its inverse: the distribution function of Beta(a, b) and its
 * quantiles, from which exact binomial intervals follow. How they are computed: `assembly/numbers/beta.ts`.
 */
import { betaCumulative as cumulative, betaQuantile as quantile } from "../kernels/numbers/beta.reference.ts";

/**
 * I_x(a, b) = P(B ≤ x) for B ~ Beta(a, b).
 *
 * @param x 0 to 1
 * @throws RangeError where a or b is not positive and finite, or x lies outside [0, 1]
 */
export function betaCumulative(x: number, a: number, b: number): number {
  checkParameters(a, b);
  checkProbability("x", x);
  return cumulative(x, a, b);
}

/**
 * The x for which I_x(a, b) = p.
 *
 * @param p 0 to 1
 * @throws RangeError as `betaCumulative` does
 */
export function betaQuantile(p: number, a: number, b: number): number {
  checkParameters(a, b);
  checkProbability("p", p);
  return quantile(p, a, b);
}

function checkParameters(a: number, b: number): void {
  if (!(a > 0 && b > 0 && Number.isFinite(a + b))) throw new RangeError("The parameters of a beta distribution are positive.");
}

function checkProbability(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} lies between 0 and 1.`);
}
