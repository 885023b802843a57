/** The kernels of `assembly/` as typed calls on one instance. `memory.ts` draws how its memory is used. */
import type { Kernels } from "./kernels.ts";
import { Arena } from "./memory.ts";
import { type TableExports, tableKernels } from "./tables/wasm.ts";
import { foldTable } from "./text/fold.table.ts";
import { installFoldTable, type TextExports, textKernels } from "./text/wasm.ts";

/** The exports of `build/engine.wasm`. */
interface Exports extends TextExports, TableExports {
  memory: WebAssembly.Memory;
  HEAP_BASE: WebAssembly.Global;
}

export function createWasmKernels(instance: WebAssembly.Instance): Kernels {
  const exports = instance.exports as unknown as Exports;
  const below = new Arena(exports.memory, exports.HEAP_BASE.value);
  installFoldTable(exports, below, foldTable());
  const arena = new Arena(exports.memory, below.take(0));
  return { name: "wasm", ...textKernels(exports, arena), ...tableKernels(exports, arena) };
}
