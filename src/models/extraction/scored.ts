/**
 * A window that a model scored: is the answer valid, and with which probability does the model continue with the
 * suffix?
 */
import type { ScoredText, TokenScore } from "../../base/contract/resources/model.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { type LogBounds, logOfSequence } from "./extraction.ts";
import { exactLogProbabilities, isLikeliest, type Scheme, type TokenFacts, tokenBounds } from "./scheme.ts";

/**
 * Where prefix and suffix divide: by numbers of tokens, or at a UTF-16 index with all following tokens as the suffix.
 */
type Division = { unit: "tokens"; prefix: number; suffix: number } | { unit: "words"; prefixEnd: number };

export interface ScoredSuffix {
  /** UTF-16 range of the suffix in the text that was scored. */
  start: number;
  end: number;
  tokens: number;
  /** ln p_z under the scheme. */
  logPz: LogBounds;
  /** Whether each token is the likeliest; `null` where that is not known. */
  isGreedy: boolean | null;
}

/**
 * The fault in scores of a text, or `null`: tokens that do not occur in the text in order, logarithms that are above
 * zero or not numbers, rows that do not belong to the tokens.
 */
export function faultOfScores(text: string, scored: ScoredText): string | null {
  const { tokens, vocabulary_size: size, rows, ids } = scored;
  if (!Array.isArray(tokens) || tokens.length === 0) return "there are no tokens";
  let end = 0;
  for (const token of tokens) {
    if (
      !(Number.isInteger(token.start) && Number.isInteger(token.end) && token.start >= end && token.end >= token.start)
    )
      return "the tokens do not stand in the text in order";
    end = token.end;
    if (token.logprob !== null && !isLogProbability(token.logprob)) return NOT_LOGARITHMS;
    if (token.top !== undefined && !isDescending(token.top)) return NOT_LOGARITHMS;
  }
  if (end !== text.length) return "the tokens do not end where the text does";
  if (size !== null && !(Number.isInteger(size) && size > 0))
    return "the size of the vocabulary is no number of tokens";
  if (rows === undefined) return null;
  if (size === null || ids === undefined)
    return "rows of scores need the size of the vocabulary and the places of the tokens";
  if (ids.length !== tokens.length || rows.length !== tokens.length * size)
    return "the rows of scores are not as many as the tokens";
  if (ids.some((id) => id >= size)) return "a token has no place in its row";
  return rows.some(Number.isNaN) ? NOT_LOGARITHMS : null;
}

const NOT_LOGARITHMS = "the scores are no logarithms of probabilities: above zero, not numbers, or not in order";
const isLogProbability = (value: unknown): boolean => typeof value === "number" && value <= 0;

function isDescending(top: NonNullable<TokenScore["top"]>): boolean {
  return top.every(({ logprob }, i) => isLogProbability(logprob) && (i === 0 || logprob <= top[i - 1]!.logprob));
}

/**
 * The suffix of a window, `short` where it has too few tokens, or what is missing in it. Expects scores that
 * `faultOfScores` accepts.
 */
export function scoredSuffix(
  kernels: Kernels,
  scored: ScoredText,
  division: Division,
  scheme: Scheme,
): ScoredSuffix | "short" | { missing: string } {
  const { tokens } = scored;
  const from =
    division.unit === "tokens" ? division.prefix : tokens.findIndex(({ start }) => start >= division.prefixEnd);
  const to = division.unit === "tokens" ? division.prefix + division.suffix : tokens.length;
  if (from < 0 || tokens.length < to) return "short";
  const suffix = tokens.slice(from, to);
  const place = { start: suffix[0]!.start, end: suffix.at(-1)!.end, tokens: suffix.length };
  if (scored.rows !== undefined) {
    const size = scored.vocabulary_size!;
    const rows = scored.rows.subarray(from * size, to * size);
    const ids = scored.ids!.subarray(from, to);
    const logs = exactLogProbabilities(kernels, rows, ids, scheme);
    const logPz = logOfSequence(Array.from(logs, (value) => ({ lo: value, hi: value })));
    return { ...place, logPz, isGreedy: ids.every((id, token) => isGreatest(rows, token * size, size, id)) };
  }
  if (suffix.some(({ logprob }) => logprob === null)) return { missing: "a token of the suffix has no score" };
  const facts = suffix.map(({ logprob, top = [] }): TokenFacts => {
    return { logprob: logprob!, top: top.map((one) => one.logprob), vocabularySize: scored.vocabulary_size };
  });
  const likeliest = facts.map(isLikeliest);
  return {
    ...place,
    logPz: logOfSequence(facts.map((one) => tokenBounds(one, scheme))),
    isGreedy: likeliest.includes(false) ? false : likeliest.includes(null) ? null : true,
  };
}

function isGreatest(rows: Float32Array | Float64Array, start: number, size: number, id: number): boolean {
  const own = rows[start + id]!;
  for (let i = start; i < start + size; i++) if (rows[i]! > own) return false;
  return true;
}
