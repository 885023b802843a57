/**
 * How surprising is it that words stand together? Measured against the corpus's own word counts, without the texts that
 * contain the passages: a work that is there 500 times must not become common by its own copies.
 */
import type { Hashes } from "../../core/kernels/kernels.ts";
import { log2 } from "../../core/kernels/numbers/log.reference.ts";
import type { QueryWords } from "./queryWords.ts";

/** Word counts of a corpus. */
export interface CorpusWords {
  /** Upper bound of each word's count in the corpus. */
  countEach(words: Hashes): Uint32Array;
  /** Number of all words. */
  words: number;
}

/**
 * Surprise in bits of each distinct word that was left out, 0 for the others: −log2 of its share of the rest of the
 * corpus, (c + 1) / (n + 1), where c is its count there and n the number of all words there. n is at least half of the
 * corpus, so that a corpus of few texts has a measure too. The text that was read around the passages is left out: a
 * short document as a whole, of a long one the blocks; text that a long work repeats elsewhere is still counted. This
 * and the counts of rare words, which are upper bounds, make the surprise a lower bound.
 *
 * Unigram probabilities overstate the surprise of phrases; a bound on chance built on them is too low.
 */
export function surpriseOfKinds(query: QueryWords, corpus: CorpusWords): Float64Array {
  const leftOut = Uint32Array.from(query.leftOut.keys()).filter((kind) => query.leftOut[kind]! > 0);
  const counts = corpus.countEach({
    low: leftOut.map((kind) => query.kinds.low[kind]!),
    high: leftOut.map((kind) => query.kinds.high[kind]!),
  });
  const rest = Math.max(corpus.words / 2, corpus.words - query.leftOutWords);
  const bits = new Float64Array(query.leftOut.length);
  leftOut.forEach((kind, i) => {
    const elsewhere = Math.max(0, counts[i]! - query.leftOut[kind]!);
    bits[kind] = log2(Math.max(1, (rest + 1) / (elsewhere + 1)));
  });
  return bits;
}
