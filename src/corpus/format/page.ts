/**
 * A page of keys: which values (block and context, or the place of a list) belong to which keys. Packed here, and read
 * by `read/page.ts`.
 *
 * A key is the upper half of a shingle's hash. It gives its page, floor(key × pages / 2^32). The rest of the key within
 * its page is stored as an Elias-Fano code (P. Elias, "Efficient storage and retrieval by content and address of static
 * files", 1974): the lower `lowBits` as they are, and for each value of the upper bits the number of keys that share
 * it, in unary. That takes about two bits more than the entropy of the set.
 *
 *   0   u16 entries of its own (bit 15: more of them are in the next page)       2   u16 entries of the page before
 *   4   bits, from the lowest of each byte:
 *         for each value of a key's upper part: a 1 for each of its entries, then a 0
 *         entries: lowBits of the key, valueBits of the value; ascending by key
 *         entries of the page before, if there are any: all bits of the upper part of the first key within that page; the
 *           entries like the page's own; then for each value of the upper part a 1 for each of its entries, then a 0
 *   2044 u32 checksum
 *
 * Hashes fill pages unevenly. The number of pages is so small that one page in nine has no room for its last
 * entries, which spill into the next page. A key in several blocks has several entries; a key with too many has one
 * entry that gives the place of its list.
 *
 * Pages before version 5 of the segment have 4,096 bytes, and other entries of the page before: 6 bits width, all bits
 * of the first key; then of each entry width bits of its distance from the first key, valueBits of the value.
 */
import { powerOfTwo } from "../../base/lists/numbers.ts";
import { log2Floor, setBits, setWide } from "../../core/kernels/tables/bits.ts";
import {
  HEAD_BITS,
  KEY_BITS,
  type PageForm,
  roomBits,
  SPILLS_FLAG,
  spanBits,
  upperValues,
} from "../../core/kernels/tables/pageForm.ts";
import { CONTEXT_BITS, KEY_PAGE_BYTES, SEGMENT_BLOCK_BITS } from "./layout.ts";

/** Share of a page's space that is filled on average: one page in nine spills, of novels. */
const FILL = 0.935;
const LOW_BITS_MAX = 31;

/** Bits of a value: a block and its context, or the place of a list in the range above all of those. */
export const VALUE_BITS_MAX = SEGMENT_BLOCK_BITS + CONTEXT_BITS + 1;
/** The same in a segment of `RELEASED_SEGMENT_VERSION`. */
export const RELEASED_VALUE_BITS_MAX = 38;

/** The form for a number of entries: the fewest pages that `FILL` allows, and the low bits that make them smallest. */
export function formFor(entries: number, valueBits: number, pagesFactor: number): PageForm {
  const pageBytes = KEY_PAGE_BYTES;
  const room = roomBits({ pageBytes });
  for (let pages = Math.max(1, Math.floor((entries * (valueBits + 1)) / room)); ; pages = Math.ceil(pages * 1.002)) {
    const mean = entries / pages;
    const keysPerValue = powerOfTwo(KEY_BITS) / Math.max(1, entries);
    const lowBits = Math.min(LOW_BITS_MAX, Math.max(0, log2Floor(keysPerValue)));
    const form = { pages, lowBits, valueBits, pageBytes };
    const bits = HEAD_BITS + upperValues(form) + mean * (1 + lowBits + valueBits);
    if (bits <= FILL * room) return pagesFactor === 1 ? form : { ...form, pages: Math.ceil(pages * pagesFactor) };
  }
}

/** Entries of one page: keys relative to the page's start, ascending. */
export interface PageEntries {
  keys: Float64Array;
  values: Float64Array;
}

export const emptyEntries: PageEntries = { keys: new Float64Array(0), values: new Float64Array(0) };

/**
 * Packs a page with the entries that the page before spilled, and returns the entries that this page spills; `null`
 * where there is no room for the former.
 */
export function packPage(
  form: PageForm,
  bytes: Uint8Array,
  spilled: PageEntries,
  { keys, values }: PageEntries,
): PageEntries | null {
  const { lowBits, valueBits } = form;
  const uppers = upperValues(form);
  const room = roomBits(form) - HEAD_BITS - spilledBits(form, spilled) - uppers;
  if (room < 0) return null;
  const own = Math.min(keys.length, Math.floor(room / (1 + lowBits + valueBits)));
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, form.pageBytes / 4);
  words[0] = (own | (own < keys.length ? SPILLS_FLAG : 0) | (spilled.keys.length << 16)) >>> 0;
  const ownKeys = keys.subarray(0, own);
  packUppers(form, words, HEAD_BITS, ownKeys, 0);
  packSpilled(form, words, packEntries(form, words, HEAD_BITS + uppers + own, ownKeys, values), spilled);
  return own === keys.length ? emptyEntries : { keys: keys.slice(own), values: values.slice(own) };
}

/** Sets a 1 for each key in the unary code of their upper parts, which are counted from `least`. */
function packUppers({ lowBits }: PageForm, words: Uint32Array, start: number, keys: Float64Array, least: number): void {
  for (let i = 0; i < keys.length; i++) setBits(words, start + i + (keys[i]! >>> lowBits) - least, 1, 1);
}

/** Packs the low bits of each key, and its value; returns the bit behind them. */
function packEntries(form: PageForm, words: Uint32Array, start: number, keys: Float64Array, values: Float64Array) {
  const { lowBits, valueBits } = form;
  const mask = powerOfTwo(lowBits) - 1;
  let bit = start;
  for (let i = 0; i < keys.length; i++, bit += lowBits + valueBits) {
    setBits(words, bit, lowBits, keys[i]! & mask);
    setWide(words, bit + lowBits, valueBits, values[i]!);
  }
  return bit;
}

function spilledBits({ pages, lowBits, valueBits }: PageForm, { keys }: PageEntries): number {
  if (keys.length === 0) return 0;
  const scale = powerOfTwo(lowBits);
  const uppers = Math.floor(keys[keys.length - 1]! / scale) - Math.floor(keys[0]! / scale);
  return spanBits(pages) + keys.length * (1 + lowBits + valueBits) + uppers;
}

function packSpilled(form: PageForm, words: Uint32Array, start: number, { keys, values }: PageEntries): void {
  if (keys.length === 0) return;
  const span = spanBits(form.pages);
  const least = Math.floor(keys[0]! / powerOfTwo(form.lowBits));
  setWide(words, start, span, least);
  packUppers(form, words, packEntries(form, words, start + span, keys, values), keys, least);
}
