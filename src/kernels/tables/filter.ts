/** Binary fuse filters: their sizes, the seeds that are tried, and an instance of its own for one that is asked. */
import { SpoliaError } from "../../errors.ts";
import type { KernelCall } from "../memory.ts";
import type { Hashes } from "../text/kernels.ts";
import type { FuseFilter, KeyFilter } from "./kernels.ts";

export interface FilterExports {
  makeFuse(
    low: number,
    high: number,
    count: number,
    seedLow: number,
    seedHigh: number,
    segmentSlots: number,
    segments: number,
    table: number,
    slots: number,
    order: number,
    queue: number,
  ): number;
  inFuse(
    table: number,
    segmentSlots: number,
    segments: number,
    seedLow: number,
    seedHigh: number,
    low: number,
    high: number,
    count: number,
    out: number,
  ): void;
}

/** Distinct keys come out under one of the first few seeds; keys that repeat never do. */
const SEEDS_MAX = 100;
const SEGMENT_SLOTS_MAX = 2 ** 18;

/** How many slots, and in how many segments; from the paper, in steps that every runtime computes alike. */
export function fuseSize(count: number): { segmentSlots: number; segments: number } {
  // Slots of a segment: 2 ^ floor(log(count) / log(3.33) + 2.25), by multiplying instead of logarithms.
  let segmentSlots = 4;
  for (let reach = 2.465; reach <= count && segmentSlots < SEGMENT_SLOTS_MAX; reach *= 3.33) segmentSlots *= 2; // 3.33 ^ 0.75
  // Slots a key: 1.125 for very many, more for few: 0.875 + 0.25 × log(10^6) / log(count), with log2 read off the number's length.
  const bits = 31 - Math.clz32(Math.max(2, count));
  const log2 = bits + (count / ((1 << bits) >>> 0) - 1);
  const factor = Math.max(1.125, 0.875 + (0.25 * 19.931568569324174) / Math.max(1, log2));
  const segments = Math.max(3, Math.ceil((count * factor) / segmentSlots) + 2);
  return { segmentSlots, segments };
}

/** @throws internal where keys repeat: a filter is made of a set */
export function makeFilter({ exports, arena }: KernelCall<FilterExports>, { low, high }: Hashes): FuseFilter {
  const count = low.length;
  const { segmentSlots, segments } = fuseSize(count);
  const slots = segmentSlots * segments;
  const [lowPtr, highPtr] = [arena.put(low), arena.put(high)];
  const [tablePtr, slotsPtr] = [arena.take(slots), arena.take(16 * slots)];
  const [orderPtr, queuePtr] = [arena.take(12 * count), arena.take(12 * slots)];
  for (let seed = 0; seed < SEEDS_MAX; seed++) {
    const sizes = [seed, 0, segmentSlots, segments] as const;
    if (exports.makeFuse(lowPtr, highPtr, count, ...sizes, tablePtr, slotsPtr, orderPtr, queuePtr)) {
      return { seed, segmentSlots, segments, table: arena.bytes(tablePtr, slots).slice() };
    }
  }
  throw new SpoliaError("internal", "A filter was asked of keys that repeat.", { hint: "Drop repeated keys first." });
}

export function openFilter({ exports, arena }: KernelCall<FilterExports>, filter: FuseFilter): KeyFilter {
  const tablePtr = arena.put(filter.table);
  const queryPtr = arena.take(0);
  let isOpen = true;
  return {
    has({ low, high }) {
      if (!isOpen) throw new TypeError("This filter has been disposed of.");
      const [lowPtr, highPtr, outPtr] = [arena.put(low), arena.put(high), arena.take(low.length)];
      const { segmentSlots, segments, seed } = filter;
      exports.inFuse(tablePtr, segmentSlots, segments, seed, 0, lowPtr, highPtr, low.length, outPtr);
      const found = arena.bytes(outPtr, low.length).slice();
      arena.giveBack(queryPtr);
      return found;
    },
    [Symbol.dispose]() {
      isOpen = false;
    },
  };
}
