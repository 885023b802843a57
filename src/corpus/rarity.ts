/**
 * How surprising is it that words stand together? Measured against the corpus's own counts, without the texts in which they were met: a
 * work that is there 500 times must not become common by its own copies.
 */
import type { Hashes } from "../kernels/kernels.ts";
import { log2 } from "../kernels/numbers/log.twin.ts";

/** Words of a query, each kind once, and how often the texts that were read around its passages have them. */
export class QueryWords {
  /** Number of the kind, for each word of the query. */
  readonly kindOf: Uint32Array;
  /** Hash of each kind. */
  readonly kinds: Hashes;
  /** How often what was left out has each kind. */
  readonly leftOut: Uint32Array;
  /** Words that were left out in all. */
  leftOutWords = 0;
  /** Number of a kind and 1, at its slot: open addressing. */
  readonly #slots: Uint32Array;

  constructor({ low, high }: Hashes) {
    const words = low.length;
    let slots = 16;
    while (slots < 2 * words) slots *= 2;
    this.#slots = new Uint32Array(slots);
    this.kindOf = new Uint32Array(words);
    this.kinds = { low: new Uint32Array(words), high: new Uint32Array(words) };
    let kinds = 0;
    for (let word = 0; word < words; word++) {
      const slot = this.#slotOf(low[word]!, high[word]!);
      if (this.#slots[slot] === 0) {
        this.kinds.low[kinds] = low[word]!;
        this.kinds.high[kinds] = high[word]!;
        this.#slots[slot] = ++kinds;
      }
      this.kindOf[word] = this.#slots[slot]! - 1;
    }
    this.leftOut = new Uint32Array(kinds);
  }

  /** The slot of a word, or the free one where it would stand. */
  #slotOf(low: number, high: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = high & mask; ; slot = (slot + 1) & mask) {
      const kind = this.#slots[slot]! - 1;
      if (kind < 0 || (this.kinds.low[kind] === low && this.kinds.high[kind] === high)) return slot;
    }
  }

  /** Leaves out a stretch of a text that was met. */
  leaveOut({ low, high }: Hashes): void {
    for (let word = 0; word < low.length; word++) {
      const kind = this.#slots[this.#slotOf(low[word]!, high[word]!)]! - 1;
      if (kind >= 0) this.leftOut[kind]!++;
    }
    this.leftOutWords += low.length;
  }
}

/** What a corpus says of words. */
export interface CorpusWords {
  /** How often each word stands in the corpus, at most. */
  countEach(words: Hashes): Uint32Array;
  /** Words in all. */
  words: number;
  /** Distinct words, at least. */
  distinctWords: number;
}

/**
 * Surprise in bits of each kind of word that was left out, 0 for the others: −log2 of its share of the rest of the corpus, (c + 1) / (n + v)
 * with c and n its count and all words there, v the distinct words (Laplace). What is left out is what was read around the passages: a
 * short document whole, of a long one the blocks; what a long work repeats elsewhere stays counted. That and counts of rare words, which
 * are upper bounds, make the surprise a lower bound.
 *
 * Unigram probabilities overstate the surprise of phrases; a bound on chance built on them is too low.
 */
export function surpriseOfKinds(query: QueryWords, corpus: CorpusWords): Float64Array {
  const met = Uint32Array.from(query.leftOut.keys()).filter((kind) => query.leftOut[kind]! > 0);
  const counts = corpus.countEach({
    low: met.map((kind) => query.kinds.low[kind]!),
    high: met.map((kind) => query.kinds.high[kind]!),
  });
  const rest = Math.max(0, corpus.words - query.leftOutWords);
  const bits = new Float64Array(query.leftOut.length);
  met.forEach((kind, i) => {
    const elsewhere = Math.max(0, counts[i]! - query.leftOut[kind]!);
    bits[kind] = log2(Math.max(1, (rest + corpus.distinctWords) / (elsewhere + 1)));
  });
  return bits;
}
