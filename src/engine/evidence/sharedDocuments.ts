/**
 * What the content shares with each document: every word counted once, and each divided among the works that share it.
 * A word that many works share says little about any one of them.
 */

import type { Commonplace } from "../../base/contract/operations/analyze.ts";
import { greatest } from "../../base/lists/numbers.ts";
import type { Anchor } from "../../core/kernels/passages/kernels.ts";
import type { WordRange } from "../../core/text/text.ts";
import type { PassageHit } from "../../corpus/search/weigh.ts";
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

/** Which words count for a document, and for how much. */
interface CountedFor extends Pick<WordShares, "works"> {
  mask: Uint8Array;
  /** The number of the last document that counted a word, so that overlapping passages count it once. */
  countedFor: Uint32Array;
  /** Of this document. */
  number: number;
}

/** Places of sums over words. */
const [RARITY_BITS, OWN_BITS, OWN_WORDS] = [0, 1, 2];

/**
 * Most own words first, but documents with formulas alone behind the others; documents that are equal in this keep the
 * order of their longest passages.
 */
export function sharedDocuments(findings: readonly ContentHit[], shares: WordShares): SharedDocument[] {
  const countedFor = new Uint32Array(shares.lengthWords);
  const mask = shares.mask ?? new Uint8Array(shares.lengthWords);
  const documents = byDocument(findings).map((hits, i) =>
    sharedWith(hits, shares, { works: shares.works, mask, countedFor, number: i + 1 }),
  );
  const areFormulas = ({ words, commonWords, formulaWords }: SharedDocument) =>
    Number(formulaWords > 0 && formulaWords === words - commonWords);
  return documents.sort(
    (one, other) => areFormulas(one) - areFormulas(other) || other.ownWords - one.ownWords || other.words - one.words,
  );
}

function sharedWith(hits: DocumentHits, { lengthWords, commonplace }: WordShares, counts: CountedFor): SharedDocument {
  const sums = new Float64Array(3);
  let [words, agreeing, counted, formulaWords, quotedWords] = [0, 0, 0, 0, 0];
  for (const hit of hits) {
    const { passage, quotation } = hit;
    const kind = commonplace.get(hit)?.kind;
    // Of other passages that are not significant everybody writes all words.
    const isOwn = kind === undefined || kind === "formula";
    if (isOwn) for (const run of passage.agreeing) agreeing += addBits(run, counts, passage.surprise, sums);
    const others = isOwn ? addWorks(passage.content, counts, sums) : 0;
    words += markCounted(passage.content, counts);
    counted += others;
    if (quotation !== null) quotedWords += others;
    if (kind === "formula") formulaWords += others;
  }
  const [rarityBits, ownBits, ownWords] = [sums[RARITY_BITS]!, sums[OWN_BITS]!, sums[OWN_WORDS]!];
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

// Loops over the words of a content, in functions of their own: they stay compiled, whatever a hit looks like.

/** Adds the bits of words that agree, and those divided by the works that share each. @returns how many words */
function addBits(
  { a, lengthWords }: Anchor,
  { countedFor, number, mask, works }: CountedFor,
  { kindOf, bits }: PassageHit["surprise"],
  sums: Float64Array,
): number {
  let words = 0;
  for (let word = a; word < a + lengthWords; word++) {
    if (countedFor[word] === number || mask[word] === 1) continue;
    const own = bits[kindOf[word]!]!;
    words++;
    sums[RARITY_BITS]! += own;
    sums[OWN_BITS]! += own / works[word]!;
  }
  return words;
}

/** Adds what each word is of its works. @returns how many words */
function addWorks(
  { start, end }: WordRange,
  { countedFor, number, mask, works }: CountedFor,
  sums: Float64Array,
): number {
  let words = 0;
  for (let word = start; word < end; word++) {
    if (countedFor[word] === number || mask[word] === 1) continue;
    words++;
    sums[OWN_WORDS]! += 1 / works[word]!;
  }
  return words;
}

/** @returns how many words were not counted before */
function markCounted({ start, end }: WordRange, { countedFor, number }: CountedFor): number {
  let words = 0;
  for (let word = start; word < end; word++) {
    if (countedFor[word] !== number) words++;
    countedFor[word] = number;
  }
  return words;
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
