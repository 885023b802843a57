/** Reference implementation of `assembly/tables/keyPages.ts`; `src/corpus/format/page.ts` draws a page. */
import { powerOfTwo } from "../../../base/lists/numbers.ts";
import { getBits, getWide } from "./bits.ts";
import type { TableKernels } from "./kernels.ts";
import { bucketOf, DAMAGED, type FindKeys, FRAME, KeyPages, MISSING, SLOT } from "./keyPages.ts";
import { HEAD_BITS, pageOf, pageStart, roomBits, SPILLS_FLAG } from "./pageForm.ts";

export function referenceKeyPages(pageBytes: number, valuesMost: number, xxhash32: TableKernels["xxhash32"]): KeyPages {
  const memory = new ArrayBuffer(Math.ceil(KeyPages.bytes(pageBytes, valuesMost) / 8) * 8);
  return new KeyPages(memory, 0, pageBytes, valuesMost, {
    findKeys: (frame, ...parameters) => findKeys(memory, frame, ...parameters),
    xxhash32: (at, lengthBytes, seed) => xxhash32(new Uint8Array(memory, at, lengthBytes), seed),
  });
}

type FindParameters = Parameters<FindKeys>;

/** Parameters of all pages of a section. */
interface KeyForm {
  lowBits: number;
  valueBits: number;
  spanBits: number;
  upperValues: number;
  pageBytes: number;
}

function findKeys(memory: ArrayBuffer, ...parameters: FindParameters): number {
  const [at, section, count, pages, lowBits, valueBits, spanBits, upperValues, near] = parameters;
  const frame = new Uint32Array(memory, at);
  const numbers = new Uint32Array(memory);
  const place = (name: keyof typeof FRAME) => frame[FRAME[name]]! >>> 2;
  const form = { lowBits, valueBits, spanBits, upperValues, pageBytes: frame[FRAME.pageBytes]! };
  const all = new Float64Array(memory, frame[FRAME.values]!);
  let [missing, found, end] = [0, 0, 0];
  const miss = (page: number) => {
    numbers[place("missing") + missing++] = page;
  };
  const pageHere = (page: number) => openedPage(numbers, frame, form, section, page);
  for (let index = 0; index < count; index++) {
    const key = numbers[place("keys") + index]!;
    const page = pageOf(key, pages);
    const opened = pageHere(page);
    if (opened === null) {
      miss(page);
      if (key + near >= pageStart(page + 1, pages) && pageHere(page + 1) === null) miss(page + 1);
      continue;
    }
    if (!opened.isSound) return DAMAGED;
    const inPage = key - pageStart(page, pages);
    const values = ownValues(opened, inPage);
    if (opened.spillsFrom <= inPage) {
      const next = pageHere(page + 1);
      if (next === null) miss(page + 1);
      else values.push(...spilledValues(next, inPage));
    }
    if (values.includes(Number.NaN) || values.length > frame[FRAME.valuesMost]!) return DAMAGED;
    if (values.length === 0) continue;
    all.set(values, end);
    end += values.length;
    numbers[place("indexes") + found] = index;
    numbers[place("ends") + found++] = end;
  }
  frame[FRAME.missingCount] = missing;
  return missing > 0 ? MISSING : found;
}

/** A page that is here. Bits are counted from the beginning of its words. */
interface OpenedPage {
  words: Uint32Array;
  form: KeyForm;
  own: number;
  spilled: number;
  bitOfEntries: number;
  bitOfSpilled: number;
  /** Behind its last. */
  end: number;
  /** The smallest key that may have entries in the next page. */
  spillsFrom: number;
  /** Whether its own entries fit into it. */
  isSound: boolean;
}

function openedPage(
  numbers: Uint32Array,
  frame: Uint32Array,
  form: KeyForm,
  section: number,
  page: number,
): OpenedPage | null {
  const slotAt = (slot: number) => (frame[FRAME.slots]! >>> 2) + SLOT.numbers * (slot - 1);
  let slot = numbers[(frame[FRAME.buckets]! >>> 2) + bucketOf(section, page, frame[FRAME.bucketBits]!)]!;
  const isIt = (at: number) => numbers[at + SLOT.page] === page && numbers[at + SLOT.section] === section;
  while (slot > 0 && !isIt(slotAt(slot))) slot = numbers[slotAt(slot) + SLOT.next]!;
  if (slot === 0) return null;
  numbers[slotAt(slot) + SLOT.call] = frame[FRAME.call]!;
  const first = (frame[FRAME.pages]! + (slot - 1) * form.pageBytes) >>> 2;
  const words = numbers.subarray(first, first + form.pageBytes / 4);
  const head = words[0]!;
  const own = head & (SPILLS_FLAG - 1);
  const bitOfEntries = HEAD_BITS + form.upperValues + own;
  const bitOfSpilled = bitOfEntries + own * (form.lowBits + form.valueBits);
  const end = roomBits(form);
  const opened = { words, form, own, spilled: head >>> 16, bitOfEntries, bitOfSpilled, end };
  const isSound = bitOfSpilled <= end;
  const spills = isSound && (head & SPILLS_FLAG) !== 0;
  return { ...opened, isSound, spillsFrom: spills ? lastKey(opened) : Number.POSITIVE_INFINITY };
}

/** The key of the page's own last entry, 0 where it has none. */
function lastKey({ words, form, own, bitOfEntries, bitOfSpilled }: Omit<OpenedPage, "spillsFrom" | "isSound">): number {
  const { lowBits, valueBits } = form;
  let bit = bitOfEntries - 1;
  while (bit >= HEAD_BITS && getBits(words, bit, 1) === 0) bit--;
  if (own === 0 || bit < HEAD_BITS) return 0;
  const upper = bit - HEAD_BITS - (own - 1);
  return upper * powerOfTwo(lowBits) + getBits(words, bitOfSpilled - lowBits - valueBits, lowBits);
}

/** The values of a key of this page; NaN where the page is damaged. */
function ownValues({ words, form, own, bitOfEntries, end }: OpenedPage, key: number): number[] {
  const { lowBits, valueBits } = form;
  const scale = powerOfTwo(lowBits);
  const upper = Math.floor(key / scale);
  const values: number[] = [];
  // The ones after the zero that ends the previous value are the entries of this value. The number of ones before them
  // is their first index.
  let [bit, index] = [HEAD_BITS, 0];
  for (let zeros = 0; zeros < upper; bit++) {
    if (bit >= end) return [Number.NaN];
    const isOne = getBits(words, bit, 1);
    zeros += 1 - isOne;
    index += isOne;
  }
  for (; index < own && bit < end && getBits(words, bit, 1) === 1; bit++, index++) {
    const at = bitOfEntries + index * (lowBits + valueBits);
    if (getBits(words, at, lowBits) === key % scale) values.push(getWide(words, at + lowBits, valueBits));
  }
  return values;
}

/** The values of a key of the previous page that were spilled to this one; NaN where it is damaged. */
function spilledValues(page: OpenedPage, key: number): number[] {
  const { words, form, spilled, bitOfSpilled, end, isSound } = page;
  if (!isSound) return [Number.NaN];
  if (spilled === 0) return [];
  if (form.pageBytes === EARLIER_PAGE_BYTES) return earlierSpilledValues(page, key);
  const { lowBits, valueBits, spanBits } = form;
  const start = bitOfSpilled + spanBits;
  if (start + spilled * (1 + lowBits + valueBits) > end) return [Number.NaN];
  let upper = getWide(words, bitOfSpilled, spanBits);
  let bit = start + spilled * (lowBits + valueBits);
  const values: number[] = [];
  for (let i = 0, at = start; i < spilled; i++, bit++, at += lowBits + valueBits) {
    for (; bit < end && getBits(words, bit, 1) === 0; bit++) upper++;
    if (bit >= end) return [Number.NaN];
    if (upper * powerOfTwo(lowBits) + getBits(words, at, lowBits) === key)
      values.push(getWide(words, at + lowBits, valueBits));
  }
  return values;
}

/** Pages before version 5 of the segment, and the bits of the field that states the width of their distances. */
const EARLIER_PAGE_BYTES = 4096;
const WIDTH_BITS = 6;

function earlierSpilledValues({ words, form, spilled, bitOfSpilled, end }: OpenedPage, key: number): number[] {
  const { valueBits, spanBits } = form;
  const width = getBits(words, bitOfSpilled, WIDTH_BITS);
  const start = bitOfSpilled + WIDTH_BITS + spanBits;
  if (start + spilled * (width + valueBits) > end) return [Number.NaN];
  const first = getWide(words, bitOfSpilled + WIDTH_BITS, spanBits);
  const values: number[] = [];
  for (let i = 0, at = start; i < spilled; i++, at += width + valueBits)
    if (first + getWide(words, at, width) === key) values.push(getWide(words, at + width, valueBits));
  return values;
}
