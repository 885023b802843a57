/**
 * Values by keys of up to 53 bits, for those who ask for many keys and find few. Open addressing in an array of
 * numbers: a Map makes an object of each number beyond 31 bits, to hash it.
 */
export class KeyTable<Value> {
  readonly #keys: Float64Array;
  readonly #values: (Value | undefined)[];
  readonly #shift: number;

  /** @param entries each key once */
  constructor(entries: Iterable<readonly [key: number, value: Value]>) {
    const all = [...entries];
    const bits = 34 - Math.clz32(Math.max(1, all.length));
    this.#shift = 32 - bits;
    this.#keys = new Float64Array(1 << bits).fill(NO_KEY);
    this.#values = new Array(1 << bits).fill(undefined);
    for (const [key, value] of all) {
      let slot = this.#slotOf(key);
      while (this.#keys[slot] !== NO_KEY) slot = (slot + 1) & (this.#keys.length - 1);
      this.#keys[slot] = key;
      this.#values[slot] = value;
    }
  }

  /** The value of a key, or `undefined`. */
  get(key: number): Value | undefined {
    const keys = this.#keys;
    for (let slot = this.#slotOf(key); ; slot = (slot + 1) & (keys.length - 1)) {
      const here = keys[slot]!;
      if (here === key) return this.#values[slot];
      if (here === NO_KEY) return undefined;
    }
  }

  /** All values, in no order. */
  values(): Value[] {
    return this.#values.filter((value) => value !== undefined);
  }

  /** The lower bits of a key, mixed: a multiplicative hash. */
  #slotOf(key: number): number {
    return Math.imul(key | 0, 0x9e37_79b1) >>> this.#shift;
  }
}

const NO_KEY = -1;
