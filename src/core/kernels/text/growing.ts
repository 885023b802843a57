/** Numbers for which an array keeps its memory: 16 MB. */
const KEPT_LENGTH_MAX = 4 * 1024 * 1024;

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

  get length(): number {
    return this.#length;
  }

  /** The numbers from an index on: a view, which later numbers do not change. */
  from(index: number): Uint32Array {
    return this.#values.subarray(index, this.#length);
  }

  /** Forgets all numbers. The memory stays for others, unless it is large; views of it are written over. */
  clear(): void {
    this.#length = 0;
    if (this.#values.length > KEPT_LENGTH_MAX) this.#values = new Uint32Array(0);
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

/** Memory for the words of many texts, used again for others: new memory costs as much as the words do. */
export class WordRoom {
  readonly low = new GrowingWords(0);
  readonly high = new GrowingWords(0);
  readonly bounds = new GrowingWords(0);

  clear(): void {
    for (const words of [this.low, this.high, this.bounds]) words.clear();
  }
}
