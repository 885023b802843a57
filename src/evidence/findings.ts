/** What a search found, as the rules of this room take it: facts, before anything is concluded from them. */
import type { Coverage } from "../contract/analyze.ts";
import type { ContentMetadata, Span } from "../contract/common.ts";
import type { CorpusInfo } from "../contract/corpus.ts";
import type { PassageHit } from "../corpus/search.weigh.ts";
import { exp } from "../kernels/numbers/exp.reference.ts";
import { coveredWords } from "../passages/agreement.ts";
import type { WordRange } from "../text/text.ts";

/** A passage of the content in a document of one of the corpora. */
export interface ContentHit {
  corpus: CorpusInfo;
  passage: PassageHit;
  /** UTF-16 indices into the content as it was sent. */
  content: Span;
}

/** How much there is to judge. */
export interface ContentLength {
  lengthWords: number;
  /** Counted as far as `JUDGED_SHINGLES_MIN`. */
  distinctShingles: number;
}

/** What is known of the content itself. */
export interface ContentFacts extends ContentLength {
  metadata: ContentMetadata;
}

/** Words of a passage's range in the content. */
export function passageWords({ passage: { content } }: ContentHit): number {
  return content.end - content.start;
}

/** All that was found in one document. */
export type DocumentHits = [ContentHit, ...ContentHit[]];

export function byDocument(findings: readonly ContentHit[]): DocumentHits[] {
  const groups = new Map<string, DocumentHits>();
  for (const finding of findings) {
    const key = `${finding.corpus.revision} ${finding.passage.documentNumber}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups.values()];
}

/** How much of the content the findings cover; words under several passages count once. */
export function coverageOf(lengthWords: number, ranges: readonly WordRange[], longestRunWords: number): Coverage {
  const matched = coveredWords(ranges);
  return {
    words: lengthWords,
    matched_words: matched,
    share: lengthWords === 0 ? 0 : matched / lengthWords,
    longest_run_words: longestRunWords,
  };
}

/**
 * λ = N · 2^−bits: how many places of N searched words would hold words of this surprise by chance, if words came one by one. Six digits;
 * 0 below the least number there is.
 */
export function chanceMatches(searchedWords: number, rarityBits: number): number {
  return Number((searchedWords * exp(-Math.LN2 * rarityBits)).toPrecision(6));
}

/** Different works from which a passage counts as shared by many. A definition, not a measurement. */
const WIDELY_SHARED_WORKS_MIN = 5;

export function isWidelyShared(documentFrequency: number): boolean {
  return documentFrequency >= WIDELY_SHARED_WORKS_MIN;
}

/** Whether a document's licence field says that nobody has rights to reserve. */
export function isPublicDomain(licence: string | undefined): boolean {
  return /public domain|\bcc0\b/i.test(licence ?? "");
}
