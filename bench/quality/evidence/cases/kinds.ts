/**
 * Kinds of cases and their weights: what a prior of .5 is taken over. They are a policy, not an estimate of what is asked in the world, and a
 * result can be read at other priors. Where a set has nothing of a kind, its weight goes to clean text of the same genre.
 */
import type { Random } from "../../../harness/random.ts";
import { EDITS, randomlyEdited } from "../../search/edits.ts";
import { recognised } from "./noise.ts";

/** What is done to an excerpt; `vocabulary` are words of other texts. */
export type Change = (excerpt: string, random: Random, vocabulary: readonly string[]) => string;

const edited =
  (rate: number): Change =>
  (excerpt, random, vocabulary) =>
    randomlyEdited(excerpt, rate, random, vocabulary);
const noisy =
  (rate: number): Change =>
  (excerpt, random) =>
    recognised(excerpt, rate, random);

/** Event G: an excerpt of an indexed work, planted. */
export const PLANTED: Record<string, { weight: number; change: Change }> = {
  verbatim: { weight: 0.14, change: EDITS["verbatim"]! },
  typography: { weight: 0.04, change: EDITS["typography"]! },
  "edits 5 %": { weight: 0.06, change: edited(0.05) },
  "edits 10 %": { weight: 0.08, change: edited(0.1) },
  "edits 20 %": { weight: 0.06, change: edited(0.2) },
  "edits 30 %": { weight: 0.04, change: edited(0.3) },
  "noise 3 %": { weight: 0.04, change: noisy(0.03) },
  "noise 8 %": { weight: 0.03, change: noisy(0.08) },
  "noise 15 %": { weight: 0.01, change: noisy(0.15) },
};

/** A hundred changes, each as often as its weight says. */
const CHANGES: readonly Change[] = Object.values(PLANTED).flatMap(({ weight, change }) =>
  new Array<Change>(Math.round(200 * weight)).fill(change),
);

/** One of the changes, as often as its weight says. */
export function anyChange(random: Random): Change {
  return random.pick(CHANGES);
}

/** Kept out of fit and select, and tested apart. */
export const HELD_OUT_EDIT = { kind: "every tenth word", change: EDITS["10 % regular"]! };

/** Not event G. */
export const NEGATIVE = {
  /** Text of works that are not indexed. */
  "clean, same genre": 0.14,
  "clean, same author": 0.08,
  "unrelated genre": 0.04,
  "other language": 0.04,
  /** A planted excerpt of fewer than max(50 words, 20 %). */
  "below the event": 0.08,
  /** A work that is not indexed, quoted in one to four indexed works and in the content. */
  "shared quotation": 0.06,
  /** The same in six indexed works and more. */
  boilerplate: 0.03,
  /** Clean statutes that share runs of 12 words with indexed ones, in fewer than max(50 words, 20 %). */
  "natural formulas": 0.03,
} as const;
export type Negative = keyof typeof NEGATIVE;

/** Asked to see that it is refused: fewer than 50 words. Not part of the weights. */
export const TOO_SHORT = "too short";

export const WEIGHTS: Record<string, number> = {
  ...Object.fromEntries(Object.entries(PLANTED).map(([kind, { weight }]) => [kind, weight])),
  ...NEGATIVE,
};
