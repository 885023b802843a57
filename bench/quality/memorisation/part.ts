/** What each part of the evaluation answers: tables, goals beside their figures, and the record. */
import { betaCumulative } from "../../../src/core/statistics/beta.ts";
import { clopperPearson } from "../../../src/core/statistics/binomial.ts";
import type { Cell } from "../../harness/table.ts";
import type { Answer } from "../question.ts";

export interface Goal {
  goal: string;
  figure: string;
  bar: string;
  /** `null` where there are too few models to say. */
  isMet: boolean | null;
}

export interface Part {
  tables: Answer["tables"];
  goals: Goal[];
  record: unknown;
  /** What to look at first. */
  worst?: string[];
}

/** Not rejected at one-sided .001: so many hits or more have a chance of that at least if the share is `level`. */
export function isConsistent(hits: number, of: number, level: number): boolean {
  return hits === 0 || betaCumulative(level, hits, of - hits + 1) >= REJECTED_BELOW;
}

/** The largest share of hits that is not rejected: .01525, .061 and .115 for .01, .05 and .10 of 4,000. */
export function largestConsistent(of: number, level: number): number {
  let hits = Math.ceil(level * of);
  while (hits < of && isConsistent(hits + 1, of, level)) hits++;
  return hits / of;
}

const REJECTED_BELOW = 0.001;

export const share = (hits: number, of: number): string => (of === 0 ? "–" : (hits / of).toFixed(4));

/** `.845 [.806, .879]`, by independent models. */
export function shareWithInterval(hits: number, of: number): Cell {
  if (of === 0) return null;
  const [lo, hi] = clopperPearson(hits, of);
  return `${(hits / of).toFixed(3)} [${lo.toFixed(3)}, ${hi.toFixed(3)}]`;
}

export const count = <Item>(items: readonly Item[], isHit: (item: Item) => boolean): number =>
  items.filter(isHit).length;

export const withInterval = (value: number, [lo, hi]: readonly [number, number], digits = 3): string =>
  `${value.toFixed(digits)} [${lo.toFixed(digits)}, ${hi.toFixed(digits)}]`;

export function verdict(isMet: boolean | null): string {
  return isMet === null ? "too few models" : isMet ? "ok" : "missed";
}
