/** Kernels for sorted and stored tables. `assembly/tables/` explains each. */
import type { Hashes } from "../text/kernels.ts";
import type { KeyPages } from "./keyPages.ts";

/** Shingles that a window keeps. */
export interface KeptShingles {
  /** Where they begin, ascending. */
  positions: Uint32Array;
  /** Upper halves of their hashes. */
  keys: Uint32Array;
  /** The words around each, see `contextsOf`. */
  contexts: Uint32Array;
}

export interface TableKernels {
  /** xxHash32, the checksum of stored blocks. */
  xxhash32(bytes: Uint8Array, seed: number): number;
  /** Memory for pages of keys, of so many bytes each, of which none has more values than `valuesMost`. */
  keyPages(pageBytes: number, valuesMost: number): KeyPages;
  /**
   * Counts words by the first 48 bits of their hashes: those that stand in any of these texts, ascending, with 0 for
   * the other bits.
   */
  countWords(texts: readonly Hashes[]): { hashes: Hashes; counts: Uint32Array };
  /** Of a text the shingles that `winnow` keeps, for each window. */
  keptShingles(words: Hashes, shingleWords: number, windows: readonly number[]): KeptShingles[];
  /** Sorts hashes by (high, low), ascending. */
  sort(hashes: Hashes): Hashes;
  /** The same, each hash once. */
  sortDistinct(hashes: Hashes): Hashes;
  /** Sorts hashes as `sort` does, each with its payload; stable. */
  sortWith(hashes: Hashes, payloads: Uint32Array): { hashes: Hashes; payloads: Uint32Array };
}
