// Binary fuse filter: is a key in the set? Never a wrong no; a wrong yes once in 256. Nine bits a key.
//
//   table   u8[segments × segmentSlots]
//   key     three slots, in three segments that follow each other        its byte = table[s0] ^ table[s1] ^ table[s2]
//
// Making it is a puzzle: find an order of the keys in which each has, when its turn comes, a slot that no later one needs. Slots that
// only one key uses are peeled off until none is left; then, backwards, each key sets its own slot to what makes the sum right. With
// a factor of 1.125 slots a key it nearly always comes out; where it does not, the next seed is tried. Seeds are tried in a fixed
// order, so the same keys make the same filter.
//
// Source: Graf and Lemire, "Binary fuse filters: fast and smaller than xor filters", ACM JEA 2022.

import { finish, GOLDEN } from "../mix";

// @ts-ignore: decorator
@inline
function keyAt(lowPtr: usize, highPtr: usize, at: usize, seed: u64): u64 {
  const key = ((<u64>load<u32>(highPtr + at)) << 32) | <u64>load<u32>(lowPtr + at);
  return finish(key + seed);
}

/** Slot `which` (0, 1 or 2) of a mixed key. `span`: slots at which the first segment of a key may begin. */
// @ts-ignore: decorator
@inline
function slotOf(mixed: u64, which: u32, span: u32, segmentSlots: u32): u32 {
  const first = <u32>(((mixed >> 32) * <u64>span) >> 32);
  if (which == 0) return first;
  const inside = which == 1 ? <u32>(mixed >> 18) : <u32>mixed;
  return (first + which * segmentSlots) ^ (inside & (segmentSlots - 1));
}

// @ts-ignore: decorator
@inline
function byteOf(mixed: u64): u32 {
  return (<u32>mixed ^ <u32>(mixed >> 32)) & 0xff;
}

/**
 * Makes the filter of distinct keys under a seed, and tells whether that came out; if not, another seed must be tried.
 *
 * @param lowPtr, highPtr halves of `count` distinct keys
 * @param segmentSlots    a power of two
 * @param segments        3 or more
 * @param tablePtr        room for segments × segmentSlots bytes
 * @param slotsPtr        room for 16 bytes a slot: the sum of the keys that use it, and how many they are
 * @param orderPtr        room for 12 bytes a key: in the order of peeling, the keys, then their own slots
 * @param queuePtr        room for 12 bytes a slot
 */
export function makeFuse(
  lowPtr: usize,
  highPtr: usize,
  count: u32,
  seedLow: u32,
  seedHigh: u32,
  segmentSlots: u32,
  segments: u32,
  tablePtr: usize,
  slotsPtr: usize,
  orderPtr: usize,
  queuePtr: usize,
): bool {
  const seed = ((<u64>seedHigh) << 32) | <u64>seedLow;
  const slots = segmentSlots * segments;
  const span = segmentSlots * (segments - 2);
  memory.fill(slotsPtr, 0, <usize>slots << 4);
  memory.fill(tablePtr, 0, slots);
  for (let at: usize = 0; at < <usize>count << 2; at += 4) {
    const mixed = keyAt(lowPtr, highPtr, at, seed);
    for (let which: u32 = 0; which < 3; which++) addTo(slotsPtr, slotOf(mixed, which, span, segmentSlots), mixed, 1);
  }
  const ownPtr = orderPtr + (<usize>count << 3);
  if (peel(slotsPtr, slots, span, segmentSlots, orderPtr, ownPtr, queuePtr) != count) return false;
  // Backwards: the slot that was a key's own is still free of what must be.
  for (let i: isize = <isize>count - 1; i >= 0; i--) {
    const mixed = load<u64>(orderPtr + (<usize>i << 3));
    const own = load<u32>(ownPtr + (<usize>i << 2));
    let sum = byteOf(mixed);
    for (let which: u32 = 0; which < 3; which++) sum ^= <u32>load<u8>(tablePtr + <usize>slotOf(mixed, which, span, segmentSlots));
    store<u8>(tablePtr + <usize>own, sum);
  }
  return true;
}

/** Adds a key to a slot, or takes it away: both are the same exclusive or, but for the number of keys. */
// @ts-ignore: decorator
@inline
function addTo(slotsPtr: usize, slot: u32, mixed: u64, change: i32): void {
  const ptr = slotsPtr + (<usize>slot << 4);
  store<u64>(ptr, load<u64>(ptr) ^ mixed);
  store<u32>(ptr, load<u32>(ptr, 8) + change, 8);
}

/** Peels off keys that have a slot alone; writes them in order with that slot, and returns how many there were. */
function peel(
  slotsPtr: usize,
  slots: u32,
  span: u32,
  segmentSlots: u32,
  orderPtr: usize,
  ownPtr: usize,
  queuePtr: usize,
): u32 {
  let queued: usize = 0;
  for (let slot: u32 = 0; slot < slots; slot++) {
    if (load<u32>(slotsPtr + (<usize>slot << 4), 8) != 1) continue;
    store<u32>(queuePtr + (queued << 2), slot);
    queued++;
  }
  let peeled: u32 = 0;
  while (queued > 0) {
    queued--;
    const slot = load<u32>(queuePtr + (queued << 2));
    const ptr = slotsPtr + (<usize>slot << 4);
    if (load<u32>(ptr, 8) != 1) continue;
    const mixed = load<u64>(ptr);
    store<u64>(orderPtr + (<usize>peeled << 3), mixed);
    store<u32>(ownPtr + (<usize>peeled << 2), slot);
    peeled++;
    for (let which: u32 = 0; which < 3; which++) {
      const other = slotOf(mixed, which, span, segmentSlots);
      addTo(slotsPtr, other, mixed, -1);
      if (load<u32>(slotsPtr + (<usize>other << 4), 8) != 1) continue;
      store<u32>(queuePtr + (queued << 2), other);
      queued++;
    }
  }
  return peeled;
}

/**
 * Writes one byte for each key asked: 1 where it may be in the set, 0 where it is not.
 */
export function inFuse(
  tablePtr: usize,
  segmentSlots: u32,
  segments: u32,
  seedLow: u32,
  seedHigh: u32,
  lowPtr: usize,
  highPtr: usize,
  count: u32,
  outPtr: usize,
): void {
  const seed = ((<u64>seedHigh) << 32) | <u64>seedLow;
  const span = segmentSlots * (segments - 2);
  for (let i: usize = 0; i < <usize>count; i++) {
    const mixed = keyAt(lowPtr, highPtr, i << 2, seed);
    const first = <u32>load<u8>(tablePtr + <usize>slotOf(mixed, 0, span, segmentSlots));
    const second = <u32>load<u8>(tablePtr + <usize>slotOf(mixed, 1, span, segmentSlots));
    const third = <u32>load<u8>(tablePtr + <usize>slotOf(mixed, 2, span, segmentSlots));
    store<u8>(outPtr + i, u32((first ^ second ^ third ^ byteOf(mixed)) == 0));
  }
}
