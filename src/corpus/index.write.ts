/** Writes an index: merged postings, grouped by key, become entries of pages and lists. */
import type { Kernels } from "../kernels/kernels.ts";
import { CONTEXT_BITS, checksumSeed, PAGE_BYTES, sealPage } from "./layout.ts";
import { blocksOf, INLINE_POSTINGS_MAX, keptPostings, LIST_POSTINGS_MAX, type ListWriter } from "./lists.ts";
import {
  bitsFor,
  emptyEntries,
  formFor,
  KEY_REST_BITS,
  KEY_REST_VALUES,
  type PageEntries,
  type PageForm,
  packPage,
  pageOf,
  pageStart,
  powerOfTwo,
} from "./page.ts";
import { mergedPart, PARTS, type PartPostings, type PostingSource } from "./postings.ts";

/** Parts that are looked at to learn how many entries there will be, where there are too many postings to look at all. */
const SAMPLED_PARTS = 4;
const SAMPLED_FROM = 2 ** 18;
const PAGES_PER_WRITE = 256;

export interface IndexInput {
  kernels: Kernels;
  /** The segment's own. */
  seed: number;
  section: "keys" | "coarse";
  /** Bits of context in a value: all, or none. */
  contextBits: number;
  sources: readonly PostingSource[];
  /** Blocks of the segment. */
  blocks: number;
  /** A block's rank among those of a long list. */
  rankOf: (block: number) => number;
  lists: ListWriter;
}

export interface WrittenIndex {
  form: PageForm;
  entries: number;
  /** Distinct keys. */
  keys: number;
}

/** What a first look at the postings tells. */
export interface Expected {
  entries: number;
  listUnits: number;
}

export async function expect(input: Omit<IndexInput, "lists">): Promise<Expected> {
  const count = input.sources.reduce((sum, source) => sum + source.count, 0);
  const step = count < SAMPLED_FROM ? 1 : PARTS / SAMPLED_PARTS;
  let [entries, listUnits, seen] = [0, 0, 0];
  for (let part = 0; part < PARTS; part += step) {
    const postings = await mergedPart(input.kernels, input.sources, part);
    seen += postings.low.length;
    eachKey(postings, (from, to) => {
      const isList = to - from > INLINE_POSTINGS_MAX || postings.unlisted.has(postings.high[from]!);
      entries += isList ? 1 : to - from;
      if (isList) listUnits += 1 + Math.ceil(Math.min(to - from, LIST_POSTINGS_MAX) / 3.5);
    });
  }
  const scale = step === 1 || seen === 0 ? 1 : count / seen;
  return { entries: Math.ceil(entries * scale), listUnits: Math.ceil(listUnits * scale * (step === 1 ? 1 : 1.2)) + 64 };
}

/** @returns `null` where a page or a value had no room after all: to be tried again with more */
export async function writeIndex(
  input: IndexInput,
  expected: Expected,
  pagesFactor: number,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<WrittenIndex | null> {
  const firstUnit = input.lists.units;
  const firstList = input.blocks * powerOfTwo(input.contextBits);
  const valuesMax = firstList + firstUnit + expected.listUnits * pagesFactor;
  const form = formFor(expected.entries, bitsFor(valuesMax), pagesFactor);
  const writer = new PageWriter(input, form, write);
  let keys = 0;
  let entries = 0;
  for (let part = 0; part < PARTS; part++) {
    const postings = await mergedPart(input.kernels, input.sources, part);
    const lists: { from: number; to: number }[] = [];
    const places = new Map<number, number>();
    eachKey(postings, (from, to) => {
      keys++;
      if (to - from > INLINE_POSTINGS_MAX || postings.unlisted.has(postings.high[from]!)) lists.push({ from, to });
    });
    for (const { from, to } of lists) places.set(from, await addList(input, postings, from, to));
    if (firstList + input.lists.units > powerOfTwo(form.valueBits)) return null;
    let isFull = false;
    eachKey(postings, (from, to) => {
      const high = postings.high[from]!;
      const upper = ((part << 24) | (high >>> 8)) >>> 0;
      const rest = (high >>> (8 - KEY_REST_BITS)) & (KEY_REST_VALUES - 1);
      const list = places.get(from);
      if (list !== undefined) isFull ||= !writer.add(upper, rest, firstList + list);
      else
        for (let i = from; i < to; i++)
          isFull ||= !writer.add(upper, rest, postings.low[i]! >>> (CONTEXT_BITS - input.contextBits));
      entries += list !== undefined ? 1 : to - from;
    });
    if (isFull) return null;
    await writer.flush();
  }
  return (await writer.finish()) ? { form, entries, keys } : null;
}

async function addList({ lists, rankOf }: IndexInput, { high, low, unlisted }: PartPostings, from: number, to: number) {
  const postings = low.subarray(from, to);
  return lists.add(keptPostings(postings, rankOf), blocksOf(postings) + (unlisted.get(high[from]!) ?? 0));
}

/** Calls `visit` with the postings of each key. Repeated postings have been dropped before. */
function eachKey({ high }: PartPostings, visit: (from: number, to: number) => void): void {
  for (let from = 0; from < high.length; ) {
    const key = high[from]!;
    let to = from + 1;
    while (to < high.length && high[to] === key) to++;
    visit(from, to);
    from = to;
  }
}

/** Fills pages with ascending entries. */
class PageWriter {
  readonly #input: IndexInput;
  readonly #form: PageForm;
  readonly #write: (bytes: Uint8Array) => Promise<void>;
  #entries: PageEntries = emptyEntries(0);
  #spilled: PageEntries = emptyEntries(-1);
  #startOfPage = 0;
  #packed: Uint8Array[] = [];

  constructor(input: IndexInput, form: PageForm, write: (bytes: Uint8Array) => Promise<void>) {
    this.#input = input;
    this.#form = form;
    this.#write = write;
  }

  /** @param upper upper 32 bits of the key */
  add(upper: number, rest: number, value: number): boolean {
    const page = pageOf(upper, this.#form.pages);
    while (page > this.#entries.page) if (!this.#next()) return false;
    this.#entries.keys.push(upper * KEY_REST_VALUES + rest - this.#startOfPage);
    this.#entries.values.push(value);
    return true;
  }

  #next(): boolean {
    const bytes = new Uint8Array(PAGE_BYTES);
    const { page } = this.#entries;
    const spilled = packPage(this.#form, bytes, this.#spilled, this.#entries);
    if (spilled === null) return false;
    const { kernels, seed, section } = this.#input;
    sealPage(kernels, bytes, checksumSeed(seed, section, page));
    this.#packed.push(bytes);
    this.#spilled = spilled;
    this.#entries = emptyEntries(page + 1);
    this.#startOfPage = pageStart(page + 1, this.#form.pages);
    return true;
  }

  async flush(pagesMin = PAGES_PER_WRITE): Promise<void> {
    if (this.#packed.length < pagesMin) return;
    const bytes = new Uint8Array(this.#packed.length * PAGE_BYTES);
    for (const [i, page] of this.#packed.entries()) bytes.set(page, i * PAGE_BYTES);
    this.#packed = [];
    await this.#write(bytes);
  }

  /** The last pages, and one more for what the last of them spills. */
  async finish(): Promise<boolean> {
    while (this.#entries.page <= this.#form.pages) if (!this.#next()) return false;
    if (this.#spilled.keys.length > 0) return false;
    await this.flush(1);
    return true;
  }
}
