/**
 * Statistics that need the distribution over all tokens. Where only the likeliest tokens are known, the result is an
 * interval that is certain to contain the value, or no value; values are never estimated.
 */
import type { Interval } from "../../base/contract/common.ts";
import { countOfShare, mean } from "./formulas.ts";
import type { Position } from "./positions.ts";
import { standardised } from "./topK.ts";

/** A variance below this counts as 0: the distribution is uniform or certain, and z is meaningless there. */
const VARIANCE_MIN = 1e-12;

/** Whether the distribution has no variance here, so that Min-K%++ leaves the token out. */
export const isWithoutVariance = ({ spread }: Position): boolean =>
  spread !== null && spread.variance[1] < VARIANCE_MIN;

/**
 * Min-K%++: the mean of the lowest share of standardised log-probabilities. Source: Zhang et al., "Min-K%++" (ICLR
 * 2025).
 *
 * A token whose variance may be 0 is either counted or left out: the interval contains both results.
 *
 * @param positions each with a spread
 * @returns equal ends where the value is known, infinite ends where it is unbounded; `null` where it is undefined
 */
export function minKPlusPlus(positions: readonly Position[], share: number): Interval | null {
  const certain: Interval[] = [];
  const doubtful: Interval[] = [];
  for (const position of positions) {
    if (isWithoutVariance(position)) continue;
    const spread = position.spread!;
    (spread.variance[0] < VARIANCE_MIN ? doubtful : certain).push(standardised(position.logprob, spread));
  }
  const all = certain.length + doubtful.length;
  if (all === 0) return null;
  const lows = [...certain, ...doubtful].map(([lo]) => lo);
  // Doubtful tokens may be left out or counted: the mean of fewer lowest values is lower, and for the upper end
  // doubtful values are never among the lowest.
  const highs = [...certain.map(([, hi]) => hi), ...doubtful.map(() => Infinity)];
  const fewest = certain.length === 0 ? 1 : countOfShare(certain.length, share);
  return [meanOfFirst(lows, fewest), meanOfFirst(highs, countOfShare(all, share))];
}

function meanOfFirst(values: readonly number[], count: number): number {
  return mean(Float64Array.from(values).sort().subarray(0, count))!;
}

/**
 * SURP: the mean log-probability of tokens that are among the lowest share and at positions with an entropy below
 * `entropyMax` nats. Source: Zhang and Wu, "Adaptive pre-training data detection via surprising tokens" (2024).
 *
 * @param positions each with a spread
 * @returns `undefined` where the likeliest tokens do not determine whether an entropy is below the limit; `null`
 *   without such tokens
 */
export function surp(positions: readonly Position[], share: number, entropyMax: number): number | null | undefined {
  const order = [...positions.keys()].sort((a, b) => positions[a]!.logprob - positions[b]!.logprob || a - b);
  const lowest = order.slice(0, countOfShare(positions.length, share)).map((place) => positions[place]!);
  // The entropy is the negative mean of ln p.
  if (lowest.some(({ spread }) => -spread!.mean[1] < entropyMax !== -spread!.mean[0] < entropyMax)) return undefined;
  return mean(lowest.filter(({ spread }) => -spread!.mean[1] < entropyMax).map(({ logprob }) => logprob));
}
