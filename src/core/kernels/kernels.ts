/**
 * The interface of the kernels. Two implementations return the same bytes: `wasm.ts` runs `assembly/`, and
 * `reference.ts` is plain TypeScript, which the tests compare against and which runs where WebAssembly is forbidden.
 * Each group has a folder here and in `assembly/`.
 */
import type { AlignKernels } from "./align/kernels.ts";
import type { DeflateKernels } from "./deflate/kernels.ts";
import type { NumberKernels } from "./numbers/kernels.ts";
import type { PassageKernels } from "./passages/kernels.ts";
import type { SketchKernels } from "./sketch/kernels.ts";
import type { TableKernels } from "./tables/kernels.ts";
import type { TextKernels } from "./text/kernels.ts";
import type { TransformerKernels } from "./transformer/kernels.ts";
import type { VectorKernels } from "./vectors/kernels.ts";

export type { Hashes } from "./text/kernels.ts";

export interface Kernels
  extends TextKernels,
    PassageKernels,
    SketchKernels,
    TableKernels,
    AlignKernels,
    NumberKernels,
    DeflateKernels,
    VectorKernels,
    TransformerKernels {
  /** Which implementation this is: results and tests record it. */
  readonly name: "wasm" | "twin";
}
