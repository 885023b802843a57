/** How many items have each of their runs of words? */
import type { Hashes, Kernels } from "../../kernels/kernels.ts";

/** For each run of each item, by its hash, the number of items that have it. */
export function sharedBy(kernels: Kernels, items: readonly Hashes[]): Uint32Array[] {
  const starts = [0];
  for (const { low } of items) starts.push(starts.at(-1)! + low.length);
  const total = starts.at(-1)!;
  const all = { low: new Uint32Array(total), high: new Uint32Array(total) };
  const itemOf = new Uint32Array(total);
  for (const [i, { low, high }] of items.entries()) {
    all.low.set(low, starts[i]);
    all.high.set(high, starts[i]);
    itemOf.fill(i, starts[i], starts[i + 1]);
  }
  const { hashes, payloads } = kernels.sortWith(
    all,
    Uint32Array.from({ length: total }, (_, place) => place),
  );
  const counts = new Uint32Array(total);
  for (let from = 0, to = 0; from < total; from = to) {
    let [items, last] = [0, -1];
    for (to = from; to < total && isSame(hashes, from, to); to++) {
      // The sort is stable, so that the places of one item follow each other.
      const item = itemOf[payloads[to]!]!;
      if (item !== last) items += 1;
      last = item;
    }
    for (let at = from; at < to; at++) counts[payloads[at]!] = items;
  }
  return items.map((_, i) => counts.subarray(starts[i], starts[i + 1]));
}

function isSame({ low, high }: Hashes, a: number, b: number): boolean {
  return low[a] === low[b] && high[a] === high[b];
}
