/** The kernels of `assembly/sketch/` as typed calls. */
import type { Caller, KernelCall } from "../memory.ts";
import type { Hashes } from "../text/kernels.ts";
import { type SketchKernels, thresholdOf } from "./kernels.ts";

/** Exports of the module; what each does is said in `assembly/sketch/`. */
export interface SketchExports {
  drawOrders(a: number, b: number, count: number): void;
  minhash(hashes: number, count: number, a: number, b: number, signature: number, orders: number): void;
  equalPlaces(one: number, other: number, orders: number): number;
  onePermutation(low: number, high: number, count: number, binsLog2: number, raw: number, bins: number): void;
  isccMinhash(text: number, lengthBytes: number, features: number, out: number): void;
  positionsBelow(high: number, count: number, threshold: number, positions: number): number;
  gatherKeys(positions: number, count: number, low: number, high: number, keys: number): void;
  distinctKeys(keys: number, scratch: number, count: number, outLow: number, outHigh: number): number;
}

export function sketchKernels(machine: Caller<SketchExports>): SketchKernels {
  return {
    minhash: (hashes, orders) => minhash(machine.begin(), hashes, orders),
    equalPlaces(one, other) {
      const { exports, arena } = machine.begin();
      return exports.equalPlaces(arena.put(one), arena.put(other), one.length);
    },
    onePermutation: (hashes, bins) => onePermutation(machine.begin(), hashes, bins),
    fracMinHash: (hashes, scale) => fracMinHash(machine.begin(), hashes, scale),
    isccMinhash(text) {
      const { exports, arena } = machine.begin();
      const [textPtr, featuresPtr, outPtr] = [arena.put(text), arena.take(4 * text.length + 4), arena.take(256)];
      exports.isccMinhash(textPtr, text.length, featuresPtr, outPtr);
      return arena.words(outPtr, 64).slice();
    },
  };
}

function minhash({ exports, arena }: KernelCall<SketchExports>, hashes: Uint32Array, orders: number): Uint32Array {
  const [aPtr, bPtr, signaturePtr] = [arena.take(4 * orders), arena.take(4 * orders), arena.take(4 * orders)];
  const hashesPtr = arena.put(hashes);
  exports.drawOrders(aPtr, bPtr, orders);
  exports.minhash(hashesPtr, hashes.length, aPtr, bPtr, signaturePtr, orders);
  return arena.words(signaturePtr, orders).slice();
}

function onePermutation({ exports, arena }: KernelCall<SketchExports>, { low, high }: Hashes, bins: number): Uint32Array {
  const [rawPtr, binsPtr] = [arena.take(4 * bins), arena.take(4 * bins)];
  const [lowPtr, highPtr] = [arena.put(low), arena.put(high)];
  exports.onePermutation(lowPtr, highPtr, low.length, 31 - Math.clz32(bins), rawPtr, binsPtr);
  return arena.words(binsPtr, bins).slice();
}

function fracMinHash({ exports, arena }: KernelCall<SketchExports>, { low, high }: Hashes, scale: number): Hashes {
  const [lowPtr, highPtr] = [arena.put(low), arena.put(high)];
  const positionsPtr = arena.take(high.byteLength);
  const count = exports.positionsBelow(highPtr, high.length, thresholdOf(scale), positionsPtr);
  const [keysPtr, scratchPtr] = [arena.take(8 * count), arena.take(8 * count)];
  const [outLowPtr, outHighPtr] = [arena.take(4 * count), arena.take(4 * count)];
  exports.gatherKeys(positionsPtr, count, lowPtr, highPtr, keysPtr);
  const distinct = exports.distinctKeys(keysPtr, scratchPtr, count, outLowPtr, outHighPtr);
  return { low: arena.words(outLowPtr, distinct).slice(), high: arena.words(outHighPtr, distinct).slice() };
}
