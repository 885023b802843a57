/** What counts of runs say of their rate, and of how it falls with each further word. */
import { betaQuantile } from "../../../src/core/statistics/beta.ts";
import { total } from "../figures.ts";
import { RUN_LEAST } from "./scan.ts";

/** Of each bound: a bound of the rate and one of the tail then hold together with 95 %. */
const OUTSIDE = 0.025;
/** A length is measured where so many runs were counted. */
const MEASURED_RUNS = 30;
const TAIL_FROM_MOST = 16;

/** Runs of at least some words. */
export interface Rate {
  runs: number;
  /** Of the count, by chance and by authors: its variance is that of so many independent runs less. */
  dispersion: number;
  /** A word asked. */
  rate: number;
  lower: number;
  upper: number;
}

/** How the rate falls beyond a measured length: each word takes so many bits off its logarithm. */
export interface Tail {
  from_words: number;
  /** `null` where no run was longer. */
  bits: number | null;
  /** Bound from below; 0 where there is nothing to go by. */
  bits_lower: number;
}

/**
 * Exact Poisson bounds (of a binomial with as many trials as words) for the independent part of the runs.
 *
 * @param counts by asked author
 * @param all by asked author at the largest size, of which the dispersion is measured
 * @param shares of the pairs of words, by asked author
 */
export function rateOf(
  counts: ReadonlyMap<number, number>,
  all: ReadonlyMap<number, number>,
  shares: ReadonlyMap<number, number>,
  askedWords: number,
): Rate {
  const runs = total([...counts.values()]);
  const dispersion = dispersionOf(all, shares);
  const [x, n] = [runs / dispersion, askedWords / dispersion];
  return {
    ...{ runs, dispersion, rate: runs / askedWords },
    lower: runs === 0 ? 0 : betaQuantile(OUTSIDE, x, n - x + 1),
    upper: betaQuantile(1 - OUTSIDE, x + 1, n - x),
  };
}

/**
 * A run is counted from both its works: so 2 where authors do not differ. What authors differ by, more than chance does, counts four times: once
 * and twice as often from each side, as in the variance of a mean over all pairs.
 */
function dispersionOf(counts: ReadonlyMap<number, number>, shares: ReadonlyMap<number, number>): number {
  const runs = total([...counts.values()]);
  if (runs === 0) return 2;
  const squares = [...shares].map(([author, share]) => ((counts.get(author) ?? 0) - runs * share) ** 2);
  const ofAuthors = (total(squares) / runs) * (shares.size / (shares.size - 1));
  return 2 + 4 * Math.max(0, ofAuthors - 1);
}

/**
 * Beyond the last length, of at most `TAIL_FROM_MOST` words, with enough runs: each of them goes on for one more word with the same
 * probability.
 *
 * @param runs of at least 8, 9, … words, to the longest
 */
export function tailOf(rates: readonly Rate[], runs: readonly number[]): Tail {
  const enough = runs.slice(0, TAIL_FROM_MOST - RUN_LEAST + 1).findLastIndex((some) => some >= MEASURED_RUNS);
  const last = Math.max(0, enough);
  const { dispersion } = rates[last]!;
  const [ended, wentOn] = [runs[last]!, total(runs.slice(last + 1))];
  return {
    from_words: RUN_LEAST + last,
    bits: wentOn === 0 ? null : -Math.log2(wentOn / (wentOn + ended)),
    bits_lower: ended === 0 ? 0 : -Math.log2(betaQuantile(1 - OUTSIDE, wentOn / dispersion + 1, ended / dispersion)),
  };
}

/** Bits that each of the words between two lengths takes off the rate; of the upper bound where no run was as long. */
export function bitsBetween(rates: readonly Rate[], from: number, to: number): { bits: number; isAtLeast: boolean } {
  const [short, long] = [rates[from - RUN_LEAST]!, rates[to - RUN_LEAST]!];
  const isAtLeast = long.runs === 0;
  return { bits: Math.log2(short.rate / (isAtLeast ? long.upper : long.rate)) / (to - from), isAtLeast };
}
