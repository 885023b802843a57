/**
 * Probability of a token under a sampling scheme: the temperature divides the scores, the `topK` likeliest are kept and renormalised,
 * any other token has none. Who knows the whole row knows the probability; of the likeliest tokens, or of the chosen one alone, there
 * are bounds that hold whatever the rest of the row is, and never a renormalised guess.
 *
 *     p_scheme = p^a / Σ q^a over the kept tokens, a = 1 / temperature
 *
 * Of the tokens that are not known: their number (or none is known), their total mass R, and a cap, the least of the known likeliest.
 * Σ q^a over a mass is least and greatest where it is spread evenly and where it is heaped up to the cap; which is which turns at a = 1.
 */
import type { Kernels } from "../kernels/kernels.ts";
import { exp } from "../kernels/numbers/exp.reference.ts";
import { log } from "../kernels/numbers/log.reference.ts";
import { log1pExp } from "../statistics/odds.ts";
import type { LogBounds } from "./extraction.ts";

export interface Scheme {
  /** Above 0; 1 leaves the model's own probabilities. */
  temperature: number;
  /** `null` keeps all tokens. A token that ties with the last one kept counts as kept; what is renormalised by are the `topK` greatest. */
  topK: number | null;
}

/** What is known of a token. */
export interface TokenFacts {
  /** ln p by the model. */
  logprob: number;
  /** ln p of the likeliest tokens, greatest first, without gaps; the token itself may be among them. */
  top: readonly number[];
  vocabularySize: number | null;
}

const NEVER: LogBounds = { lo: -Infinity, hi: -Infinity };
/** What sums of probabilities that came as numbers of 32 bits may be off. */
const MASS_ERROR = 1e-6;

/** Bounds of ln p of the token under the scheme; both are the same where what is known suffices. */
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
  const mass = 1 - known.reduce((sum, value) => sum + exp(value), 0);
  const cap = top.length > 0 ? exp(top.at(-1)!) : 1;
  const rest = { others: size - known.length, counted: Math.min(kept, size) - known.length, cap };
  const most = logAdd(listed, tailAtMost({ ...rest, mass: Math.min(1, Math.max(0, mass) + MASS_ERROR) }, a));
  const least = logAdd(listed, tailAtLeast({ ...rest, mass: Math.max(0, mass - MASS_ERROR) }, a));
  return { lo: isKept ? Math.min(0, own - most) : -Infinity, hi: Math.min(0, own - least) };
}

/**
 * ln p of tokens whose whole rows of scores are known, any constant added to a row.
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

/** Whether the model takes the token when it takes the likeliest; `null` where that is not known. */
export function isLikeliest({ logprob, top }: TokenFacts): boolean | null {
  if (top.length > 0) return logprob >= top[0]!;
  return logprob > -Math.LN2 ? true : null;
}

/** Whether the token is one of so many likeliest, `null` where it may be. */
function standsAmong({ logprob, top, vocabularySize }: TokenFacts, kept: number): boolean | null {
  if (kept >= (vocabularySize ?? Infinity) || kept === Infinity) return true;
  const isListed = top.length > 0 && logprob >= top.at(-1)!;
  if (isListed) return top.filter((value) => value > logprob).length < kept;
  if (kept <= top.length) return false;
  // Were it not, so many others would be as likely, and all of them more than 1.
  const listed = top.reduce((sum, value) => sum + exp(value), 0);
  return listed + (kept - top.length + 1) * exp(logprob) > 1 + MASS_ERROR ? true : null;
}

/** Tokens that are not known: how many there are, how many of them (the likeliest) count, their mass, and the most that one can have. */
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
  // The likeliest of them have their share of the mass at least.
  const least = counted >= others ? mass : others === Infinity ? 0 : (mass * counted) / others;
  return a <= 1 ? heapedUp(least, cap, a) : spread(least, counted, a);
}

/** ln Σ q^a with the mass in as few tokens as the cap lets. */
function heapedUp(mass: number, cap: number, a: number): number {
  if (mass <= 0 || cap <= 0) return -Infinity;
  if (a === 1) return log(mass);
  const full = Math.floor(mass / cap);
  const left = mass - full * cap;
  return logAdd(full > 0 ? log(full) + a * log(cap) : -Infinity, left > 0 ? a * log(left) : -Infinity);
}

/** ln Σ q^a with the mass in all of them alike; endlessly many make it endless, or nothing. */
function spread(mass: number, tokens: number, a: number): number {
  if (mass <= 0) return -Infinity;
  if (tokens === Infinity) return a < 1 ? Infinity : a > 1 ? -Infinity : log(mass);
  return a * log(mass) + (1 - a) * log(tokens);
}

/** The greatest scores, so many. */
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
  return most + log(values.reduce((sum, value) => sum + exp(value - most), 0));
}
