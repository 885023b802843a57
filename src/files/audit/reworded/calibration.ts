/**
 * How certain is it that two windows say the same? Two logistic models of the best candidate of an item among some
 * 8,000 documents, with numbers and without, fitted on items that do not judge them
 * (`bench/quality/audit/reworded/fit.ts`).
 */
import { sum } from "../../../base/lists/numbers.ts";
import { logistic } from "../../../core/statistics/odds.ts";

/** What is known of two windows; the last two where one of them names a number. */
export interface Features {
  constant: 1;
  /** From 0, where the texts have nothing to do with each other, to 1. */
  cosine: number;
  /** How much nearer than the next five. */
  margin: number;
  /** Share of what the numbers tell in which both agree, of eight bits at least: a 2 stands everywhere. */
  agreement?: number;
  /** What the numbers tell that only one of them names, in ten bits. */
  differing?: number;
}

export type Feature = keyof Features;

const WITH_NUMBERS = { constant: -16.23, cosine: 17.47, margin: 10.61, agreement: 4.3, differing: -1.99 };
const WITHOUT_NUMBERS = { constant: -17.94, cosine: 22.22, margin: 10.25 };

/** From here on a rewording is called likely, if numbers tell, and possible. */
const LIKELY = 0.9;
export const POSSIBLE = 0.5;

/**
 * Without numbers nothing tells two texts on one subject apart: of 153 questions of history that no document had in
 * other words, 3 had .9 or more.
 */
export function isLikely(confidence: number, { agreement }: Features): boolean {
  return confidence >= LIKELY && agreement !== undefined;
}

export function confidenceOf(features: Features): number {
  const model: Readonly<Partial<Record<Feature, number>>> =
    features.agreement === undefined ? WITHOUT_NUMBERS : WITH_NUMBERS;
  return logistic(sum(Object.keys(model) as Feature[], (name) => model[name]! * (features[name] ?? 0)));
}
