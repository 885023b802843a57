/** How many documents of a corpus carry a content, how much of it, and what such a count leaves open. */
import type { CorpusReference } from "../../base/contract/common.ts";
import type { Verdict } from "../../base/contract/operations/analyze.ts";
import type { AssessedCopies } from "../../base/contract/operations/assess.ts";
import type { CorpusInfo } from "../../base/contract/resources/corpus.ts";
import { greatest, rounded, sum } from "../../base/lists/numbers.ts";
import { byDocument, type ContentHit, coverageOf } from "./findings.ts";
import { labelCaveat } from "./label.ts";

/**
 * By definition, the least share of the content that a document must carry: verbatim to be a copy, in any form to be a
 * near copy.
 */
const COPY_SHARE = 0.9;
const NEAR_COPY_SHARE = 0.5;

/**
 * @param significant passages of a content of so many words in the corpus
 * @param verdict over this corpus alone
 */
export function copiesIn(
  info: CorpusInfo,
  significant: readonly ContentHit[],
  lengthWords: number,
  verdict: Verdict,
): AssessedCopies {
  const documents = byDocument(significant).map((findings) => ({
    identical: findings[0].passage.document.copies,
    ...sharesOf(findings, lengthWords),
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
    longest_run_words: coverageOf(lengthWords, significant).longest_run_words,
    verdict,
  };
}

/** Share of the content that one document carries, and share that it carries word for word. */
function sharesOf(findings: readonly ContentHit[], lengthWords: number): { share: number; verbatim: number } {
  const shareOf = (passages: readonly ContentHit[]) => coverageOf(lengthWords, passages).share;
  return { share: shareOf(findings), verbatim: shareOf(findings.filter(({ passage }) => passage.kind === "verbatim")) };
}

/** Bits per word of the longest passage; `null` where there is none. */
export function rarityOf(longest: ContentHit | undefined): number | null {
  return longest === undefined ? null : rounded(longest.passage.rarityBits / longest.passage.agreeingWords);
}

/** What limits a level that rests on copies. @param isComplete whether all of the corpora was searched */
export function caveatsOfCopies(isComplete: boolean, corpora: readonly CorpusReference[]): string[] {
  const ranks =
    "A level ranks cases by priority. Only querying the model, with `extract`, shows whether it repeats this work.";
  if (corpora.length === 0) return [ranks];
  const more = isComplete ? [] : ["The search ended early, so there may be more copies than were counted."];
  const uncounted =
    "Corpora may hold only a part of their datasets, and models also train on undocumented data: there may be copies that are not counted.";
  return [ranks, ...more, labelCaveat(corpora)!, uncounted];
}
