/**
 * `analyze`: reads the content, searches the corpora, draws conclusions, and reports which stages were skipped or
 * bounded.
 */
import { piecesOf } from "../base/bytes/canonicalJson.ts";
import { sha256OfPieces } from "../base/bytes/sha256.ts";
import type { Completeness, Stage } from "../base/contract/common.ts";
import type { HostOptions } from "../base/contract/engine.ts";
import type {
  AnalyzeRequest,
  AnalyzeResult,
  ContentRewordings,
  DisguisedCharacters,
  Match,
} from "../base/contract/operations/analyze.ts";
import { analyzeRequestSchema } from "../base/contract/schemas/operations/analyze.ts";
import { MATCHES_DEFAULT, SOURCES_DEFAULT } from "../base/limits.ts";
import { rounded } from "../base/lists/numbers.ts";
import { loadedOnce } from "../base/queues/remembered.ts";
import { textId } from "../core/fingerprint/fingerprint.ts";
import { isccTextCodeWith } from "../core/fingerprint/iscc.ts";
import type { Corpus } from "../corpus/search/corpus.ts";
import type { Attribution } from "./evidence/attribution.ts";
import { disguisedCharacters } from "./evidence/verdict/disguise.ts";
import { stageOf } from "./steps/completeness.ts";
import { type Content, readContent, readForSearch } from "./steps/content.ts";
import { corporaNamed, type EngineContext, methodOf, type OperationCode, resultId } from "./steps/context.ts";
import type { decisionsBeside } from "./steps/decisions/decisions.ts";
import { type ContentLanguage, disguisesOf, languageOf } from "./steps/language.ts";
import { documentsOf, matchesOf, sameTextsOf, uncountedWordsOf } from "./steps/matches.ts";
import type { RewordingsFound } from "./steps/reworded/content.ts";
import { givenIn, type SearchOutcome, searchCorpora } from "./steps/search.ts";

export const analyzeOperation: OperationCode<"analyze"> = { schema: analyzeRequestSchema, answer: analyze };

async function analyze(context: EngineContext, request: AnalyzeRequest, host: HostOptions): Promise<AnalyzeResult> {
  return conclusionsOf(context, request, await searchContent(context, request, host));
}

/** What an analysis has read and found before it draws conclusions. */
interface SearchedContent {
  corpora: readonly Corpus[];
  /** The text in which passages were looked for. */
  content: Content;
  outcome: SearchOutcome;
  fingerprint: string;
  iscc?: string;
  disguised: DisguisedCharacters;
  language: ContentLanguage;
  /** What documents say in other words; `null` without an encoder. */
  reworded: RewordingsFound | null;
}

export async function searchContent(
  context: EngineContext,
  request: AnalyzeRequest,
  host: HostOptions,
): Promise<SearchedContent> {
  const corpora = corporaNamed(context, request.options?.corpora);
  const first = readContent(context, request);
  const content = readForSearch(context, corpora, first);
  const outcome = await searchCorpora(context, corpora, content, host, request.options);
  return {
    corpora,
    content,
    outcome,
    fingerprint: textId(context.kernels, first.shingled.text.words),
    ...(request.options?.iscc === true && { iscc: isccTextCodeWith(context.kernels, first.text, 64) }),
    disguised: disguisedCharacters(await disguisesOf(first.text), first.toOriginal),
    language: await languageOf(context, content, request),
    reworded: await rewordedIn(context, request, { corpora, content, outcome }, host),
  };
}

/** Loaded where there is an encoder. */
async function rewordedIn(
  { encoder, ...context }: EngineContext,
  { options }: AnalyzeRequest,
  { corpora, content, outcome }: Pick<SearchedContent, "corpora" | "content" | "outcome">,
  host: HostOptions,
): Promise<RewordingsFound | null> {
  if (encoder === null || options?.reworded === false) return null;
  const ignored = [...(options?.ignore ?? []), ...corpora.flatMap(({ ignore }) => ignore ?? [])];
  const given = ignored.length === 0 ? [] : await givenIn(context.kernels, content, corpora, options?.ignore);
  const beside = [...outcome.findings.map((finding) => finding.content), ...content.spans(given)];
  const { partial = false, source_texts: sourceTexts = false } = options ?? {};
  const searched = { corpora, content, beside, partial, sourceTexts };
  return (await import("./steps/reworded/content.ts")).rewordingsOf({ ...context, encoder }, searched, host);
}

/** The passages that a reader keeps, and how the result says so. */
interface KeptPassages {
  outcome: SearchOutcome;
  /** Tells apart the ids of results that keep other passages. */
  key: object;
  /** What documents say in other words, without those that the reader left out. */
  reworded: ContentRewordings | null;
  stage: Stage;
}

/** Loaded on the first analysis, so that the package's entry stays small. */
const loadConclusions = loadedOnce(async () => {
  const [{ conclude }, { usedFromDataset }, { judge, judgeDatasets, priorOf }] = await Promise.all([
    import("./evidence/conclusions.ts"),
    import("./evidence/attribution.ts"),
    import("./steps/confidence.ts"),
  ]);
  return { conclude, usedFromDataset, judge, judgeDatasets, priorOf };
});

/** @param kept absent: all passages */
export async function conclusionsOf(
  context: EngineContext,
  request: AnalyzeRequest,
  {
    corpora,
    content,
    outcome: all,
    fingerprint,
    iscc,
    disguised,
    language: { language, parameters },
    reworded,
  }: SearchedContent,
  kept?: KeptPassages,
): Promise<AnalyzeResult> {
  const outcome = kept?.outcome ?? all;
  const { findings, coverage } = outcome;
  const { conclude, usedFromDataset, judge, judgeDatasets, priorOf } = await loadConclusions();
  const prior = priorOf(request);
  const { verdict, relation, confidence, stage, calibration } = judge(context, outcome, corpora, prior);
  const { attribution, revenue, risk } = conclude({
    verdict,
    relation,
    findings: outcome.significant,
    catalogue: context.catalogue,
    disguised,
    content: {
      lengthWords: coverage.words,
      distinctShingles: content.distinctShingles,
      metadata: request.metadata ?? {},
      language,
    },
  });
  const judgementIn = judgeDatasets(context, outcome, corpora, prior);
  const known = {
    parameters: { ...parameters, ...reworded?.parameters },
    uncounted: outcome.uncounted,
    indexes: all.indexes,
  };
  const matchesMost = request.options?.max_matches ?? MATCHES_DEFAULT;
  const work_hash = await workHashOf(request.content!);
  const decided = await decisionsOf(request, { content, workHash: work_hash, outcome, listedMost: matchesMost });
  const method = { ...methodOf(context, corpora, known), calibration, prior, decisions: decided?.sha256 ?? null };
  const lists = listsOf(request, outcome, attribution, decided);
  const judged = [...(kept === undefined ? [] : [kept.stage]), stage, ...(decided === null ? [] : [decided.stage])];
  return {
    analysis_id: await resultId("an", method, kept === undefined ? request : [request, kept.key]),
    fingerprint,
    work_hash,
    ...(iscc !== undefined && { iscc }),
    ...confidence,
    verdict,
    relation,
    potential_matches: new Set(findings.map(({ corpus, passage }) => `${corpus.revision} ${passage.documentNumber}`))
      .size,
    documents: lists.documents,
    same_texts: lists.sameTexts,
    estimated_revenue: revenue,
    attribution_sources: lists.attributed.map((source) => {
      const { dataset } = corpora.find(({ info }) => info.name === source.corpus)!.info;
      return { ...source, ...usedFromDataset(judgementIn(dataset).confidence, source.inclusion) };
    }),
    possible_sources: lists.possible,
    unattributed_datasets: attribution.unattributed,
    risk_assessment: risk,
    matches: await withTexts(request, await matchesOf(outcome, content, matchesMost), corpora),
    uncounted: uncountedWordsOf(outcome, content, matchesMost),
    ...(reworded !== null && { reworded: kept?.reworded ?? reworded.reworded }),
    coverage: { ...coverage, share: rounded(coverage.share) },
    decisions: decided?.result ?? null,
    content_language: language,
    disguised_characters: disguised,
    offset_unit: "utf16",
    completeness: completenessOf(context, all, [...judged, ...(reworded?.stages ?? []), ...lists.stages]),
    method,
  };
}

/** Loaded where it was asked for. */
async function withTexts({ options }: AnalyzeRequest, matches: Match[], corpora: readonly Corpus[]): Promise<Match[]> {
  if (options?.source_texts !== true) return matches;
  return (await import("./steps/sources.ts")).withSourceTexts(matches, corpora);
}

/** Loaded where there are decisions. `null` where there are none. */
async function decisionsOf({ decisions }: AnalyzeRequest, found: Parameters<typeof decisionsBeside>[1]) {
  if (decisions === undefined) return null;
  return (await import("./steps/decisions/decisions.ts")).decisionsBeside(decisions, found);
}

function completenessOf({ catalogue }: EngineContext, outcome: SearchOutcome, judged: readonly Stage[]): Completeness {
  const { complete, stages, tooShort } = outcome;
  const whyNoModel = catalogue === null ? "No catalogue was given, so no model is named." : tooShort;
  const whyNotAsked = "No model was asked: this answer rests on datasets and documents alone.";
  return {
    complete,
    stages: [
      ...stages,
      stageOf("provenance", "skipped", whyNoModel),
      ...judged,
      stageOf("model_probing", "skipped", whyNotAsked),
    ],
  };
}

/** The lists of a result, as long as the request allows, and stages for those that were cut. */
function listsOf(
  { options }: AnalyzeRequest,
  outcome: SearchOutcome,
  { attributed, possible }: Attribution,
  decided: Awaited<ReturnType<typeof decisionsOf>>,
) {
  const { max_matches: matchesMost = MATCHES_DEFAULT, max_sources: sourcesMost = SOURCES_DEFAULT } = options ?? {};
  const documents = documentsOf(outcome);
  const sameTexts = sameTextsOf(outcome);
  return {
    documents: documents.slice(0, matchesMost),
    sameTexts: sameTexts.slice(0, matchesMost),
    attributed: attributed.slice(0, sourcesMost),
    possible: possible.slice(0, sourcesMost),
    stages: [
      ...cutStages("max_matches", matchesMost, {
        matches: outcome.findings.length,
        "decisions that hold": decided?.applied ?? 0,
        "decisions that do not hold": decided?.notApplied ?? 0,
        documents: documents.length,
        "same texts": sameTexts.length,
      }),
      ...cutStages("max_sources", sourcesMost, {
        "attribution sources": attributed.length,
        "possible sources": possible.length,
      }),
    ],
  };
}

/** What is not listed is said, with the option that lists more of it. @param lengths of lists by what they list */
const cutStages = (option: string, most: number, lengths: Readonly<Record<string, number>>): Stage[] =>
  Object.entries(lengths)
    .filter(([, all]) => all > most)
    .map(([what, all]) =>
      stageOf(`list:${what}`, "bounded", `${most} of ${all} ${what} are listed; ${option} sets how many.`),
    );

/** The hash by which a service registers the text: piece by piece, without a copy of it. */
const workHashOf = async (content: string): Promise<string> =>
  `sha256:${await sha256OfPieces((write) => {
    for (const piece of piecesOf(content)) write(piece);
  })}`;
