/** Quantiles of Student's t distribution, from those of the beta distribution. */
import { betaQuantile } from "../../src/core/statistics/beta.ts";

/**
 * The t for which a Student variable is at most t with probability p; to about 1e-12 of itself for p up to 0.4 and from 0.6.
 *
 * @param p       strictly between 0 and 1
 * @param freedom degrees of freedom, positive; a million of them take milliseconds
 * @throws RangeError
 */
export function studentQuantile(p: number, freedom: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError("p lies strictly between 0 and 1.");
  // freedom / (freedom + t²) ~ Beta(freedom / 2, 1/2); its mirror image is what stays exact for small t.
  const tail = Math.min(p, 1 - p);
  const square = betaQuantile(1 - 2 * tail, 0.5, freedom / 2);
  const size = Math.sqrt((freedom * square) / (1 - square));
  return p < 0.5 ? -size : size;
}
