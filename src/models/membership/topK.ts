/**
 * Bounds of the mean and the variance of ln p under p, for a distribution of which only the likeliest tokens are known.
 * Min-K%++ and SURP are computed from them.
 *
 * Known are q1 ≥ … ≥ qK, and that no other token is likelier than qK. The other M tokens have the mass R = 1 − Σ q.
 * Over them, Σ p ln p is least and Σ p (ln p)² greatest where all M are equal; Σ p ln p is greatest and Σ p (ln p)²
 * least where as few tokens as possible have the whole mass: as many as fit at qK, and one with the rest. Both follow
 * from convexity for p < 1/e, which three known tokens ensure. Renormalising the known tokens instead would be wrong by
 * many standard deviations.
 */
import type { Interval } from "../../base/contract/common.ts";
import { exp } from "../../core/kernels/numbers/exp.reference.ts";
import { log } from "../../core/kernels/numbers/log.reference.ts";

/** Intervals of the mean and the variance of ln p; the ends are equal where the whole distribution is known. */
export interface Spread {
  mean: Interval;
  variance: Interval;
}

interface TopKBounds extends Spread {
  /** R; 0 where rounding brought the sum of the known probabilities above 1. */
  residual: number;
  /** E (ln p)². */
  square: Interval;
}

/** With fewer known tokens, the extremes lie at other tails than these. */
const KNOWN_MIN = 3;
/** A smaller residual counts as 0: it comes from rounding. */
const RESIDUAL_MIN = 1e-14;

/**
 * Relative error of a sum of thousands of rounded terms. Bounds of variances, which are differences of sums, are
 * widened by it.
 */
const ROUNDING = 64 * Number.EPSILON;

interface TopK {
  /** ln p of the likeliest tokens, greatest first. */
  top: readonly number[];
  /** ln p of the text's own token where it is known but not among the likeliest, else `null`. */
  further: number | null;
  /** Size of the vocabulary. */
  vocabulary: number;
}

/** @returns `null` where fewer than three tokens are known, or more than the vocabulary has */
export function topKBounds({ top, further, vocabulary }: TopK): TopKBounds | null {
  const known = further === null ? top : [...top, further];
  const tailTokens = vocabulary - known.length;
  if (top.length < KNOWN_MIN || tailTokens < 0) return null;
  const [sum, mean, square] = sums(known);
  const residual = Math.max(0, 1 - sum);
  if (residual < RESIDUAL_MIN || tailTokens === 0) return boundsOf(residual, [mean, mean], [square, square]);
  const uniform = log(residual / tailTokens);
  const fewest = concentratedTail(residual, top.at(-1)!, tailTokens);
  return boundsOf(
    residual,
    [mean + residual * uniform, mean + fewest.mean],
    [square + fewest.square, square + residual * uniform * uniform],
  );
}

/**
 * The same bounds with a greater lower end of the variance: the minimum deviation from the mean of the known tokens and
 * of a tail in which no token is likelier than the last known one. This deviation falls as the mean rises towards the
 * value at which the whole tail is as likely as the last known token. No mean exceeds that value, so the minimum is at
 * the upper end of the mean.
 */
export function topKSpread(topK: TopK): Spread | null {
  const bounds = topKBounds(topK);
  if (bounds === null) return null;
  const { top, further } = topK;
  const mean = bounds.mean[1];
  const known = further === null ? top : [...top, further];
  const beyond = Math.max(0, mean - top.at(-1)!);
  const least = known.reduce(
    (sum, logprob) => sum + exp(logprob) * (logprob - mean) * (logprob - mean),
    bounds.residual * beyond * beyond,
  );
  const [lower, upper] = bounds.variance;
  return { mean: bounds.mean, variance: [Math.max(lower, Math.min(upper, least * (1 - ROUNDING))), upper] };
}

/**
 * The interval of the standardised log-probability z = (ln p − mean) / √variance; infinite ends where the variance may
 * be 0.
 *
 * @param logprob ln p of the token
 */
export function standardised(logprob: number, { mean, variance }: Spread): Interval {
  const [below, above] = [logprob - mean[1], logprob - mean[0]];
  return [quotient(below, variance[below >= 0 ? 1 : 0]), quotient(above, variance[above >= 0 ? 0 : 1])];
}

function quotient(deviation: number, variance: number): number {
  return deviation === 0 ? 0 : deviation / Math.sqrt(variance);
}

/** Means are at most 0, so the square of the mean is largest at its lower end. */
function boundsOf(residual: number, mean: Interval, square: Interval): TopKBounds {
  const rounding = ROUNDING * square[1];
  const least = square[0] - mean[0] * mean[0] - rounding;
  const most = square[1] - mean[1] * mean[1] + rounding;
  return {
    residual,
    mean,
    square,
    variance: [Math.max(0, least), Math.max(0, most)],
  };
}

/** Σ p, Σ p ln p and Σ p (ln p)². */
function sums(logprobs: readonly number[]): [number, number, number] {
  const total: [number, number, number] = [0, 0, 0];
  for (const logprob of logprobs) {
    const p = exp(logprob);
    total[0] += p;
    total[1] += p * logprob;
    total[2] += p * logprob * logprob;
  }
  return total;
}

function concentratedTail(residual: number, logCap: number, tokens: number): { mean: number; square: number } {
  const cap = Math.min(exp(logCap), residual);
  const logOfCap = log(cap);
  const full = Math.min(tokens, Math.floor(residual / cap));
  const rest = Math.max(0, residual - full * cap);
  const logOfRest = rest > 0 ? log(rest) : 0;
  return {
    mean: full * cap * logOfCap + rest * logOfRest,
    square: full * cap * logOfCap * logOfCap + rest * logOfRest * logOfRest,
  };
}
