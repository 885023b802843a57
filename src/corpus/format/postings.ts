/**
 * Which shingles stand in which blocks: postings are collected while a segment is built, and merged into one ascending
 * stream.
 *
 *   a posting, 64 bits    [ key 32 ][ block 16 | context 16 ]                                     a run: postings of one chunk of text
 *   merged, 64 bits       [ key: lower 24 | block: upper 8 ][ block: lower 16 | context 16 ]      of one of 256 parts, by the key's first
 *                         [ key: lower 22 | block: upper 10 ][       the same       ]             8 bits; of 1,024 parts by its first 10,
 *                                                                                                 in a segment of many blocks
 *   a number              block × 2^16 + context, below 2^42
 *
 * A run is sorted once, in its chunk. The postings of one part lie together in each run; those of all runs are
 * concatenated and sorted again. What is sorted fits into the CPU caches, and no heap compares records one by one.
 */
import { partitionPoint } from "../../base/lists/sorted.ts";
import type { Hashes, Kernels } from "../../core/kernels/kernels.ts";
import { CONTEXT_BITS, CONTEXT_VALUES, SMALL_BLOCKS_MAX } from "./layout.ts";
import type { Spool } from "./spool.ts";

/**
 * How the keys of a segment are divided into parts: what is left of a key leaves room for the upper bits of a block.
 */
export interface KeyDivision {
  parts: number;
  /** Bits of a key without those that are its part's number. */
  keyBits: number;
}

const DIVISION: KeyDivision = { parts: 256, keyBits: 24 };
const LARGE_DIVISION: KeyDivision = { parts: 1024, keyBits: 22 };

/** @param blocks number of blocks of the segment */
export function divisionFor(blocks: number): KeyDivision {
  return blocks <= SMALL_BLOCKS_MAX ? DIVISION : LARGE_DIVISION;
}

/** Most blocks that one run may cover. */
export const RUN_BLOCKS_MAX = 1 << (32 - CONTEXT_BITS);

/** Sorted postings of one chunk of a segment, each once: a block may repeat a phrase between the same words. */
export interface PostingRun {
  high: Uint32Array;
  low: Uint32Array;
}

/** Postings of one part from one source, with block numbers of the new segment. */
export interface PartPostings {
  high: Uint32Array;
  low: Uint32Array;
  /** Number of blocks of a key that its source no longer lists, by `partKey`. */
  unlisted: ReadonlyMap<number, number>;
}

/** A source of postings: the runs of a build, or a segment to be merged. */
export interface PostingSource {
  /** Number of all postings, or an upper bound. */
  readonly count: number;
  part(part: number, division: KeyDivision): Promise<PartPostings>;
}

/** A posting as a number. */
export function postingOf(block: number, context: number): number {
  return block * CONTEXT_VALUES + context;
}

export function blockOf(posting: number): number {
  return Math.floor(posting / CONTEXT_VALUES);
}

export function contextOf(posting: number): number {
  return posting % CONTEXT_VALUES;
}

/** The upper half of a merged posting. */
export function mergedHigh(partKey: number, block: number, { keyBits }: KeyDivision): number {
  return ((partKey << (32 - keyBits)) | (block >>> CONTEXT_BITS)) >>> 0;
}

/** The lower half of a merged posting, or of a posting in a run. */
export function postingLow(block: number, context: number): number {
  return ((block << CONTEXT_BITS) | context) >>> 0;
}

/** The key of a merged posting, without the bits that are the part's number. */
export function partKeyOf(high: number, { keyBits }: KeyDivision): number {
  return high >>> (32 - keyBits);
}

/** A merged posting as a number. */
export function postingAt({ high, low }: Hashes, index: number, { keyBits }: KeyDivision): number {
  return (high[index]! & ((1 << (32 - keyBits)) - 1)) * 0x1_0000_0000 + low[index]!;
}

const NOTHING_UNLISTED: ReadonlyMap<number, number> = new Map();

/** The runs of a build: in memory up to its limit, in files beyond. */
export class PostingRuns {
  readonly #spool: Spool;
  readonly #runs: { highBytes: number; lowBytes: number; starts: Uint32Array; firstBlock: number }[] = [];
  count = 0;

  constructor(spool: Spool) {
    this.#spool = spool;
  }

  async add({ high, low }: PostingRun, firstBlock: number): Promise<void> {
    // Of the finest division: how many blocks there will be is not known yet.
    const { parts, keyBits } = LARGE_DIVISION;
    const starts = new Uint32Array(parts + 1);
    for (let part = 0; part < parts; part++)
      starts[part + 1] = partitionPoint(high.length, (index) => high[index]! >>> keyBits <= part);
    const highBytes = await this.#spool.append(bytesOf(high));
    const lowBytes = await this.#spool.append(bytesOf(low));
    this.#runs.push({ highBytes, lowBytes, starts, firstBlock });
    this.count += high.length;
  }

  async part(part: number, division: KeyDivision): Promise<PartPostings> {
    const finer = LARGE_DIVISION.parts / division.parts;
    const rangeOf = (starts: Uint32Array) => ({ from: starts[finer * part]!, to: starts[finer * (part + 1)]! });
    const count = this.#runs.reduce((sum, { starts }) => sum + rangeOf(starts).to - rangeOf(starts).from, 0);
    const high = new Uint32Array(count);
    const low = new Uint32Array(count);
    let to = 0;
    for (const { highBytes, lowBytes, starts, firstBlock } of this.#runs) {
      const { from, to: end } = rangeOf(starts);
      const postings = end - from;
      if (postings === 0) continue;
      const highs = wordsOf(await this.#spool.read(highBytes + 4 * from, 4 * postings));
      const lows = wordsOf(await this.#spool.read(lowBytes + 4 * from, 4 * postings));
      for (let i = 0; i < postings; i++) {
        const block = firstBlock + (lows[i]! >>> CONTEXT_BITS);
        high[to + i] = mergedHigh(highs[i]!, block, division);
        low[to + i] = postingLow(block, lows[i]! & (CONTEXT_VALUES - 1));
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
export async function mergedPart(
  kernels: Kernels,
  sources: readonly PostingSource[],
  part: number,
  division: KeyDivision,
): Promise<PartPostings> {
  const parts = await Promise.all(sources.map((source) => source.part(part, division)));
  if (parts.length === 1) {
    const { unlisted, ...hashes } = parts[0]!;
    return { ...kernels.sort(hashes), unlisted };
  }
  const unlisted = new Map<number, number>();
  for (const one of parts)
    for (const [key, blocks] of one.unlisted) unlisted.set(key, (unlisted.get(key) ?? 0) + blocks);
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
