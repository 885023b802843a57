/** The first half of an analysis: a content is read, named and looked for, word for word and in other words. */
import { piecesOf } from "../../base/bytes/canonicalJson.ts";
import { sha256OfPieces } from "../../base/bytes/sha256.ts";
import type { Stage } from "../../base/contract/common.ts";
import type { HostOptions } from "../../base/contract/engine.ts";
import type {
  AnalyzeRequest,
  AnalyzeResult,
  ContentRewordings,
  DisguisedCharacters,
} from "../../base/contract/operations/analyze.ts";
import { textId } from "../../core/fingerprint/fingerprint.ts";
import { isccTextCodeWith } from "../../core/fingerprint/iscc.ts";
import type { Corpus } from "../../corpus/search/corpus.ts";
import { disguisedCharacters } from "../evidence/verdict/disguise.ts";
import { type Content, readContent } from "./content.ts";
import { corporaNamed, type EngineContext } from "./context.ts";
import { type ContentLanguage, disguisesOf, languageOf } from "./language.ts";
import type { RewordingsFound } from "./reworded/content.ts";
import { givenIn, type SearchOutcome, searchCorpora } from "./search.ts";

/** What an analysis has read and found before it draws conclusions. */
export interface SearchedContent {
  corpora: readonly Corpus[];
  outcome: SearchOutcome;
  /** What the text is known by. */
  names: Pick<AnalyzeResult, "fingerprint" | "work_hash" | "iscc">;
  disguised: DisguisedCharacters;
  language: ContentLanguage;
  /** What documents say in other words; `null` without an encoder. */
  reworded: RewordingsFound | null;
}

/** The passages that a reader keeps, and how the result says so. */
export interface KeptPassages {
  outcome: SearchOutcome;
  /** Tells apart the ids of results that keep other passages. */
  key: object;
  /** What documents say in other words, without those that the reader left out. */
  reworded: ContentRewordings | null;
  stage: Stage;
}

export async function searchContent(
  context: EngineContext,
  request: AnalyzeRequest,
  host: HostOptions,
): Promise<SearchedContent> {
  const corpora = corporaNamed(context, request.options?.corpora);
  const content = readContent(context, request);
  const outcome = await searchCorpora(context, corpora, content, host, request.options);
  return {
    corpora,
    outcome,
    names: await namesOf(context, request, content),
    disguised: disguisedCharacters(await disguisesOf(content.text), content.toOriginal),
    language: await languageOf(context, outcome.read, request),
    reworded: await rewordedIn(context, request, corpora, outcome, host),
  };
}

/** The hash by which a service registers the text is computed piece by piece, without a copy of it. */
async function namesOf(
  { kernels }: EngineContext,
  { content, options }: AnalyzeRequest,
  { text, shingled }: Content,
): Promise<SearchedContent["names"]> {
  const hash = await sha256OfPieces((write) => {
    for (const piece of piecesOf(content!)) write(piece);
  });
  return {
    fingerprint: textId(kernels, shingled.text.words),
    work_hash: `sha256:${hash}`,
    ...(options?.iscc === true && { iscc: isccTextCodeWith(kernels, text, 64) }),
  };
}

/** Loaded where there is an encoder. */
async function rewordedIn(
  { encoder, ...context }: EngineContext,
  { options }: AnalyzeRequest,
  corpora: readonly Corpus[],
  { read: content, findings }: SearchOutcome,
  host: HostOptions,
): Promise<RewordingsFound | null> {
  if (encoder === null || options?.reworded === false) return null;
  const ignored = [...(options?.ignore ?? []), ...corpora.flatMap(({ ignore }) => ignore ?? [])];
  const given = ignored.length === 0 ? [] : await givenIn(context.kernels, content, corpora, options?.ignore);
  const beside = [...findings.map((finding) => finding.content), ...content.spans(given)];
  const { partial = false, source_texts: sourceTexts = false } = options ?? {};
  const searched = { corpora, content, beside, partial, sourceTexts };
  return (await import("./reworded/content.ts")).rewordingsOf({ ...context, encoder }, searched, host);
}
