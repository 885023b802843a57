/** Writes an index: merged postings, grouped by key, become entries of pages and lists. */

import { concat } from "../../../base/bytes/bytes.ts";
import { SpoliaError } from "../../../base/errors.ts";
import { powerOfTwo, sum } from "../../../base/lists/numbers.ts";
import type { PlatformAbortSignal } from "../../../base/platform.ts";
import { breathing } from "../../../base/queues/yieldToEvents.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { bitsFor } from "../../../core/kernels/tables/bits.ts";
import { type PageForm, pageOf, pageStart } from "../../../core/kernels/tables/pageForm.ts";
import { CONTEXT_VALUES, checksumSeed, sealPage } from "../../format/layout.ts";
import { blocksOf, INLINE_POSTINGS_MAX, keptPostings, LIST_POSTINGS_MAX, type ListWriter } from "../../format/lists.ts";
import { emptyEntries, formFor, type PageEntries, packPage, VALUE_BITS_MAX } from "../../format/page.ts";
import {
  divisionFor,
  type KeyDivision,
  mergedPart,
  type PartPostings,
  type PostingSource,
  partKeyOf,
  postingAt,
} from "../../format/postings.ts";

/**
 * Parts of 256 that are sampled to estimate the number of entries, where there are too many postings to count them all.
 */
const SAMPLED_PARTS = 4;
/** Parts of the coarsest division: a sampled one is several of a finer division. */
const COARSE_PARTS = 256;
const SAMPLED_FROM = 2 ** 18;
const PAGES_PER_WRITE = 512;
/** Postings that are sorted and packed at a stretch. */
const POSTINGS_A_BREATH = 500_000;

interface IndexInput {
  kernels: Kernels;
  /** The segment's own seed. */
  seed: number;
  section: "keys" | "coarse";
  sources: readonly PostingSource[];
  /** Number of blocks of the segment. */
  blocks: number;
  /** Rank of a block among those of a long list. */
  rankOf: (block: number) => number;
  lists: ListWriter;
  signal?: PlatformAbortSignal | undefined;
  /** Is told which share of the index is written. */
  onShare?: (share: number) => void;
}

export interface WrittenIndex {
  form: PageForm;
  entries: number;
  /** Distinct keys. */
  keys: number;
}

/** Size of an index, counted or estimated from a sample of its postings. */
interface Expected {
  entries: number;
  listUnits: number;
}

export async function expect(input: Omit<IndexInput, "lists">): Promise<Expected> {
  const count = sum(input.sources, (source) => source.count);
  const step = count < SAMPLED_FROM ? 1 : COARSE_PARTS / SAMPLED_PARTS;
  const division = divisionFor(input.blocks);
  const finer = division.parts / COARSE_PARTS;
  const breathe = breathing(POSTINGS_A_BREATH, input.signal);
  let [entries, listUnits, seen] = [0, 0, 0];
  for (let part = 0; part < division.parts; part++) {
    if (Math.floor(part / finer) % step !== 0) continue;
    const postings = await mergedPart(input.kernels, input.sources, part, division);
    await breathe(postings.low.length);
    seen += postings.low.length;
    const { lists } = keysOf(postings, division);
    entries += entriesOf(postings, lists);
    for (const { from, to } of lists) listUnits += 2 + Math.ceil(Math.min(to - from, LIST_POSTINGS_MAX) / 1.7);
  }
  const scale = step === 1 || seen === 0 ? 1 : count / seen;
  return { entries: Math.ceil(entries * scale), listUnits: Math.ceil(listUnits * scale * (step === 1 ? 1 : 1.2)) + 64 };
}

/**
 * @returns `null` where a page or a value had no room; the caller tries again with more
 * @throws content_too_large
 */
export async function writeIndex(
  input: IndexInput,
  expected: Expected,
  pagesFactor: number,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<WrittenIndex | null> {
  const firstUnit = input.lists.units;
  const firstList = input.blocks * CONTEXT_VALUES;
  const valuesMax = firstList + firstUnit + expected.listUnits * pagesFactor;
  const valueBits = bitsFor(valuesMax);
  if (valueBits > VALUE_BITS_MAX) throw tooManyBlocks();
  const division = divisionFor(input.blocks);
  const form = formFor(expected.entries, valueBits, pagesFactor);
  const writer = new PageWriter(input, form, write);
  const breathe = breathing(POSTINGS_A_BREATH, input.signal);
  let keys = 0;
  for (let part = 0; part < division.parts; part++) {
    const postings = await mergedPart(input.kernels, input.sources, part, division);
    await breathe(postings.low.length);
    const { count, lists } = keysOf(postings, division);
    keys += count;
    const places: number[] = [];
    for (const range of lists) places.push(firstList + (await addList(input, postings, range, division)));
    if (firstList + input.lists.units > powerOfTwo(form.valueBits)) return null;
    if (!writer.addPart(part, withLists(postings, lists, places, division))) return null;
    await writer.flush();
    input.onShare?.((part + 1) / division.parts);
  }
  return (await writer.finish()) ? { form, entries: writer.entries, keys } : null;
}

export function tooManyBlocks(): SpoliaError {
  return new SpoliaError("content_too_large", "One segment takes at most 67 million blocks of 2,048 words.", {
    hint: "Keep it in several corpora, and search them side by side.",
  });
}

/** Entries of a part: keys without the bits that are the part's number, and their values. */
interface WrittenEntries {
  keys: Uint32Array;
  values: Float64Array;
}

/** The postings of a part, with one entry in place of the postings of each list. */
function withLists(
  postings: PartPostings,
  lists: readonly KeyRange[],
  places: readonly number[],
  division: KeyDivision,
): WrittenEntries {
  const count = entriesOf(postings, lists);
  const entries = { keys: new Uint32Array(count), values: new Float64Array(count) };
  let at = 0;
  const add = (from: number, to: number) => {
    for (let i = from; i < to; i++, at++) {
      entries.keys[at] = partKeyOf(postings.high[i]!, division);
      entries.values[at] = postingAt(postings, i, division);
    }
  };
  let done = 0;
  for (const [i, { key, from, to }] of lists.entries()) {
    add(done, from);
    entries.keys[at] = key;
    entries.values[at++] = places[i]!;
    done = to;
  }
  add(done, postings.high.length);
  return entries;
}

async function addList(
  { lists, rankOf }: IndexInput,
  postings: PartPostings,
  { key, from, to }: KeyRange,
  division: KeyDivision,
) {
  const all = Float64Array.from({ length: to - from }, (_, i) => postingAt(postings, from + i, division));
  return lists.add(keptPostings(all, rankOf), blocksOf(all) + (postings.unlisted.get(key) ?? 0));
}

/** A key, and the range of its postings. */
interface KeyRange {
  key: number;
  from: number;
  to: number;
}

/** How many entries there are: one for each list, and one for each other posting. */
const entriesOf = ({ high }: PartPostings, lists: readonly KeyRange[]): number =>
  high.length - sum(lists, ({ from, to }) => to - from - 1);

/**
 * The number of keys, and the keys whose postings are a list, in ascending order. The range is empty for a key whose
 * listed blocks are all gone while unlisted ones remain: a search must know that. Duplicate postings were dropped
 * before.
 */
function keysOf({ high, unlisted }: PartPostings, division: KeyDivision): { count: number; lists: KeyRange[] } {
  const lists: KeyRange[] = [];
  const waiting = Uint32Array.from(unlisted.keys()).sort();
  const shift = 32 - division.keyBits;
  let next = 0;
  let count = 0;
  for (let from = 0; from < high.length; count++) {
    const key = high[from]! >>> shift;
    for (; next < waiting.length && waiting[next]! < key; next++, count++)
      lists.push({ key: waiting[next]!, from, to: from });
    let to = from + 1;
    while (to < high.length && high[to]! >>> shift === key) to++;
    const isUnlisted = next < waiting.length && waiting[next] === key;
    if (isUnlisted) next++;
    if (isUnlisted || to - from > INLINE_POSTINGS_MAX) lists.push({ key, from, to });
    from = to;
  }
  for (; next < waiting.length; next++, count++)
    lists.push({ key: waiting[next]!, from: high.length, to: high.length });
  return { count, lists };
}

/** Fills pages with entries in ascending order. */
class PageWriter {
  readonly #input: IndexInput;
  readonly #form: PageForm;
  readonly #keyBits: number;
  readonly #write: (bytes: Uint8Array) => Promise<void>;
  /** Entries that earlier parts gave to the current page. */
  #entries: PageEntries = emptyEntries;
  #page = 0;
  #spilled: PageEntries = emptyEntries;
  #packed: Uint8Array[] = [];
  entries = 0;

  constructor(input: IndexInput, form: PageForm, write: (bytes: Uint8Array) => Promise<void>) {
    this.#input = input;
    this.#form = form;
    this.#keyBits = divisionFor(input.blocks).keyBits;
    this.#write = write;
  }

  /** @param entries of one part, ascending by key */
  addPart(part: number, { keys: partKeys, values }: WrittenEntries): boolean {
    const { pages } = this.#form;
    const keys = new Float64Array(partKeys.length);
    for (let from = 0; from < partKeys.length; ) {
      const page = pageOf(this.#keyOf(part, partKeys[from]!), pages);
      while (page > this.#page) if (!this.#next()) return false;
      const start = pageStart(page, pages);
      const end = pageStart(page + 1, pages);
      let to = from;
      for (; to < partKeys.length; to++) {
        const key = this.#keyOf(part, partKeys[to]!);
        if (key >= end) break;
        keys[to] = key - start;
      }
      this.#entries = together(this.#entries, { keys: keys.subarray(from, to), values: values.subarray(from, to) });
      this.entries += to - from;
      from = to;
    }
    return true;
  }

  /** A whole key: the number of the part is its first bits. */
  #keyOf(part: number, partKey: number): number {
    return ((part << this.#keyBits) | partKey) >>> 0;
  }

  #next(): boolean {
    const bytes = new Uint8Array(this.#form.pageBytes);
    const spilled = packPage(this.#form, bytes, this.#spilled, this.#entries);
    if (spilled === null) return false;
    const { kernels, seed, section } = this.#input;
    sealPage(kernels, bytes, checksumSeed(seed, section, this.#page++));
    this.#packed.push(bytes);
    this.#spilled = spilled;
    this.#entries = emptyEntries;
    return true;
  }

  async flush(pagesMin = PAGES_PER_WRITE): Promise<void> {
    if (this.#packed.length < pagesMin) return;
    const bytes = concat(this.#packed);
    this.#packed = [];
    await this.#write(bytes);
  }

  /** Writes the last pages, and one more for entries that the last page spills. */
  async finish(): Promise<boolean> {
    while (this.#page <= this.#form.pages) if (!this.#next()) return false;
    if (this.#spilled.keys.length > 0) return false;
    await this.flush(1);
    return true;
  }
}

/** A page that lies in two parts has entries of both. */
function together(earlier: PageEntries, later: PageEntries): PageEntries {
  if (earlier.keys.length === 0) return later;
  const both = {
    keys: new Float64Array(earlier.keys.length + later.keys.length),
    values: new Float64Array(earlier.keys.length + later.keys.length),
  };
  both.keys.set(earlier.keys);
  both.keys.set(later.keys, earlier.keys.length);
  both.values.set(earlier.values);
  both.values.set(later.values, earlier.keys.length);
  return both;
}
