import { distinct } from "../tables/distinct.reference.ts";
import { isccMinhash } from "./iscc.reference.ts";
import { type SketchKernels, thresholdOf } from "./kernels.ts";
import { equalPlaces, minhash } from "./minhash.reference.ts";
import { onePermutation } from "./onePermutation.reference.ts";

export const sketchReferences: SketchKernels = {
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
