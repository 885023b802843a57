/** The kernels of `assembly/sketch/` as typed calls. */
import type { Caller, KernelCall } from "../memory.ts";
import type { SketchKernels } from "./kernels.ts";

/** Exports of the module; `assembly/sketch/` documents each. */
export interface SketchExports {
  drawOrders(a: number, b: number, count: number): void;
  minhash(hashes: number, count: number, a: number, b: number, signature: number, orders: number): void;
  isccMinhash(text: number, lengthBytes: number, features: number, out: number): void;
}

export function sketchKernels(machine: Caller<SketchExports>): SketchKernels {
  return {
    minhash: (hashes, orders) => minhash(machine.begin(), hashes, orders),
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
