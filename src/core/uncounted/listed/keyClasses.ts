import { KEY_BITS, type Listed } from "./packing.ts";

/** Lower bits of keys that the filter leaves out: it has 128 KiB. */
const FILTER_SHIFT_BITS = 4;
const MIXER = 0x9e37_79b1;

/** The classes of keys, for those who ask for many and find few. A Map takes six times as long to be made. */
export class KeyClasses {
  /** A bit for the upper bits of each key: most shingles of most texts are in no list. */
  readonly #filter = new Int32Array(1 << (KEY_BITS - FILTER_SHIFT_BITS - 5));
  /** 1 + the number of a key, or 0 for a free slot: open addressing. */
  readonly #slots: Uint32Array;
  readonly #shift: number;
  readonly #keys: Uint32Array;
  readonly #classes: Uint16Array;

  /** @param listed at most 2^16 classes */
  constructor({ keys, classes }: Pick<Listed, "keys" | "classes">) {
    this.#keys = Uint32Array.from(keys);
    this.#classes = Uint16Array.from(classes);
    this.#shift = Math.clz32(Math.max(1, keys.length)) - 1;
    this.#slots = new Uint32Array(1 << (32 - this.#shift));
    for (let number = 0; number < this.#keys.length; number++) {
      const key = this.#keys[number]!;
      this.#filter[key >>> (FILTER_SHIFT_BITS + 5)]! |= 1 << (key >>> FILTER_SHIFT_BITS);
      let slot = Math.imul(key, MIXER) >>> this.#shift;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = number + 1;
    }
  }

  /** The class of a key; -1 where it has none. */
  of(key: number): number {
    if (((this.#filter[key >>> (FILTER_SHIFT_BITS + 5)]! >>> (key >>> FILTER_SHIFT_BITS)) & 1) === 0) return -1;
    for (let slot = Math.imul(key, MIXER) >>> this.#shift; ; slot = (slot + 1) & (this.#slots.length - 1)) {
      const number = this.#slots[slot]! - 1;
      if (number < 0) return -1;
      if (this.#keys[number] === key) return this.#classes[number]!;
    }
  }
}
