/**
 * What the content shares with each document: every word counted once, and each divided among the works that share it.
 * A word that many works share says little about any one of them.
 */

import type { Commonplace } from "../../base/contract/operations/analyze.ts";
import { greatest } from "../../base/lists/numbers.ts";
import { byDocument, type ContentHit, type DocumentHits } from "./findings.ts";

/** A document of a searched corpus, and what the content shares with it. */
export interface SharedDocument {
  /** The passages, longest first. */
  hits: DocumentHits;
  /** Words of the content in these passages, each counted once. */
  words: number;
  /** Those of them that everybody writes: they count for nothing below. */
  commonWords: number;
  /** Words of passages that are formulas of numbered provisions, without those words. */
  formulaWords: number;
  /**
   * Σ 1 / (1 + w) over the other words, where w is the number of other works that share the word in a passage. Copies
   * and editions of one work count once.
   */
  ownWords: number;
  /** Words of passages that the content marks as quotations. */
  quotedWords: number;
  /** Surprise of the agreeing words in bits, each word's divided by 1 + w. */
  ownBits: number;
  /** The same without the division. */
  rarityBits: number;
  /** Share of these words that agree with the document; 0 where everybody writes all of them. */
  identity: number;
  longestRunWords: number;
  /** Number of works that share the passages, in the harmonic mean over their words that not everybody writes. */
  works: number;
  /** Share of the content's words in these passages. */
  contentShare: number;
  /** Words of the document in these passages, each counted once. */
  documentWords: number;
  /** Share of the document's words in these passages, 0 to 1. */
  documentShare: number;
  /** Words of the content before the first of these passages, or behind the last one, whichever are more. */
  wordsBeside: number;
}

/** How the words of the content are shared, in the corpora of a search. */
export interface WordShares {
  lengthWords: number;
  /** Number of works with a passage over each word of the content; at least 1 for words of passages. */
  works: Uint32Array;
  /** 1 for each word of the content that everybody writes; `null` where there is none. */
  mask: Uint8Array | null;
  /**
   * What passages consist of that are not significant: of those of such words the other words count for nothing either.
   */
  commonplace: ReadonlyMap<ContentHit, Commonplace>;
}

/**
 * Most own words first, but documents with formulas alone behind the others; documents that are equal in this keep the
 * order of their longest passages.
 */
export function sharedDocuments(findings: readonly ContentHit[], shares: WordShares): SharedDocument[] {
  // The number of the last document that counted a word, so that overlapping passages count it once.
  const countedFor = new Uint32Array(shares.lengthWords);
  const documents = byDocument(findings).map((hits, i) => sharedWith(hits, shares, countedFor, i + 1));
  const areFormulas = ({ words, commonWords, formulaWords }: SharedDocument) =>
    Number(formulaWords > 0 && formulaWords === words - commonWords);
  return documents.sort(
    (one, other) => areFormulas(one) - areFormulas(other) || other.ownWords - one.ownWords || other.words - one.words,
  );
}

function sharedWith(
  hits: DocumentHits,
  { lengthWords, works, mask, commonplace }: WordShares,
  countedFor: Uint32Array,
  number: number,
): SharedDocument {
  // Of these words those that not everybody writes.
  let counted = 0;
  let words = 0;
  let agreeing = 0;
  let formulaWords = 0;
  let quotedWords = 0;
  let ownWords = 0;
  let ownBits = 0;
  let rarityBits = 0;
  for (const hit of hits) {
    const { agreeing: runs, surprise, content } = hit.passage;
    const { kindOf, bits } = surprise;
    const kind = commonplace.get(hit)?.kind;
    // Whether everybody writes all of it.
    const isCommon = kind !== undefined && kind !== "formula";
    if (!isCommon)
      for (const run of runs)
        for (let word = run.a; word < run.a + run.lengthWords; word++) {
          if (countedFor[word] === number || (mask !== null && mask[word] === 1)) continue;
          const own = bits[kindOf[word]!]!;
          agreeing++;
          rarityBits += own;
          ownBits += own / works[word]!;
        }
    let others = 0;
    for (let word = content.start; word < content.end; word++) {
      if (countedFor[word] === number) continue;
      countedFor[word] = number;
      words++;
      if (isCommon || (mask !== null && mask[word] === 1)) continue;
      ownWords += 1 / works[word]!;
      others++;
    }
    counted += others;
    if (hit.quotation !== null) quotedWords += others;
    if (kind === "formula") formulaWords += others;
  }
  const ranges = hits.map(({ passage }) => passage.content);
  const behind = lengthWords - greatest(ranges, ({ end }) => end);
  // Without text the places in the document are those of blocks, which passages share.
  const documentWords = hits[0].corpus.has_text ? coveredOfDocument(hits) : words;
  return {
    hits,
    words,
    commonWords: words - counted,
    formulaWords,
    ownWords,
    quotedWords,
    ownBits,
    rarityBits,
    identity: counted === 0 ? 0 : agreeing / counted,
    longestRunWords: greatest(hits, ({ passage }) => passage.longestRunWords),
    contentShare: words / lengthWords,
    works: counted === 0 ? 0 : Math.round(counted / ownWords),
    documentWords,
    documentShare: Math.min(1, documentWords / Math.max(1, hits[0].passage.document.words)),
    wordsBeside: Math.max(behind, lengthWords - greatest(ranges, ({ start }) => lengthWords - start)),
  };
}

/** Words of the document in its passages. Where passages overlap in the document, the words are divided by length. */
function coveredOfDocument(hits: DocumentHits): number {
  let [covered, coveredTo] = [0, 0];
  for (const { passage } of [...hits].sort((x, y) => x.passage.source.start - y.passage.source.start)) {
    const { start, end } = passage.source;
    const uncovered = Math.max(0, end - Math.max(start, coveredTo));
    if (end > start) covered += (passage.sourceWords * uncovered) / (end - start);
    coveredTo = Math.max(coveredTo, end);
  }
  return covered;
}
