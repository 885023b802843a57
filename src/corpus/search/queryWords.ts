/** The distinct words of a query, with the counts that rarity needs, updated during a search. */
import type { Hashes } from "../../core/kernels/kernels.ts";

/** Slots of the table before it grows. */
const LEAST_SLOTS = 1_024;

/** Distinct words of a query, and how often each stands in the texts that were read around its passages. */
export class QueryWords {
  /** Number of the distinct word at each word of the query. */
  readonly kindOf: Uint32Array;
  /** Hash of each distinct word. */
  readonly kinds: Hashes;
  /** How often each distinct word stands in the texts to leave out. */
  readonly leftOut: Uint32Array;
  /** Number of all words of the texts to leave out. */
  leftOutWords = 0;
  /** Open addressing hash table: 1 + the number of a distinct word, or 0 for a free slot. At most half full. */
  #slots = new Uint32Array(LEAST_SLOTS);

  constructor({ low, high }: Hashes) {
    const words = low.length;
    const kindOf = new Uint32Array(words);
    const kinds = { low: new Uint32Array(words), high: new Uint32Array(words) };
    this.kindOf = kindOf;
    this.kinds = kinds;
    let count = 0;
    let slots = this.#slots;
    for (let word = 0; word < words; word++) {
      const slot = slotOf(slots, kinds, low[word]!, high[word]!);
      if (slots[slot] === 0) {
        kinds.low[count] = low[word]!;
        kinds.high[count] = high[word]!;
        slots[slot] = ++count;
        kindOf[word] = count - 1;
        if (2 * count > slots.length) slots = grown(slots, kinds, count);
      } else kindOf[word] = slots[slot]! - 1;
    }
    this.#slots = slots;
    this.leftOut = new Uint32Array(count);
    this.kinds = { low: kinds.low.slice(0, count), high: kinds.high.slice(0, count) };
  }

  /** Adds what was counted elsewhere for the same query. */
  add(leftOut: readonly (readonly [kind: number, times: number])[], words: number): void {
    for (const [kind, times] of leftOut) this.leftOut[kind]! += times;
    this.leftOutWords += words;
  }

  /** Counts the words of a stretch of text that contains a passage, to be left out of the corpus's counts. */
  leaveOut({ low, high }: Hashes): void {
    const { leftOut, kinds } = this;
    const slots = this.#slots;
    for (let word = 0; word < low.length; word++) {
      const kind = slots[slotOf(slots, kinds, low[word]!, high[word]!)]! - 1;
      if (kind >= 0) leftOut[kind]!++;
    }
    this.leftOutWords += low.length;
  }
}

/** The slot of a word, or the free slot where it belongs. */
function slotOf(slots: Uint32Array, { low: lows, high: highs }: Hashes, low: number, high: number): number {
  const mask = slots.length - 1;
  for (let slot = high & mask; ; slot = (slot + 1) & mask) {
    const kind = slots[slot]! - 1;
    if (kind < 0 || (lows[kind] === low && highs[kind] === high)) return slot;
  }
}

/** A long text has few distinct words, so the table has the size of these: it stays in a processor's cache. */
function grown(slots: Uint32Array, kinds: Hashes, count: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * slots.length);
  for (let kind = 0; kind < count; kind++)
    larger[slotOf(larger, kinds, kinds.low[kind]!, kinds.high[kind]!)] = kind + 1;
  return larger;
}
