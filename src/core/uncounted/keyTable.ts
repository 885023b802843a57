/**
 * Values by keys of up to 53 bits, for those who ask for many keys and find few. Open addressing in an array of small
 * numbers, which stays in a processor's cache where keys themselves would not.
 */
export class KeyTable<Value> {
  /** 1 + the number of a key, or 0 for a free slot. */
  readonly #slots: Uint16Array;
  readonly #keys: Float64Array;
  /** By the numbers that `find` gives; of no key the first. */
  readonly values: readonly [undefined, ...Value[]];

  /** @param entries each key once, at most 65,535 */
  constructor(entries: Iterable<readonly [key: number, value: Value]>) {
    const all = [...entries];
    const bits = 33 - Math.clz32(Math.max(1, all.length));
    this.#slots = new Uint16Array(1 << bits);
    this.#keys = Float64Array.from([Number.NaN, ...all.map(([key]) => key)]);
    this.values = [undefined, ...all.map(([, value]) => value)];
    for (let number = 1; number < this.#keys.length; number++) {
      let slot = slotOf(this.#keys[number]!, this.#slots.length);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = number;
    }
  }

  /** The number of each key, from 1 in the order of the entries; 0 where it has none. */
  find(keys: Float64Array): Uint16Array {
    const [slots, known] = [this.#slots, this.#keys];
    const found = new Uint16Array(keys.length);
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at]!;
      let slot = slotOf(key, slots.length);
      while (slots[slot] !== 0 && known[slots[slot]!] !== key) slot = (slot + 1) & (slots.length - 1);
      found[at] = slots[slot]!;
    }
    return found;
  }
}

/** The lower bits of a key, mixed: the upper bits of a product with an odd number. @param slots a power of two */
const slotOf = (key: number, slots: number): number => Math.imul(key | 0, 0x9e37_79b1) >>> (Math.clz32(slots) + 1);
