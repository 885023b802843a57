/** `analyze`: reads and searches a content, judges what was found, draws conclusions, and says what was left out. */
import type { HostOptions } from "../base/contract/engine.ts";
import type { AnalyzeRequest, AnalyzeResult } from "../base/contract/operations/analyze.ts";
import { analyzeRequestSchema } from "../base/contract/schemas/operations/analyze.ts";
import { rounded } from "../base/lists/numbers.ts";
import { conclude } from "./evidence/conclusions.ts";
import { byDocument } from "./evidence/findings.ts";
import { type KeptPassages, type SearchedContent, searchContent } from "./steps/analyzed.ts";
import { stageOf } from "./steps/completeness.ts";
import { judge, priorOf, withConfidence } from "./steps/confidence.ts";
import { type EngineContext, methodOf, type OperationCode, resultId } from "./steps/context.ts";
import { decisionsBeside } from "./steps/decisions/decisions.ts";
import { listsOf } from "./steps/matches.ts";

export const analyzeOperation: OperationCode<"analyze"> = {
  schema: analyzeRequestSchema,
  answer: async (context: EngineContext, request: AnalyzeRequest, host: HostOptions) =>
    conclusionsOf(context, request, await searchContent(context, request, host)),
};

/** @param kept absent: all passages */
export async function conclusionsOf(
  context: EngineContext,
  request: AnalyzeRequest,
  { corpora, outcome: all, names, disguised, language: { language, parameters }, reworded }: SearchedContent,
  kept?: KeptPassages,
): Promise<AnalyzeResult> {
  const outcome = kept?.outcome ?? all;
  const prior = priorOf(request);
  const { verdict, relation, confidence, stage, calibration } = judge(context, outcome, corpora, prior);
  const content = { lengthWords: outcome.content.lengthWords, metadata: request.metadata ?? {}, language };
  const found = { verdict, relation, findings: outcome.significant };
  const { attribution, revenue, risk } = conclude({ ...found, catalogue: context.catalogue, disguised, content });
  const decided = await decisionsBeside(request, outcome, names.work_hash);
  const lists = await listsOf(request, outcome, corpora, attribution, decided);
  const looked = { parameters: { ...parameters, ...reworded?.parameters }, uncounted: outcome.uncounted };
  const ofSearch = methodOf(context, corpora, { ...looked, indexes: all.indexes });
  const method = { ...ofSearch, calibration, prior, decisions: decided?.sha256 ?? null };
  return {
    analysis_id: await resultId("an", method, kept === undefined ? request : [request, kept.key]),
    ...names,
    ...confidence,
    verdict,
    relation,
    potential_matches: byDocument(outcome.findings).length,
    documents: lists.documents,
    same_texts: lists.sameTexts,
    estimated_revenue: revenue,
    attribution_sources: withConfidence(context, outcome, corpora, prior, lists.attributed),
    possible_sources: lists.possible,
    unattributed_datasets: attribution.unattributed,
    risk_assessment: risk,
    matches: lists.matches,
    uncounted: lists.uncounted,
    ...(reworded !== null && { reworded: kept?.reworded ?? reworded.reworded }),
    coverage: { ...outcome.coverage, share: rounded(outcome.coverage.share) },
    decisions: decided?.result ?? null,
    content_language: language,
    disguised_characters: disguised,
    offset_unit: "utf16",
    completeness: {
      complete: all.complete,
      stages: [
        ...all.stages,
        stageOf("provenance", "skipped", context.catalogue === null ? NO_CATALOGUE : all.tooShort),
        ...(kept === undefined ? [] : [kept.stage]),
        stage,
        ...(decided === null ? [] : [decided.stage]),
        ...(reworded?.stages ?? []),
        ...lists.stages,
        stageOf("model_probing", "skipped", NOT_ASKED),
      ],
    },
    method,
  };
}

const NO_CATALOGUE = "No catalogue was given, so no model is named.";
const NOT_ASKED = "No model was asked: this answer rests on datasets and documents alone.";
