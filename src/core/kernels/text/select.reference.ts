/** Reference implementation of `assembly/text/select.ts` and of the sort that it uses. */
import type { Hashes } from "./kernels.ts";
import { isSampled } from "./sample.ts";

/**
 * The kept and the sampled hashes without duplicates, ascending by (high, low). The lowest bit is 1 for kept hashes.
 */
export function selectedHashes({ low, high }: Hashes, kept: Uint32Array, bits: number): Hashes {
  const keptKeys = Array.from(kept, (at) => key(high[at]!, low[at]! | 1));
  const sampled = Array.from(high.keys()).filter((at) => isSampled(high[at]!, bits));
  const sampledKeys = sampled.map((at) => key(high[at]!, low[at]! & ~1));
  const keys = new Set(keptKeys);
  for (const one of sampledKeys) if (!keys.has(one | 1n)) keys.add(one);
  const ascending = [...keys].sort((x, y) => (x < y ? -1 : 1));
  return {
    low: Uint32Array.from(ascending, (one) => Number(one & 0xffff_ffffn)),
    high: Uint32Array.from(ascending, (one) => Number(one >> 32n)),
  };
}

const key = (high: number, low: number): bigint => (BigInt(high) << 32n) | BigInt(low >>> 0);
