import { isccMinhash } from "./iscc.reference.ts";
import type { SketchKernels } from "./kernels.ts";
import { minhash } from "./minhash.reference.ts";

export const sketchReferences: SketchKernels = { minhash, isccMinhash };
