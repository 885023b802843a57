/** Reads all of a page of keys; `page.ts` draws it. */
import { powerOfTwo } from "../../../base/lists/numbers.ts";
import { getBits, getWide } from "../../../core/kernels/tables/bits.ts";
import {
  HEAD_BITS,
  type PageForm,
  roomBits,
  SPILLS_FLAG,
  spanBits,
  upperValues,
} from "../../../core/kernels/tables/pageForm.ts";
import { corrupt, KEY_PAGE_BYTES } from "../../format/layout.ts";
import { emptyEntries, type PageEntries } from "../../format/page.ts";

/** Before version 5 of the segment: size of the field that states the width of the distances of spilled keys. */
const WIDTH_BITS = 6;

/** A page that was read and whose checksum was verified. Bits are counted from its beginning. */
export class KeyPage {
  readonly #form: PageForm;
  readonly #words: Uint32Array;
  readonly #own: number;
  readonly #spilled: number;
  readonly #bitOfEntries: number;
  readonly #bitOfSpilled: number;
  /** Behind its last. */
  readonly #end: number;

  /** @throws corpus_corrupt where its own entries do not fit into a page */
  constructor(form: PageForm, words: Uint32Array) {
    this.#form = form;
    this.#words = words;
    const head = words[0]!;
    this.#own = head & (SPILLS_FLAG - 1);
    this.#spilled = head >>> 16;
    this.#bitOfEntries = HEAD_BITS + upperValues(form) + this.#own;
    this.#bitOfSpilled = this.#bitOfEntries + this.#own * (form.lowBits + form.valueBits);
    this.#end = roomBits(form);
    if (this.#bitOfSpilled > this.#end) throw corrupt("A page");
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

  /** All entries: the page's own, ascending by key, and those that the previous page spilled. */
  entries(): { own: PageEntries; spilled: PageEntries } {
    return {
      own: this.#entries(this.#own, HEAD_BITS, this.#bitOfEntries, 0),
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
