/** A growable array of unsigned 32-bit numbers. */
export class GrowingWords {
  #values: Uint32Array;
  #length = 0;

  constructor(capacity: number) {
    this.#values = new Uint32Array(capacity);
  }

  /** The last number; `undefined` where there is none. */
  get last(): number | undefined {
    return this.#length === 0 ? undefined : this.#values[this.#length - 1];
  }

  at(index: number): number {
    return this.#values[index]!;
  }

  append(more: Uint32Array): void {
    const length = this.#length + more.length;
    this.#makeRoom(length);
    this.#values.set(more, this.#length);
    this.#length = length;
  }

  push(value: number): void {
    this.#makeRoom(this.#length + 1);
    this.#values[this.#length++] = value;
  }

  #makeRoom(length: number): void {
    if (length <= this.#values.length) return;
    const grown = new Uint32Array(2 * length);
    grown.set(this.#values.subarray(0, this.#length));
    this.#values = grown;
  }

  /** The appended numbers: a view of the buffer, or a copy if more than half of the buffer is unused. */
  taken(): Uint32Array {
    const taken = this.#values.subarray(0, this.#length);
    return 2 * this.#length < this.#values.length ? taken.slice() : taken;
  }
}
