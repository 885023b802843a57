/** What the worker has open: the engine over the chosen corpora, and the last analysis and comparison. */

import type { AnalyzeRequest, AnalyzeResult, Match } from "../../../base/contract/operations/analyze.ts";
import type { Decision } from "../../../base/contract/operations/decision.ts";
import { SpoliaError } from "../../../base/errors.ts";
import { type Catalogue, loadCatalogue } from "../../../catalogue/catalogue.ts";
import { loadKernels } from "../../../core/kernels/load.ts";
import { type Corpus, openCorpus } from "../../../corpus/search/corpus.ts";
import { openHttpStorage } from "../../../corpus/storage/http/http.ts";
import { contextOf } from "../../../engine/engine.ts";
import {
  besideOf,
  type Exploration,
  explore,
  type PassageBeside,
  type ReaderSelection,
} from "../../../engine/explore.ts";
import { perform } from "../../../engine/requests.ts";
import type { EngineContext } from "../../../engine/steps/context.ts";
import { differingWords } from "../../../engine/steps/decisions/differences.ts";
import { withStretches } from "../../../engine/steps/sources.ts";
import { readers } from "../../../files/documents/readers.ts";
import { loadDifferences } from "../../../report/bundle/differing.ts";
import { writeCompleteness } from "../../../report/parts/method.ts";
import { htmlAnalysis } from "../../../report/views/analysis.ts";
import { comparisonInWords, writeShares } from "../../../report/views/comparison.ts";
import { Spolia } from "../../client/typescript/client.ts";
import {
  type AnalysisAsked,
  type CallHost,
  documentKey,
  type EncoderFiles,
  type KeptByReader,
  type SavedReportOptions,
  type ServicePlace,
  type ShownAnalysis,
  type ShownComparison,
  type Where,
} from "../messages.ts";
import { encoderOf } from "./encoder.ts";
import { openIndex } from "./indexes.ts";
import { openOwn } from "./ownCorpora.ts";
import { partsOf, rewordedSides, shownAnalysis } from "./shown.ts";

/** Passages that a reader can go through; reports list as many. */
const PASSAGES_LISTED = 2_000;

interface Analysed {
  text: string;
  decisions: readonly Decision[];
  first: AnalyzeResult;
  shown: AnalyzeResult;
  exploration: Exploration | null;
  corpora: readonly Corpus[];
}

let catalogue: Promise<Catalogue> | undefined;
let analysed: Analysed | undefined;

export async function analyze(asked: AnalysisAsked, host: CallHost): Promise<ShownAnalysis> {
  const { text, sections, where, prior, published, ignore, decisions } = asked;
  const encoder = where.service === null ? await openedEncoder(asked.encoder) : undefined;
  const request: AnalyzeRequest = {
    content: text,
    ...(sections.length > 0 && { sections }),
    ...(published !== "" && { metadata: { published } }),
    ...(decisions.length > 0 && { decisions }),
    options: {
      prior,
      max_matches: PASSAGES_LISTED,
      max_sources: 100,
      ...(ignore.length > 0 && { ignore }),
    },
  };
  const known = await loaded();
  if (where.service !== null) {
    const whole = { ...request, options: { ...request.options, source_texts: true } };
    const first = await clientOf(where.service).analyze(whole, { signal: host.signal });
    await keep({ text, decisions, first, shown: first, exploration: null, corpora: [] });
    return shownWhole(first, known);
  }
  const corpora = await openAll(where);
  try {
    const context = await contextOf({ corpora, catalogue: known, readers, encoder });
    const named = corpora.map(({ info }) => info.name);
    const exploration = await explore(context, { ...request, options: { ...request.options, corpora: named } }, host);
    const { result: first } = exploration;
    await keep({ text, decisions, first, shown: first, exploration, corpora });
    return shownWhole(first, known);
  } catch (error) {
    await Promise.all(corpora.map((corpus) => corpus.close()));
    throw error;
  }
}

/** The page shows the last analysis until there is another one: one that fails or is cancelled takes nothing away. */
async function keep(next: Analysed): Promise<void> {
  const last = analysed;
  analysed = next;
  await Promise.all(last?.corpora.map((corpus) => corpus.close()) ?? []);
}

/** @param kept `null`: all passages */
export async function conclude(kept: KeptByReader | null, prior: number): Promise<ShownAnalysis> {
  const { first, exploration } = lastAnalysis();
  const keeps = kept === null ? () => true : keeperOf(kept, first);
  const places = first.matches.flatMap((match, place) => (keeps(match, place) ? [place] : []));
  const selection: ReaderSelection = { prior, ...(kept !== null && { keep: keeps }) };
  const result = exploration === null ? first : await exploration.conclude(selection);
  analysed = { ...lastAnalysis(), shown: result };
  return shownFrom(result, places, await loaded());
}

const shownWhole = (first: AnalyzeResult, known: Catalogue) =>
  shownFrom(
    first,
    first.matches.map((_, place) => place),
    known,
  );

/** The last analysis as the page shows it, by a result of it. */
async function shownFrom(result: AnalyzeResult, places: readonly number[], known: Catalogue) {
  const { text, first, decisions, corpora, exploration } = lastAnalysis();
  const whole = await withWholeStretches(result, corpora);
  return shownAnalysis(whole, first, places, known, { isOwn: exploration !== null, text, decisions });
}

/** Results have the beginning of a stretch; who reads it wants all of its sentences. */
const withWholeStretches = async ({ reworded, ...result }: AnalyzeResult, corpora: readonly Corpus[]) =>
  reworded === undefined ? result : { ...result, reworded: await withStretches(reworded, corpora) };

function keeperOf(kept: KeptByReader, { decisions }: AnalyzeResult): (match: Match, place: number) => boolean {
  const decided = new Set(decisions?.applied.flatMap(({ matches }) => matches));
  const leftOut = new Set(kept.leftOut);
  const licences = new Set(kept.licencesLeftOut);
  return ({ kind, commonplace, words, rarity_bits: bits, corpus, document: { id, licence = "" } }, place) =>
    kept.kinds.includes(commonplace === null ? kind : "commonplace") &&
    words >= kept.wordsMin &&
    bits >= kept.rarityBitsMin &&
    !leftOut.has(documentKey(corpus, id)) &&
    !licences.has(licence) &&
    !(kept.withoutDecided && decided.has(place));
}

export async function beside(place: number): Promise<PassageBeside> {
  const { exploration, first, text } = lastAnalysis();
  if (exploration !== null) return exploration.beside(place);
  return besideOf(await loadKernels(), text, first.matches[place]!);
}

const openedEncoder = async (chosen: EncoderFiles | null) => (chosen === null ? undefined : encoderOf(chosen));

export async function compare(
  a: string,
  b: string,
  encoder: EncoderFiles | null,
  host: CallHost,
): Promise<ShownComparison> {
  const context = await contextOf({ corpora: [], readers, encoder: await openedEncoder(encoder) });
  const result = await perform(context, "compare", { a, b }, host);
  const [word, sentence] = comparisonInWords(result);
  return {
    result,
    word,
    sentence,
    shares: partsOf((sheet) => writeShares(sheet, result)),
    reworded: rewordedSides(result, a, b),
    untested: partsOf((sheet) => writeCompleteness(sheet, result.completeness)),
    differing: differencesIn(context, a, b, result.passages ?? []),
  };
}

function differencesIn(
  { kernels }: EngineContext,
  a: string,
  b: string,
  passages: NonNullable<ShownComparison["result"]["passages"]>,
): ShownComparison["differing"] {
  const differing: ShownComparison["differing"] = { a: [], b: [] };
  for (const passage of passages) {
    const cut = (text: string, { start, end }: { start: number; end: number }) => text.slice(start, end);
    const found = differingWords(kernels, cut(a, passage.a), cut(b, passage.b));
    for (const side of ["a", "b"] as const)
      for (const { start, end } of found[side])
        differing[side].push([start + passage[side].start, end + passage[side].start]);
  }
  return differing;
}

export async function report(format: "html" | "json", options: SavedReportOptions): Promise<string> {
  const { shown, text, corpora } = lastAnalysis();
  if (format === "json") return `${JSON.stringify(shown, null, 2)}\n`;
  const [{ citations }, differing] = await Promise.all([loaded(), loadDifferences()]);
  return htmlAnalysis(await withWholeStretches(shown, corpora), {
    content: text,
    allConfidences: true,
    citations,
    differing,
    ...options,
  });
}

function lastAnalysis(): Analysed {
  if (analysed !== undefined) return analysed;
  throw new SpoliaError("closed", "The analysis is no longer open.", { hint: "Check the text again." });
}

export const loaded = (): Promise<Catalogue> => {
  catalogue ??= loadCatalogue();
  return catalogue;
};

export const clientOf = ({ url, key }: ServicePlace): Spolia =>
  new Spolia({ baseURL: url, apiKey: key === "" ? null : key, logLevel: "off" });

async function openAll({ own, addresses, indexes }: Where): Promise<Corpus[]> {
  const opened = await Promise.allSettled([
    ...own.map(openOwn),
    ...addresses.map((url) => openCorpus(openHttpStorage(url))),
    ...indexes.map(openIndex),
  ]);
  const corpora = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failed = opened.find((one) => one.status === "rejected");
  if (failed === undefined) return corpora;
  await Promise.all(corpora.map((corpus) => corpus.close()));
  throw failed.reason;
}
