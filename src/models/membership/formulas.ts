/**
 * Membership statistics of one text. A larger value is more typical of a text that the model was trained on. No
 * statistic is evidence by itself: texts differ in them whether or not the model was trained on them.
 *
 * `null` where a statistic is undefined: no token, or a division by zero.
 */
import { exp } from "../../core/kernels/numbers/exp.reference.ts";
import { log } from "../../core/kernels/numbers/log.reference.ts";

/** LOSS: the mean log-probability of a token. Source: Yeom et al. (CSF 2018). */
export function mean(values: ArrayLike<number>): number | null {
  if (values.length === 0) return null;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

/** Number of values in the lowest share: rounded down, at least 1; 0 where there are no values. */
export const countOfShare = (values: number, share: number): number =>
  values === 0 ? 0 : Math.max(1, Math.floor(values * share));

/** Min-K %: the mean of the least likely share of tokens. Source: Shi et al. (ICLR 2024). */
export function meanOfLowest(values: ArrayLike<number>, share: number): number | null {
  return mean(Float64Array.from(values).sort().subarray(0, countOfShare(values.length, share)));
}

/** Max-K %: the mean of the likeliest share of tokens. */
export function meanOfHighest(values: ArrayLike<number>, share: number): number | null {
  return mean(
    Float64Array.from(values)
      .sort()
      .subarray(values.length - countOfShare(values.length, share)),
  );
}

/** zlib: mean log-probability over the bytes of the compressed text. Source: Carlini et al. (USENIX Security 2021). */
export function perByte(logprob: number | null, bytes: number): number | null {
  return logprob === null ? null : logprob / bytes;
}

/**
 * Quotients of two mean log-probabilities, with the text itself as the denominator. Both are negative, so the quotient
 * rises as the text gets likelier: reference model over model, lower case over text, text behind a foreign prefix over
 * text (ReCaLL; Xie et al., EMNLP 2024).
 */
export function ratio(above: number | null, below: number | null): number | null {
  return above === null || below === null || below === 0 ? null : above / below;
}

/**
 * The mean log-probability of the text minus that of a reference model for it, or minus the average of its neighbours
 * (Mattern et al., ACL Findings 2023).
 */
export function difference(own: number | null, other: number | null): number | null {
  return own === null || other === null ? null : own - other;
}

/**
 * Gap-K %: the mean of the lowest share of ln p minus ln p of the likeliest token. Source: arXiv 2601.19936,
 * unsmoothed.
 */
export function gapK(logprobs: ArrayLike<number>, greatest: ArrayLike<number>, share: number): number | null {
  return meanOfLowest(
    Float64Array.from(logprobs, (logprob, i) => logprob - greatest[i]!),
    share,
  );
}

/** Counts of tokens in a reference corpus. */
export interface TokenCounts {
  /** The count of each token that occurs. */
  counts: ReadonlyMap<string, number>;
  /** The sum of all counts. */
  total: number;
  /** Number of different tokens. */
  vocabulary: number;
}

/**
 * DC-PDD: the mean over first occurrences of p ln (1 / frequency), each at most `cap`. Source: Zhang et al. (EMNLP
 * 2024).
 *
 * @param tokens the tokens that the log-probabilities belong to
 */
export function dcPdd(
  tokens: readonly string[],
  logprobs: ArrayLike<number>,
  { counts, total, vocabulary }: TokenCounts,
  cap: number,
): number | null {
  const seen = new Set<string>();
  const terms: number[] = [];
  tokens.forEach((token, i) => {
    if (seen.has(token)) return;
    seen.add(token);
    const frequency = ((counts.get(token) ?? 0) + 1) / (total + vocabulary);
    terms.push(Math.min(cap, exp(logprobs[i]!) * -log(frequency)));
  });
  return mean(terms);
}
