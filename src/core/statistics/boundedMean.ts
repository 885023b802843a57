/**
 * A confidence interval for the mean of independent values between 0 and 1 with any distribution. It never covers less
 * than its level, for any number of values. So it is valid for shares by works or by authors, whose variance differs
 * from that of single cases. It stays wide, about 4 / n, because a kind of work may exist that is not in the sample.
 *
 * The method is betting: a bet on each value in turn, chosen before the value is seen, does not raise the expected
 * capital if the mean is m. The interval excludes each m for which the capital grew more than 2 / (1 − level)-fold.
 * Source: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", Journal of the Royal
 * Statistical Society B 86 (2024): their hedged capital, with the bets for a known sample size.
 *
 * Design effects and bootstraps, the usual methods, are narrower but cover too little: down to 0.65 and 0.86 in
 * `bench/quality/coverage/coverage.ts`.
 */
import type { Interval } from "../../base/contract/common.ts";
import { log, log1p } from "../kernels/numbers/log.reference.ts";

/** Maximum share of the capital that one value can lose. */
const STAKE_MAX = 0.75;
const BISECTIONS = 60;
/** Capital, as a logarithm, that excludes a mean: each end has half of what is left by a level of 0.95. */
const THRESHOLD = log(2 / (1 - 0.95));

/**
 * @param values independent, each 0 to 1, in an order that does not depend on the values; without values the interval
 *   is [0, 1]
 * @throws RangeError
 */
export function boundedMeanInterval(values: readonly number[] | Float64Array): Interval {
  const sample = Float64Array.from(values);
  if (!sample.every((value) => value >= 0 && value <= 1)) throw new RangeError("Each value lies between 0 and 1.");
  // The upper end is 1 minus the lower end for the values 1 - value.
  return [lowerEnd(sample), 1 - lowerEnd(sample.map((value) => 1 - value))];
}

/** The smallest mean that betting on a larger mean does not exclude. */
function lowerEnd(values: Float64Array): number {
  const bets = betsOn(values);
  let [below, above] = [0, 1];
  for (let step = 0; step < BISECTIONS; step++) {
    const mean = (below + above) / 2;
    if (logCapital(values, bets, mean) >= THRESHOLD) below = mean;
    else above = mean;
  }
  return below;
}

/** ln of the final capital, from 1, after betting that values exceed the mean; decreases as the mean increases. */
function logCapital(values: Float64Array, bets: Float64Array, mean: number): number {
  return values.reduce((sum, value, i) => sum + log1p(Math.min(bets[i]!, STAKE_MAX / mean) * (value - mean)), 0);
}

/** For each value √(2 ln(2/α) / (n σ²)); σ² is the variance of the values before it, starting from ½ ± ½. */
function betsOn(values: Float64Array): Float64Array {
  let [sum, squares] = [0.5, 0.25];
  return values.map((value, i) => {
    const bet = Math.sqrt((2 * THRESHOLD * (i + 1)) / (values.length * squares));
    sum += value;
    const mean = sum / (i + 2);
    squares += (value - mean) * (value - mean);
    return bet;
  });
}
