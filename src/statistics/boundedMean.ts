/**
 * How surely is the mean of values between 0 and 1 known, whatever their distribution? The interval never covers less
 * than its level, for any number of independent values; nothing is assumed of them but their range. So it holds for
 * shares by works or by authors, whose spread is not that of single cases, and it stays wide, about 4 / n, where a kind
 * of work that was not met could still be there.
 *
 * It bets: a stake on each value in turn, chosen before the value is seen, cannot be expected to grow where the mean is
 * m; an m against which the stake grew more than 2 / (1 − level)-fold is left out. Source: Waudby-Smith and Ramdas,
 * "Estimating means of bounded random variables by betting", Journal of the Royal Statistical Society B 86 (2024):
 * their hedged capital, with the bets for a sample whose size is known.
 *
 * Design effects and bootstraps, the usual answers, are narrower and do not hold: `bench/quality/coverage.ts` shows the
 * one down to 0.65, the other to 0.86.
 */
import type { Interval } from "../contract/common.ts";
import { log, log1p } from "../kernels/numbers/log.reference.ts";

/** No more of the stake than this may be lost with one value. */
const STAKE_MAX = 0.75;
const BISECTIONS = 60;

/**
 * @param values independent, each 0 to 1, in an order that has nothing to do with what they are; without any the
 *   interval is [0, 1]
 * @param level  probability, strictly between 0 and 1
 * @throws RangeError
 */
export function boundedMeanInterval(values: readonly number[] | Float64Array, level = 0.95): Interval {
  if (!(level > 0 && level < 1)) throw new RangeError("A level lies strictly between 0 and 1.");
  const sample = Float64Array.from(values);
  if (!sample.every((value) => value >= 0 && value <= 1)) throw new RangeError("Each value lies between 0 and 1.");
  // The upper end is the lower one of what is left to 1.
  return [
    lowerEnd(sample, level),
    1 -
      lowerEnd(
        sample.map((value) => 1 - value),
        level,
      ),
  ];
}

/** The smallest mean that a bet on more than it has not won against. */
function lowerEnd(values: Float64Array, level: number): number {
  const threshold = log(2 / (1 - level));
  const bets = betsOn(values, threshold);
  let [below, above] = [0, 1];
  for (let step = 0; step < BISECTIONS; step++) {
    const mean = (below + above) / 2;
    if (logCapital(values, bets, mean) >= threshold) below = mean;
    else above = mean;
  }
  return below;
}

/** ln of what a stake of 1 became by betting on values above the mean; falls as the mean rises. */
function logCapital(values: Float64Array, bets: Float64Array, mean: number): number {
  return values.reduce((sum, value, i) => sum + log1p(Math.min(bets[i]!, STAKE_MAX / mean) * (value - mean)), 0);
}

/** √(2 ln(2/α) / (n σ²)) of each value, with the variance σ² of those before it and of ½ ± ½ to begin with. */
function betsOn(values: Float64Array, threshold: number): Float64Array {
  let [sum, squares] = [0.5, 0.25];
  return values.map((value, i) => {
    const bet = Math.sqrt((2 * threshold * (i + 1)) / (values.length * squares));
    sum += value;
    const mean = sum / (i + 2);
    squares += (value - mean) * (value - mean);
    return bet;
  });
}
