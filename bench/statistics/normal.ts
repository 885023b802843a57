/** The distribution function of the normal distribution: by its series and, in the tails, its continued fraction. */
import { exp } from "../../src/core/kernels/numbers/exp.reference.ts";

const ROOT_2PI = 2.5066282746310002;
/** From here on the continued fraction is used: as many terms give 1e-17 at it, and more beyond. */
const TAIL_FROM = 2;
const TAIL_TERMS = 60;

/**
 * P(Z ≤ x) of a standard normal variable, with relative precision in its lower tail too (1e-13 at −37).
 *
 * @throws RangeError where x is no number
 */
export function normalCumulative(x: number): number {
  if (Number.isNaN(x)) throw new RangeError("x is a number.");
  const size = Math.abs(x);
  const density = exp((-x * x) / 2) / ROOT_2PI;
  if (size < TAIL_FROM) return 0.5 + density * oddSeries(x);
  const tail = density / (size + tailFraction(size));
  return x < 0 ? tail : 1 - tail;
}

/** x + x³/3 + x⁵/(3·5) + … (Marsaglia, "Evaluating the normal distribution", 2004). */
function oddSeries(x: number): number {
  let term = x;
  let sum = x;
  for (let odd = 3; Math.abs(term) > 1e-18 * Math.abs(sum); odd += 2) {
    term *= (x * x) / odd;
    sum += term;
  }
  return sum;
}

/** 1/(x + 2/(x + 3/(x + …))), from the end (Abramowitz and Stegun 26.2.14). */
function tailFraction(x: number): number {
  let value = 0;
  for (let term = TAIL_TERMS; term > 0; term--) value = term / (x + value);
  return value;
}
