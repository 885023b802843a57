/** How often each word stands in a corpus: what rarity is measured against. */
import { hashKey } from "../fingerprint/shingles.ts";
import type { Hashes } from "../kernels/kernels.ts";
import { log2 } from "../kernels/numbers/log.twin.ts";
import type { Text } from "../text/text.ts";

export class WordCounter {
  readonly #indexOf = new Map<number, number>();
  readonly #low: number[] = [];
  readonly #high: number[] = [];
  readonly #counts: number[] = [];

  add({ words }: Text): void {
    for (let i = 0; i < words.low.length; i++) {
      const key = hashKey(words, i);
      const index = this.#indexOf.get(key);
      if (index === undefined) {
        this.#indexOf.set(key, this.#counts.length);
        this.#low.push(words.low[i]!);
        this.#high.push(words.high[i]!);
        this.#counts.push(1);
      } else this.#counts[index]!++;
    }
  }

  /** Words met more than once, by ascending (high, low). */
  repeated(): { hashes: Hashes; counts: Uint32Array } {
    const [low, high, counts] = [this.#low, this.#high, this.#counts];
    const order = [...counts.keys()].filter((i) => counts[i]! > 1).sort((x, y) => high[x]! - high[y]! || low[x]! - low[y]!);
    return {
      hashes: { low: Uint32Array.from(order, (i) => low[i]!), high: Uint32Array.from(order, (i) => high[i]!) },
      counts: Uint32Array.from(order, (i) => counts[i]!),
    };
  }
}

/**
 * Surprise of the words of a text in bits: −Σ log2 of each word's share of the corpus, without its own occurrences in this passage,
 * so that a word which the corpus has from the matched passage alone counts as unseen. Add-one smoothing.
 *
 * Unigram probabilities overstate the surprise of phrases; a bound on chance built on them is too low.
 *
 * @param counts how often each word stands in the corpus
 * @param words  hashes of the passage's agreeing words
 * @param total  words of the corpus
 */
export function surpriseBits(words: Hashes, counts: Uint32Array, total: number): number {
  const own = new Map<number, number>();
  for (let i = 0; i < counts.length; i++) own.set(hashKey(words, i), (own.get(hashKey(words, i)) ?? 0) + 1);
  let bits = 0;
  for (let i = 0; i < counts.length; i++) {
    const elsewhere = Math.max(0, counts[i]! - own.get(hashKey(words, i))!);
    bits -= log2((elsewhere + 1) / (total + 1));
  }
  return bits;
}
