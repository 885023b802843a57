import type { Hashes } from "../kernels/kernels.ts";

/**
 * Values by words, each by 53 bits of its hash (`hashKey`), for those who ask for many and find few. Open addressing in
 * an array of small numbers, which stays in a processor's cache where keys themselves would not.
 */
export class KeyTable<Value> {
  /** 1 + the number of a key, or 0 for a free slot. */
  readonly #slots: Uint16Array;
  readonly #high: Uint32Array;
  /** Without the lower bits. */
  readonly #low: Uint32Array;
  /** By the numbers that `find` gives; of no word the first. */
  readonly values: readonly [undefined, ...Value[]];

  /** @param entries each key once, at most 65,534 */
  constructor(entries: Iterable<readonly [key: number, value: Value]>) {
    const all = [...entries];
    this.#slots = new Uint16Array(1 << (33 - Math.clz32(Math.max(1, all.length))));
    this.#high = new Uint32Array(all.length + 1);
    this.#low = new Uint32Array(all.length + 1);
    const values: Value[] = [];
    for (const [key, value] of all) {
      values.push(value);
      const number = values.length;
      this.#high[number] = key;
      this.#low[number] = key / 2 ** 32;
      let slot = slotOf(this.#high[number]!, this.#slots.length);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = number;
    }
    this.values = [undefined, ...values];
  }

  /** The number of each word, from 1 in the order of the entries; 0 where it has none. */
  find({ low, high }: Hashes): Uint16Array {
    const slots = this.#slots;
    const knownHigh = this.#high;
    const knownLow = this.#low;
    const found = new Uint16Array(high.length);
    const shift = Math.clz32(slots.length) + 1;
    for (let at = 0; at < high.length; at++) {
      const word = high[at]!;
      let slot = Math.imul(word, MIXER) >>> shift;
      let number = slots[slot]!;
      while (number !== 0 && (knownHigh[number] !== word || knownLow[number] !== low[at]! >>> 11)) {
        slot = (slot + 1) & (slots.length - 1);
        number = slots[slot]!;
      }
      found[at] = number;
    }
    return found;
  }
}

const MIXER = 0x9e37_79b1;

/** Bits of a hash, mixed: the upper bits of a product with an odd number. @param slots a power of two */
const slotOf = (high: number, slots: number): number => Math.imul(high, MIXER) >>> (Math.clz32(slots) + 1);
