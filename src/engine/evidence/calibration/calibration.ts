/**
 * A calibration: the numbers that turn the features of a result into a confidence, and the data that they were fitted
 * on.
 */

import type { Lookups } from "../../../base/contract/common.ts";
import type { ConfidenceFeatures } from "../../../base/contract/operations/analyze.ts";
import type { CorpusInfo } from "../../../base/contract/resources/corpus.ts";
import { rounded } from "../../../base/lists/numbers.ts";
import { log10 } from "../../../core/kernels/numbers/log.reference.ts";
import type { CalibrationForm } from "../confidence/features.ts";
import { NOT_COVERED } from "./tested.ts";

/** End of the log10 LR scale: an interval that ends at ±6 is unbounded on that side. */
export const LOG10_LR_END = 6;

/** One step of the table: the likelihood ratio for log-odds from `from` up to the next step. */
export interface CalibrationStep {
  /**
   * Lowest log-odds of the step; `null` in the first step, which has no lower end and includes searches that found
   * nothing.
   */
  from: number | null;
  /** log10 of the likelihood ratio for the event, and its 95 % interval; an end of ±6 is unbounded. */
  log10_lr: number;
  lo: number;
  hi: number;
}

/** How often cases of one kind got which verdict, with exact 95 % intervals. */
export interface CalibrationRate {
  kind: string;
  /** Whether cases of the kind are event G. */
  is_event: boolean;
  cases: { fit: number; select: number };
  /**
   * `match`: cases of `select` with verdict `match`; `found`: with `match` or `partial`. Intervals of Clopper and
   * Pearson, as if all were independent: `matchRatesByKind` has those of the independent ones.
   */
  match: { count: number; of: number; ci_95: [number, number] };
  found: { count: number; of: number; ci_95: [number, number] };
}

/** The table for contents of so many words. */
interface StepsOfLength {
  content_words: [number, number];
  steps: CalibrationStep[];
}

/** The numbers for one event: logistic weights, and the ratio for each range of log-odds. */
export interface EventModel {
  intercept: number;
  /** By the name of the regressor (`REGRESSORS`). */
  coefficients: Readonly<Record<string, number>>;
  /** Ascending; the first has `from: null`. */
  steps: CalibrationStep[];
  /**
   * Tables in place of `steps`, ascending, where one for all lengths is wrong at both ends: an index finds nothing of
   * three copies of 100 words in ten, and of one of 4,000 words in ten. Absent where one table does for all.
   */
  by_length?: StepsOfLength[] | undefined;
}

/** The numbers for event G (`event.ts`), and for others. */
export interface Calibration extends EventModel {
  /** Stated in every result that uses the calibration. */
  name: string;
  /** YYYY-MM-DD, as stated by the person who fitted it. */
  date: string;
  /** Form of the regressors; absent in calibrations of version 0.1.0, whose form is `g1`. */
  form?: Exclude<CalibrationForm, "g1"> | undefined;
  /**
   * What the cases were searched with. A result with another folding or profile, or with other lookups than these, is
   * outside the calibration. `full`: `all` and `kept`.
   */
  fitted_for: {
    engine: string;
    fold: string;
    profile: string;
    lookups: FittedLookups;
    /** `none`: for corpora without text; absent where they have it. */
    text?: "none" | undefined;
  };
  /** Closed ranges of words that the calibration covers. */
  strata: { content_words: [number, number]; searched_words: [number, number] };
  /** The numbers for event G50; absent in calibrations of version 0.1.0. */
  passage?: EventModel | undefined;
  /**
   * Largest log10 ratio that the cases support, by words of the content: a third of the independent cases without the
   * event. Absent in calibrations of version 0.1.0.
   */
  largest?: { content_words: [number, number]; log10_lr: number }[] | undefined;
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

/** Each with the lookups that it covers, and what such corpora are. */
const LOOKUPS = {
  all: { covered: ["all"], corpora: "in which every shingle is looked up" },
  full: { covered: ["all", "kept", "fewer"], corpora: "searched in full depth" },
  coarse: { covered: ["coarse"], corpora: "searched in coarse depth" },
  runs: { covered: ["runs"], corpora: "that are indexes asked for runs" },
} as const;
type FittedLookups = keyof typeof LOOKUPS;
export const FITTED_LOOKUPS = Object.keys(LOOKUPS) as FittedLookups[];

/** The rule of three: no ratio is larger than a third of the independent cases without the event. */
export const largestLog10Lr = (independentCases: number): number =>
  rounded(log10(Math.max(1, independentCases / 3)), 4);

/** What a calibration has to fit of a corpus. */
type FittedCorpus = { info: Pick<CorpusInfo, "name" | "fold" | "profile" | "has_text">; lookups: Lookups };

/** Whether the cases were searched as the corpus is. */
export function isFittedFor(fitted: Calibration["fitted_for"], { info, lookups }: FittedCorpus): boolean {
  const isLookedUpAlike = LOOKUPS[fitted.lookups].covered.some((one) => one === lookups);
  const isTextAlike = info.has_text === (fitted.text !== "none");
  return info.fold === fitted.fold && info.profile.name === fitted.profile && isLookedUpAlike && isTextAlike;
}

/**
 * The reason why the calibration does not cover a result, or `null` where it does. A result that it does not cover gets
 * the confidence of the nearest one that it does, and says so.
 */
export function outsideOf(
  { fitted_for: fitted, strata, name }: Calibration,
  features: Pick<ConfidenceFeatures, "content_words" | "searched_words">,
  corpora: readonly FittedCorpus[],
): string | null {
  const other = corpora.find((corpus) => !isFittedFor(fitted, corpus));
  if (other !== undefined) {
    const text = fitted.text === "none" ? " without text" : "";
    const are = `of the profile ${fitted.profile}${text}, ${LOOKUPS[fitted.lookups].corpora}`;
    return `The calibration ${name} is for corpora ${are}, which ${other.info.name} is not.`;
  }
  for (const [of, words, [least, most]] of [
    ["The content has", features.content_words, strata.content_words],
    ["The searched corpora have", features.searched_words, strata.searched_words],
  ] as const) {
    if (words < least || words > most)
      return `${of} ${words.toLocaleString("en")} words; the error rates of ${name} were measured with ${least.toLocaleString("en")} to ${most.toLocaleString("en")}.`;
  }
  return poorlyTested(name, features.content_words);
}

function poorlyTested(name: string, contentWords: number): string | null {
  const found = NOT_COVERED[name]?.find(({ content_words: [from, to] }) => from <= contentWords && contentWords <= to);
  if (found === undefined) return null;
  const [from, to] = found.content_words;
  const nearer = found.slope > 1 ? "nearer to 50" : "farther from 50";
  return `In the test of the calibration ${name}, contents of ${from} to ${to} words got confidences ${nearer} than is right (slope ${found.slope.toFixed(2)}, where 1 is right).`;
}
