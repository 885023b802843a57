/** The words of a query as rarity counts them, while a search goes on. */
import type { Hashes } from "../kernels/kernels.ts";

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
