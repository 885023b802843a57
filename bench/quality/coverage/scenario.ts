/** What a simulation of coverage is made of: a truth that is known, data drawn from it, and intervals that may hold it. */
import type { Interval } from "../../../src/base/contract/common.ts";
import { log } from "../../../src/core/kernels/numbers/log.reference.ts";
import { normalQuantile } from "../../../src/core/statistics/normal.ts";
import type { Random } from "../../harness/random.ts";

export interface Method {
  name: string;
  /** Whether a result may carry it: then it has to hold in every scenario. */
  isCarried: boolean;
}

export interface Trial {
  method: Method;
  /** `null` where the method gives none. */
  interval: Interval | null;
  truth: number;
}

export interface Scenario {
  name: string;
  /** Draws data once and asks every method about them. */
  draw: (random: Random) => Trial[];
}

export const carried = (name: string): Method => ({ name, isCarried: true });
export const compared = (name: string): Method => ({ name, isCarried: false });

/** Draws from named distributions. The quantile function turns uniform draws into normal ones. */
export const normal = (random: Random): number => normalQuantile((random.next() * (2 ** 32 - 1) + 0.5) / 2 ** 32);
export const exponential = (random: Random): number => -log(1 - random.next());

export function binomial(random: Random, cases: number, share: number): number {
  let hits = 0;
  for (let i = 0; i < cases; i++) hits += Number(random.next() < share);
  return hits;
}

/** Beta with whole parameters: the a-th smallest of a + b − 1 uniform draws. */
export function beta(random: Random, a: number, b: number): number {
  return Array.from({ length: a + b - 1 }, () => random.next()).sort((one, other) => one - other)[a - 1]!;
}
