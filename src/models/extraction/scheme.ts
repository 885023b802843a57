/**
 * Probability of a token under a sampling scheme: the temperature divides the scores, the `topK` likeliest tokens are
 * kept and renormalised, all other tokens have probability 0. A whole row of scores gives the exact probability; the
 * likeliest tokens, or the chosen token alone, give bounds that hold for any rest of the row. The known tokens are
 * never renormalised as if they were all.
 *
 *     p_scheme = p^a / Σ q^a over the kept tokens, a = 1 / temperature
 *
 * Known about the other tokens: their number (where the size of the vocabulary is known), their total mass R, and a cap
 * on each, the lowest probability among the known likeliest tokens. Σ q^a takes its extremes where R is spread evenly
 * and where R is concentrated on as few tokens as the cap allows. The even spread gives the maximum for a < 1 and the
 * minimum for a > 1.
 */
import { sum } from "../../base/lists/numbers.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { exp } from "../../core/kernels/numbers/exp.reference.ts";
import { log } from "../../core/kernels/numbers/log.reference.ts";
import { log1pExp } from "../../core/statistics/odds.ts";
import type { LogBounds } from "./extraction.ts";

export interface Scheme {
  /** Above 0; 1 leaves the model's own probabilities. */
  temperature: number;
  /**
   * `null` keeps all tokens. A token that ties with the last kept token counts as kept; the divisor is the sum over the
   * `topK` greatest.
   */
  topK: number | null;
}

/** Known facts of a token. */
export interface TokenFacts {
  /** ln p by the model. */
  logprob: number;
  /** ln p of the likeliest tokens, greatest first, without gaps; the token itself may be among them. */
  top: readonly number[];
  vocabularySize: number | null;
}

const NEVER: LogBounds = { lo: -Infinity, hi: -Infinity };
/** Error bound of sums of probabilities that were given as 32-bit numbers. */
const MASS_ERROR = 1e-6;

/** Bounds of the token's ln p under the scheme; both are equal where the facts determine it. */
export function tokenBounds(facts: TokenFacts, { temperature, topK }: Scheme): LogBounds {
  const { logprob, top } = facts;
  const size = facts.vocabularySize ?? Infinity;
  const kept = topK ?? Infinity;
  if (temperature === 1 && kept >= size) return { lo: logprob, hi: logprob };
  if (temperature === 1 && topK === null) return { lo: logprob, hi: logprob };
  const isKept = standsAmong(facts, kept);
  if (isKept === false || logprob === -Infinity) return NEVER;
  const a = 1 / temperature;
  const own = a * logprob;
  if (kept <= top.length) {
    const whole = logSum(top.slice(0, kept).map((value) => a * value));
    return exactly(own - whole);
  }
  const isListed = top.length > 0 && logprob >= top.at(-1)!;
  const known = isListed ? [...top] : [...top, logprob];
  const listed = logSum(known.map((value) => a * value));
  const mass = 1 - sum(known, (value) => exp(value));
  const cap = top.length > 0 ? exp(top.at(-1)!) : 1;
  const rest = { others: size - known.length, counted: Math.min(kept, size) - known.length, cap };
  const most = logAdd(listed, tailAtMost({ ...rest, mass: Math.min(1, Math.max(0, mass) + MASS_ERROR) }, a));
  const least = logAdd(listed, tailAtLeast({ ...rest, mass: Math.max(0, mass - MASS_ERROR) }, a));
  return { lo: isKept ? Math.min(0, own - most) : -Infinity, hi: Math.min(0, own - least) };
}

/**
 * ln p of tokens whose whole rows of scores are known. Adding a constant to a row does not change the result.
 *
 * @param rows ids.length × size
 */
export function exactLogProbabilities(
  kernels: Kernels,
  rows: Float32Array | Float64Array,
  ids: Uint32Array,
  { temperature, topK }: Scheme,
): Float64Array {
  const size = ids.length === 0 ? 0 : rows.length / ids.length;
  const own = Float64Array.from(ids, (id, token) => rows[token * size + id]! / temperature);
  if (topK === null || topK >= size) {
    const sums = kernels.logSumExpRows(
      temperature === 1 ? rows : Float64Array.from(rows, (score) => score / temperature),
      size,
    );
    return own.map((score, token) => Math.min(0, score - sums[token]!));
  }
  return own.map((score, token) => {
    const kept = greatest(rows.subarray(token * size, (token + 1) * size), topK).map((value) => value / temperature);
    return score < kept[0]! ? -Infinity : Math.min(0, score - logSum(kept));
  });
}

/** Whether greedy decoding takes the token; `null` where that is not known. */
export function isLikeliest({ logprob, top }: TokenFacts): boolean | null {
  if (top.length > 0) return logprob >= top[0]!;
  return logprob > -Math.LN2 ? true : null;
}

/** Whether the token is one of the `kept` likeliest; `null` where that is not known. */
function standsAmong({ logprob, top, vocabularySize }: TokenFacts, kept: number): boolean | null {
  if (kept >= (vocabularySize ?? Infinity) || kept === Infinity) return true;
  const isListed = top.length > 0 && logprob >= top.at(-1)!;
  if (isListed) return top.filter((value) => value > logprob).length < kept;
  if (kept <= top.length) return false;
  // If it were not, so many other tokens would be at least as likely that their probabilities would exceed 1.
  const listed = sum(top, (value) => exp(value));
  return listed + (kept - top.length + 1) * exp(logprob) > 1 + MASS_ERROR ? true : null;
}

/**
 * The unknown tokens: their number, how many of them (the likeliest) count, their mass, and the maximum of a single
 * one.
 */
interface Tail {
  others: number;
  counted: number;
  mass: number;
  cap: number;
}

function tailAtMost({ counted, mass, cap }: Tail, a: number): number {
  if (counted <= 0) return -Infinity;
  const heaped = Math.min(mass, counted * cap);
  return a >= 1 ? heapedUp(heaped, cap, a) : spread(heaped, counted, a);
}

function tailAtLeast({ others, counted, mass, cap }: Tail, a: number): number {
  if (counted <= 0) return -Infinity;
  // The likeliest of them have at least their proportional share of the mass.
  const least = counted >= others ? mass : others === Infinity ? 0 : (mass * counted) / others;
  return a <= 1 ? heapedUp(least, cap, a) : spread(least, counted, a);
}

/** ln Σ q^a with the mass concentrated on as few tokens as the cap allows. */
function heapedUp(mass: number, cap: number, a: number): number {
  if (mass <= 0 || cap <= 0) return -Infinity;
  if (a === 1) return log(mass);
  const full = Math.floor(mass / cap);
  const left = mass - full * cap;
  return logAdd(full > 0 ? log(full) + a * log(cap) : -Infinity, left > 0 ? a * log(left) : -Infinity);
}

/** ln Σ q^a with the mass spread evenly; for infinitely many tokens the sum is infinite or 0. */
function spread(mass: number, tokens: number, a: number): number {
  if (mass <= 0) return -Infinity;
  if (tokens === Infinity) return a < 1 ? Infinity : a > 1 ? -Infinity : log(mass);
  return a * log(mass) + (1 - a) * log(tokens);
}

/** The `count` greatest scores. */
function greatest(row: Float32Array | Float64Array, count: number): number[] {
  const ascending: number[] = [];
  for (const value of row) {
    if (ascending.length === count && value <= ascending[0]!) continue;
    let place = ascending.length;
    while (place > 0 && ascending[place - 1]! > value) place--;
    ascending.splice(place, 0, value);
    if (ascending.length > count) ascending.shift();
  }
  return ascending;
}

const exactly = (value: number): LogBounds => ({ lo: Math.min(0, value), hi: Math.min(0, value) });

function logAdd(one: number, other: number): number {
  const most = Math.max(one, other);
  return most === -Infinity || most === Infinity ? most : most + log1pExp(-Math.abs(one - other));
}

function logSum(values: readonly number[]): number {
  const most = values.reduce((greatest, value) => Math.max(greatest, value), -Infinity);
  if (most === -Infinity) return most;
  return most + log(sum(values, (value) => exp(value - most)));
}
