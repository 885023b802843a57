/** The kernels of `assembly/tables/` as typed calls. */
import type { Arena } from "../memory.ts";
import type { TableKernels } from "./kernels.ts";

/** Exports of the module; what each does is said in `assembly/tables/`. */
export interface TableExports {
  xxhash32(bytes: number, lengthBytes: number, seed: number): number;
}

export function tableKernels(exports: TableExports, arena: Arena): TableKernels {
  return {
    xxhash32(bytes, seed) {
      arena.reset();
      return exports.xxhash32(arena.put(bytes), bytes.length, seed) >>> 0;
    },
  };
}
