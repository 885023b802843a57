/** Shares, rates and distances with what is known of them: exact intervals and the number of cases. */
import { clopperPearson } from "../../src/core/statistics/binomial.ts";

/** A share of n cases with its 95 % interval (Clopper and Pearson). */
export interface Proportion {
  count: number;
  of: number;
  share: number | null;
  ci_95: [number, number];
}

/** Distances in words, or times. */
export interface Spread {
  median: number;
  p95: number;
  max: number;
}

/** Events in so many units, and the rate that is exceeded with a probability of 95 % at most (one-sided, exact, Poisson). */
export interface Rate {
  count: number;
  per: number;
  rate: number | null;
  upper_95: number | null;
}

export const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : total(values) / values.length;

export function proportion(count: number, of: number): Proportion {
  return { count, of, share: of === 0 ? null : count / of, ci_95: clopperPearson(count, of) };
}

export function spread(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  const ascending = [...values].sort((a, b) => a - b);
  const at = (share: number) => ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))]!;
  return { median: at(0.5), p95: at(0.95), max: ascending.at(-1)! };
}

/** @param per units looked at, such as millions of words */
export function rate(count: number, per: number): Rate {
  const known = per > 0;
  return { count, per, rate: known ? count / per : null, upper_95: known ? poissonUpper(count) / per : null };
}

/** The mean under which so few events or fewer are seen with a probability of 5 %: by bisection of the distribution itself. */
export function poissonUpper(count: number, tail = 0.05): number {
  let low = count;
  let high = count + 10 * Math.sqrt(count + 1) + 10;
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (poissonAtMost(count, middle) > tail) low = middle;
    else high = middle;
  }
  return high;
}

function poissonAtMost(count: number, expected: number): number {
  let logTerm = -expected;
  let sum = Math.exp(logTerm);
  for (let k = 1; k <= count; k++) {
    logTerm += Math.log(expected / k);
    sum += Math.exp(logTerm);
  }
  return sum;
}

export function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): [string, Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return [...groups];
}

export const percent = (share: number | null): string | null => (share === null ? null : (100 * share).toFixed(1));

/** `97.5 [96.1, 98.5]`, in percent. */
export function percentWithInterval({ share, ci_95: [lo, hi] }: Proportion): string | null {
  return share === null ? null : `${percent(share)} [${percent(lo)}, ${percent(hi)}]`;
}
