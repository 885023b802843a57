/** Reference implementation of `assembly/tables/distinct.ts` and of the sort under it. */
import type { Hashes } from "../text/kernels.ts";

/** The hashes at some positions, each once, ascending by (high, low). */
export function distinct({ low, high }: Hashes, positions: Uint32Array): Hashes {
  const ascending = Array.from(positions).sort((x, y) => high[x]! - high[y]! || low[x]! - low[y]!);
  const once = ascending.filter((at, i) => {
    const before = ascending[i - 1];
    return before === undefined || low[at] !== low[before] || high[at] !== high[before];
  });
  return { low: Uint32Array.from(once, (at) => low[at]!), high: Uint32Array.from(once, (at) => high[at]!) };
}
