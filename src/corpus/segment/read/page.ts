/** Reads a page of keys; `page.ts` draws it. */
import { powerOfTwo } from "../../../base/lists/numbers.ts";
import { getBits, getWide, popcount } from "../../format/bits.ts";
import { corrupt, KEY_PAGE_BYTES } from "../../format/layout.ts";
import {
  emptyEntries,
  HEAD_BITS,
  type PageEntries,
  type PageForm,
  roomBits,
  SPILLS_FLAG,
  spanBits,
  upperValues,
} from "../../format/page.ts";

/** Before version 5 of the segment: size of the field that states the width of the distances of spilled keys. */
const WIDTH_BITS = 6;

/** Takes the values of keys. */
interface ValueTaker {
  push(value: number): void;
}

const NO_WORDS = new Uint32Array(0);

/**
 * A page that was read and whose checksum was verified, or one after the other, so that no lookup makes hundreds. Bits
 * are counted from the beginning of the words.
 */
export class KeyPage {
  #words: Uint32Array = NO_WORDS;
  /** Its first bit behind its head, and the one behind its last. */
  #start = 0;
  #end = 0;
  readonly #form: PageForm;
  /** Of its upper parts and of an entry, behind them. */
  readonly #upperValues: number;
  readonly #entryBits: number;
  #own = 0;
  #spilled = 0;
  #bitOfEntries = 0;
  #bitOfSpilled = 0;
  /** The smallest key of this page that may have entries in the next page. */
  spillsFrom = Number.POSITIVE_INFINITY;

  constructor(form: PageForm) {
    this.#form = form;
    this.#upperValues = upperValues(form);
    this.#entryBits = form.lowBits + form.valueBits;
  }

  /**
   * @param first the word at which the page begins
   * @throws corpus_corrupt where its own entries do not fit into a page
   */
  open(words: Uint32Array, first = 0): this {
    this.#words = words;
    this.#start = 32 * first + HEAD_BITS;
    this.#end = 32 * first + roomBits(this.#form);
    const head = words[first]!;
    this.#own = head & (SPILLS_FLAG - 1);
    this.#spilled = head >>> 16;
    this.#bitOfEntries = this.#start + this.#upperValues + this.#own;
    this.#bitOfSpilled = this.#bitOfEntries + this.#own * this.#entryBits;
    if (this.#bitOfSpilled > this.#end) throw corrupt("A page");
    this.spillsFrom = (head & SPILLS_FLAG) === 0 ? Number.POSITIVE_INFINITY : this.#lastKey();
    return this;
  }

  get #isEarlier(): boolean {
    return this.#form.pageBytes !== KEY_PAGE_BYTES;
  }

  /** Bits of the spilled entries, the zeros between their upper parts aside. */
  #spilledBitsMin(): number {
    const { pages, lowBits, valueBits } = this.#form;
    if (!this.#isEarlier) return spanBits(pages) + this.#spilled * (1 + lowBits + valueBits);
    const width = getBits(this.#words, this.#bitOfSpilled, WIDTH_BITS);
    return WIDTH_BITS + spanBits(pages) + this.#spilled * (width + valueBits);
  }

  /** The key of the page's own last entry, 0 where it has none. */
  #lastKey(): number {
    const { lowBits, valueBits } = this.#form;
    let bit = this.#bitOfEntries - 1;
    while (bit >= this.#start && getBits(this.#words, bit, 1) === 0) bit--;
    if (this.#own === 0 || bit < this.#start) return 0;
    const upper = bit - this.#start - (this.#own - 1);
    const low = getBits(this.#words, this.#bitOfSpilled - lowBits - valueBits, lowBits);
    return upper * powerOfTwo(lowBits) + low;
  }

  /** Adds the values of a key of this page to `found`. */
  find(key: number, found: ValueTaker): void {
    const { lowBits, valueBits } = this.#form;
    const upper = key >>> lowBits;
    const low = (key & ((1 << lowBits) - 1)) >>> 0;
    // The ones after the zero that ends the previous value are the entries of this value. The number of ones before
    // them is their first index.
    const start = this.#start + this.#selectZero(upper);
    let index = start - this.#start - upper;
    for (let bit = start; index < this.#own && (this.#words[bit >>> 5]! >>> (bit & 31)) & 1; bit++, index++) {
      const at = this.#bitOfEntries + index * (lowBits + valueBits);
      if (getBits(this.#words, at, lowBits) === low) found.push(getWide(this.#words, at + lowBits, valueBits));
    }
  }

  /** Number of bits up to and including the zero number `count`. */
  #selectZero(count: number): number {
    if (count === 0) return 0;
    const words = this.#words;
    const first = this.#start >>> 5;
    const end = first - 1 + this.#form.pageBytes / 4;
    let zeros = 0;
    let word = first;
    for (; word < end; word++) {
      const here = 32 - popcount(words[word]!);
      if (zeros + here >= count) break;
      zeros += here;
    }
    if (word === end) throw corrupt("A page");
    let bits = words[word]!;
    let bit = 0;
    for (; zeros < count; bit++, bits >>>= 1) zeros += 1 - (bits & 1);
    return 32 * (word - first) + bit;
  }

  /** Adds the values of a key of the previous page that were spilled to this one. */
  findSpilled(key: number, found: ValueTaker): void {
    const { keys, values } = this.#spilledEntries();
    for (let i = 0; i < keys.length; i++) if (keys[i] === key) found.push(values[i]!);
  }

  /** All entries: the page's own, ascending by key, and those that the previous page spilled. */
  entries(): { own: PageEntries; spilled: PageEntries } {
    return {
      own: this.#entries(this.#own, this.#start, this.#bitOfEntries, 0),
      spilled: this.#spilledEntries(),
    };
  }

  #spilledEntries(): PageEntries {
    if (this.#spilled === 0) return emptyEntries;
    if (this.#bitOfSpilled + this.#spilledBitsMin() > this.#end) throw corrupt("A page");
    if (this.#isEarlier) return this.#earlierSpilledEntries();
    const { pages, lowBits, valueBits } = this.#form;
    const span = spanBits(pages);
    const least = getWide(this.#words, this.#bitOfSpilled, span);
    const start = this.#bitOfSpilled + span;
    return this.#entries(this.#spilled, start + this.#spilled * (lowBits + valueBits), start, least);
  }

  /** @param leastUpper what the first bit of the unary code stands for */
  #entries(count: number, bitOfUppers: number, bitOfEntries: number, leastUpper: number): PageEntries {
    const { lowBits, valueBits } = this.#form;
    const [end, scale] = [this.#end, powerOfTwo(lowBits)];
    const entries = { keys: new Float64Array(count), values: new Float64Array(count) };
    let bit = bitOfUppers;
    let upper = leastUpper;
    let at = bitOfEntries;
    for (let i = 0; i < count; i++, bit++, at += lowBits + valueBits) {
      for (; ((this.#words[bit >>> 5]! >>> (bit & 31)) & 1) === 0; bit++, upper++)
        if (bit >= end) throw corrupt("A page");
      entries.keys[i] = upper * scale + getBits(this.#words, at, lowBits);
      entries.values[i] = getWide(this.#words, at + lowBits, valueBits);
    }
    return entries;
  }

  #earlierSpilledEntries(): PageEntries {
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
}
