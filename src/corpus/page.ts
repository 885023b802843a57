/**
 * A page of keys: which values (block and context, or a place among the lists) belong to which keys.
 *
 * A key is `KEY_BITS` bits of a shingle's hash. The upper 32 say its page, floor(upper × pages / 2^32); what is left of a key within its
 * page is kept as Elias and Fano did ("Efficient storage and retrieval by content and address of static files", 1974): the lower
 * `lowBits` as they are, and of the rest only how many keys share it, in unary. That is about two bits more than the entropy of the set.
 *
 *   0   u16 entries of its own (bit 15: more of them are in the next page)       2   u16 entries of the page before
 *   4   bits, from the lowest of each byte:
 *         for each value of a key's upper part: a one for each of its entries, then a zero
 *         entries: lowBits of the key, valueBits of the value; ascending by key
 *         entries of the page before: all bits of the key within that page, valueBits of the value
 *   4092 u32 checksum
 *
 * Hashes fill pages unevenly. Pages are made so few that one in a hundred has no room for its last entries, which then go to the next;
 * a key with entries in several blocks has several entries, and one with too many has one that says where its list is.
 */
import { corrupt, PAGE_BYTES, PAGE_ROOM_BYTES } from "./layout.ts";

/**
 * Bits of a hash that a corpus keeps. Passages are verified, so a chance hit costs a read and no error: of 500 lookups among 10^8 keys
 * three are wrong, among 10^9 thirty, and of sixteen such one has a context that agrees. The number is the same for segments of all sizes, since bits cannot be had back when they are merged.
 */
export const KEY_BITS = 34;
/** Bits of a key below those that say its page. */
export const KEY_REST_BITS = KEY_BITS - 32;
export const KEY_REST_VALUES = 1 << KEY_REST_BITS;

const SPILLS_FLAG = 0x8000;
const HEAD_BITS = 32;
const ROOM_BITS = 8 * PAGE_ROOM_BYTES;
/** Share of a page's room that is filled on average: 1 % of pages spill. */
const FILL = 0.925;
const LOW_BITS_MAX = 31;

/** What all pages of an index have in common. */
export interface PageForm {
  pages: number;
  lowBits: number;
  valueBits: number;
}

/** Powers of two by doubling: the exponentiation of hosts need not be exact. */
const POWERS = Float64Array.from({ length: 64 });
for (let bits = 0, power = 1; bits < POWERS.length; bits++, power *= 2) POWERS[bits] = power;

export function powerOfTwo(bits: number): number {
  return POWERS[bits]!;
}

/** floor(high × pages / 2^32), by halves of the hash: from 2^21 pages on the product has more bits than a double. */
export function pageOf(high: number, pages: number): number {
  return Math.floor(((high >>> 16) * pages + Math.floor(((high & 0xffff) * pages) / 0x1_0000)) / 0x1_0000);
}

/** The least key of a page. */
export function pageStart(page: number, pages: number): number {
  const high = Math.ceil((page * 0x1_0000_0000) / pages);
  // The quotient may have been rounded down to the hash before.
  const isBefore = high < 0x1_0000_0000 && pageOf(high, pages) < page;
  return (isBefore ? high + 1 : high) * KEY_REST_VALUES;
}

/** Bits in which every key of a page can be told from its start. */
function spanBits(pages: number): number {
  return Math.max(1, Math.ceil(KEY_BITS - log2Floor(pages)) + 1);
}

/** Largest n with 2^n ≤ value. */
function log2Floor(value: number): number {
  let bits = 0;
  while (powerOfTwo(bits + 1) <= value) bits++;
  return bits;
}

export function bitsFor(values: number): number {
  let bits = 1;
  while (powerOfTwo(bits) < values) bits++;
  return bits;
}

/** Values that a key's upper part may have in a page. */
function upperValues({ pages, lowBits }: PageForm): number {
  return Math.floor((Math.ceil(0x1_0000_0000 / pages) * KEY_REST_VALUES) / powerOfTwo(lowBits)) + 1;
}

/** The form for so many entries: as few pages as fill allows, and the low bits that make them smallest. */
export function formFor(entries: number, valueBits: number, pagesFactor: number): PageForm {
  for (let pages = Math.max(1, Math.floor((entries * (valueBits + 2)) / ROOM_BITS)); ; pages = Math.ceil(pages * 1.002)) {
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
  values: Uint32Array;
}

export const emptyEntries: PageEntries = { keys: new Float64Array(0), values: new Uint32Array(0) };

/**
 * Packs a page with what the one before spilled, and returns what this one spills; `null` where there is no room even for the former.
 */
export function packPage(
  form: PageForm,
  bytes: Uint8Array,
  spilled: PageEntries,
  { keys, values }: PageEntries,
): PageEntries | null {
  const { lowBits, valueBits, pages } = form;
  const uppers = upperValues(form);
  const spilledBits = spilled.keys.length * (spanBits(pages) + valueBits);
  const room = ROOM_BITS - HEAD_BITS - spilledBits - uppers;
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
    setBits(words, bit + lowBits, valueBits, values[i]!);
    bit += lowBits + valueBits;
  }
  const span = spanBits(pages);
  for (let i = 0; i < spilled.keys.length; i++) {
    const key = spilled.keys[i]!;
    setBits(words, bit, Math.min(32, span), key % 0x1_0000_0000);
    if (span > 32) setBits(words, bit + 32, span - 32, Math.floor(key / 0x1_0000_0000));
    setBits(words, bit + span, valueBits, spilled.values[i]!);
    bit += span + valueBits;
  }
  return own === keys.length ? emptyEntries : { keys: keys.slice(own), values: values.slice(own) };
}

/** Key of a hash relative to the start of its page. */
export function keyInPage(high: number, low: number, page: number, pages: number): number {
  return high * KEY_REST_VALUES + (low & (KEY_REST_VALUES - 1)) - pageStart(page, pages);
}

/** A page that was read and checked. */
export class KeyPage {
  readonly #words: Uint32Array;
  readonly #form: PageForm;
  readonly #own: number;
  readonly #spilled: number;
  /** Whether entries of this page are in the next. */
  readonly spills: boolean;

  /** @throws corpus_corrupt where its numbers do not fit into a page */
  constructor(form: PageForm, view: DataView) {
    this.#form = form;
    const { buffer, byteOffset } = view;
    this.#words =
      byteOffset % 4 === 0
        ? new Uint32Array(buffer as ArrayBuffer, byteOffset, PAGE_BYTES / 4)
        : new Uint32Array(buffer.slice(byteOffset, byteOffset + PAGE_BYTES) as ArrayBuffer);
    const head = this.#words[0]!;
    this.#own = head & (SPILLS_FLAG - 1);
    this.spills = (head & SPILLS_FLAG) !== 0;
    this.#spilled = head >>> 16;
    if (this.#bitOfSpilled() + this.#spilled * (spanBits(form.pages) + form.valueBits) > ROOM_BITS) throw corrupt("A page");
  }

  #bitOfEntries(): number {
    return HEAD_BITS + upperValues(this.#form) + this.#own;
  }

  #bitOfSpilled(): number {
    return this.#bitOfEntries() + this.#own * (this.#form.lowBits + this.#form.valueBits);
  }

  /** Adds the values of a key of this page to `found`. */
  find(key: number, found: number[]): void {
    const { lowBits, valueBits } = this.#form;
    const scale = powerOfTwo(lowBits);
    const upper = Math.floor(key / scale);
    const low = key % scale;
    // Behind the zero that ends the value before, ones are entries of this one; entries before it are the ones passed on the way.
    const start = HEAD_BITS + this.#selectZero(upper);
    let index = start - HEAD_BITS - upper;
    for (let bit = start; index < this.#own && (this.#words[bit >>> 5]! >>> (bit & 31)) & 1; bit++, index++) {
      const at = this.#bitOfEntries() + index * (lowBits + valueBits);
      if (getBits(this.#words, at, lowBits) === low) found.push(getBits(this.#words, at + lowBits, valueBits));
    }
  }

  /** Adds the values of a key of the page before, which spilled. */
  findSpilled(key: number, found: number[]): void {
    const span = spanBits(this.#form.pages);
    let at = this.#bitOfSpilled();
    for (let i = 0; i < this.#spilled; i++, at += span + this.#form.valueBits) {
      if (this.#spanAt(at, span) === key) found.push(getBits(this.#words, at + span, this.#form.valueBits));
    }
  }

  #spanAt(at: number, span: number): number {
    const low = getBits(this.#words, at, Math.min(32, span));
    return span > 32 ? low + getBits(this.#words, at + 32, span - 32) * 0x1_0000_0000 : low;
  }

  /** Number of bits before which `count` zeros stand. */
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

  /** All entries, own ones ascending by key, then those of the page before. */
  entries(): { own: PageEntries; spilled: PageEntries } {
    const { lowBits, valueBits, pages } = this.#form;
    const own = { keys: new Float64Array(this.#own), values: new Uint32Array(this.#own) };
    let bit = HEAD_BITS;
    let upper = 0;
    let at = this.#bitOfEntries();
    for (let i = 0; i < this.#own; i++, bit++, at += lowBits + valueBits) {
      for (; ((this.#words[bit >>> 5]! >>> (bit & 31)) & 1) === 0; bit++, upper++)
        if (bit >= ROOM_BITS) throw corrupt("A page");
      own.keys[i] = upper * powerOfTwo(lowBits) + getBits(this.#words, at, lowBits);
      own.values[i] = getBits(this.#words, at + lowBits, valueBits);
    }
    const span = spanBits(pages);
    const spilled = { keys: new Float64Array(this.#spilled), values: new Uint32Array(this.#spilled) };
    for (let i = 0; i < this.#spilled; i++, at += span + valueBits) {
      spilled.keys[i] = this.#spanAt(at, span);
      spilled.values[i] = getBits(this.#words, at + span, valueBits);
    }
    return { own, spilled };
  }
}

function popcount(word: number): number {
  let n = word - ((word >>> 1) & 0x5555_5555);
  n = (n & 0x3333_3333) + ((n >>> 2) & 0x3333_3333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Sets up to 32 bits that are zero so far. */
function setBits(words: Uint32Array, bit: number, width: number, value: number): void {
  if (width === 0) return;
  const shift = bit & 31;
  const word = bit >>> 5;
  words[word]! |= value << shift;
  if (shift + width > 32) words[word + 1]! |= value >>> (32 - shift);
}

function getBits(words: Uint32Array, bit: number, width: number): number {
  if (width === 0) return 0;
  const shift = bit & 31;
  const word = bit >>> 5;
  let value = words[word]! >>> shift;
  if (shift + width > 32) value |= words[word + 1]! << (32 - shift);
  return width === 32 ? value >>> 0 : (value & ((1 << width) - 1)) >>> 0;
}
