import type { TableKernels } from "./kernels.ts";
import { sortWith } from "./sort.reference.ts";
import { xxhash32 } from "./xxhash32.reference.ts";

export const tableReferences: TableKernels = {
  xxhash32,
  sort: (hashes) => sortWith(hashes, new Uint32Array(hashes.low.length)).hashes,
  sortWith,
};
