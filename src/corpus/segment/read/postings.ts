/** Reads the postings of a segment from its pages, to merge them. */
import { powerOfTwo } from "../../../base/lists/numbers.ts";
import { wordsFrom } from "../../../core/kernels/tables/bits.ts";
import { pageOf, pageStart } from "../../../core/kernels/tables/pageForm.ts";
import { blocksOf } from "../../format/lists.ts";
import type { PageEntries } from "../../format/page.ts";
import {
  blockOf,
  contextOf,
  type KeyDivision,
  mergedHigh,
  type PartPostings,
  type PostingSource,
  postingLow,
} from "../../format/postings.ts";
import { KeyPage } from "./page.ts";
import { scanPages } from "./pages.ts";
import type { Segment } from "./segment.ts";

/** A smaller table is decoded once and kept: otherwise many parts would read each page of a small segment. */
const WHOLE_TABLE_BYTES_MAX = 4 * 1024 * 1024;

/** Entries of a part: keys without the bits that are the part's number. */
interface ReadEntries {
  keys: number[];
  values: number[];
}

export class SegmentPostings implements PostingSource {
  readonly count: number;
  readonly #segment: Segment;
  readonly #section: "keys" | "coarse";
  readonly #blockMap: Int32Array;
  #kept: Promise<ReadEntries[]> | undefined;

  /** @param blockMap new number of each block, -1 where it is left out */
  constructor(segment: Segment, section: "keys" | "coarse", blockMap: Int32Array) {
    this.#segment = segment;
    this.#section = section;
    this.#blockMap = blockMap;
    this.count = segment.footer[section].entries;
  }

  async part(part: number, division: KeyDivision): Promise<PartPostings> {
    const { pages, pageBytes } = this.#segment.footer[this.#section];
    if (pages * pageBytes < WHOLE_TABLE_BYTES_MAX) this.#kept ??= this.#entries(0, pages, division);
    const keysPerPart = powerOfTwo(division.keyBits);
    const first = pageOf(part * keysPerPart, pages);
    const last = part === division.parts - 1 ? pages : pageOf((part + 1) * keysPerPart - 1, pages) + 1;
    const { keys, values } = (await (this.#kept ?? this.#entries(first, last, division)))[part]!;
    return this.#resolved(keys, values, division);
  }

  /** The entries of some pages, by part. */
  async #entries(first: number, last: number, division: KeyDivision): Promise<ReadEntries[]> {
    const { source, footer } = this.#segment;
    const { pages } = footer[this.#section];
    const keysPerPart = powerOfTwo(division.keyBits);
    const parts: ReadEntries[] = Array.from({ length: division.parts }, () => ({ keys: [], values: [] }));
    const take = (start: number, { keys, values }: PageEntries) => {
      for (let i = 0; i < keys.length; i++) {
        const key = start + keys[i]!;
        const part = Math.floor(key / keysPerPart);
        // A forged page may hold keys beyond all parts.
        parts[part]?.keys.push(key % keysPerPart);
        parts[part]?.values.push(values[i]!);
      }
    };
    const wanted = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const views = await scanPages(source, this.#section, footer.sections[this.#section], wanted);
    for (const page of wanted) {
      const { own, spilled } = new KeyPage(footer[this.#section], wordsFrom(views.get(page)!, 0)).entries();
      take(pageStart(page, pages), own);
      if (page > 0) take(pageStart(page - 1, pages), spilled);
    }
    return parts;
  }

  /** Resolves entries to postings: most entries are one posting each, lists are read. */
  async #resolved(keys: readonly number[], values: readonly number[], division: KeyDivision): Promise<PartPostings> {
    const { firstList } = this.#segment;
    const high: number[] = [];
    const low: number[] = [];
    const unlisted = new Map<number, number>();
    const lists = { indexes: [] as number[], starts: [] as number[], ends: [] as number[], values: [] as number[] };
    const add = (key: number, posting: number) => {
      const block = this.#blockMap[blockOf(posting)]!;
      if (block < 0) return;
      high.push(mergedHigh(key, block, division));
      low.push(postingLow(block, contextOf(posting)));
    };
    for (let index = 0; index < values.length; index++) {
      const value = values[index]!;
      if (value < firstList) add(keys[index]!, value);
      else {
        lists.indexes.push(index);
        lists.starts.push(lists.values.length);
        lists.values.push(value);
        lists.ends.push(lists.values.length);
      }
    }
    const hits = await this.#segment.resolve(lists);
    for (let hit = 0; hit < hits.length; hit++) {
      const key = keys[hits.indexes[hit]!]!;
      const [from, to] = [hits.start(hit), hits.end(hit)];
      const missing = hits.blocksInAll[hit]! - blocksOf(hits.postings, from, to);
      if (missing > 0) unlisted.set(key, (unlisted.get(key) ?? 0) + missing);
      for (let i = from; i < to; i++) add(key, hits.postings[i]!);
    }
    return { high: Uint32Array.from(high), low: Uint32Array.from(low), unlisted };
  }
}
