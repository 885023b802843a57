/** Reference implementation of `assembly/tables/sort.ts`. */
import type { Hashes } from "../text/kernels.ts";

export function sortWith({ low, high }: Hashes, payloads: Uint32Array): { hashes: Hashes; payloads: Uint32Array } {
  const order = [...low.keys()].sort((x, y) => high[x]! - high[y]! || low[x]! - low[y]!);
  return {
    hashes: { low: Uint32Array.from(order, (at) => low[at]!), high: Uint32Array.from(order, (at) => high[at]!) },
    payloads: Uint32Array.from(order, (at) => payloads[at]!),
  };
}
