/** Reference implementation of `assembly/sketch/minhash.ts`; exports those of all sketch kernels. */
import { isccMinhash } from "./iscc.reference.ts";
import type { SketchKernels } from "./kernels.ts";

const GOLDEN = 0x9e3779b97f4a7c15n;
const u64 = (value: bigint): bigint => BigInt.asUintN(64, value);

/** SplitMix64 (Steele, Lea, Flood 2014) from the state "spolia". */
function* splitMix(): Generator<bigint, never> {
  for (let state = 0x61696c6f7073n; ; ) {
    state = u64(state + GOLDEN);
    const once = u64((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    const twice = u64((once ^ (once >> 27n)) * 0x94d049bb133111ebn);
    yield twice ^ (twice >> 31n);
  }
}

/** The factors of `count` orders. */
function drawOrders(count: number): { a: number; b: number }[] {
  const draws = splitMix();
  return Array.from({ length: count }, () => {
    const drawn = draws.next().value;
    return { a: Number(drawn & 0xffffffffn) | 1, b: Number(drawn >> 32n) };
  });
}

export function minhash(hashes: Uint32Array, orders: number): Uint32Array {
  return Uint32Array.from(drawOrders(orders), ({ a, b }) =>
    hashes.reduce((least, hash) => Math.min(least, (Math.imul(a, hash) + b) >>> 0), 0xffffffff),
  );
}

export const sketchReferences: SketchKernels = { minhash, isccMinhash };
