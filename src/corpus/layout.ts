/**
 * The bytes of a segment, little-endian. A segment is written once and read by `read(offset, length)` alone.
 *
 *   0      header, 256 bytes
 *   256    keys       pages of 4,096 bytes, a key's page being floor(high × pages / 2^32): no directory, one read a lookup
 *          lists      pages of 4,096 bytes: the blocks of keys that stand in more than one
 *          blocks     one row a block of text
 *          documents  MessagePack, see `DocumentRow`
 *          words      how often each word stands in the corpus: u32 high, u32 low, u32 count, ascending; words met once are left out
 *
 *   header
 *   0   "SPOLIASG"          8   u32 version          12  u32 seed of the checksums
 *   16  u32 shingleWords    20  u32 windowShingles   24  u32 blocks        28  u32 documents
 *   32  f64 words           40  f64 keys
 *   48  five sections, in the order above:   f64 offset, f64 length, u32 checksum (0 for pages), u32 0
 *   252 u32 checksum of all before it
 *
 *   a page of keys                                    a page of lists
 *   0     u32 count                                   0     records: u32 blocks in all, u32 blocks kept, u32 block …
 *   4     count × (u32 high, u32 low, u32 payload)
 *   4092  u32 checksum                                4092  u32 checksum
 *
 *   payload   bit 31 clear: the key's only block      bit 31 set: page of lists << 10 | offset / 4
 *
 *   a row of blocks, 32 bytes
 *   0  f64 offset in the text file     8  u32 stored bytes      12 u32 own bytes      16 u32 raw bytes, overlap included
 *   20 u32 first document              24 u32 UTF-16 index of its begin in that document           28 u32 checksum
 *
 * Checksums are xxHash32. Their seed mixes the segment's own seed with the section and the place, so that a page that was moved, or
 * comes from another segment, is found out like a damaged one.
 */
import { SpoliaError } from "../errors.ts";
import type { Kernels } from "../kernels/kernels.ts";

export const SEGMENT_MAGIC = "SPOLIASG";
export const SEGMENT_VERSION = 1;
export const HEADER_BYTES = 256;
export const PAGE_BYTES = 4096;
export const KEY_BYTES = 12;
export const KEYS_PER_PAGE = Math.floor((PAGE_BYTES - 8) / KEY_BYTES);
export const BLOCK_ROW_BYTES = 32;
export const WORD_ROW_BYTES = 12;
export const LIST_FLAG = 0x8000_0000;

/** Words of text in a block. A candidate block is fetched and fingerprinted again, which gives exact places for nothing. */
export const BLOCK_WORDS = 4096;
/** Blocks kept for one key. A key beyond that says little, and its count is kept. */
export const LIST_BLOCKS_MAX = 1000;

export const SECTIONS = ["keys", "lists", "blocks", "documents", "words"] as const;
export type SectionName = (typeof SECTIONS)[number];

export interface Section {
  offsetBytes: number;
  lengthBytes: number;
  checksum: number;
}

/** A document as the segment keeps it. */
export interface DocumentRow {
  id: string;
  title?: string;
  author?: string;
  year?: number;
  lang?: string;
  url?: string;
  licence?: string;
  /** First block, and where the document's text begins in that block (0 unless the block is shared). */
  firstBlock: number;
  blocks: number;
  offsetBytes: number;
  lengthBytes: number;
  words: number;
  /** Documents of the same text, this one included. */
  copies: number;
}

export interface BlockRow {
  offsetBytes: number;
  /** Deflated, in the text file. */
  storedBytes: number;
  /** Text that belongs to this block. Behind it the text goes on for one shingle less a word, so that no shingle is cut. */
  ownBytes: number;
  rawBytes: number;
  firstDocument: number;
  utf16Start: number;
  checksum: number;
}

/** A segment's own seed: part of its corpus's revision, so that the manifest knows which segment it names. */
export function segmentSeed(revision: string): number {
  return Number.parseInt(revision.slice(0, 8), 16);
}

/** Seed of the checksum of one page, section or block: bound to segment, section and place. */
export function checksumSeed(segmentSeed: number, section: SectionName | "header" | "text", place: number): number {
  const tag = ["header", "text", ...SECTIONS].indexOf(section) + 1;
  return (segmentSeed ^ Math.imul(tag, 0x9e3779b1) ^ Math.imul(place + 1, 0x85ebca77)) >>> 0;
}

/** The page of a key: even spread, because `high` takes no part in the selection of shingles. */
export function pageOf(high: number, pages: number): number {
  return Math.floor((high * pages) / 0x1_0000_0000);
}

export function sealPage(kernels: Kernels, page: Uint8Array, seed: number): void {
  const checksum = kernels.xxhash32(page.subarray(0, PAGE_BYTES - 4), seed);
  new DataView(page.buffer, page.byteOffset).setUint32(PAGE_BYTES - 4, checksum, true);
}

/** @throws corpus_corrupt where the checksum of a page is wrong */
export function checkPage(kernels: Kernels, page: Uint8Array, seed: number): DataView {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  if (kernels.xxhash32(page.subarray(0, PAGE_BYTES - 4), seed) !== view.getUint32(PAGE_BYTES - 4, true))
    throw corrupt("A page");
  return view;
}

export function corrupt(what: string): SpoliaError {
  return new SpoliaError("corpus_corrupt", `${what} of the corpus is damaged.`, {
    hint: "Copy the corpus again from where it came from, or build it again.",
  });
}
