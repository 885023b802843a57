import { bestPlace, distance } from "./distance.reference.ts";
import type { AlignKernels } from "./kernels.ts";
import { commonLength } from "./lcs.reference.ts";

export const alignReferences: AlignKernels = { distance, bestPlace, commonLength };
