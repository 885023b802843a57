/**
 * What the kernels do, in typed calls. Two implementations give the same bytes: `wasm.ts` runs `assembly/`,
 * `reference.ts` says the same in plain TypeScript, judges it in the tests, and runs where WebAssembly may not. Each
 * group has a folder here and in `assembly/`.
 */
import type { AlignKernels } from "./align/kernels.ts";
import type { NumberKernels } from "./numbers/kernels.ts";
import type { SketchKernels } from "./sketch/kernels.ts";
import type { TableKernels } from "./tables/kernels.ts";
import type { TextKernels } from "./text/kernels.ts";

export type { Hashes, Words } from "./text/kernels.ts";

export interface Kernels extends TextKernels, SketchKernels, TableKernels, AlignKernels, NumberKernels {
  /** Which implementation this is, so that a test or a result can prove what ran. */
  readonly name: "wasm" | "twin";
}
