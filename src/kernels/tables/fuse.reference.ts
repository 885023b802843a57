/** Reference implementation of `assembly/tables/fuse.ts`: the same filter, made with plain sets. */
import type { Hashes } from "../text/kernels.ts";
import { fuseSize } from "./filter.ts";
import type { FuseFilter, KeyFilter } from "./kernels.ts";

const u64 = (value: bigint): bigint => BigInt.asUintN(64, value);

/** SplitMix64's output step. */
function finish(state: bigint): bigint {
  const once = u64((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
  const twice = u64((once ^ (once >> 27n)) * 0x94d049bb133111ebn);
  return twice ^ (twice >> 31n);
}

/** Byte of a key, and its three slots. */
function placesOf({ low, high }: Hashes, at: number, { seed, segmentSlots, segments }: Omit<FuseFilter, "table">) {
  const mixed = finish(u64(((BigInt(high[at]!) << 32n) | BigInt(low[at]!)) + BigInt(seed)));
  const first = Number(((mixed >> 32n) * BigInt(segmentSlots * (segments - 2))) >> 32n);
  const inside = [0, Number((mixed >> 18n) & 0xffffffffn), Number(mixed & 0xffffffffn)];
  const slots = inside.map((bits, which) => (first + which * segmentSlots) ^ (bits & (segmentSlots - 1)));
  return { byte: Number((mixed ^ (mixed >> 32n)) & 0xffn), slots: [first, slots[1]!, slots[2]!] };
}

export function makeFilter(keys: Hashes): FuseFilter {
  const size = fuseSize(keys.low.length);
  for (let seed = 0; ; seed++) {
    const table = peeled(keys, { seed, ...size });
    if (table !== null) return { seed, ...size, table };
  }
}

function peeled(keys: Hashes, filter: Omit<FuseFilter, "table">): Uint8Array | null {
  const slots = filter.segmentSlots * filter.segments;
  const places = Array.from(keys.low, (_, at) => placesOf(keys, at, filter));
  const users = Array.from({ length: slots }, () => new Set<number>());
  places.forEach(({ slots: own }, key) => {
    for (const slot of own) users[slot]!.add(key);
  });
  const queue = users.flatMap((set, slot) => (set.size === 1 ? [slot] : []));
  const order: { key: number; slot: number }[] = [];
  for (let slot = queue.pop(); slot !== undefined; slot = queue.pop()) {
    if (users[slot]!.size !== 1) continue;
    const [key] = users[slot]!;
    order.push({ key: key!, slot });
    for (const other of places[key!]!.slots) {
      users[other]!.delete(key!);
      if (users[other]!.size === 1) queue.push(other);
    }
  }
  if (order.length < places.length) return null;
  const table = new Uint8Array(slots);
  for (const { key, slot } of order.reverse()) {
    const { byte, slots: own } = places[key]!;
    table[slot] = own.reduce((sum, other) => sum ^ table[other]!, byte);
  }
  return table;
}

export function openFilter(filter: FuseFilter): KeyFilter {
  return {
    has: (keys) =>
      Uint8Array.from(keys.low, (_, at) => {
        const { byte, slots } = placesOf(keys, at, filter);
        return Number(slots.reduce((sum, slot) => sum ^ filter.table[slot]!, byte) === 0);
      }),
    [Symbol.dispose]() {},
  };
}
