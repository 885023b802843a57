/**
 * Which shingles stand in which blocks: collected while a segment is made, and merged into one ascending stream.
 *
 *   a posting, 64 bits    [ key: upper 32 ][ key: lower 2 | block 16 | context 14 ]               a run: postings of one chunk of text
 *   merged, 64 bits       [ key: lower 26 | block: upper 6 ][ block: lower 16 | 2 unused | context 14 ]      of one of 256 parts, by the
 *                                                                                                            key's first 8 bits
 *   a number              block × 2^14 + context, below 2^36
 *
 * A run is sorted once, in its chunk. Of all runs the postings of one part, which lie together in each, are put side by side and sorted
 * again: what is sorted fits into the caches, and nothing is compared record by record as a merge with a heap would.
 */
import type { Hashes, Kernels } from "../kernels/kernels.ts";
import { CONTEXT_BITS, CONTEXT_VALUES, SEGMENT_BLOCK_BITS } from "./layout.ts";
import { KEY_REST_BITS } from "./page.ts";
import type { Spool } from "./spool.ts";

export const PARTS = 256;
/** Blocks that one run may name. */
export const RUN_BLOCKS_MAX = 2 ** 16;
const REST_SHIFT = 32 - KEY_REST_BITS;
const LOW_BLOCK_BITS = 16;
const HIGH_BLOCK_MASK = 2 ** (SEGMENT_BLOCK_BITS - LOW_BLOCK_BITS) - 1;
/** Bits of a merged posting's `high` below its key. */
const KEY_SHIFT = 8 - KEY_REST_BITS;

/** Sorted postings of a part of a segment. */
export interface Run {
  high: Uint32Array;
  low: Uint32Array;
}

/** Postings of one part, from one source, by their places in the new segment. */
export interface PartPostings {
  high: Uint32Array;
  low: Uint32Array;
  /** Blocks of a key that its source no longer lists, by `partKey`. */
  unlisted: ReadonlyMap<number, number>;
}

/** Where postings come from: the runs of a build, or segments that are merged. */
export interface PostingSource {
  /** Postings in all, or a bound. */
  readonly count: number;
  part(part: number): Promise<PartPostings>;
}

/** Number of a posting. */
export function postingOf(block: number, context: number): number {
  return block * CONTEXT_VALUES + context;
}

export function blockOf(posting: number): number {
  return Math.floor(posting / CONTEXT_VALUES);
}

export function contextOf(posting: number): number {
  return posting % CONTEXT_VALUES;
}

/** The halves of a merged posting, and what they say. */
export function mergedHigh(partKey: number, block: number): number {
  return ((partKey << KEY_SHIFT) | (block >>> LOW_BLOCK_BITS)) >>> 0;
}

export function mergedLow(block: number, context: number): number {
  return ((block << LOW_BLOCK_BITS) | context) >>> 0;
}

/** A key without the bits that say its part. */
export function partKeyOf(high: number): number {
  return high >>> KEY_SHIFT;
}

export function postingAt({ high, low }: Hashes, index: number): number {
  const block = (high[index]! & HIGH_BLOCK_MASK) * RUN_BLOCKS_MAX + (low[index]! >>> LOW_BLOCK_BITS);
  return postingOf(block, low[index]! & (CONTEXT_VALUES - 1));
}

/** The posting of a shingle in a run. */
export function postingLow(low: number, block: number, context: number): number {
  return (((low << REST_SHIFT) | (block << CONTEXT_BITS) | context) >>> 0) as number;
}

/** Postings in order, each once: a phrase that a block repeats between the same words is one posting. */
export function sortedRun(kernels: Kernels, postings: Hashes): Run {
  const { high, low } = kernels.sort(postings);
  let kept = 0;
  for (let i = 0; i < high.length; i++) {
    if (i > 0 && high[i] === high[i - 1] && low[i] === low[i - 1]) continue;
    high[kept] = high[i]!;
    low[kept++] = low[i]!;
  }
  return { high: high.slice(0, kept), low: low.slice(0, kept) };
}

const NOTHING_UNLISTED: ReadonlyMap<number, number> = new Map();

/** The runs of a build, in memory or, beyond what may be held there, in files. */
export class Runs {
  readonly #spool: Spool;
  readonly #runs: { highBytes: number; lowBytes: number; starts: Uint32Array; firstBlock: number }[] = [];
  count = 0;

  constructor(spool: Spool) {
    this.#spool = spool;
  }

  async add({ high, low }: Run, firstBlock: number): Promise<void> {
    const starts = new Uint32Array(PARTS + 1);
    for (const value of high) starts[(value >>> 24) + 1]!++;
    for (let part = 0; part < PARTS; part++) starts[part + 1]! += starts[part]!;
    const highBytes = await this.#spool.append(bytesOf(high));
    const lowBytes = await this.#spool.append(bytesOf(low));
    this.#runs.push({ highBytes, lowBytes, starts, firstBlock });
    this.count += high.length;
  }

  async part(part: number): Promise<PartPostings> {
    const count = this.#runs.reduce((sum, { starts }) => sum + starts[part + 1]! - starts[part]!, 0);
    const high = new Uint32Array(count);
    const low = new Uint32Array(count);
    let to = 0;
    for (const { highBytes, lowBytes, starts, firstBlock } of this.#runs) {
      const [from, postings] = [starts[part]!, starts[part + 1]! - starts[part]!];
      if (postings === 0) continue;
      const highs = wordsOf(await this.#spool.read(highBytes + 4 * from, 4 * postings));
      const lows = wordsOf(await this.#spool.read(lowBytes + 4 * from, 4 * postings));
      for (let i = 0; i < postings; i++) {
        const rest = lows[i]!;
        const block = firstBlock + ((rest >>> CONTEXT_BITS) & (RUN_BLOCKS_MAX - 1));
        high[to + i] = mergedHigh((highs[i]! << KEY_REST_BITS) | (rest >>> REST_SHIFT), block);
        low[to + i] = mergedLow(block, rest & (CONTEXT_VALUES - 1));
      }
      to += postings;
    }
    return { high, low, unlisted: NOTHING_UNLISTED };
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

/** The postings of one part from all sources, ascending. */
export async function mergedPart(kernels: Kernels, sources: readonly PostingSource[], part: number): Promise<PartPostings> {
  const parts = await Promise.all(sources.map((source) => source.part(part)));
  if (parts.length === 1) {
    const { unlisted, ...hashes } = parts[0]!;
    return { ...kernels.sort(hashes), unlisted };
  }
  const unlisted = new Map<number, number>();
  for (const one of parts) for (const [key, blocks] of one.unlisted) unlisted.set(key, (unlisted.get(key) ?? 0) + blocks);
  return { ...kernels.sort(joined(parts)), unlisted };
}

function joined(parts: readonly Hashes[]): Hashes {
  const count = parts.reduce((sum, { low }) => sum + low.length, 0);
  const all = { high: new Uint32Array(count), low: new Uint32Array(count) };
  let at = 0;
  for (const { high, low } of parts) {
    all.high.set(high, at);
    all.low.set(low, at);
    at += high.length;
  }
  return all;
}
