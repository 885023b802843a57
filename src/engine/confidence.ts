/**
 * The confidence of an analysis and of each of its sources: the calibration, the features, or the reason why there is
 * none.
 */
import { greatest, sum } from "../base/numbers.ts";
import type { AnalyzeRequest, AttributionSource, Match } from "../contract/analyze.ts";
import type { Stage } from "../contract/common.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { usedFromDataset } from "../evidence/attribution.ts";
import { type Calibration, outsideOf } from "../evidence/calibration/calibration.ts";
import { SHIPPED } from "../evidence/calibration/shipped.ts";
import { featuresOf } from "../evidence/confidence.features.ts";
import { type Confidence, confidenceOf, noConfidence, PRIOR_DEFAULT } from "../evidence/confidence.ts";
import { stageOf } from "./completeness.ts";
import type { EngineContext } from "./context.ts";
import type { SearchOutcome } from "./search.ts";

interface Analysed {
  outcome: SearchOutcome;
  /** All matches, longest first. */
  matches: readonly Match[];
  corpora: readonly Corpus[];
}

interface Confidences {
  prior: number;
  /** Name of the calibration, or `null` if no confidence is given. */
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
  const overall = given(calibration, analysed, analysed.corpora, prior);
  const isGiven = typeof overall !== "string";
  return {
    prior,
    calibration: isGiven ? calibration.name : null,
    confidence: isGiven ? overall : noConfidence(),
    stage: stageOf("confidence", "skipped", isGiven ? null : overall),
    ofSource({ corpus: name, inclusion }) {
      const dataset = analysed.corpora.find(({ info }) => info.name === name)?.info.dataset;
      const own = given(
        calibration,
        analysed,
        analysed.corpora.filter(({ info }) => info.dataset === dataset),
        prior,
      );
      return usedFromDataset(typeof own === "string" ? null : own, inclusion);
    },
  };
}

/** The confidence over some of the corpora, or the reason why there is none. */
function given(
  calibration: Calibration,
  analysed: Analysed,
  corpora: readonly Corpus[],
  prior: number,
): Confidence | string {
  const { findings, complete, coverage, tooShort } = analysed.outcome;
  if (tooShort !== null) return tooShort;
  if (!complete) return "The search was not complete, so no confidence is given.";
  const names = new Set(corpora.map(({ info }) => info.name));
  const found = findings.filter(({ corpus }) => names.has(corpus.name));
  const features = featuresOf(
    analysed.matches.filter(({ corpus }) => names.has(corpus)),
    {
      contentWords: coverage.words,
      searchedWords: sum(corpora, ({ info }) => info.words),
      longestRunWords: greatest(found, ({ passage }) => passage.longestRunWords),
    },
  );
  return outsideOf(calibration, features, corpora) ?? confidenceOf(calibration, features, prior);
}
