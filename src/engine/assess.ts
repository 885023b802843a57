/** `assess`: estimates the risk that a model has memorised a work, from corpora and catalogue. No model is queried. */

import type { Stage } from "../base/contract/common.ts";
import type { HostOptions } from "../base/contract/engine.ts";
import type { Verdict } from "../base/contract/operations/analyze.ts";
import type { AssessedCopies, AssessRequest, AssessResult } from "../base/contract/operations/assess.ts";
import { assessRequestSchema } from "../base/contract/schemas/operations/assess.ts";
import { greatest, rounded, sum } from "../base/lists/numbers.ts";
import { exclusionOf, type KnownOfText } from "../catalogue/graph/exclusion.ts";
import type { TrainingPath } from "../catalogue/graph/lineage.ts";
import type { Corpus } from "../corpus/search/corpus.ts";
import { assessMemorisation } from "./evidence/assessment.ts";
import { byDocument, type ContentHit } from "./evidence/findings.ts";
import { labelCaveat } from "./evidence/label.ts";
import { requireCatalogue } from "./score/score.ts";
import { caveatsWhere, stageOf } from "./steps/completeness.ts";
import { judge } from "./steps/confidence.ts";
import { readContent, readForSearch } from "./steps/content.ts";
import { type EngineContext, methodOf, type OperationCode, resultId } from "./steps/context.ts";
import { languageOf } from "./steps/language.ts";
import { coverageOfFindings, NO_CORPUS, type SearchOutcome, searchCorpora } from "./steps/search.ts";

/**
 * By definition, the least share of the content that a document must carry: verbatim to be a copy, in any form to be a
 * near copy.
 */
const COPY_SHARE = 0.9;
const NEAR_COPY_SHARE = 0.5;

export const assessOperation: OperationCode<"assess"> = { schema: assessRequestSchema, answer: assess };

async function assess(context: EngineContext, request: AssessRequest, host: HostOptions): Promise<AssessResult> {
  const catalogue = requireCatalogue(context.catalogue);
  const model = catalogue.model(request.target_model);

  const first = readContent(context, request);
  const { language, parameters } = await languageOf(context, first, request);
  const known: KnownOfText = { published: request.metadata?.published, language };
  const documented = context.corpora
    .flatMap(({ info }) => catalogue.trainedOn(info.dataset, known.published, known.language, model.id))
    .filter((path) => path.evidence === "documented");
  const paths = documented.filter((path) => exclusionOf(known, path) === null);
  const datasets = new Set(paths.map(({ dataset }) => dataset));
  const corpora = context.corpora.filter(({ info }) => datasets.has(info.dataset));

  const content = readForSearch(context, corpora, first);
  const outcome = await searchCorpora(context, corpora, content, host, request.options);
  const counted = corpora.map((corpus) => {
    const own = outcome.ofCorpora([corpus]);
    return copiesIn(corpus, own, judge(context, own, [corpus]).verdict);
  });
  const reason = corpora.length > 0 ? null : whyNone(context, documented, known);
  const stages: readonly Stage[] = reason === null ? outcome.stages : [stageOf("search", "skipped", reason)];
  const copies: AssessResult["copies"] = {
    status: reason === null ? "measured" : "not_measured",
    datasets: counted,
    reason,
  };
  const { level, because, factors, expected_extraction } = assessMemorisation({
    catalogue,
    model,
    requestedName: request.target_model,
    paths,
    copies,
    lengthWords: outcome.coverage.words,
    rarityBitsPerWord: rarityOf(outcome.significant[0]),
  });
  const method = methodOf(context, corpora, { parameters, uncounted: outcome.uncounted });
  return {
    assess_id: await resultId("as", method, request),
    model_id: model.id,
    level,
    because,
    factors,
    copies,
    expected_extraction,
    caveats: caveatsOf(outcome, copies, method),
    method,
    completeness: {
      complete: outcome.complete && level !== "insufficient_evidence",
      stages: [...stages, stageOf("model_probing", "skipped", "`assess` asks no model.")],
    },
  };
}

function whyNone({ corpora }: EngineContext, documented: readonly TrainingPath[], known: KnownOfText): string {
  if (corpora.length === 0) return NO_CORPUS;
  if (documented.length > 0) return exclusionOf(known, documented[0]!)?.because ?? "";
  const held = [...new Set(corpora.map(({ info }) => info.dataset))].sort().join(", ");
  return `No corpus holds a dataset that this model is documented to have trained on. The corpora hold: ${held}.`;
}

function copiesIn({ info }: Corpus, { significant, coverage }: SearchOutcome, verdict: Verdict): AssessedCopies {
  const documents = byDocument(significant).map((findings) => ({
    identical: findings[0].passage.document.copies,
    ...sharesOf(findings, coverage.words),
  }));
  const count = (isOne: (shares: { share: number; verbatim: number }) => boolean) =>
    sum(documents.filter(isOne), ({ identical }) => identical);
  return {
    dataset: info.dataset,
    corpus: info.name,
    corpus_words: info.words,
    documents: count(() => true),
    copies: count(({ verbatim }) => verbatim >= COPY_SHARE),
    near_copies: count(({ share, verbatim }) => verbatim < COPY_SHARE && share >= NEAR_COPY_SHARE),
    works: greatest(significant, ({ passage }) => passage.documentFrequency),
    share: rounded(greatest(documents, ({ share }) => share)),
    longest_run_words: coverageOfFindings(coverage.words, significant).longest_run_words,
    verdict,
  };
}

/** Share of the content that one document carries, and share that it carries word for word. */
function sharesOf(findings: readonly ContentHit[], lengthWords: number): { share: number; verbatim: number } {
  const shareOf = (passages: readonly ContentHit[]) => coverageOfFindings(lengthWords, passages).share;
  return { share: shareOf(findings), verbatim: shareOf(findings.filter(({ passage }) => passage.kind === "verbatim")) };
}

function rarityOf(longest: ContentHit | undefined): number | null {
  return longest === undefined ? null : rounded(longest.passage.rarityBits / longest.passage.agreeingWords);
}

function caveatsOf(
  { complete }: SearchOutcome,
  { datasets }: AssessResult["copies"],
  { corpora }: AssessResult["method"],
): string[] {
  const labels = labelCaveat(corpora);
  return caveatsWhere([
    [
      true,
      "A level ranks cases by priority. Only querying the model, with `extract`, shows whether it repeats this work.",
    ],
    [!complete && datasets.length > 0, "The search ended early, so there may be more copies than were counted."],
    [labels !== null, labels ?? ""],
    [
      datasets.length > 0,
      "Corpora may hold only a part of their datasets, and models also train on undocumented data: there may be copies that are not counted.",
    ],
  ]);
}
