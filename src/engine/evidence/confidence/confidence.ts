/**
 * Confidence in the events of `event.ts`, taken from a calibration:
 *
 *   matches ─▶ features ─▶ one number (logistic) ─▶ step of a table, fitted on labelled cases ─▶ log10 LR ─▶ any prior
 */

import type { Interval, Log10Ratio } from "../../../base/contract/common.ts";
import type { AnalyzeResult, ConfidenceFeatures } from "../../../base/contract/operations/analyze.ts";
import { log } from "../../../core/kernels/numbers/log.reference.ts";
import { logistic, logit } from "../../../core/statistics/odds.ts";
import { type Calibration, type EventModel, LOG10_LR_END } from "../calibration/calibration.ts";
import { EVENT_WORDS_MIN, eventWords } from "./event.ts";
import { regressorsOf } from "./features.ts";

/** Prior probability of an event, unless the caller sets another. */
export const PRIOR_DEFAULT = 0.5;
/** Priors at which results also state the confidence, so that readers can choose the one that fits their case. */
const OTHER_PRIORS = [0.01, 0.1, 0.5];

export type Confidence = Pick<
  AnalyzeResult,
  | "confidence"
  | "confidence_ci_95"
  | "confidence_at_priors"
  | "confidence_features"
  | "log10_lr"
  | "passage_confidence"
  | "passage_confidence_ci_95"
>;

/** A confidence that is given is above 0: what was found has a likelihood ratio. */
export type GivenConfidence = Confidence & { log10_lr: Log10Ratio };
export type NoConfidence = Confidence & { confidence: 0; log10_lr: null };

/**
 * The value where no confidence is given: 0, and every interval is the whole range. Each call returns a new object,
 * since callers may modify their results.
 */
export function noConfidence(): NoConfidence {
  return {
    confidence: 0,
    confidence_ci_95: [0, 100],
    passage_confidence: 0,
    passage_confidence_ci_95: [0, 100],
    confidence_at_priors: OTHER_PRIORS.map((prior) => ({ prior, confidence: 0, confidence_ci_95: [0, 100] })),
    confidence_features: null,
    log10_lr: null,
  };
}

/** @param prior strictly between 0 and 1 */
export function confidenceOf(calibration: Calibration, features: ConfidenceFeatures, prior: number): GivenConfidence {
  const whole = log10RatioOf(calibration, calibration, withoutQuotations(features), eventWords(features.content_words));
  const passage = atLeast(
    log10RatioOf(calibration, calibration.passage ?? calibration, features, EVENT_WORDS_MIN),
    whole,
  );
  const [confidence, confidence_ci_95] = atPrior(whole, prior);
  const [passage_confidence, passage_confidence_ci_95] = atPrior(passage, prior);
  return {
    confidence,
    confidence_ci_95,
    passage_confidence,
    passage_confidence_ci_95,
    confidence_at_priors: OTHER_PRIORS.map((other) => {
      const [confidence, confidence_ci_95] = atPrior(whole, other);
      return { prior: other, confidence, confidence_ci_95 };
    }),
    confidence_features: features,
    log10_lr: whole,
  };
}

/** What a content marks as a quotation is not derived from the work: it counts for `passage_confidence` alone. */
export function withoutQuotations(features: ConfidenceFeatures): ConfidenceFeatures {
  const { passage_words: words, quoted_words: quoted, own_words, own_bits } = features;
  if (quoted === 0) return features;
  const share = (words - quoted) / words;
  return { ...features, passage_words: words - quoted, own_words: own_words * share, own_bits: own_bits * share };
}

/** G implies G50, so the ratio of G50 is not below that of G. */
function atLeast(one: Log10Ratio, least: Log10Ratio): Log10Ratio {
  return {
    estimate: Math.max(one.estimate, least.estimate),
    lo: Math.max(one.lo, least.lo),
    hi: Math.max(one.hi, least.hi),
  };
}

function atPrior({ estimate, lo, hi }: Log10Ratio, prior: number): [confidence: number, ci95: Interval] {
  const given = (log10Lr: number) => percent(logistic(Math.LN10 * log10Lr + logit(prior)));
  // An end at the limit of the log10 LR scale is unbounded: the confidence interval then reaches 0 or 100.
  return [given(estimate), [lo <= -LOG10_LR_END ? 0 : given(lo), hi >= LOG10_LR_END ? 100 : given(hi)]];
}

/**
 * Log-odds of the features, or `null` where nothing was found.
 *
 * @param neededWords words of the event
 */
export function logOddsOfFeatures(
  { form, strata }: Pick<Calibration, "form" | "strata">,
  { intercept, coefficients }: Pick<EventModel, "intercept" | "coefficients">,
  features: ConfidenceFeatures,
  neededWords: number,
): number | null {
  if (features.passage_words === 0) return null;
  const regressors: Readonly<Record<string, number>> = {
    ...regressorsOf(form ?? "g1", features, neededWords),
    ln_searched_words: log(within(features.searched_words, strata.searched_words)),
    ln_content_words: log(within(features.content_words, strata.content_words)),
  };
  return Object.entries(coefficients).reduce((sum, [name, weight]) => sum + weight * regressors[name]!, intercept);
}

/** Nothing is extrapolated to sizes that no case has. */
const within = (words: number, [least, most]: readonly [number, number]) => Math.min(Math.max(words, least, 1), most);

function log10RatioOf(
  calibration: Calibration,
  model: EventModel,
  features: ConfidenceFeatures,
  neededWords: number,
): Log10Ratio {
  const logOdds = logOddsOfFeatures(calibration, model, features, neededWords) ?? -Infinity;
  const { steps } = bandOf(model.by_length, features.content_words) ?? model;
  const step = steps.findLast(({ from }) => from === null || from <= logOdds)!;
  const most = bandOf(calibration.largest, features.content_words)?.log10_lr ?? LOG10_LR_END;
  return { estimate: Math.min(step.log10_lr, most), lo: Math.min(step.lo, most), hi: step.hi };
}

/** The band of so many words, or the nearest one. */
const bandOf = <Band extends { content_words: [number, number] }>(bands: readonly Band[] = [], words: number) =>
  bands.findLast(({ content_words: [least] }) => least <= words) ?? bands[0];

/** Distance of the least confidence from 0 and of the greatest from 100: a confidence is never exactly 0 or 100. */
const LEAST = 0.0001;
const percent = (probability: number): number =>
  Math.min(Math.max(Math.round(1e6 * probability) / 1e4, LEAST), 100 - LEAST);
