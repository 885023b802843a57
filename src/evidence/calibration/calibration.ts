/**
 * A calibration: the numbers that turn the features of a result into a confidence, and the data that they were fitted
 * on.
 */
import type { ConfidenceFeatures } from "../../contract/analyze.ts";
import type { Lookups } from "../../contract/common.ts";
import type { CorpusInfo } from "../../contract/corpus.ts";
import type { Regressors } from "../confidence.features.ts";

/** End of the log10 LR scale: an interval that ends at ±6 is unbounded on that side. */
export const LOG10_LR_END = 6;

/** One step of the table: the likelihood ratio for log-odds from `from` up to the next step. */
export interface CalibrationStep {
  /**
   * Lowest log-odds of the step; `null` in the first step, which has no lower end and includes searches that found
   * nothing.
   */
  from: number | null;
  /** log10 of the likelihood ratio for a derived passage, and its 95 % interval; an end of ±6 is unbounded. */
  log10_lr: number;
  lo: number;
  hi: number;
}

/** How often cases of one kind got which verdict, with exact 95 % intervals. */
export interface CalibrationRate {
  kind: string;
  /** Whether cases of the kind contain a derived passage of at least max(50 words, 20 % of the text). */
  is_event: boolean;
  cases: { fit: number; select: number };
  /**
   * `match`: cases of `select` with verdict `match`; `found`: with `match` or `partial`. Intervals of Clopper and
   * Pearson.
   */
  match: { count: number; of: number; ci_95: [number, number] };
  found: { count: number; of: number; ci_95: [number, number] };
}

export interface Calibration {
  /** Stated in every result that uses the calibration. */
  name: string;
  /** YYYY-MM-DD, as stated by the person who fitted it. */
  date: string;
  /** The calibration does not cover a corpus with another folding, another profile or other lookups. */
  fitted_for: { engine: string; fold: string; profile: string; lookups: "all" };
  /** Closed ranges of words that the calibration covers. */
  strata: { content_words: [number, number]; searched_words: [number, number] };
  intercept: number;
  coefficients: Record<keyof Regressors, number>;
  /** Ascending; the first has `from: null`. */
  steps: CalibrationStep[];
  provenance: {
    /** The data that the cases were made from. */
    data: string[];
    /** Data that were not fitted on, and serve tests only. */
    held_out: string[];
    /** Share of each kind of case; a prior of .5 refers to this mixture. */
    weights: Record<string, number>;
    cases: { fit: number; select: number; clusters: number };
    rates: CalibrationRate[];
  };
}

/** The reason why the calibration does not cover a result, or `null` where it does. */
export function outsideOf(
  { fitted_for: fitted, strata, name }: Calibration,
  features: Pick<ConfidenceFeatures, "content_words" | "searched_words">,
  corpora: readonly { info: Pick<CorpusInfo, "name" | "fold" | "profile">; lookups: Lookups }[],
): string | null {
  for (const { info, lookups } of corpora) {
    const isAlike = info.fold === fitted.fold && info.profile.name === fitted.profile && lookups === fitted.lookups;
    if (isAlike) continue;
    return `The calibration ${name} is for corpora of the profile ${fitted.profile} in which every shingle is looked up, which ${info.name} is not.`;
  }
  for (const [of, words, [least, most]] of [
    ["The content has", features.content_words, strata.content_words],
    ["The searched corpora have", features.searched_words, strata.searched_words],
  ] as const) {
    if (words < least || words > most)
      return `${of} ${words} words; the calibration ${name} was made on ${least} to ${most}.`;
  }
  return null;
}
