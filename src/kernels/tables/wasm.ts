/** The kernels of `assembly/tables/` as typed calls. */
import type { Caller } from "../memory.ts";
import type { TableKernels } from "./kernels.ts";

/** Exports of the module; what each does is said in `assembly/tables/`. */
export interface TableExports {
  xxhash32(bytes: number, lengthBytes: number, seed: number): number;
}

export function tableKernels(machine: Caller<TableExports>): TableKernels {
  return {
    xxhash32(bytes, seed) {
      const { exports, arena } = machine.begin();
      return exports.xxhash32(arena.put(bytes), bytes.length, seed) >>> 0;
    },
  };
}
