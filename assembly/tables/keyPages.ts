// Looks keys up in pages that stay in memory: `src/core/kernels/tables/keyPages.ts` draws it. A key gives its page;
// the entries of a page's last keys may go on in the next.
//
// A lookup waits for memory: all pages are looked for first, and their first lines touched, so that many are waited for
// at once.

import { beginPages, findOwn, findSpilled, nextValue, openPage, spillsAt, takeValuesAt } from "./page";

// Places in a frame, in bytes.
// @ts-ignore: decorator
@inline
const MISSING_PAGES: usize = 4;
// @ts-ignore: decorator
@inline
const INDEXES: usize = 8;
// @ts-ignore: decorator
@inline
const ENDS: usize = 12;
// @ts-ignore: decorator
@inline
const VALUES: usize = 16;
// @ts-ignore: decorator
@inline
const BUCKETS: usize = 20;
// @ts-ignore: decorator
@inline
const BUCKET_BITS: usize = 24;
// @ts-ignore: decorator
@inline
const SLOTS: usize = 28;
// @ts-ignore: decorator
@inline
const PAGES: usize = 32;
// @ts-ignore: decorator
@inline
const PAGE_BYTES: usize = 36;
// @ts-ignore: decorator
@inline
const VALUES_MOST: usize = 40;
// @ts-ignore: decorator
@inline
const CALL: usize = 44;
// @ts-ignore: decorator
@inline
const MISSING_COUNT: usize = 48;

// @ts-ignore: decorator
@inline
const MISSING: i32 = -1;
// @ts-ignore: decorator
@inline
const DAMAGED: i32 = -2;

// Of a call.
let frame: usize = 0;
let section: u32 = 0;

/** What was touched: without it, nothing would be loaded. */
let touched: u32 = 0;

/**
 * Looks up `count` keys: writes the index of each that has values, where its values end, and the values as doubles.
 *
 * @param at      the frame
 * @param near    keys so near to the end of their page have the next page asked for with it
 * @returns how many keys have values; -1 where pages are missing, whose numbers it writes; -2 where one is damaged
 */
export function findKeys(
  at: usize,
  number: u32,
  count: u32,
  pages: u32,
  low: u32,
  value: u32,
  span: u32,
  uppers: u32,
  near: u32,
): i32 {
  frame = at;
  section = number;
  beginPages(load<u32>(at, PAGE_BYTES), low, value, span, uppers);
  const missing = findSlots(count, pages, near);
  store<u32>(at, missing, MISSING_COUNT);
  const found = findValues(count, pages);
  if (found == DAMAGED) return DAMAGED;
  return load<u32>(at, MISSING_COUNT) > 0 ? MISSING : found;
}

/** Writes the slot of each key's page where its end will be; returns how many pages are missing. */
function findSlots(count: u32, pages: u32, near: u32): u32 {
  const keys: usize = load<u32>(frame);
  const slots: usize = load<u32>(frame, ENDS);
  const pageBytes = load<u32>(frame, PAGE_BYTES);
  const first: usize = load<u32>(frame, PAGES) - pageBytes;
  let missing: u32 = 0;
  let sum: u32 = 0;
  for (let index: usize = 0, end = <usize>count << 2; index < end; index += 4) {
    const key = load<u32>(keys + index);
    const pageNumber = <u32>((<u64>key * <u64>pages) >> 32);
    const slot = slotOf(pageNumber);
    store<u32>(slots + index, slot);
    if (slot != 0) {
      const lines = first + <usize>slot * pageBytes;
      sum += load<u32>(lines) + load<u32>(lines, 64) + load<u32>(lines, 128);
      continue;
    }
    miss(missing++, pageNumber);
    const isNear = <u64>key + <u64>near >= ((<u64>(pageNumber + 1) << 32) + <u64>pages - 1) / <u64>pages;
    if (isNear && slotOf(pageNumber + 1) == 0) miss(missing++, pageNumber + 1);
  }
  touched = sum;
  return missing;
}

function findValues(count: u32, pages: u32): i32 {
  const at = frame;
  const keys: usize = load<u32>(at);
  const values: usize = load<u32>(at, VALUES);
  const slots: usize = load<u32>(at, ENDS);
  const valuesMost = <usize>load<u32>(at, VALUES_MOST) << 3;
  let missing = load<u32>(at, MISSING_COUNT);
  let found: i32 = 0;
  let next = values;
  for (let index: u32 = 0; index < count; index++) {
    const slot = load<u32>(slots + (<usize>index << 2));
    if (slot == 0) continue;
    const key = <u64>load<u32>(keys + (<usize>index << 2)) * <u64>pages;
    const pageNumber = <u32>(key >> 32);
    // The page begins with the first key whose product is not below its number.
    const inPage = <u32>key / pages;
    takeValuesAt(next, next + valuesMost);
    if (!openSlot(slot) || !findOwn(inPage)) return DAMAGED;
    if (spillsAt(inPage)) {
      const nextSlot = slotOf(pageNumber + 1);
      if (nextSlot == 0) miss(missing++, pageNumber + 1);
      else if (!openSlot(nextSlot) || !findSpilled(inPage)) return DAMAGED;
    }
    if (nextValue == next) continue;
    next = nextValue;
    const place = <usize>found << 2;
    found++;
    store<u32>(load<u32>(at, INDEXES) + place, index);
    store<u32>(load<u32>(at, ENDS) + place, <u32>((next - values) >> 3));
  }
  store<u32>(at, missing, MISSING_COUNT);
  return found;
}

function miss(index: u32, pageNumber: u32): void {
  store<u32>(load<u32>(frame, MISSING_PAGES) + (<usize>index << 2), pageNumber);
}

/** The number of the slot that has a page, from 1; 0 where it is not here. */
function slotOf(pageNumber: u32): u32 {
  const hash = (pageNumber + section * 0x9e3779b1) * 0x85ebca6b;
  let slot = load<u32>(load<u32>(frame, BUCKETS) + (<usize>(hash >> (32 - load<u32>(frame, BUCKET_BITS))) << 2));
  while (slot != 0) {
    const at = slotAt(slot);
    if (load<u32>(at, 4) == pageNumber && load<u32>(at) == section) break;
    slot = load<u32>(at, 8);
  }
  return slot;
}

// @ts-ignore: decorator
@inline
function slotAt(slot: u32): usize {
  return load<u32>(frame, SLOTS) + (<usize>(slot - 1) << 4);
}

/** Opens the page of a slot, and marks it as used; false where it is damaged. */
function openSlot(slot: u32): bool {
  store<u32>(slotAt(slot), load<u32>(frame, CALL), 12);
  return openPage(load<u32>(frame, PAGES) + <usize>(slot - 1) * load<u32>(frame, PAGE_BYTES));
}
