/** A typed array that is appended to. */
export class Growing<T extends Uint8Array | Uint32Array> {
  readonly #create: (length: number) => T;
  #values: T;
  #length = 0;

  constructor(create: (length: number) => T, capacity: number) {
    this.#create = create;
    this.#values = create(capacity);
  }

  append(more: T): void {
    const length = this.#length + more.length;
    if (length > this.#values.length) {
      const grown = this.#create(2 * length);
      grown.set(this.#values.subarray(0, this.#length));
      this.#values = grown;
    }
    this.#values.set(more, this.#length);
    this.#length = length;
  }

  /** All that was appended: the array itself, cut to its length where that leaves less than half of it unused. */
  taken(): T {
    const taken = this.#values.subarray(0, this.#length) as T;
    return 2 * this.#length < this.#values.length ? (taken.slice() as T) : taken;
  }
}

export const growingWords = (capacity: number) => new Growing((length): Uint32Array => new Uint32Array(length), capacity);
export const growingBytes = (capacity: number) => new Growing((length): Uint8Array => new Uint8Array(length), capacity);
