// How often each word stands in a text: words by their hashes, in a table with open addressing.
//
//   words ─▶ slots [ hash 8 bytes | count 8 bytes ], at most half of them taken ─▶ taken slots, ascending by hash
//
// A few words are frequent and stay near; the slots of rare ones come from far away. So the slots of some words are
// asked for before any of them is counted, and arrive together.

import { sortPairs } from "./sort";

/** Words are told apart by these bits of their hashes. */
// @ts-ignore: decorator
@inline
const HASH_BITS: u64 = 0xffff_ffff_ffff_0000;
/** Words whose slots are asked for together. */
// @ts-ignore: decorator
@inline
const TOGETHER: usize = 64 << 2;

let slotsTaken: u32 = 0;

/** Empties a table of `slots` slots, a power of two, of 16 bytes. */
export function beginCounts(table: usize, slots: u32): void {
  memory.fill(table, 0, <usize>slots << 4);
  slotsTaken = 0;
}

/**
 * Counts words, until half of the slots are taken.
 *
 * @param low,high `count` halves of hashes
 * @returns how many were counted
 */
export function countWords(low: usize, high: usize, count: u32, table: usize, slots: u32): u32 {
  const mask = (<usize>slots << 4) - 16;
  const from = low;
  const end = low + (<usize>count << 2);
  let touched: u64 = 0;
  while (low < end && slotsTaken << 1 <= slots - 2 * TOGETHER) {
    const until = min(end, low + TOGETHER);
    for (let at = high, last = high + (until - low); at < last; at += 4)
      touched |= load<u64>(table + ((load<u32>(at) << 4) & mask));
    for (; low < until; low += 4, high += 4) {
      const upper = load<u32>(high);
      add(table, mask, ((<u64>upper << 32) | load<u32>(low)) & HASH_BITS, <usize>upper << 4, 1);
    }
  }
  // Never so: it is only that the slots are not asked for in vain.
  if (touched == 1) slotsTaken--;
  return <u32>((low - from) >> 2);
}

/** Puts what a table has counted into one of twice as many slots. */
export function growCounts(table: usize, slots: u32, larger: usize): void {
  beginCounts(larger, 2 * slots);
  const mask = (<usize>slots << 5) - 16;
  for (let at = table, end = table + (<usize>slots << 4); at < end; at += 16) {
    const hash = load<u64>(at);
    const count = load<u64>(at, 8);
    if (count > 0) add(larger, mask, hash, <usize>(hash >> 32) << 4, count);
  }
}

/** How many different words were counted: so many slots are taken. */
export function wordsCounted(): u32 {
  return slotsTaken;
}

/** Sorts what was counted: the table begins with its taken slots then. @param scratch room for as many */
export function sortCounts(table: usize, slots: u32, scratch: usize): void {
  let to = table;
  for (let at = table, end = table + (<usize>slots << 4); at < end; at += 16) {
    if (load<u64>(at, 8) == 0) continue;
    v128.store(to, v128.load(at));
    to += 16;
  }
  sortPairs(table, scratch, slotsTaken);
}

// @ts-ignore: decorator
@inline
function add(table: usize, mask: usize, hash: u64, slot: usize, times: u64): void {
  for (;; slot += 16) {
    const place = table + (slot & mask);
    const count = load<u64>(place, 8);
    if (count == 0) {
      store<u64>(place, hash);
      slotsTaken++;
    } else if (load<u64>(place) != hash) continue;
    store<u64>(place, count + times, 8);
    return;
  }
}
