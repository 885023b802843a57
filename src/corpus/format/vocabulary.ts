/** How often each word stands in a corpus: the basis of rarity (`rarity.ts`). */
import type { Hashes } from "../../core/kernels/kernels.ts";
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

/**
 * Adds up counts of many parts. Lists are merged, each with one of its size, so that a word is moved a few times, and
 * memory is read in order: a table of all words would be too large for what the processor keeps near.
 */
export class CountSum {
  /** Each at least twice as long as the next. */
  readonly #lists: WordCounts[] = [];

  add(counts: WordCounts): void {
    const lists = this.#lists;
    lists.push(counts);
    while (lists.length > 1 && lists.at(-2)!.counts.length < 2 * lists.at(-1)!.counts.length) this.#joinLast();
  }

  /** All words with their counts, each at most `COUNT_MAX`. */
  total(): WordCounts {
    while (this.#lists.length > 1) this.#joinLast();
    return this.#lists[0] ?? emptyCounts(0);
  }

  #joinLast(): void {
    const [one, other] = this.#lists.splice(-2) as [WordCounts, WordCounts];
    this.#lists.push(joined(one, other));
  }
}

function joined(one: WordCounts, other: WordCounts): WordCounts {
  const [ones, others] = [one.counts.length, other.counts.length];
  const all = emptyCounts(ones + others);
  const { low, high } = all.hashes;
  let words = 0;
  for (let i = 0, j = 0; i < ones || j < others; words++) {
    const order = i === ones ? 1 : j === others ? -1 : inOrder(one.hashes, i, other.hashes, j);
    const from = order > 0 ? other.hashes : one.hashes;
    const at = order > 0 ? j : i;
    low[words] = from.low[at]!;
    high[words] = from.high[at]!;
    let count = 0;
    if (order <= 0) count += one.counts[i++]!;
    if (order >= 0) count += other.counts[j++]!;
    all.counts[words] = Math.min(COUNT_MAX, count);
  }
  return {
    hashes: { low: low.slice(0, words), high: high.slice(0, words) },
    counts: all.counts.slice(0, words),
  };
}

/** Negative where the first word comes before the second; 0 where they are the same. */
function inOrder(one: Hashes, i: number, other: Hashes, j: number): number {
  return one.high[i]! - other.high[j]! || one.low[i]! - other.low[j]!;
}

/** Subtracts counts of words that are gone, in place. */
export function takeCounts({ hashes, counts }: WordCounts, gone: WordCounts): void {
  let at = 0;
  for (let i = 0; i < gone.counts.length; i++) {
    while (at < counts.length && inOrder(hashes, at, gone.hashes, i) < 0) at++;
    if (at < counts.length && inOrder(hashes, at, gone.hashes, i) === 0)
      counts[at] = counts[at]! - Math.min(counts[at]!, gone.counts[i]!);
  }
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
