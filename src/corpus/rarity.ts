/**
 * How surprising is it that words stand together? Measured against the corpus's own counts, without the texts in which they were met: a
 * work that is there 500 times must not become common by its own copies.
 */
import type { Hashes } from "../kernels/kernels.ts";
import { log2 } from "../kernels/numbers/log.reference.ts";
import type { QueryWords } from "./queryWords.ts";

/** What a corpus says of words. */
export interface CorpusWords {
  /** How often each word stands in the corpus, at most. */
  countEach(words: Hashes): Uint32Array;
  /** Words in all. */
  words: number;
}

/**
 * Surprise in bits of each kind of word that was left out, 0 for the others: −log2 of its share of the rest of the corpus, (c + 1) / (n + 1)
 * with c and n its count and all words there; n is taken as half of the corpus at least, so that a corpus of few texts has a measure too.
 * What is left out is what was read around the passages: a short document whole, of a long one the blocks; what a long work
 * repeats elsewhere stays counted. That and counts of rare words, which are upper bounds, make the surprise a lower bound.
 *
 * Unigram probabilities overstate the surprise of phrases; a bound on chance built on them is too low.
 */
export function surpriseOfKinds(query: QueryWords, corpus: CorpusWords): Float64Array {
  const met = Uint32Array.from(query.leftOut.keys()).filter((kind) => query.leftOut[kind]! > 0);
  const counts = corpus.countEach({
    low: met.map((kind) => query.kinds.low[kind]!),
    high: met.map((kind) => query.kinds.high[kind]!),
  });
  const rest = Math.max(corpus.words / 2, corpus.words - query.leftOutWords);
  const bits = new Float64Array(query.leftOut.length);
  met.forEach((kind, i) => {
    const elsewhere = Math.max(0, counts[i]! - query.leftOut[kind]!);
    bits[kind] = log2(Math.max(1, (rest + 1) / (elsewhere + 1)));
  });
  return bits;
}
