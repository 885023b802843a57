import type { TableKernels } from "./kernels.ts";
import { xxhash32 } from "./xxhash32.twin.ts";

export const tableTwins: TableKernels = { xxhash32 };
