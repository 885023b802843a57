import { distinct } from "../tables/distinct.twin.ts";
import { isccMinhash } from "./iscc.twin.ts";
import { type SketchKernels, thresholdOf } from "./kernels.ts";
import { equalPlaces, minhash } from "./minhash.twin.ts";
import { onePermutation } from "./onePermutation.twin.ts";

export const sketchTwins: SketchKernels = {
  minhash,
  equalPlaces,
  isccMinhash,
  onePermutation,
  fracMinHash(hashes, scale) {
    const threshold = thresholdOf(scale);
    const positions = Uint32Array.from(hashes.high.keys()).filter((at) => hashes.high[at]! < threshold);
    return distinct(hashes, positions);
  },
};
