/**
 * Numbers the paragraphs of a document of which only some blocks are read. Its record has the number of paragraphs that
 * begin in each 2,048 UTF-16 units of its text, so about one byte for 340 words. A block has at least as many units,
 * since it has 2,048 words, so a place of known count stands in everything that is read; from there paragraphs are
 * counted, forwards or backwards.
 */

import type { Span } from "../../base/contract/common.ts";
import { partitionPoint } from "../../base/lists/sorted.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { paragraphStarts } from "../../core/text/paragraphs.ts";
import { type Paragraphs, paragraphsOf } from "../../core/text/places.ts";
import { BLOCK_WORDS, corrupt } from "./layout.ts";

const UNITS = BLOCK_WORDS;

/** The paragraphs that begin in each `UNITS` of a text. */
export function countParagraphs(bytes: Uint8Array): number[] {
  const counts: number[] = [];
  for (const start of paragraphStarts(bytes)) {
    const at = Math.floor(start / UNITS);
    while (counts.length <= at) counts.push(0);
    counts[at]! += 1;
  }
  return counts;
}

/** Counts with a checksum that binds them to their text. @param textHash 32 hexadecimal digits */
export function sealedCounts(kernels: Kernels, textHash: string, counts: readonly number[]): number[] {
  return [checksumOf(kernels, textHash, counts), ...counts];
}

/** @throws corpus_corrupt */
export function openedCounts(kernels: Kernels, textHash: string, [checksum, ...counts]: readonly number[]): number[] {
  if (checksum !== checksumOf(kernels, textHash, counts)) throw corrupt("The record of a document");
  return counts;
}

function checksumOf(kernels: Kernels, textHash: string, counts: readonly number[]): number {
  return kernels.xxhash32(new TextEncoder().encode(`${textHash} ${counts.join(" ")}`), 0);
}

/** Where paragraphs begin in a part of a document; the first place may be within a paragraph. */
export interface StretchParagraphs {
  starts: readonly number[];
  /** UTF-16 indices in the document between which it was read; `to` is Infinity where the document ends. */
  from: number;
  to: number;
}

export function paragraphsOfStretch(bytes: Uint8Array, from: number, isEnd: boolean): StretchParagraphs {
  const starts = paragraphStarts(bytes).map((start) => from + start);
  return { starts, from, to: isEnd ? Number.POSITIVE_INFINITY : from + BLOCK_WORDS };
}

/** The paragraphs of a passage; `null` where they cannot be told. @throws corpus_corrupt */
export function paragraphsIn(
  { starts, from, to }: StretchParagraphs,
  counts: readonly number[] | null,
  span: Span,
): Paragraphs | null {
  const { first, last } = paragraphsOf(starts, span);
  if (from === 0) return { first, last };
  const known = Math.floor(from / UNITS) + 1;
  if (counts === null || known * UNITS > to) return null;
  let before = -partitionPoint(starts.length, (index) => starts[index]! < known * UNITS);
  for (const count of counts.slice(0, known)) before += count;
  if (!(before + first >= 1)) throw corrupt("The record of a document");
  return { first: before + first, last: before + last };
}
