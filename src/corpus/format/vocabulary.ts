/** How often each word stands in a corpus: the basis of rarity (`rarity.ts`). */
import type { Hashes, Kernels } from "../../core/kernels/kernels.ts";
import { COUNT_MAX } from "./layout.ts";

/** Distinct words with their counts, ascending by (high, low). */
export interface WordCounts {
  hashes: Hashes;
  counts: Uint32Array;
}

/**
 * Words are distinguished by 48 bits of their hashes: with a probability of 0.002 two of a million words are taken for
 * one, which changes a count.
 */
const LOW_MASK = 0xffff_0000;

/** Numbers of a slot: low, high, count, and an unused one, so that a slot never spans two cache lines. */
const SLOT = 4;

/** Counts words with open addressing in one typed array, since a text has many words and few distinct ones. */
export class WordCounter {
  #table = new Uint32Array(SLOT << 12);
  #words = 0;

  add({ low, high }: Hashes): void {
    for (let i = 0; i < low.length; i++) this.#addOne((low[i]! & LOW_MASK) >>> 0, high[i]!, 1);
  }

  addCounts({ hashes, counts }: WordCounts): void {
    for (let i = 0; i < counts.length; i++)
      if (counts[i]! > 0) this.#addOne((hashes.low[i]! & LOW_MASK) >>> 0, hashes.high[i]!, counts[i]!);
  }

  #addOne(low: number, high: number, times: number): void {
    const table = this.#table;
    const mask = table.length - 1;
    let slot = (high * SLOT) & mask;
    for (; table[slot + 2] !== 0; slot = (slot + SLOT) & mask) {
      if (table[slot] !== low || table[slot + 1] !== high) continue;
      table[slot + 2] = Math.min(COUNT_MAX, table[slot + 2]! + times);
      return;
    }
    table[slot] = low;
    table[slot + 1] = high;
    table[slot + 2] = times;
    if (2 * SLOT * ++this.#words > table.length) this.#grow();
  }

  #grow(): void {
    const old = this.#table;
    this.#table = new Uint32Array(2 * old.length);
    this.#words = 0;
    for (let slot = 0; slot < old.length; slot += SLOT)
      if (old[slot + 2] !== 0) this.#addOne(old[slot]!, old[slot + 1]!, old[slot + 2]!);
  }

  /** Subtracts the counts of this counter from other counts, in place. */
  takeFrom(kernels: Kernels, { hashes, counts }: WordCounts): void {
    const own = sortedCounts(kernels, this.unordered());
    let at = 0;
    for (let i = 0; i < own.counts.length; i++) {
      const isBefore = () => hashes.high[at]! - own.hashes.high[i]! || hashes.low[at]! - own.hashes.low[i]!;
      while (at < counts.length && isBefore() < 0) at++;
      if (at < counts.length && isBefore() === 0) counts[at] = counts[at]! - Math.min(counts[at]!, own.counts[i]!);
    }
  }

  /** The words in no particular order: faster, where they are only added to other counts. */
  unordered(): WordCounts {
    const all = emptyCounts(this.#words);
    const table = this.#table;
    let word = 0;
    for (let slot = 0; slot < table.length; slot += SLOT) {
      if (table[slot + 2] === 0) continue;
      all.hashes.low[word] = table[slot]!;
      all.hashes.high[word] = table[slot + 1]!;
      all.counts[word++] = table[slot + 2]!;
    }
    return all;
  }
}

/** The words ascending by (high, low). */
export function sortedCounts(kernels: Kernels, { hashes, counts }: WordCounts): WordCounts {
  const sorted = kernels.sortWith(hashes, counts);
  return { hashes: sorted.hashes, counts: sorted.payloads };
}

/** Room for so many words. */
export function emptyCounts(words: number): WordCounts {
  return { hashes: { low: new Uint32Array(words), high: new Uint32Array(words) }, counts: new Uint32Array(words) };
}

/** Lookup of the most common words of a segment: every search looks up each of its words in every segment. */
export class CommonWords {
  /** Open addressing: low, high, count, and 1 where the slot is taken. */
  readonly #table: Uint32Array;
  /** Upper bound of the count of a word that is not listed. */
  readonly #others: number;

  /** @param othersMax upper bound of the count of any other word; 0 where the segment has none */
  constructor({ hashes, counts }: WordCounts, othersMax: number) {
    let slots = 16;
    while (slots < 2 * counts.length) slots *= 2;
    const table = new Uint32Array(SLOT * slots);
    this.#table = table;
    for (let i = 0; i < counts.length; i++) {
      const low = hashes.low[i]!;
      const high = hashes.high[i]!;
      const slot = this.#slotOf(low, high);
      table[slot] = low;
      table[slot + 1] = high;
      table[slot + 2] = counts[i]!;
      table[slot + 3] = 1;
    }
    this.#others = othersMax;
  }

  /** The slot of a word, or the free slot where it belongs. */
  #slotOf(low: number, high: number): number {
    const table = this.#table;
    const mask = table.length - 1;
    let slot = (high * SLOT) & mask;
    while (table[slot + 3] === 1 && (table[slot] !== low || table[slot + 1] !== high)) slot = (slot + SLOT) & mask;
    return slot;
  }

  /** Upper bounds of the words' counts in the segment, added to `counts`. */
  countEach({ low, high }: Hashes, counts = new Uint32Array(low.length)): Uint32Array {
    const table = this.#table;
    for (let i = 0; i < low.length; i++) {
      const slot = this.#slotOf((low[i]! & LOW_MASK) >>> 0, high[i]!);
      counts[i]! += table[slot + 3] === 1 ? table[slot + 2]! : this.#others;
    }
    return counts;
  }
}
