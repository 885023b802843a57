/** The kernels of `assembly/` as typed calls on one instance. `memory.ts` describes the memory layout. */
import { type AlignExports, alignKernels } from "./align/wasm.ts";
import { type DeflateExports, deflateKernels } from "./deflate/wasm.ts";
import type { Kernels } from "./kernels.ts";
import { Machine, type MemoryExports } from "./memory.ts";
import { type NumberExports, numberKernels } from "./numbers/wasm.ts";
import { type PassageExports, passageKernels } from "./passages/wasm.ts";
import { type SketchExports, sketchKernels } from "./sketch/wasm.ts";
import { type TableExports, tableKernels } from "./tables/wasm.ts";
import { installFoldTable, type TextExports, textKernels } from "./text/wasm.ts";
import { type TransformerExports, transformerKernels } from "./transformer/wasm.ts";
import { type VectorExports, vectorKernels } from "./vectors/wasm.ts";

/** The exports of `build/engine.wasm`. */
type Exports = MemoryExports &
  TextExports &
  PassageExports &
  SketchExports &
  TableExports &
  AlignExports &
  NumberExports &
  DeflateExports &
  VectorExports &
  TransformerExports;

export function createWasmKernels(module: WebAssembly.Module, instance: WebAssembly.Instance): Kernels {
  const machine = new Machine<Exports>(module, instance, installFoldTable);
  const another = () => new WebAssembly.Instance(module, {}).exports as unknown as Exports;
  const text = textKernels(machine);
  return {
    name: "wasm",
    ...text,
    ...passageKernels(machine, text),
    ...sketchKernels(machine),
    ...tableKernels(machine, another),
    ...alignKernels(machine),
    ...numberKernels(machine),
    ...deflateKernels(machine),
    ...vectorKernels(machine),
    ...transformerKernels(another),
  };
}
