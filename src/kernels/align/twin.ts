import { bestPlace, distance } from "./distance.twin.ts";
import type { AlignKernels } from "./kernels.ts";
import { commonLength } from "./lcs.twin.ts";

export const alignTwins: AlignKernels = { distance, bestPlace, commonLength };
