/** Converts the tokens that a host sent to a scored text, or states why they are invalid. */
import type { ScoredText, TokenScore } from "../../../base/contract/resources/model.ts";
import { exp } from "../../../core/kernels/numbers/exp.reference.ts";
import { align } from "./align.ts";
import { malformed, objectAt } from "./wire.ts";

/** Maximum by which logarithms of rounded probabilities exceed zero; such values are set to zero. */
export const ABOVE_ZERO_MAX = 1e-6;
/**
 * Maximum by which the sum of probabilities of distinct tokens may exceed one: hosts round to four digits and compute
 * in 32 bits.
 */
export const SUM_ABOVE_ONE_MAX = 1e-3;

export interface ScoredToken {
  token: string;
  logprob: number | null;
  /** Likeliest tokens first, without the text's own token where that is not one of them. */
  top: { token: string; logprob: number }[] | null;
}

/** @returns a logarithm of a probability, at most 0. @throws Unusable */
export function logprobAt(value: unknown, place: string): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw malformed(`${place} is not a finite number`);
  if (value > ABOVE_ZERO_MAX) throw malformed(`${place} is above zero`);
  return Math.min(0, value);
}

/**
 * The listed tokens of one position, likeliest first. @throws Unusable where their probabilities sum to more than one
 */
export function topOf(
  items: { token: string; logprob: number }[],
  place: string,
): { token: string; logprob: number }[] {
  const sorted = items.toSorted((left, right) => right.logprob - left.logprob);
  if (sumOf(sorted) > 1 + SUM_ABOVE_ONE_MAX) throw malformed(`the probabilities of ${place} come to more than one`);
  return sorted;
}

export function sumOf(items: readonly { logprob: number }[]): number {
  return items.reduce((sum, { logprob }) => sum + exp(logprob), 0);
}

/**
 * Items of a map from token to logarithm. Hosts add the text's own token if it is not among the likeliest; such a last
 * item does not bound the unlisted tokens. So the least item is dropped if it is the text's own token. Where the token
 * did belong to the list, this loses a little information, but it never implies a bound that does not hold.
 */
export function topOfMap(value: unknown, own: string, place: string): ScoredToken["top"] {
  if (value === null || value === undefined) return null;
  const items = Object.entries(objectAt(value, place)).map(([token, logprob]) => ({
    token,
    logprob: logprobAt(logprob, place),
  }));
  const top = topOf(items, place);
  return top.length > 1 && top.at(-1)!.token === own ? top.slice(0, -1) : top;
}

/**
 * @param generatedMax maximum of tokens at the end that were generated after the text
 * @throws Unusable where the tokens do not belong to the text, or a token after the first has no score
 */
export function scoredText(
  text: string,
  pieces: readonly ScoredToken[],
  vocabularySize: number | null,
  generatedMax: number,
): ScoredText {
  for (let generated = generatedMax; generated >= 0; generated--) {
    const tokens = placed(text, pieces.slice(0, Math.max(0, pieces.length - generated)));
    if (tokens !== null) return { tokens, vocabulary_size: vocabularySize };
  }
  throw malformed("the tokens do not add up to the text");
}

function placed(text: string, pieces: readonly ScoredToken[]): TokenScore[] | null {
  const tokens = pieces.map(({ token }) => token);
  const ranges = align(text, tokens);
  if (ranges !== null) return ranges.map((range, i) => tokenScore(range, pieces[i]!, i));
  // The first token may be a beginning-of-text token that the host put before the text.
  const after = pieces[0]?.logprob === null ? align(text, tokens.slice(1)) : null;
  return after === null ? null : after.map((range, i) => tokenScore(range, pieces[i + 1]!, i));
}

function tokenScore(range: { start: number; end: number }, { logprob, top }: ScoredToken, i: number): TokenScore {
  if (logprob === null && i > 0) throw malformed("a token after the first has no score");
  return { ...range, logprob, ...(top === null ? {} : { top }) };
}
