/** Reference implementation of `assembly/sketch/onePermutation.ts`. */
import type { Hashes } from "../text/kernels.ts";

const EMPTY = 0xffffffff;
const GOLDEN = 0x9e3779b97f4a7c15n;
const u64 = (value: bigint): bigint => BigInt.asUintN(64, value);

/** SplitMix64's output step. */
function finish(state: bigint): bigint {
  const once = u64((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
  const twice = u64((once ^ (once >> 27n)) * 0x94d049bb133111ebn);
  return twice ^ (twice >> 31n);
}

export function onePermutation({ low, high }: Hashes, bins: number): Uint32Array {
  const raw = new Uint32Array(bins).fill(EMPTY);
  low.forEach((half, i) => {
    const bin = Math.floor((half * bins) / 2 ** 32);
    raw[bin] = Math.min(raw[bin]!, high[i]!);
  });
  return raw.every((value) => value === EMPTY) ? raw : raw.map((value, bin) => (value === EMPTY ? borrowed(raw, bin) : value));
}

/** The value of the first bin that is not empty, in the random order of this one. */
function borrowed(raw: Uint32Array, bin: number): number {
  for (let attempt = 1n; ; attempt++) {
    const other = Number(finish(u64(BigInt(bin) * GOLDEN + attempt)) & BigInt(raw.length - 1));
    if (raw[other] !== EMPTY) return raw[other]!;
  }
}
