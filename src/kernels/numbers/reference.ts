import { betaCumulative, betaQuantile } from "./beta.reference.ts";
import { bootstrapSums } from "./bootstrap.reference.ts";
import { expEach } from "./exp.reference.ts";
import { subsetCount } from "./flip.reference.ts";
import type { NumberKernels } from "./kernels.ts";
import { logEach } from "./log.reference.ts";
import { permutationCounts } from "./permute.reference.ts";
import { logSumExpRows, momentsRows } from "./rows.reference.ts";

export const numberReferences: NumberKernels = {
  expEach,
  logEach,
  logSumExpRows,
  momentsRows,
  bootstrapSums,
  permutationCounts,
  subsetCount,
  betaCumulative,
  betaQuantile,
};
