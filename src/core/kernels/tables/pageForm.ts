/** What the pages of an index of keys have in common; `src/corpus/format/page.ts` draws one. */
import { powerOfTwo } from "../../../base/lists/numbers.ts";
import { log2Floor } from "./bits.ts";

/**
 * Bits of a hash that a corpus stores. Passages are verified, so a chance hit costs one read at most and causes no
 * error: of 500 lookups among 10^8 keys ten are wrong, among 10^9 a hundred, and less than half of them have a context
 * that makes their block likely, of which a budget reads 11. The number is the same for segments of all sizes, since
 * lost bits cannot be recovered when segments are merged.
 */
export const KEY_BITS = 32;

export const SPILLS_FLAG = 0x8000;
export const HEAD_BITS = 32;
const CHECKSUM_BITS = 32;

/** Parameters that all pages of an index have in common. */
export interface PageForm {
  pages: number;
  lowBits: number;
  valueBits: number;
  /** 2,048, or 4,096 before version 5 of the segment, whose spilled entries have another form. */
  pageBytes: number;
}

export const roomBits = ({ pageBytes }: Pick<PageForm, "pageBytes">): number => 8 * pageBytes - CHECKSUM_BITS;

/** floor(key × pages / 2^32), by halves of the key: from 2^21 pages on the product does not fit into a double. */
export function pageOf(key: number, pages: number): number {
  return Math.floor(((key >>> 16) * pages + Math.floor(((key & 0xffff) * pages) / 0x1_0000)) / 0x1_0000);
}

/** The smallest key of a page. */
export function pageStart(page: number, pages: number): number {
  const key = Math.ceil((page * 0x1_0000_0000) / pages);
  // The quotient may have been rounded down to the last key of the page before.
  const isBefore = key < 0x1_0000_0000 && pageOf(key, pages) < page;
  return isBefore ? key + 1 : key;
}

/** Bits that are enough for the distance of any key of a page from the page's start. */
export function spanBits(pages: number): number {
  return Math.max(1, Math.ceil(KEY_BITS - log2Floor(pages)) + 1);
}

/** Number of values that a key's upper part may have in a page. */
export function upperValues({ pages, lowBits }: Pick<PageForm, "pages" | "lowBits">): number {
  return Math.floor(Math.ceil(0x1_0000_0000 / pages) / powerOfTwo(lowBits)) + 1;
}
