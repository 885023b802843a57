/**
 * The confidence of an analysis and of each of its sources, and the likelihood ratio of a match that `score` uses: the
 * calibration, the features, or the reason why there is none.
 */
import { groupBy } from "../base/groups.ts";
import type { AnalyzeRequest, AttributionSource } from "../contract/analyze.ts";
import type { Stage } from "../contract/common.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { usedFromDataset } from "../evidence/attribution.ts";
import { type Calibration, outsideOf } from "../evidence/calibration/calibration.ts";
import { SHIPPED } from "../evidence/calibration/shipped.ts";
import { featuresOf } from "../evidence/confidence.features.ts";
import {
  type Confidence,
  confidenceOf,
  type GivenConfidence,
  noConfidence,
  PRIOR_DEFAULT,
} from "../evidence/confidence.ts";
import { stageOf } from "./completeness.ts";
import type { EngineContext } from "./context.ts";
import { matchesOf } from "./matches.ts";
import type { SearchOutcome } from "./search.ts";

interface Analysed {
  outcome: SearchOutcome;
  corpora: readonly Corpus[];
}

interface Confidences {
  prior: number;
  /** Name of the calibration, or `null` if no confidence is given, nor that of a source. */
  calibration: string | null;
  confidence: Confidence;
  stage: Stage;
  /**
   * Probability that the source's model was trained on what was found in its dataset: from the confidence of the
   * analysis over the corpora of this dataset alone.
   */
  ofSource(source: AttributionSource): ReturnType<typeof usedFromDataset>;
}

export function confidences(context: EngineContext, analysed: Analysed, request: AnalyzeRequest): Confidences {
  const prior = request.options?.prior ?? PRIOR_DEFAULT;
  const calibration = context.calibration ?? SHIPPED;
  const overall = confidenceOver(calibration, analysed.outcome, analysed.corpora, prior);
  const byDataset = new Map<string, GivenConfidence | string>();
  for (const [dataset, own] of groupBy(analysed.corpora, ({ info }) => info.dataset))
    byDataset.set(dataset, confidenceOver(calibration, analysed.outcome, own, prior));
  const isGiven = typeof overall !== "string";
  return {
    prior,
    calibration: [overall, ...byDataset.values()].some((one) => typeof one !== "string") ? calibration.name : null,
    confidence: isGiven ? overall : noConfidence(),
    stage: stageOf("confidence", "skipped", isGiven ? null : overall),
    ofSource({ corpus: name, inclusion }) {
      const own = byDataset.get(analysed.corpora.find(({ info }) => info.name === name)!.info.dataset)!;
      return usedFromDataset(typeof own === "string" ? null : own, inclusion);
    },
  };
}

/**
 * The confidence over some of the searched corpora, with its likelihood ratio, or the reason why there is none: equal
 * to that of an analysis over these corpora alone.
 */
export function confidenceOver(
  calibration: Calibration,
  searched: SearchOutcome,
  corpora: readonly Corpus[],
  prior: number = PRIOR_DEFAULT,
): GivenConfidence | string {
  const outcome = searched.ofCorpora(corpora);
  if (outcome.tooShort !== null) return outcome.tooShort;
  if (!outcome.complete) return "The search was not complete, so no confidence is given.";
  const features = featuresOf(matchesOf(outcome), {
    contentWords: outcome.coverage.words,
    searchedWords: outcome.searchedWords,
    longestRunWords: outcome.coverage.longest_run_words,
  });
  return outsideOf(calibration, features, corpora) ?? confidenceOf(calibration, features, prior);
}
