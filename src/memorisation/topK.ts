/**
 * What is known of a whole distribution when only its likeliest tokens are: bounds of the mean and the variance of ln p under p, which
 * Min-K%++ and SURP are made of.
 *
 * Known are q1 ≥ … ≥ qK, and that no other token is likelier than qK. Of what is left, R = 1 − Σ q over M tokens, Σ p ln p is least and
 * Σ p (ln p)² greatest where all M are alike; the other way round where as few tokens as possible have all of it: as many as fit at qK, and
 * one with the rest. Both follow from convexity, for p < 1/e, which three known tokens see to. Renormalising the known ones instead would be
 * wrong by many standard deviations.
 */
import type { Interval } from "../contract/common.ts";
import { exp } from "../kernels/numbers/exp.reference.ts";
import { log } from "../kernels/numbers/log.reference.ts";

/** Where mean and variance of ln p lie; both ends are alike where the whole distribution was seen. */
export interface Spread {
  mean: Interval;
  variance: Interval;
}

interface TopKBounds extends Spread {
  /** R, 0 where rounding brought the known ones above 1. */
  residual: number;
  /** E (ln p)². */
  square: Interval;
}

/** Fewer known tokens leave tails in which the two extremes are others. */
const KNOWN_MIN = 3;
/** What is left of 1 by rounding. */
const RESIDUAL_MIN = 1e-14;

/** What a sum of thousands of rounded terms may be off by, of itself. Variances, which are differences of sums, are bounded that much wider. */
const ROUNDING = 64 * Number.EPSILON;

interface TopK {
  /** ln p of the likeliest tokens, greatest first. */
  top: readonly number[];
  /** ln p of a further token that is known, or `null`: the text's own, where it is none of the likeliest. */
  further: number | null;
  /** Tokens that there are. */
  vocabulary: number;
}

/** @returns `null` where fewer than three tokens are known, or more than there are */
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
 * The same with a greater lower end of the variance: what the known tokens alone, and a tail that is nowhere likelier than the last of
 * them, deviate from the mean at least. That falls as the mean rises to where the whole tail is as likely as the last, and no mean is above
 * that, so it is least at the upper end of the mean.
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
 * Between which values the standardised log-probability z = (ln p − mean) / √variance lies; infinite where the variance may be 0.
 *
 * @param logprob of the token
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
