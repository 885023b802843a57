/** Confidence in event G is a calibrated probability (`confidence.given.ts`), or it is not given: then it is 0 and every interval is the whole range. */
import type { AnalyzeResult } from "../contract/analyze.ts";

/** Prior of event G unless the caller names another. */
export const PRIOR_DEFAULT = 0.5;
/** Priors under which confidence is restated, so that a reader can take the one that fits the case. */
export const OTHER_PRIORS = [0.01, 0.1, 0.5];

export type Confidence = Pick<
  AnalyzeResult,
  "confidence" | "confidence_ci_95" | "confidence_at_priors" | "confidence_features" | "log10_lr"
>;

export function confidenceNotGiven(): Confidence {
  return {
    confidence: 0,
    confidence_ci_95: [0, 100],
    confidence_at_priors: OTHER_PRIORS.map((prior) => ({ prior, confidence: 0, confidence_ci_95: [0, 100] })),
    confidence_features: null,
    log10_lr: null,
  };
}
