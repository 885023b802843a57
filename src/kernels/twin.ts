/** All kernels in plain TypeScript: slow, obviously right, and what runs where WebAssembly may not. */
import { alignTwins } from "./align/twin.ts";
import type { Kernels } from "./kernels.ts";
import { numberTwins } from "./numbers/twin.ts";
import { sketchTwins } from "./sketch/twin.ts";
import { tableTwins } from "./tables/twin.ts";
import { textTwins } from "./text/twin.ts";

export const twinKernels: Kernels = {
  name: "twin",
  ...textTwins,
  ...sketchTwins,
  ...tableTwins,
  ...alignTwins,
  ...numberTwins,
};
