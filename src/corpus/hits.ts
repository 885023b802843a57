/**
 * Keys that were found, in arrays of all together: with an object for each, a query of a million words takes half a
 * gigabyte.
 */

/** Entries of keys: the values of the key number `i` of them are those from `starts[i]` to before the next start. */
export interface FoundEntries {
  /** Index of each key among the keys of the lookup, ascending. */
  readonly indexes: number[];
  readonly starts: number[];
  /** Postings, and places of lists. */
  readonly values: number[];
}

/** Resolved keys: their postings as numbers, ascending for each key. */
export class Hits {
  /** Index of each key among the keys of the lookup, ascending. */
  readonly indexes: number[] = [];
  /** Number of distinct blocks with each key, those that are no longer listed included. */
  readonly blocksInAll: number[] = [];
  readonly postings: number[] = [];
  readonly #ends: number[] = [];

  get length(): number {
    return this.indexes.length;
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
    this.indexes.push(index);
    this.blocksInAll.push(blocksInAll);
    this.#ends.push(this.postings.length);
  }
}
