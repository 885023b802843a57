/**
 * What the outcome of a search means: the verdict and the confidence in it, or the reason why none is given. Every
 * operation that states a verdict takes it from here, for all corpora or for some of them.
 */
import { remembered } from "../base/remembered.ts";
import type { AnalyzeRequest, ContentRelation, Verdict } from "../contract/analyze.ts";
import type { Stage } from "../contract/common.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { outsideOf } from "../evidence/calibration/calibration.ts";
import { SHIPPED } from "../evidence/calibration/shipped.ts";
import { featuresOf } from "../evidence/confidence.features.ts";
import { type Confidence, confidenceOf, noConfidence, PRIOR_DEFAULT } from "../evidence/confidence.ts";
import { relationOf } from "../evidence/relation.ts";
import { verdictOf } from "../evidence/verdict.ts";
import { stageOf } from "./completeness.ts";
import type { EngineContext } from "./context.ts";
import type { SearchOutcome } from "./search.ts";

interface Judgement {
  verdict: Verdict;
  /** To the document with which the content shares most; `null` where the verdict is neither `match` nor `partial`. */
  relation: ContentRelation | null;
  /** Name of the calibration, or `null` if no confidence is given. */
  calibration: string | null;
  confidence: Confidence;
  /** Says where no confidence is given, and where the calibration does not cover the result. */
  stage: Stage;
}

export const priorOf = (request: AnalyzeRequest): number => request.options?.prior ?? PRIOR_DEFAULT;

/**
 * @param corpora the searched corpora
 * @param prior strictly between 0 and 1; it does not change the verdict
 */
export function judge(
  context: EngineContext,
  outcome: SearchOutcome,
  corpora: readonly Corpus[],
  prior = PRIOR_DEFAULT,
): Judgement {
  const calibration = context.calibration ?? SHIPPED;
  const { tooShort, complete, significant, content, searchedWords, coverage } = outcome;
  const unknown = tooShort ?? (complete || significant.length > 0 ? null : NOT_COMPLETE);
  const [best] = outcome.shared();
  const relation = best === undefined ? null : relationOf(best);
  const features = featuresOf(best, {
    contentWords: content.lengthWords - commonWordsIn(outcome),
    searchedWords,
    longestRunWords: coverage.longest_run_words,
  });
  const confidence = unknown === null ? confidenceOf(calibration, features, prior) : noConfidence();
  const verdict = verdictOf({
    tooShort,
    hasSignificant: significant.length > 0,
    hasBoilerplate: [...outcome.commonplace.values()].some(({ kind }) => kind === "boilerplate"),
    log10Lr: confidence.log10_lr?.estimate ?? null,
    isQuotation: relation === "quotes",
    isComplete: complete,
  });
  const limit = complete ? outsideOf(calibration, features, corpora) : BOUNDED;
  return {
    verdict,
    relation: verdict === "match" || verdict === "partial" ? relation : null,
    calibration: unknown === null ? calibration.name : null,
    confidence,
    stage: unknown === null ? stageOf("confidence", "bounded", limit) : stageOf("confidence", "skipped", unknown),
  };
}

/** The judgement over the corpora of one dataset, by its id. */
export function judgeDatasets(
  context: EngineContext,
  outcome: SearchOutcome,
  corpora: readonly Corpus[],
  prior = PRIOR_DEFAULT,
): (dataset: string) => Judgement {
  return remembered((dataset) => {
    const some = corpora.filter(({ info }) => info.dataset === dataset);
    return judge(context, outcome.ofCorpora(some), some, prior);
  });
}

function commonWordsIn({ common }: SearchOutcome): number {
  return common === null ? 0 : common.mask.reduce((words, isCommon) => words + isCommon, 0);
}

const NOT_COMPLETE = "The search was not complete and found nothing to rest a confidence on.";
const BOUNDED = "The search was not complete: the confidence counts each word as if one more work shared it.";
