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
    for (let word = 0; word < words; word++) {
      const slot = this.#slotOf(low[word]!, high[word]!);
      if (this.#slots[slot] === 0) {
        kinds.low[count] = low[word]!;
        kinds.high[count] = high[word]!;
        this.#slots[slot] = ++count;
        kindOf[word] = count - 1;
        if (2 * count > this.#slots.length) this.#grow(count);
      } else kindOf[word] = this.#slots[slot]! - 1;
    }
    this.leftOut = new Uint32Array(count);
    this.kinds = { low: kinds.low.slice(0, count), high: kinds.high.slice(0, count) };
  }

  /** A long text has few distinct words, so the table has the size of these: it stays in a processor's cache. */
  #grow(count: number): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    for (let kind = 0; kind < count; kind++)
      this.#slots[this.#slotOf(this.kinds.low[kind]!, this.kinds.high[kind]!)] = kind + 1;
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
    const { leftOut } = this;
    const [slots, kinds] = [this.#slots, this.kinds];
    for (let word = 0; word < low.length; word++) {
      const [wordLow, wordHigh] = [low[word]!, high[word]!];
      for (let slot = wordHigh & (slots.length - 1); slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
        const kind = slots[slot]! - 1;
        if (kinds.low[kind] !== wordLow || kinds.high[kind] !== wordHigh) continue;
        leftOut[kind]!++;
        break;
      }
    }
    this.leftOutWords += low.length;
  }
}
