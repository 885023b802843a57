/**
 * Lists: the blocks of keys that stand in more blocks than are worth an entry each.
 *
 *   a record, at a multiple of 16 bytes of a page   u32 blocks in all, u32 postings kept, u32 (block << 10 | context) …
 *
 * Of a list beyond `LIST_POSTINGS_MAX` those postings are kept whose blocks rank lowest. A block's rank is a hash of its text and of its
 * place there, so that the same blocks are kept whatever was merged in which order. Where all that were kept have been deleted since, none
 * is; how many there are is still known.
 */
import type { Kernels } from "../kernels/kernels.ts";
import { CONTEXT_BITS, checksumSeed, corrupt, PAGE_BYTES, PAGE_ROOM_BYTES, sealPage } from "./layout.ts";
import type { Spool } from "./spool.ts";

/** A key in so many blocks, or with so many contexts in them, has an entry for each. */
export const INLINE_POSTINGS_MAX = 12;
/** Postings kept of a list, as many as a page holds: a key beyond that says little, and its count is kept. */
export const LIST_POSTINGS_MAX = 1000;

const UNIT_BYTES = 16;
const UNITS_PER_PAGE = PAGE_BYTES / UNIT_BYTES;

/** What is known of a key that was found. */
export interface Found {
  /** Block << 10 | context, ascending. */
  postings: ArrayLike<number>;
  /** Distinct blocks that it stands in, those included that are no longer listed. */
  blocksInAll: number;
}

/** Writes records one after another, none across two pages. */
export class ListWriter {
  readonly #kernels: Kernels;
  readonly #seed: number;
  readonly #spool: Spool;
  #page = new Uint8Array(PAGE_BYTES);
  #atBytes = 0;
  pages = 0;

  constructor(kernels: Kernels, seed: number, spool: Spool) {
    this.#kernels = kernels;
    this.#seed = seed;
    this.#spool = spool;
  }

  /** Units used so far; the place of the next list is not below it. */
  get units(): number {
    return this.pages * UNITS_PER_PAGE + this.#atBytes / UNIT_BYTES;
  }

  /** Writes a list and returns its place in units. */
  async add(postings: ArrayLike<number>, blocksInAll: number): Promise<number> {
    const lengthBytes = 8 + 4 * postings.length;
    if (this.#atBytes + lengthBytes > PAGE_ROOM_BYTES) await this.#finishPage();
    const unit = this.units;
    const view = new DataView(this.#page.buffer, this.#atBytes, lengthBytes);
    view.setUint32(0, blocksInAll, true);
    view.setUint32(4, postings.length, true);
    for (let i = 0; i < postings.length; i++) view.setUint32(8 + 4 * i, postings[i]!, true);
    this.#atBytes += Math.ceil(lengthBytes / UNIT_BYTES) * UNIT_BYTES;
    return unit;
  }

  async #finishPage(): Promise<void> {
    sealPage(this.#kernels, this.#page, checksumSeed(this.#seed, "lists", this.pages));
    await this.#spool.append(this.#page);
    this.#page = new Uint8Array(PAGE_BYTES);
    this.#atBytes = 0;
    this.pages++;
  }

  async finish(): Promise<void> {
    if (this.#atBytes > 0) await this.#finishPage();
  }
}

export function listPageOf(unit: number): number {
  return Math.floor(unit / UNITS_PER_PAGE);
}

/** @throws corpus_corrupt where there is no list at that place of the page */
export function parseList(view: DataView, unit: number): Found {
  const at = (unit % UNITS_PER_PAGE) * UNIT_BYTES;
  const blocksInAll = at + 8 > PAGE_ROOM_BYTES ? 0 : view.getUint32(at, true);
  const kept = blocksInAll === 0 ? 0 : view.getUint32(at + 4, true);
  if (blocksInAll === 0 || kept > LIST_POSTINGS_MAX || at + 8 + 4 * kept > PAGE_ROOM_BYTES) throw corrupt("A list");
  return { postings: Uint32Array.from({ length: kept }, (_, i) => view.getUint32(at + 8 + 4 * i, true)), blocksInAll };
}

/** Of ascending postings, those of the lowest ranking blocks, ascending; all where there is room. */
export function keptPostings(postings: Uint32Array, rankOf: (block: number) => number): Uint32Array {
  if (postings.length <= LIST_POSTINGS_MAX) return postings;
  const byRank = Array.from(postings).sort((x, y) => rankOf(x >>> CONTEXT_BITS) - rankOf(y >>> CONTEXT_BITS) || x - y);
  return Uint32Array.from(byRank.slice(0, LIST_POSTINGS_MAX)).sort();
}

/** Distinct blocks among ascending postings. */
export function blocksOf(postings: ArrayLike<number>, from = 0, to = postings.length): number {
  let blocks = 0;
  for (let i = from; i < to; i++)
    if (i === from || postings[i]! >>> CONTEXT_BITS !== postings[i - 1]! >>> CONTEXT_BITS) blocks++;
  return blocks;
}
