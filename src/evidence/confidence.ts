/**
 * Confidence in event G. It is a calibrated probability or it is not given: no calibration has been fitted yet, so it is not given,
 * and every interval is the whole range.
 */
import type { AnalyzeResult } from "../contract/analyze.ts";

/** Prior of event G unless the caller names another. */
export const PRIOR_DEFAULT = 0.5;
/** Priors under which confidence is restated, so that a reader can take the one that fits the case. */
const OTHER_PRIORS = [0.01, 0.1, 0.5];

type Confidence = Pick<AnalyzeResult, "confidence" | "confidence_ci_95" | "confidence_at_priors" | "log10_lr">;

/** Why there is no confidence. */
export const NOT_CALIBRATED =
  "No calibration exists for this version: no share of right and wrong answers has been measured that a probability could rest on.";

export function confidenceNotGiven(): Confidence {
  return {
    confidence: 0,
    confidence_ci_95: [0, 100],
    confidence_at_priors: OTHER_PRIORS.map((prior) => ({ prior, confidence: 0, confidence_ci_95: [0, 100] })),
    log10_lr: null,
  };
}
