/**
 * Keys that were found, in arrays of all together: with an object for each, a query of a million words takes half a
 * gigabyte.
 */

import type { FoundKeys } from "../../core/kernels/tables/keyPages.ts";

/** Numbers of 53 bits. An array of the language would leave as much again to the garbage collector. */
class Numbers {
  #values: Float64Array;
  length = 0;

  constructor(room: number) {
    this.#values = new Float64Array(room);
  }

  /** The numbers, and room for more. */
  get values(): Float64Array {
    return this.#values;
  }

  push(value: number): void {
    if (this.length === this.#values.length) this.#grow(1);
    this.#values[this.length++] = value;
  }

  append(values: Float64Array): void {
    if (this.length + values.length > this.#values.length) this.#grow(values.length);
    this.#values.set(values, this.length);
    this.length += values.length;
  }

  #grow(more: number): void {
    const grown = new Float64Array(Math.ceil(1.5 * (this.length + more)) + 16);
    grown.set(this.#values);
    this.#values = grown;
  }
}

/** Entries of keys: the values of the key number `i` of them are those from `starts[i]` to before `ends[i]`. */
export interface FoundEntries {
  /** Index of each key among the keys of the lookup, ascending. */
  readonly indexes: ArrayLike<number>;
  readonly starts: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
  /** Postings, and places of lists. */
  readonly values: ArrayLike<number>;
}

/** Values that are found in any order of the keys. */
export class FoundValues {
  readonly values: Numbers;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;

  /** @param keys number of keys of the lookup */
  constructor(keys: number) {
    this.values = new Numbers(keys);
    this.#starts = new Uint32Array(keys);
    this.#ends = new Uint32Array(keys);
  }

  /**
   * Adds what was found of some keys.
   *
   * @param order indexes of these keys among all; `null` where they are those from `from` on
   */
  add({ indexes, ends, values }: FoundKeys, order: Uint32Array | null, from: number): void {
    const first = this.values.length;
    this.values.append(values);
    for (let i = 0, start = first; i < indexes.length; i++) {
      const index = order === null ? from + indexes[i]! : order[indexes[i]!]!;
      this.#starts[index] = start;
      start = first + ends[i]!;
      this.#ends[index] = start;
    }
  }

  /** The keys that have values. Nothing can be added afterwards. */
  entries(): FoundEntries {
    const [starts, ends] = [this.#starts, this.#ends];
    const indexes = new Uint32Array(starts.length);
    let found = 0;
    for (let index = 0; index < starts.length; index++) {
      if (ends[index]! <= starts[index]!) continue;
      indexes[found] = index;
      starts[found] = starts[index]!;
      ends[found++] = ends[index]!;
    }
    const of = (all: Uint32Array) => all.subarray(0, found);
    return {
      indexes: of(indexes),
      starts: of(starts),
      ends: of(ends),
      values: this.values.values.subarray(0, this.values.length),
    };
  }
}

/** Resolved keys: their postings as numbers, ascending for each key. */
export class Hits {
  /** Index of each key among the keys of the lookup, ascending. */
  readonly indexes: Uint32Array;
  /** Number of distinct blocks with each key, those that are no longer listed included. */
  readonly blocksInAll: Uint32Array;
  readonly #postings: Numbers;
  readonly #ends: Uint32Array;
  #length = 0;

  /**
   * @param most room for so many keys
   * @param postings about as many postings
   */
  constructor(most: number, postings: number) {
    this.indexes = new Uint32Array(most);
    this.blocksInAll = new Uint32Array(most);
    this.#postings = new Numbers(postings);
    this.#ends = new Uint32Array(most);
  }

  get length(): number {
    return this.#length;
  }

  /** Those of hit number `i` are from `start(i)` to before `end(i)`. */
  get postings(): Float64Array {
    return this.#postings.values;
  }

  /** Where the postings of a hit begin. */
  start(hit: number): number {
    return hit === 0 ? 0 : this.#ends[hit - 1]!;
  }

  /** Where the postings of a hit end. */
  end(hit: number): number {
    return this.#ends[hit]!;
  }

  /** Adds the postings of `all` from `from` to before `to`. */
  add(index: number, blocksInAll: number, all: ArrayLike<number>, from: number, to: number): void {
    for (let i = from; i < to; i++) this.#postings.push(all[i]!);
    this.indexes[this.#length] = index;
    this.blocksInAll[this.#length] = blocksInAll;
    this.#ends[this.#length++] = this.#postings.length;
  }
}
