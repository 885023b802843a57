/** The table of a text's shingles: a filter of bits, and slots with open addressing. */
import type { Hashes } from "../text/kernels.ts";

/**
 * Most slots examined for one shingle. At the load of the table a run of 64 full slots does not happen by chance, but
 * hashes can be chosen.
 */
const PROBES_MAX = 64;

/** Whether a shingle with these lower bits may be in the text. The shift takes the lowest five, as JavaScript does. */
export function wasSeen(seen: Int32Array, low: number): boolean {
  return ((seen[(low >>> 5) & (seen.length - 1)]! >>> low) & 1) === 1;
}

/** The slot of a shingle, or the empty slot where it belongs; -1 where all slots that may be examined are taken. */
export function slotOf(slots: Int32Array, { low: lows, high: highs }: Hashes, low: number, high: number): number {
  const mask = slots.length - 1;
  for (let probe = 0; probe < PROBES_MAX; probe++) {
    const slot = (high + probe) & mask;
    const place = slots[slot]! - 1;
    if (place < 0 || (lows[place] === low && highs[place] === high)) return slot;
  }
  return -1;
}
