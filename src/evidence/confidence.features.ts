/**
 * The features of confidence: numbers that can be recomputed from the matches of a result, and the regressors made from
 * them.
 *
 * They describe a single document, the one that shares most of the content, since confidence is about a passage of a
 * single document.
 */
import { rounded, sum } from "../base/numbers.ts";
import type { AnalyzeResult, ConfidenceFeatures, Match } from "../contract/analyze.ts";
import type { Span } from "../contract/common.ts";
import { log, log2 } from "../kernels/numbers/log.reference.ts";
import { eventWords } from "./verdict.ts";

const overlaps = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;

/** Size of the search, besides the passages that it found. */
interface SearchSize {
  /** Words of the content. */
  contentWords: number;
  /** Words of all corpora that were searched. */
  searchedWords: number;
  /** Words of the longest run of all matches. */
  longestRunWords: number;
}

/**
 * @param matches all passages, longest first as in a result; where two passages of a document overlap in the content,
 *   the later is ignored
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

/** The features of a whole result. The result must list all matches: `max_matches` must have cut off none. */
export function featuresOfResult({ matches, coverage, method }: AnalyzeResult): ConfidenceFeatures {
  return featuresOf(matches, {
    contentWords: coverage.words,
    searchedWords: sum(method.corpora, ({ words }) => words),
    longestRunWords: coverage.longest_run_words,
  });
}

/**
 * The passages of the document with most words in passages that do not overlap; of equal documents, the first in the
 * list.
 */
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

/** Maximum of passages counted per document: bounds the quadratic comparison for hostile content. */
const PASSAGES_MAX = 100;

/**
 * The regressors that a calibration's coefficients multiply. All logarithms are natural. `passage_words` must not be 0.
 */
export function regressorsOf(features: ConfidenceFeatures) {
  const { content_words, searched_words, passage_words, longest_run_words, identity, rarity_bits, documents } =
    features;
  const reach = log(passage_words / eventWords(content_words));
  return {
    /** ln(passage_words / required words) below and above 0: max(50 words, 20 % of the content) are required. */
    below_event: Math.min(reach, 0),
    beyond_event: Math.max(reach, 0),
    ln_passage_words: log(passage_words),
    /** Quotations are short, so the effect of one more word depends on the number of words. */
    ln_passage_words_squared: log(passage_words) * log(passage_words),
    ln_longest_run: log(Math.max(1, longest_run_words)),
    identity,
    /** Based on −log2 λ, where λ = N · 2^−bits is the number of such matches expected by chance in N searched words. */
    ln_surprise: log(1 + Math.max(0, rarity_bits - log2(Math.max(1, searched_words)))),
    several_documents: documents > 1 ? 1 : 0,
    ln_searched_words: log(Math.max(1, searched_words)),
    ln_content_words: log(content_words),
  };
}

export type Regressors = ReturnType<typeof regressorsOf>;
