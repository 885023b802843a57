import { betaCumulative, betaQuantile } from "./beta.twin.ts";
import { bootstrapSums } from "./bootstrap.twin.ts";
import { expEach } from "./exp.twin.ts";
import { subsetCount } from "./flip.twin.ts";
import type { NumberKernels } from "./kernels.ts";
import { logEach } from "./log.twin.ts";
import { permutationCounts } from "./permute.twin.ts";
import { logSumExpRows, momentsRows } from "./rows.twin.ts";

export const numberTwins: NumberKernels = {
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
