/**
 * A page of keys: which values (block and context, or the place of a list) belong to which keys.
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
 *         entries of the page before, if there are any: 6 bits width, all bits of the first key within that page;
 *           then of each entry width bits of its distance from the first key, valueBits of the value
 *   4092 u32 checksum
 *
 * Hashes fill pages unevenly. The number of pages is so small that one page in thirteen has no room for its last
 * entries, which spill into the next page. A key in several blocks has several entries; a key with too many has one
 * entry that gives the place of its list.
 */
import { powerOfTwo } from "../base/numbers.ts";
import { bitsFor, getBits, getWide, log2Floor, popcount, setBits, setWide, wordsFrom } from "./bits.ts";
import { CONTEXT_BITS, corrupt, PAGE_BYTES, PAGE_ROOM_BYTES, SEGMENT_BLOCK_BITS } from "./layout.ts";

/**
 * Bits of a hash that a corpus stores. Passages are verified, so a chance hit costs one read at most and causes no
 * error: of 500 lookups among 10^8 keys ten are wrong, among 10^9 a hundred, and less than half of them have a context
 * that makes their block likely, of which a budget reads 11. The number is the same for segments of all sizes, since
 * lost bits cannot be recovered when segments are merged.
 */
export const KEY_BITS = 32;

const SPILLS_FLAG = 0x8000;
const HEAD_BITS = 32;
const ROOM_BITS = 8 * PAGE_ROOM_BYTES;
/** Size of the field that states the width of the distances of spilled keys. */
const WIDTH_BITS = 6;
/** Share of a page's space that is filled on average: one page in thirteen spills. */
const FILL = 0.935;
const LOW_BITS_MAX = 31;

/** Bits of a value: a block and its context, or the place of a list in the range above all of those. */
export const VALUE_BITS_MAX = SEGMENT_BLOCK_BITS + CONTEXT_BITS + 1;
/** The same in a segment of `SEGMENT_VERSION`. */
export const SMALL_VALUE_BITS_MAX = 38;

/** Parameters that all pages of an index have in common. */
export interface PageForm {
  pages: number;
  lowBits: number;
  valueBits: number;
}

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
function spanBits(pages: number): number {
  return Math.max(1, Math.ceil(KEY_BITS - log2Floor(pages)) + 1);
}

/** Number of values that a key's upper part may have in a page. */
function upperValues({ pages, lowBits }: PageForm): number {
  return Math.floor(Math.ceil(0x1_0000_0000 / pages) / powerOfTwo(lowBits)) + 1;
}

/** The form for a number of entries: the fewest pages that `FILL` allows, and the low bits that make them smallest. */
export function formFor(entries: number, valueBits: number, pagesFactor: number): PageForm {
  for (
    let pages = Math.max(1, Math.floor((entries * (valueBits + 1)) / ROOM_BITS));
    ;
    pages = Math.ceil(pages * 1.002)
  ) {
    const mean = entries / pages;
    const keysPerValue = powerOfTwo(KEY_BITS) / Math.max(1, entries);
    const lowBits = Math.min(LOW_BITS_MAX, Math.max(0, log2Floor(keysPerValue)));
    const form = { pages, lowBits, valueBits };
    const bits = HEAD_BITS + upperValues(form) + mean * (1 + lowBits + valueBits);
    if (bits <= FILL * ROOM_BITS) return pagesFactor === 1 ? form : { ...form, pages: Math.ceil(pages * pagesFactor) };
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
  const room = ROOM_BITS - HEAD_BITS - spilledBits(form, spilled.keys.length, widthOf(spilled)) - uppers;
  if (room < 0) return null;
  const own = Math.min(keys.length, Math.floor(room / (1 + lowBits + valueBits)));
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, PAGE_BYTES / 4);
  words[0] = (own | (own < keys.length ? SPILLS_FLAG : 0) | (spilled.keys.length << 16)) >>> 0;
  const scale = powerOfTwo(lowBits);
  let bit = HEAD_BITS;
  let upper = 0;
  for (let i = 0; i < own; i++) {
    const wanted = Math.floor(keys[i]! / scale);
    bit += wanted - upper;
    upper = wanted;
    words[bit >>> 5]! |= 1 << (bit & 31);
    bit++;
  }
  bit = HEAD_BITS + uppers + own;
  for (let i = 0; i < own; i++) {
    setBits(words, bit, lowBits, keys[i]! % scale);
    setWide(words, bit + lowBits, valueBits, values[i]!);
    bit += lowBits + valueBits;
  }
  packSpilled(form, words, bit, spilled);
  return own === keys.length ? emptyEntries : { keys: keys.slice(own), values: values.slice(own) };
}

/** Bits of the distance of a spilled key from the first one. */
function widthOf({ keys }: PageEntries): number {
  return keys.length === 0 ? 0 : bitsFor(keys[keys.length - 1]! - keys[0]! + 1);
}

function spilledBits({ pages, valueBits }: PageForm, count: number, width: number): number {
  return count === 0 ? 0 : WIDTH_BITS + spanBits(pages) + count * (width + valueBits);
}

function packSpilled({ pages, valueBits }: PageForm, words: Uint32Array, start: number, spilled: PageEntries): void {
  if (spilled.keys.length === 0) return;
  const span = spanBits(pages);
  const width = widthOf(spilled);
  setBits(words, start, WIDTH_BITS, width);
  setWide(words, start + WIDTH_BITS, span, spilled.keys[0]!);
  let bit = start + WIDTH_BITS + span;
  for (let i = 0; i < spilled.keys.length; i++, bit += width + valueBits) {
    setWide(words, bit, width, spilled.keys[i]! - spilled.keys[0]!);
    setWide(words, bit + width, valueBits, spilled.values[i]!);
  }
}

/** A page that was read and whose checksum was verified. */
export class KeyPage {
  readonly #words: Uint32Array;
  readonly #form: PageForm;
  readonly #own: number;
  readonly #spilled: number;
  readonly #bitOfEntries: number;
  readonly #bitOfSpilled: number;
  /** The smallest key of this page that may have entries in the next page. */
  readonly spillsFrom: number;

  /** @throws corpus_corrupt where its counts do not fit into a page */
  constructor(form: PageForm, view: DataView) {
    this.#form = form;
    this.#words = wordsFrom(view, 0);
    const head = this.#words[0]!;
    this.#own = head & (SPILLS_FLAG - 1);
    this.#spilled = head >>> 16;
    this.#bitOfEntries = HEAD_BITS + upperValues(form) + this.#own;
    this.#bitOfSpilled = this.#bitOfEntries + this.#own * (form.lowBits + form.valueBits);
    const start = this.#bitOfSpilled;
    if (start > ROOM_BITS) throw corrupt("A page");
    this.spillsFrom = (head & SPILLS_FLAG) === 0 ? Number.POSITIVE_INFINITY : this.#lastKey();
    if (this.#spilled === 0) return;
    const width = getBits(this.#words, start, WIDTH_BITS);
    if (start + spilledBits(form, this.#spilled, width) > ROOM_BITS) throw corrupt("A page");
  }

  /** The key of the page's own last entry, 0 where it has none. */
  #lastKey(): number {
    const { lowBits, valueBits } = this.#form;
    let bit = this.#bitOfEntries - 1;
    while (bit >= HEAD_BITS && getBits(this.#words, bit, 1) === 0) bit--;
    if (this.#own === 0 || bit < HEAD_BITS) return 0;
    const upper = bit - HEAD_BITS - (this.#own - 1);
    const low = getBits(this.#words, this.#bitOfSpilled - lowBits - valueBits, lowBits);
    return upper * powerOfTwo(lowBits) + low;
  }

  /** Adds the values of a key of this page to `found`. */
  find(key: number, found: number[]): void {
    const { lowBits, valueBits } = this.#form;
    const upper = key >>> lowBits;
    const low = (key & ((1 << lowBits) - 1)) >>> 0;
    // The ones after the zero that ends the previous value are the entries of this value. The number of ones before
    // them is their first index.
    const start = HEAD_BITS + this.#selectZero(upper);
    let index = start - HEAD_BITS - upper;
    for (let bit = start; index < this.#own && (this.#words[bit >>> 5]! >>> (bit & 31)) & 1; bit++, index++) {
      const at = this.#bitOfEntries + index * (lowBits + valueBits);
      if (getBits(this.#words, at, lowBits) === low) found.push(getWide(this.#words, at + lowBits, valueBits));
    }
  }

  /** Adds the values of a key of the previous page that were spilled to this one. */
  findSpilled(key: number, found: number[]): void {
    const { keys, values } = this.#spilledEntries();
    for (let i = 0; i < keys.length; i++) if (keys[i] === key) found.push(values[i]!);
  }

  #spilledEntries(): PageEntries {
    if (this.#spilled === 0) return emptyEntries;
    const { pages, valueBits } = this.#form;
    const start = this.#bitOfSpilled;
    const span = spanBits(pages);
    const width = getBits(this.#words, start, WIDTH_BITS);
    const first = getWide(this.#words, start + WIDTH_BITS, span);
    const entries = { keys: new Float64Array(this.#spilled), values: new Float64Array(this.#spilled) };
    let at = start + WIDTH_BITS + span;
    for (let i = 0; i < this.#spilled; i++, at += width + valueBits) {
      entries.keys[i] = first + getWide(this.#words, at, width);
      entries.values[i] = getWide(this.#words, at + width, valueBits);
    }
    return entries;
  }

  /** Number of bits up to and including the zero number `count`. */
  #selectZero(count: number): number {
    let zeros = 0;
    let word = 1;
    if (count === 0) return 0;
    for (; word < PAGE_BYTES / 4; word++) {
      const here = 32 - popcount(this.#words[word]!);
      if (zeros + here >= count) break;
      zeros += here;
    }
    if (word === PAGE_BYTES / 4) throw corrupt("A page");
    let bits = this.#words[word]!;
    let bit = 0;
    for (; zeros < count; bit++, bits >>>= 1) zeros += 1 - (bits & 1);
    return 32 * (word - 1) + bit;
  }

  /** All entries: the page's own, ascending by key, and those that the previous page spilled. */
  entries(): { own: PageEntries; spilled: PageEntries } {
    const { lowBits, valueBits } = this.#form;
    const own = { keys: new Float64Array(this.#own), values: new Float64Array(this.#own) };
    let bit = HEAD_BITS;
    let upper = 0;
    let at = this.#bitOfEntries;
    for (let i = 0; i < this.#own; i++, bit++, at += lowBits + valueBits) {
      for (; ((this.#words[bit >>> 5]! >>> (bit & 31)) & 1) === 0; bit++, upper++)
        if (bit >= ROOM_BITS) throw corrupt("A page");
      own.keys[i] = upper * powerOfTwo(lowBits) + getBits(this.#words, at, lowBits);
      own.values[i] = getWide(this.#words, at + lowBits, valueBits);
    }
    return { own, spilled: this.#spilledEntries() };
  }
}
