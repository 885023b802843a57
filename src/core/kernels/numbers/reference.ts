import type { NumberKernels } from "./kernels.ts";
import { permutationCounts } from "./permute.reference.ts";
import { logSumExpRows, momentsRows } from "./rows.reference.ts";

export const numberReferences: NumberKernels = { logSumExpRows, momentsRows, permutationCounts };
