import { makeFilter, openFilter } from "./fuse.twin.ts";
import type { TableKernels } from "./kernels.ts";
import { lookup } from "./lookup.twin.ts";
import { sortWith } from "./sort.twin.ts";
import { unpack, unpackAscending } from "./unpack.twin.ts";
import { xxhash32 } from "./xxhash32.twin.ts";

export const tableTwins: TableKernels = {
  xxhash32,
  sort: (hashes) => sortWith(hashes, new Uint32Array(hashes.low.length)).hashes,
  sortWith,
  lookup,
  makeFilter,
  openFilter,
  unpack,
  unpackAscending,
};
