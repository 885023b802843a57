/** Reference implementation of `assembly/tables/lookup.ts`: a map of whole keys. */
import type { Hashes } from "../text/kernels.ts";
import type { KeyTable } from "./kernels.ts";

const NONE = 0xffffffff;

export function lookup({ low, high }: Hashes, payloads: Uint32Array): KeyTable {
  const keyOf = (keys: Hashes, at: number) => (BigInt(keys.high[at]!) << 32n) | BigInt(keys.low[at]!);
  const first = new Map<bigint, number>();
  for (let at = low.length - 1; at >= 0; at--) first.set(keyOf({ low, high }, at), at);
  return {
    count: low.length,
    find(keys) {
      const indexes = Uint32Array.from(keys.low, (_, at) => first.get(keyOf(keys, at)) ?? NONE);
      return { indexes, payloads: indexes.map((index) => (index === NONE ? NONE : payloads[index]!)) };
    },
    [Symbol.dispose]() {
      first.clear();
    },
  };
}
