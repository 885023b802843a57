/**
 * Confidence in a derived passage of at least max(50 words, 20 % of the text), taken from a calibration:
 *
 *   matches ─▶ features ─▶ one number (logistic) ─▶ step of a table, fitted on labelled cases ─▶ log10 LR ─▶ any prior
 */
import type { AnalyzeResult, ConfidenceFeatures } from "../contract/analyze.ts";
import type { Interval, Log10Ratio } from "../contract/common.ts";
import { logistic, logit } from "../statistics/odds.ts";
import { type Calibration, type CalibrationStep, LOG10_LR_END } from "./calibration/calibration.ts";
import { regressorsOf } from "./confidence.features.ts";

/** Prior probability of a derived passage, unless the caller sets another. */
export const PRIOR_DEFAULT = 0.5;
/** Priors at which results also state the confidence, so that readers can choose the one that fits their case. */
const OTHER_PRIORS = [0.01, 0.1, 0.5];

export type Confidence = Pick<
  AnalyzeResult,
  "confidence" | "confidence_ci_95" | "confidence_at_priors" | "confidence_features" | "log10_lr"
>;

/** A confidence that is given. */
export type GivenConfidence = Confidence & { log10_lr: Log10Ratio };

/**
 * The value where no confidence is given: 0, and every interval is the whole range. Each call returns a new object,
 * since callers may modify their results.
 */
export function noConfidence(): Confidence {
  return {
    confidence: 0,
    confidence_ci_95: [0, 100],
    confidence_at_priors: OTHER_PRIORS.map((prior) => ({ prior, confidence: 0, confidence_ci_95: [0, 100] })),
    confidence_features: null,
    log10_lr: null,
  };
}

/** @param prior strictly between 0 and 1 */
export function confidenceOf(calibration: Calibration, features: ConfidenceFeatures, prior: number): GivenConfidence {
  const { log10_lr, lo, hi } = stepOf(calibration, features);
  return {
    ...atPrior(prior),
    confidence_at_priors: OTHER_PRIORS.map((other) => ({ prior: other, ...atPrior(other) })),
    confidence_features: features,
    log10_lr: { estimate: log10_lr, lo, hi },
  };

  function atPrior(before: number): { confidence: number; confidence_ci_95: Interval } {
    const given = (log10Lr: number) => percent(logistic(Math.LN10 * log10Lr + logit(before)));
    return {
      confidence: given(log10_lr),
      // An end at the limit of the log10 LR scale is unbounded: the confidence interval then reaches 0 or 100.
      confidence_ci_95: [lo <= -LOG10_LR_END ? 0 : given(lo), hi >= LOG10_LR_END ? 100 : given(hi)],
    };
  }
}

/** Log-odds of the features, or `null` where nothing was found. */
export function logOddsOfFeatures(
  { intercept, coefficients }: Pick<Calibration, "intercept" | "coefficients">,
  features: ConfidenceFeatures,
): number | null {
  if (features.passage_words === 0) return null;
  const regressors = regressorsOf(features);
  return Object.entries(coefficients).reduce(
    (sum, [name, weight]) => sum + weight * regressors[name as keyof typeof regressors],
    intercept,
  );
}

function stepOf(calibration: Calibration, features: ConfidenceFeatures): CalibrationStep {
  const logOdds = logOddsOfFeatures(calibration, features) ?? -Infinity;
  return calibration.steps.findLast(({ from }) => from === null || from <= logOdds)!;
}

/** Distance of the least confidence from 0 and of the greatest from 100: a confidence is never exactly 0 or 100. */
const LEAST = 0.0001;
const percent = (probability: number): number =>
  Math.min(Math.max(Math.round(1e6 * probability) / 1e4, LEAST), 100 - LEAST);
