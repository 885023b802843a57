/** Checks a model's scores of a text, and turns them into one record for each token that has a log-probability. */
import type { Interval } from "../../base/contract/common.ts";
import type { ScoredText, TokenScore } from "../../base/contract/resources/model.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { exp } from "../../core/kernels/numbers/exp.reference.ts";
import { type Spread, topKSpread } from "./topK.ts";

export interface Position {
  /** The token as it is written in the text. */
  token: string;
  logprob: number;
  /** ln p of the likeliest token at this position, where it is known. */
  greatest: number | null;
  /** Mean and variance of ln p over all tokens at this position, exact or bounded; `null` where they are unknown. */
  spread: Spread | null;
}

/** Tolerance for a host's rounding, which may bring a sum of probabilities above 1, or a token above the likeliest. */
const ROUNDING = 1e-3;
/** Maximum difference between a log-probability and the row that it came from: hosts compute in 16 bits. */
const ROW_DIFFERENCE_MAX = 0.05;

/** The fault in an answer about this text, as words that follow "the scores"; `null` where there is none. */
export function faultOf(scored: ScoredText, text: string): string | null {
  const { tokens, vocabulary_size, rows, ids } = scored;
  if (vocabulary_size !== null && !(Number.isInteger(vocabulary_size) && vocabulary_size > 0))
    return "have no vocabulary";
  let [start, end] = [0, 0];
  for (const token of tokens) {
    const isPlace = Number.isInteger(token.start) && Number.isInteger(token.end) && token.start >= start;
    if (!isPlace || token.end < token.start || token.end < end || token.end > text.length)
      return "are not of this text";
    [start, end] = [token.start, token.end];
    const fault = tokenFault(token);
    if (fault !== null) return fault;
  }
  if (rows === undefined) return null;
  if (vocabulary_size === null || rows.length !== tokens.length * vocabulary_size) return "have rows of unequal length";
  if (ids?.length !== tokens.length || ids.some((id) => id >= vocabulary_size))
    return "do not say which token of a row is meant";
  return null;
}

function tokenFault({ logprob, top }: TokenScore): string | null {
  if (logprob !== null && !isLogprob(logprob)) return "hold a log-probability that is above zero or not a number";
  if (top === undefined || top.length === 0) return null;
  const logprobs = top.map((one) => one.logprob);
  if (!logprobs.every(isLogprob)) return "hold a log-probability that is above zero or not a number";
  if (logprobs.some((one, i) => i > 0 && one > logprobs[i - 1]!)) return "hold likeliest tokens that are out of order";
  if (logprobs.reduce((sum, one) => sum + exp(one), 0) > 1 + ROUNDING)
    return "hold probabilities of more than 1 together";
  if (logprob !== null && logprob > logprobs[0]! + ROUNDING)
    return "hold a likeliest token that is less likely than another";
  return null;
}

const isLogprob = (value: number): boolean => Number.isFinite(value) && value <= 0;

/**
 * The tokens that have a log-probability.
 *
 * @param scored checked by `faultOf`
 * @param from   only tokens that begin here or later
 * @returns the positions, or the fault as words where the rows contradict the log-probabilities
 */
export function positionsOf(kernels: Kernels, scored: ScoredText, text: string, from = 0): Position[] | string {
  const places = [...scored.tokens.keys()].filter(
    (i) => scored.tokens[i]!.logprob !== null && scored.tokens[i]!.start >= from,
  );
  const read = scored.rows === undefined ? null : rowReader(kernels, scored);
  const positions: Position[] = [];
  for (const place of places) {
    const { start, end, logprob, top } = scored.tokens[place]!;
    const token = text.slice(start, end);
    const row = read?.(place);
    if (row === undefined)
      positions.push({ token, logprob: logprob!, ...fromTop(logprob!, top, scored.vocabulary_size) });
    else if (!(Math.abs(row.logprob - logprob!) <= ROW_DIFFERENCE_MAX)) return "differ from their own rows";
    else positions.push({ token, ...row });
  }
  return positions;
}

type FromRow = Omit<Position, "token">;

/** Reads exact values from whole rows. */
function rowReader(kernels: Kernels, { rows, ids, vocabulary_size }: ScoredText): (place: number) => FromRow {
  const width = vocabulary_size!;
  const { greatest, logSums, means, variances } = kernels.momentsRows(rows!, width);
  return (place) => {
    const [mean, variance, logSum] = [means[place]!, variances[place]!, logSums[place]!];
    return {
      logprob: rows![place * width + ids![place]!]! - greatest[place]! - logSum,
      greatest: -logSum,
      spread: { mean: [mean, mean], variance: [variance, variance] },
    };
  };
}

function fromTop(
  logprob: number,
  top: TokenScore["top"],
  vocabulary: number | null,
): Pick<Position, "greatest" | "spread"> {
  if (top === undefined || top.length === 0) return { greatest: null, spread: null };
  const logprobs = top.map((one) => one.logprob);
  const greatest = Math.max(logprob, logprobs[0]!);
  if (vocabulary === null) return { greatest, spread: null };
  return { greatest, spread: topKSpread({ ...likeliest(logprobs, logprob), vocabulary }) };
}

/**
 * Divides the listed tokens into the likeliest ones and a further one. Some hosts append the text's own token to the
 * likeliest tokens without marking it. So where the last listed token is as likely as the text's own, it may not bound
 * the unlisted tokens; the token before it does.
 */
function likeliest(listed: readonly number[], own: number): { top: readonly number[]; further: number | null } {
  const last = listed.at(-1)!;
  if (own < last) return { top: listed, further: own };
  return own === last && listed.length > 1
    ? { top: listed.slice(0, -1), further: own }
    : { top: listed, further: null };
}

/** An interval of one value. */
export const point = (value: number): Interval => [value, value];
