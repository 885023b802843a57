/** The findings of a search in the form that the rules of this room take: facts without conclusions. */

import type { ContentMetadata, Span } from "../../base/contract/common.ts";
import type { Coverage } from "../../base/contract/operations/analyze.ts";
import type { CorpusInfo } from "../../base/contract/resources/corpus.ts";
import { groupBy } from "../../base/lists/groups.ts";
import { greatest } from "../../base/lists/numbers.ts";
import { exp } from "../../core/kernels/numbers/exp.reference.ts";
import { coveredWords } from "../../core/passages/agreement.ts";
import type { QuotationMark } from "../../core/text/quotation.ts";
import type { PassageHit } from "../../corpus/search/weigh.ts";

/** A passage of the content in a document of one of the corpora. */
export interface ContentHit {
  corpus: CorpusInfo;
  passage: PassageHit;
  /** UTF-16 indices into the content as it was sent. */
  content: Span;
  /** How the content marks the passage as a quotation, if it does. */
  quotation: QuotationMark | null;
  /** Whether the passage stands in numbered provisions of the content, as of laws. */
  isProvision: boolean;
}

/** Length of the content, which decides whether it can be judged. */
export interface ContentLength {
  lengthWords: number;
  /** The count stops at `JUDGED_SHINGLES_MIN`. */
  distinctShingles: number;
}

/** What is known of the content. */
export interface ContentFacts {
  lengthWords: number;
  metadata: ContentMetadata;
  /** Language of the content: ISO 639-1, or `und`. */
  language: string;
}

/** Words of a passage's range in the content. */
export function passageWords({ passage: { content } }: ContentHit): number {
  return content.end - content.start;
}

/** All findings of one document. */
export type DocumentHits = [ContentHit, ...ContentHit[]];

export function byDocument(findings: readonly ContentHit[]): DocumentHits[] {
  const groups = groupBy(findings, ({ corpus, passage }) => `${corpus.revision} ${passage.documentNumber}`);
  return [...groups.values()] as DocumentHits[];
}

/**
 * How much of a content of `lengthWords` words the findings cover, where a word in several passages counts once, and
 * the longest run of words that one of them shares with it.
 */
export function coverageOf(lengthWords: number, findings: readonly ContentHit[]): Coverage {
  const matched = coveredWords(findings.map(({ passage }) => passage.content));
  return {
    words: lengthWords,
    matched_words: matched,
    share: lengthWords === 0 ? 0 : matched / lengthWords,
    longest_run_words: greatest(findings, ({ passage }) => passage.longestRunWords),
  };
}

/**
 * λ = N · 2^−bits: the expected number of places among N searched words that match by chance at this surprise, if words
 * were independent. Rounded to six significant digits; 0 where the value is below the smallest floating-point number.
 */
export function chanceMatches(searchedWords: number, rarityBits: number): number {
  return Number((searchedWords * exp(-Math.LN2 * rarityBits)).toPrecision(6));
}

/** Number of different works from which a passage is widely shared. A definition, not a measurement. */
const WIDELY_SHARED_WORKS_MIN = 5;

export function isWidelyShared(documentFrequency: number): boolean {
  return documentFrequency >= WIDELY_SHARED_WORKS_MIN;
}

/** Whether a document's licence field states that it is in the public domain. */
export function isPublicDomain(licence: string | undefined): boolean {
  return /public domain|\bcc0\b/i.test(licence ?? "");
}

/** Whether a document's licence field names a licence that allows every use without payment. */
export function isOpenLicence(licence: string | undefined): boolean {
  return /\bcc[ -]?by(?:[ -]?sa)?\b(?![ -]?n[cd])|creative commons attribution(?! non| no)|\b(?:mit|apache|bsd|isc|unlicense|0bsd)\b/i.test(
    licence ?? "",
  );
}

/**
 * Works published before this year are in the public domain in countries that protect 70 years after the author's
 * death, unless the author lived on for more than 60 years: 2026 − 70 − 60. The engine has no clock, so the year is
 * fixed.
 */
export const OLD_WORK_BEFORE = 1896;

/** Whether the metadata of the content state a year of publication before `OLD_WORK_BEFORE`. */
export function isOldWork({ published }: ContentMetadata): boolean {
  return Number(/^\d{4}/.exec(published ?? "")?.[0]) < OLD_WORK_BEFORE;
}

/** Share of a document's words that the content shares, 0 to 1. */
export function shareOfDocument(findings: DocumentHits): number {
  const words = coveredWords(findings.map(({ passage }) => passage.content));
  return Math.min(1, words / Math.max(1, findings[0].passage.document.words));
}
