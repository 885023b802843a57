/**
 * Lists: the blocks of keys that stand in more blocks than get an entry of their own.
 *
 *   a record, at a multiple of 8 bytes of a page
 *     u32 all blocks, u16 kept postings, u16 lowBits
 *     of each posting, by ascending block and context: lowBits of its block, 16 bits of its context
 *     upper bits of the blocks as an Elias-Fano code: for each value a 1 for each of its postings, then a 0
 *     Bits are counted from the lowest of each byte.
 *
 * A list longer than `LIST_POSTINGS_MAX` keeps the postings whose blocks rank lowest. A block's rank is a hash of its
 * text and of its place there, so that the same blocks are kept for any order of merges. Where all kept blocks were
 * deleted since, the list is empty, but still has the number of all blocks.
 */
import type { Kernels } from "../../core/kernels/kernels.ts";
import { getBits, log2Floor, setBits, wordsFrom } from "../../core/kernels/tables/bits.ts";
import {
  CONTEXT_BITS,
  checksumSeed,
  corrupt,
  LIST_UNIT_BYTES,
  PAGE_BYTES,
  PAGE_ROOM_BYTES,
  SEGMENT_BLOCK_BITS,
  sealPage,
} from "./layout.ts";
import { blockOf, contextOf, postingOf } from "./postings.ts";
import type { Spool } from "./spool.ts";

/** Most postings of a key that are stored as entries of their own; a key with more postings has a list. */
export const INLINE_POSTINGS_MAX = 12;
/**
 * Most postings kept in a list, so that it fits into a page. A more frequent key is weak evidence, and its count is
 * kept.
 */
export const LIST_POSTINGS_MAX = 1000;

const HEAD_BYTES = 8;
const HEAD_BITS = 8 * HEAD_BYTES;
const UNITS_PER_PAGE = PAGE_BYTES / LIST_UNIT_BYTES;

/** The postings of a key. */
export interface KeyPostings {
  /** Postings as numbers, in ascending order. */
  postings: ArrayLike<number>;
  /** Number of distinct blocks with this key, those that are no longer listed included. */
  blocksInAll: number;
}

/** Writes records one after another; no record spans two pages. */
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

  /** Units used so far; the next list is placed here or later. */
  get units(): number {
    return this.pages * UNITS_PER_PAGE + this.#atBytes / LIST_UNIT_BYTES;
  }

  /** Writes a list and returns its place in units. */
  async add(postings: ArrayLike<number>, blocksInAll: number): Promise<number> {
    const lowBits = lowBitsOf(postings);
    const last = postings.length === 0 ? 0 : blockOf(postings[postings.length - 1]!);
    const lengthBytes =
      HEAD_BYTES + Math.ceil((postings.length * (lowBits + CONTEXT_BITS + 1) + (last >>> lowBits)) / 8);
    if (this.#atBytes + lengthBytes > PAGE_ROOM_BYTES) await this.#finishPage();
    const unit = this.units;
    const words = new Uint32Array(this.#page.buffer, this.#atBytes);
    words[0] = blocksInAll;
    words[1] = postings.length | (lowBits << 16);
    packPostings(words, postings, lowBits);
    this.#atBytes += Math.ceil(lengthBytes / LIST_UNIT_BYTES) * LIST_UNIT_BYTES;
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

/** Number of a block's lowest bits that are stored as they are: the number that makes the list shortest. */
function lowBitsOf(postings: ArrayLike<number>): number {
  if (postings.length === 0) return 0;
  return log2Floor(Math.max(1, (blockOf(postings[postings.length - 1]!) + 1) / postings.length));
}

function packPostings(words: Uint32Array, postings: ArrayLike<number>, lowBits: number): void {
  const each = lowBits + CONTEXT_BITS;
  const unary = HEAD_BITS + postings.length * each;
  for (let i = 0; i < postings.length; i++) {
    const block = blockOf(postings[i]!);
    setBits(words, HEAD_BITS + i * each, lowBits, block & ((1 << lowBits) - 1));
    setBits(words, HEAD_BITS + i * each + lowBits, CONTEXT_BITS, contextOf(postings[i]!));
    setBits(words, unary + i + (block >>> lowBits), 1, 1);
  }
}

/** @throws corpus_corrupt where the page has no list at that place */
export function parseList(view: DataView, unit: number): KeyPostings {
  const at = (unit % UNITS_PER_PAGE) * LIST_UNIT_BYTES;
  if (at + HEAD_BYTES > PAGE_ROOM_BYTES) throw corrupt("A list");
  const words = wordsFrom(view, at);
  const [blocksInAll, kept, lowBits] = [words[0]!, words[1]! & 0xffff, words[1]! >>> 16];
  const each = lowBits + CONTEXT_BITS;
  const roomBits = 8 * (PAGE_ROOM_BYTES - at);
  if (blocksInAll === 0 || kept > LIST_POSTINGS_MAX || lowBits > SEGMENT_BLOCK_BITS) throw corrupt("A list");
  const postings = new Float64Array(kept);
  let bit = HEAD_BITS + kept * each;
  let upper = 0;
  for (let i = 0; i < kept; i++, bit++) {
    for (; bit < roomBits && getBits(words, bit, 1) === 0; bit++) upper++;
    if (bit >= roomBits) throw corrupt("A list");
    const from = HEAD_BITS + i * each;
    const block = upper * (1 << lowBits) + getBits(words, from, lowBits);
    postings[i] = postingOf(block, getBits(words, from + lowBits, CONTEXT_BITS));
  }
  return { postings, blocksInAll };
}

/** Of ascending postings, those of the blocks with the lowest rank, in ascending order; all where there is room. */
export function keptPostings(postings: Float64Array, rankOf: (block: number) => number): Float64Array {
  if (postings.length <= LIST_POSTINGS_MAX) return postings;
  const byRank = Array.from(postings).sort((x, y) => rankOf(blockOf(x)) - rankOf(blockOf(y)) || x - y);
  return Float64Array.from(byRank.slice(0, LIST_POSTINGS_MAX)).sort();
}

/** Number of distinct blocks among ascending postings from `from` to before `to`. */
export function blocksOf(postings: ArrayLike<number>, from = 0, to = postings.length): number {
  let blocks = 0;
  let last = -1;
  for (let i = from; i < to; i++) {
    const block = blockOf(postings[i]!);
    if (block !== last) blocks++;
    last = block;
  }
  return blocks;
}
