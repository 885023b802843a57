/** Reference implementations of `assembly/deflate/`. */
import { deflate } from "./deflate.reference.ts";
import { inflate } from "./inflate.reference.ts";
import type { DeflateKernels } from "./kernels.ts";

export const deflateReferences: DeflateKernels = { deflate, inflate };
