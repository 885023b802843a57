/**
 * What confidence is read from: numbers that anyone can take from the matches of a result, and how they enter the logistic map.
 *
 * They speak of one document, since event G does: the one in which most of the content was met.
 */
import { rounded, sum } from "../base/numbers.ts";
import type { AnalyzeResult, ConfidenceFeatures, Match } from "../contract/analyze.ts";
import type { Span } from "../contract/common.ts";
import { log, log2 } from "../kernels/numbers/log.reference.ts";
import { eventWords } from "./verdict.ts";

const overlaps = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;

/** What was searched, besides the passages that were found. */
interface SearchSize {
  /** Words of the content. */
  contentWords: number;
  /** Words of all corpora that were searched. */
  searchedWords: number;
  /** The longest run of all matches. */
  longestRunWords: number;
}

/**
 * @param matches all passages, longest first as a result lists them; where two of a document overlap in the content, the later is left out
 */
export function featuresOf(matches: readonly Match[], searched: SearchSize): ConfidenceFeatures {
  const passages = passagesOfBestDocument(matches);
  const words = sum(passages, (passage) => passage.words);
  return {
    content_words: searched.contentWords,
    searched_words: searched.searchedWords,
    passage_words: words,
    longest_run_words: searched.longestRunWords,
    identity: words === 0 ? 0 : rounded(sum(passages, (passage) => passage.words * passage.identity) / words),
    rarity_bits: rounded(sum(passages, ({ rarity_bits }) => rarity_bits)),
    documents: passages[0]?.document_frequency ?? 0,
  };
}

/** The same of a whole result, none of whose matches was cut off by `max_matches`. */
export function featuresOfResult({ matches, coverage, method }: AnalyzeResult): ConfidenceFeatures {
  return featuresOf(matches, {
    contentWords: coverage.words,
    searchedWords: sum(method.corpora, ({ words }) => words),
    longestRunWords: coverage.longest_run_words,
  });
}

/** Of the document with most words in passages that do not overlap; the first listed of several. */
function passagesOfBestDocument(matches: readonly Match[]): Match[] {
  const byDocument = new Map<string, Match[]>();
  for (const match of matches) {
    const key = JSON.stringify([match.corpus, match.document.id]);
    const passages = byDocument.get(key);
    if (passages === undefined) byDocument.set(key, [match]);
    else if (passages.length < PASSAGES_MAX && !passages.some(({ content }) => overlaps(content, match.content)))
      passages.push(match);
  }
  let best: Match[] = [];
  let most = 0;
  for (const passages of byDocument.values()) {
    const words = sum(passages, (passage) => passage.words);
    if (words > most) [best, most] = [passages, words];
  }
  return best;
}

/** Passages of a document that are counted at most, so that hostile content costs no quadratic time. */
const PASSAGES_MAX = 100;

/** What the coefficients of a calibration multiply; all logarithms are natural. `passage_words` is not 0. */
export function regressorsOf(features: ConfidenceFeatures) {
  const { content_words, searched_words, passage_words, longest_run_words, identity, rarity_bits, documents } = features;
  const reach = log(passage_words / eventWords(content_words));
  return {
    /** How far the passages fall short of what event G asks for, and how far they go beyond. */
    below_event: Math.min(reach, 0),
    beyond_event: Math.max(reach, 0),
    ln_passage_words: log(passage_words),
    /** Quotations are short: what one more word says changes with how many there are. */
    ln_passage_words_squared: log(passage_words) * log(passage_words),
    ln_longest_run: log(Math.max(1, longest_run_words)),
    identity,
    /** −log2 λ with λ = N · 2^−bits, the matches of this surprise that N words of chance would hold. */
    ln_surprise: log(1 + Math.max(0, rarity_bits - log2(Math.max(1, searched_words)))),
    several_documents: documents > 1 ? 1 : 0,
    ln_searched_words: log(Math.max(1, searched_words)),
    ln_content_words: log(content_words),
  };
}

export type Regressors = ReturnType<typeof regressorsOf>;
