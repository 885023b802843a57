/**
 * Keys that were found, in arrays of all together: with an object for each, a query of a million words takes half a
 * gigabyte.
 */

/** Entries of keys: the values of the key number `i` of them are those from `starts[i]` to before `ends[i]`. */
export interface FoundEntries {
  /** Index of each key among the keys of the lookup, ascending. */
  readonly indexes: ArrayLike<number>;
  readonly starts: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
  /** Postings, and places of lists. */
  readonly values: readonly number[];
}

/** Values that are found in any order of the keys. */
export class FoundValues {
  readonly values: number[] = [];
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;

  /** @param keys number of keys of the lookup */
  constructor(keys: number) {
    this.#starts = new Uint32Array(keys);
    this.#ends = new Uint32Array(keys);
  }

  /** The values of a key are those from `start` on. */
  end(index: number, start: number): void {
    this.#starts[index] = start;
    this.#ends[index] = this.values.length;
  }

  /** The keys that have values. */
  entries(): FoundEntries {
    const [starts, ends] = [this.#starts, this.#ends];
    const isFound = (_: number, index: number) => ends[index]! > starts[index]!;
    return {
      indexes: starts.map((_, index) => index).filter((index) => ends[index]! > starts[index]!),
      starts: starts.filter(isFound),
      ends: ends.filter(isFound),
      values: this.values,
    };
  }
}

/** Resolved keys: their postings as numbers, ascending for each key. */
export class Hits {
  /** Index of each key among the keys of the lookup, ascending. */
  readonly indexes: Uint32Array;
  /** Number of distinct blocks with each key, those that are no longer listed included. */
  readonly blocksInAll: Uint32Array;
  readonly postings: number[] = [];
  readonly #ends: Uint32Array;
  #length = 0;

  /** @param most room for so many keys */
  constructor(most: number) {
    this.indexes = new Uint32Array(most);
    this.blocksInAll = new Uint32Array(most);
    this.#ends = new Uint32Array(most);
  }

  get length(): number {
    return this.#length;
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
    for (let i = from; i < to; i++) this.postings.push(all[i]!);
    this.indexes[this.#length] = index;
    this.blocksInAll[this.#length] = blocksInAll;
    this.#ends[this.#length++] = this.postings.length;
  }
}
