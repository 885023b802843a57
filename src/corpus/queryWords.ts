/** The distinct words of a query, with the counts that rarity needs, updated during a search. */
import type { Hashes } from "../kernels/kernels.ts";

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
  /** Open addressing hash table: 1 + the number of a distinct word, or 0 for a free slot. */
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

  /** The slot of a word, or the free slot where it belongs. */
  #slotOf(low: number, high: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = high & mask; ; slot = (slot + 1) & mask) {
      const kind = this.#slots[slot]! - 1;
      if (kind < 0 || (this.kinds.low[kind] === low && this.kinds.high[kind] === high)) return slot;
    }
  }

  /** Adds what was counted elsewhere for the same query. */
  add(leftOut: readonly (readonly [kind: number, times: number])[], words: number): void {
    for (const [kind, times] of leftOut) this.leftOut[kind]! += times;
    this.leftOutWords += words;
  }

  /** Counts the words of a stretch of text that contains a passage, to be left out of the corpus's counts. */
  leaveOut({ low, high }: Hashes): void {
    for (let word = 0; word < low.length; word++) {
      const kind = this.#slots[this.#slotOf(low[word]!, high[word]!)]! - 1;
      if (kind >= 0) this.leftOut[kind]!++;
    }
    this.leftOutWords += low.length;
  }
}
