/** A calibration: the numbers that make a confidence of the features of a result, with what they were fitted on. */
import type { ConfidenceFeatures } from "../../contract/analyze.ts";
import type { Lookups } from "../../contract/common.ts";
import type { CorpusInfo } from "../../contract/corpus.ts";
import type { Regressors } from "../confidence.features.ts";

/** A log10 LR that bounds nothing: the end of its scale. */
export const LOG10_LR_END = 6;

/** From these log-odds on, up to the next step; `null` from below all, where also a search that found nothing is. */
export interface CalibrationStep {
  from: number | null;
  /** log10 of the likelihood ratio for event G, and its 95 % interval; an end of ±6 bounds nothing. */
  log10_lr: number;
  lo: number;
  hi: number;
}

/** How many answers of a kind were right, with an exact 95 % interval. */
export interface CalibrationRate {
  kind: string;
  /** Whether cases of the kind are event G. */
  is_event: boolean;
  cases: { fit: number; select: number };
  /** Of the cases of `select`: a verdict of `match`, and with `partial`; Clopper and Pearson. */
  match: { count: number; of: number; ci_95: [number, number] };
  found: { count: number; of: number; ci_95: [number, number] };
}

export interface Calibration {
  /** Results name it. */
  name: string;
  /** YYYY-MM-DD, as whoever fitted it says. */
  date: string;
  /** A corpus, a folding or a profile unlike these is outside of what was calibrated. */
  fitted_for: { engine: string; fold: string; profile: string; lookups: "all" };
  /** Closed ranges outside of which nothing was calibrated. */
  strata: { content_words: [number, number]; searched_words: [number, number] };
  intercept: number;
  coefficients: Record<keyof Regressors, number>;
  /** Ascending; the first has `from: null`. */
  steps: CalibrationStep[];
  provenance: {
    /** What the cases were made from. */
    data: string[];
    /** What was kept out of it, and is only tested. */
    held_out: string[];
    /** Share of the cases of each kind, which is what a prior of .5 is taken over. */
    weights: Record<string, number>;
    cases: { fit: number; select: number; clusters: number };
    rates: CalibrationRate[];
  };
}

/** Why a result lies outside of what was calibrated, or `null`. */
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
    if (words < least || words > most) return `${of} ${words} words; the calibration ${name} was made on ${least} to ${most}.`;
  }
  return null;
}
