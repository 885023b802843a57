/**
 * Membership statistics of one text, each so that larger is more like a text the model was trained on. None of them is evidence by itself:
 * texts differ in them whether or not a model met them (`README.md`).
 *
 * `null` where a statistic is undefined: no token, or a ratio to zero.
 */
import { exp } from "../kernels/numbers/exp.reference.ts";
import { log } from "../kernels/numbers/log.reference.ts";

/** LOSS: the mean log-probability of a token. Source: Yeom et al. (CSF 2018). */
export function mean(values: ArrayLike<number>): number | null {
  if (values.length === 0) return null;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

/** How many values are the lowest share of them: rounded down, one at least; 0 of none. */
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
 * Quotients of two mean log-probabilities. Both are negative, so the quotient rises as the text itself, below, gets likelier: reference
 * model over model, lower case over text, text behind a foreign prefix over text (ReCaLL; Xie et al., EMNLP 2024).
 */
export function ratio(above: number | null, below: number | null): number | null {
  return above === null || below === null || below === 0 ? null : above / below;
}

/** How much likelier the text is than to a reference model, or than its neighbours (Mattern et al., ACL Findings 2023) on average. */
export function difference(own: number | null, other: number | null): number | null {
  return own === null || other === null ? null : own - other;
}

/** Gap-K %: the mean over the lowest share of how far below the likeliest token the text's own is. Source: arXiv 2601.19936, unsmoothed. */
export function gapK(logprobs: ArrayLike<number>, greatest: ArrayLike<number>, share: number): number | null {
  return meanOfLowest(
    Float64Array.from(logprobs, (logprob, i) => logprob - greatest[i]!),
    share,
  );
}

/** How often tokens stand in a reference corpus. */
export interface TokenCounts {
  /** Of each token that is there. */
  counts: ReadonlyMap<string, number>;
  /** Of all tokens together. */
  total: number;
  /** Different tokens that there are. */
  vocabulary: number;
}

/**
 * DC-PDD: the mean over first occurrences of p ln (1 / frequency), none above `cap`. Source: Zhang et al. (EMNLP 2024).
 *
 * @param tokens of the log-probabilities
 */
export function dcPdd(
  tokens: readonly string[],
  logprobs: ArrayLike<number>,
  { counts, total, vocabulary }: TokenCounts,
  cap: number,
): number | null {
  const met = new Set<string>();
  const terms: number[] = [];
  tokens.forEach((token, i) => {
    if (met.has(token)) return;
    met.add(token);
    const frequency = ((counts.get(token) ?? 0) + 1) / (total + vocabulary);
    terms.push(Math.min(cap, exp(logprobs[i]!) * -log(frequency)));
  });
  return mean(terms);
}
