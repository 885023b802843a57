/** The logarithm of the gamma function: Stirling's formula and its error term. */
import { log, log1p } from "../kernels/numbers/log.reference.ts";

const HALF_LN_2PI = 0.9189385332046728;

/** ln Γ(x) for x > 0. The error is about 1e-15 times the largest of |ln Γ(x)|, x and 1. */
export function logGamma(x: number): number {
  return (x - 0.5) * log(x) - x + HALF_LN_2PI + stirlingError(x);
}

/** ln Γ(z + 1) − [(z + ½) ln z − z + ½ ln 2π], the error of Stirling's formula. */
export function stirlingError(z: number): number {
  let error = 0;
  let at = z;
  // The series needs z ≥ 16 for full precision; the recursion itself has no truncation error.
  for (; at < 16; at++) error += (at + 0.5) * log1p(1 / at) - 1;
  const square = at * at;
  return error + (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) / at;
}
