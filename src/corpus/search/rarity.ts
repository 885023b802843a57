/**
 * How surprising is it that words stand together? Measured against the corpus's own word counts, without the texts that
 * contain the passages: a work that is there 500 times must not become common by its own copies. And which phrases does
 * the corpus itself repeat?
 */
import type { Hashes } from "../../core/kernels/kernels.ts";
import { log2 } from "../../core/kernels/numbers/log.reference.ts";
import type { WordRange } from "../../core/text/text.ts";
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
  const kinds = new Uint32Array(query.leftOut.length);
  const [low, high] = [new Uint32Array(kinds.length), new Uint32Array(kinds.length)];
  let length = 0;
  for (let kind = 0; kind < kinds.length; kind++) {
    if (query.leftOut[kind] === 0) continue;
    low[length] = query.kinds.low[kind]!;
    high[length] = query.kinds.high[kind]!;
    kinds[length++] = kind;
  }
  const counts = corpus.countEach({ low: low.subarray(0, length), high: high.subarray(0, length) });
  const rest = Math.max(corpus.words / 2, corpus.words - query.leftOutWords);
  const bits = new Float64Array(kinds.length);
  for (let i = 0; i < length; i++) {
    const kind = kinds[i]!;
    const elsewhere = Math.max(0, counts[i]! - query.leftOut[kind]!);
    bits[kind] = log2(Math.max(1, (rest + 1) / (elsewhere + 1)));
  }
  return bits;
}

/** A phrase of the query that many blocks of the corpus have. */
export interface FrequentPhrase extends WordRange {
  /** How many copies may be over it: with more, too few of its blocks are of different works. */
  copiesMost: number;
}

/** Shingles of the query that were looked up. */
interface CountedShingles {
  plan: { positions: ArrayLike<number>; shingleWords: number };
  /** Number of blocks that keep each. */
  frequency: ArrayLike<number>;
  blocksInAll: number;
}

/** Fewest blocks that have a frame. */
const FRAME_BLOCKS_MIN = 16;
/** Least share of all blocks: in a large corpus most phrases stand in some other block. */
const FRAME_BLOCKS_SHARE_MIN = 1 / 200;

/** Phrases that may be frames. Of other frequent ones it is not known, since a corpus keeps some shingles only. */
export function frequentPhrases({ plan, frequency, blocksInAll }: CountedShingles): FrequentPhrase[] {
  const least = Math.max(FRAME_BLOCKS_MIN, FRAME_BLOCKS_SHARE_MIN * blocksInAll);
  const found: FrequentPhrase[] = [];
  for (let i = 0; i < plan.positions.length; i++) {
    const start = plan.positions[i]!;
    const copiesMost = frequency[i]! - least;
    if (copiesMost >= 0) found.push({ start, end: start + plan.shingleWords, copiesMost });
  }
  return found;
}

/**
 * 1 for each word of the query that stands in a frame: a phrase that the corpus repeats in different works, as statutes
 * do their formulas. Copies and editions of one work count once, as far as they have a passage over the phrase.
 *
 * @param passages in all documents
 * @param works number of works with a passage over each word
 */
export function framesIn(
  lengthWords: number,
  phrases: readonly FrequentPhrase[],
  passages: readonly WordRange[],
  works: Uint32Array,
): Uint8Array {
  const over = new Int32Array(lengthWords + 1);
  for (const { start, end } of passages) {
    over[start]! += 1;
    over[end]! -= 1;
  }
  for (let word = 1; word <= lengthWords; word++) over[word]! += over[word - 1]!;
  const frames = new Uint8Array(lengthWords);
  for (const { start, end, copiesMost } of phrases)
    if (works.subarray(start, end).every((works, i) => over[start + i]! - works <= copiesMost))
      frames.fill(1, start, end);
  return frames;
}
