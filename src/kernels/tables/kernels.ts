/** What the kernels of sorted, searched and stored tables do. `assembly/tables/` explains each. */
import type { Hashes } from "../text/kernels.ts";

/** A table of keys with payloads that is made once and asked often. It holds memory of its own until it is disposed of. */
export interface KeyTable {
  /** Entries of the table. */
  readonly count: number;
  /**
   * For each key the index of its first entry, and that entry's payload; 0xffffffff in both where it has none. About 50 bits of a key
   * are compared: of a billion keys that are not there, a few are found.
   */
  find(keys: Hashes): { indexes: Uint32Array; payloads: Uint32Array };
  [Symbol.dispose](): void;
}

/** A binary fuse filter as data, to be kept or sent. */
export interface FuseFilter {
  /** 0, or how many seeds did not come out. */
  seed: number;
  segmentSlots: number;
  segments: number;
  table: Uint8Array;
}

/** A filter that can be asked. It holds memory of its own until it is disposed of. */
export interface KeyFilter {
  /** 1 for each key that may be in the set, 0 for each that is not: never 0 for one that is. */
  has(keys: Hashes): Uint8Array;
  [Symbol.dispose](): void;
}

export interface TableKernels {
  /** xxHash32, the checksum of stored blocks. */
  xxhash32(bytes: Uint8Array, seed: number): number;
  /** Hashes in ascending order of (high, low). */
  sort(hashes: Hashes): Hashes;
  /** The same with a payload each, which goes with its hash; equal hashes keep their order. */
  sortWith(hashes: Hashes, payloads: Uint32Array): { hashes: Hashes; payloads: Uint32Array };
  /** @param keys ascending by (high, low); equal ones may repeat */
  lookup(keys: Hashes, payloads: Uint32Array): KeyTable;
  /** Filter of distinct keys, in any order: about 9 bits each, and a wrong yes once in 256. */
  makeFilter(keys: Hashes): FuseFilter;
  openFilter(filter: FuseFilter): KeyFilter;
  /** `count` values of `width` bits each (0 to 32), lowest bits first. */
  unpack(packed: Uint8Array, count: number, width: number): Uint32Array;
  /** The sums of `first` and such values, modulo 2^32: an ascending list from its differences. */
  unpackAscending(packed: Uint8Array, count: number, width: number, first: number): Uint32Array;
}
