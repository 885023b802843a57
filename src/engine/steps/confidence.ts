/**
 * What the outcome of a search means: the verdict and the confidence in it, or the reason why none is given. Every
 * operation that states a verdict takes it from here, for all corpora or for some of them.
 */

import type { Stage } from "../../base/contract/common.ts";
import type {
  AnalyzeRequest,
  AttributionSource,
  Commonplace,
  ContentRelation,
} from "../../base/contract/operations/analyze.ts";
import { remembered } from "../../base/queues/remembered.ts";
import { STANDS_IN_SHARE } from "../../core/passages/agreement.ts";
import { countedWords } from "../../core/uncounted/counted.ts";
import type { Corpus } from "../../corpus/search/corpus.ts";
import { usedFromDataset } from "../evidence/attribution.ts";
import { type Calibration, isFittedFor, outsideOf } from "../evidence/calibration/calibration.ts";
import { SHIPPED, SHIPPED_OF_INDEXES, SHIPPED_WITHOUT_TEXT } from "../evidence/calibration/shipped.ts";
import {
  confidenceOf,
  type GivenConfidence,
  type NoConfidence,
  noConfidence,
  PRIOR_DEFAULT,
} from "../evidence/confidence/confidence.ts";
import { featuresOf } from "../evidence/confidence/features.ts";
import { isBelowEvent, relationOf } from "../evidence/relation.ts";
import { type JudgedVerdict, verdictOf } from "../evidence/verdict/verdict.ts";
import { stageOf } from "./completeness.ts";
import type { EngineContext } from "./context.ts";
import type { SearchOutcome } from "./search.ts";

/** A 0 stands beside `insufficient_evidence` only. */
type Judgement =
  | {
      verdict: "insufficient_evidence";
      relation: null;
      calibration: null;
      confidence: NoConfidence;
      /** Says why no confidence is given. */
      stage: Stage;
    }
  | {
      verdict: JudgedVerdict;
      /** To the document with which the content shares most; `null` where the verdict is `none_found`. */
      relation: ContentRelation | null;
      /** Name of the calibration. */
      calibration: string;
      confidence: GivenConfidence;
      /** Says where the calibration does not cover the result. */
      stage: Stage;
    };

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
  const { tooShort, complete, significant, commonplace, content, searchedWords, coverage } = outcome;
  const [best] = outcome.shared();
  // Of an act that is all formulas, one does not say that it stands nowhere.
  const isFormulas = best !== undefined && best.contentShare >= STANDS_IN_SHARE;
  const isCarried = ({ kind }: Commonplace) => kind === "boilerplate" || (kind === "formula" && isFormulas);
  const hasCarriedText = [...commonplace.values()].some(isCarried);
  const isEnough = complete || significant.length > 0 || hasCarriedText;
  const unknown = tooShort ?? (isEnough ? null : NOT_COMPLETE);
  if (unknown !== null) return notJudged(unknown);
  const calibration = calibrationFor(context, corpora);
  if (calibration === null) return notJudged(NOT_CALIBRATED);
  const relation = best === undefined ? null : relationOf(best);
  const features = featuresOf(best, {
    contentWords: content.lengthWords - uncountedWordsIn(outcome),
    searchedWords,
    longestRunWords: coverage.longest_run_words,
  });
  const confidence = confidenceOf(calibration, features, prior);
  const verdict = verdictOf({
    hasSignificant: significant.length > 0,
    hasCarriedText,
    log10Lr: confidence.log10_lr.estimate,
    isQuotation: relation === "quotes",
    isBelowEvent: best !== undefined && isBelowEvent(best),
  });
  const limit = complete ? outsideOf(calibration, features, corpora) : BOUNDED;
  return {
    verdict,
    relation: verdict === "none_found" ? null : relation,
    calibration: calibration.name,
    confidence,
    stage: stageOf("confidence", "bounded", limit),
  };
}

/**
 * The calibration for what was found in these corpora: the caller's, or the shipped one; where some of them have no
 * text, one that was made on such corpora, and `null` if it was made on others than these; where some of them are
 * public indexes, the caller's if it was made on such, or the shipped one of indexes.
 */
export function calibrationFor({ calibration }: EngineContext, corpora: readonly Corpus[]): Calibration | null {
  const withoutText = corpora.filter(({ info }) => !info.has_text);
  const indexes = corpora.filter(({ lookups }) => lookups === "runs");
  if (withoutText.length === 0 && indexes.length === 0) return calibration ?? SHIPPED;
  if (withoutText.length === 0) {
    const isOwn = calibration !== null && indexes.every((corpus) => isFittedFor(calibration.fitted_for, corpus));
    return isOwn ? calibration : SHIPPED_OF_INDEXES;
  }
  const own = calibration ?? SHIPPED_WITHOUT_TEXT;
  return withoutText.every((corpus) => isFittedFor(own.fitted_for, corpus)) ? own : null;
}

/** All that a result of this engine may be judged by. */
export function calibrationsOf({ calibration }: EngineContext): Calibration[] {
  return [...(calibration === null ? [SHIPPED, SHIPPED_WITHOUT_TEXT] : [calibration]), SHIPPED_OF_INDEXES];
}

function notJudged(reason: string): Judgement {
  const stage = stageOf("confidence", "skipped", reason);
  return { verdict: "insufficient_evidence", relation: null, calibration: null, confidence: noConfidence(), stage };
}

/** Sources with the confidence that each has from its dataset, which is judged over all corpora that hold it. */
export function withConfidence(
  context: EngineContext,
  outcome: SearchOutcome,
  corpora: readonly Corpus[],
  prior: number,
  sources: readonly AttributionSource[],
): AttributionSource[] {
  const judgementIn = remembered((dataset: string) => {
    const some = corpora.filter(({ info }) => info.dataset === dataset);
    return judge(context, outcome.ofCorpora(some), some, prior);
  });
  return sources.map((source) => {
    const { dataset } = corpora.find(({ info }) => info.name === source.corpus)!.info;
    return { ...source, ...usedFromDataset(judgementIn(dataset).confidence, source.inclusion) };
  });
}

function uncountedWordsIn({ uncounted }: SearchOutcome): number {
  if (uncounted === null) return 0;
  return uncounted.mask.length - countedWords({ start: 0, end: uncounted.mask.length }, uncounted.mask);
}

const NOT_COMPLETE = "The search was not complete and found nothing to rest a confidence on.";
const NOT_CALIBRATED =
  "No calibration holds for what is found in this corpus without text; `spolia corpus calibrate --own` makes one.";
const BOUNDED = "The search was not complete: the confidence counts each word as if one more work shared it.";
