/**
 * The bytes of a segment, little-endian. A segment is written once, from its first byte to its last, and read by
 * `read(offset, length)` alone. Its text lies beside it, in a file of blocks one after another; a corpus without text
 * has no such file, a block for each short text, and zeros for stored bytes, offset and checksum in the rows of blocks.
 *
 *   keys        small pages: which blocks hold which shingle; `page.ts` draws one. No directory: the key gives its page, one read a lookup
 *   coarse      small pages: the same for the few shingles that a window of 128 keeps, for readers whose reads are expensive
 *   lists       pages: the blocks of keys that stand in many blocks
 *   blocks      rows: where a block of text lies, and whose it is
 *   texts       rows: distinct texts, in the order of their first occurrence
 *   documents   rows: documents, in the order in which they were given; several may have one text
 *   copies      rows: documents beyond the first of their text, ascending by (text, document)
 *   ids         rows: hash of each document's id, ascending, and its number
 *   records     MessagePack, one a document: `DocumentRecord`
 *   common      the most common words and how often each stands here, ascending by hash; `commonWords.ts` draws it
 *   vocabulary  rows: all words with their counts; read when segments are merged. Empty where rare words are left out
 *   footer      512 bytes
 *
 *   footer
 *   0   "SPOLIASG"          8   u32 version          12  u32 seed of the checksums
 *   16 u32 shingleWords    20  u32 windowShingles   24  u32 coarseWindowShingles
 *   28 u32 largest count of a word that is left out, so that words are in `common` alone; 0 where `vocabulary` has all words
 *   32  f64 words           40  f64 textBytes (UTF-8 of the distinct texts)
 *   48  keys, then coarse: u32 pages, u32 lowBits, u32 valueBits, u32 0, f64 entries, f64 keys
 *   112 eleven sections in the order above: f64 offset, f64 length, u32 rows, u32 0
 *   508 u32 checksum of all before it
 *
 *   a page: 4,092 bytes of content, u32 checksum. Rows never span pages. A small page: 2,044 bytes of content, u32 checksum.
 *   Before version 5 pages of keys had the size of others, and `common` was a table of rows
 *
 *   a row of blocks, 32 bytes                             a row of texts, 48 bytes
 *   0  f64 offset in the text file                        0  16 bytes of the SHA-256 of its UTF-8
 *   8  u32 stored bytes     12 u32 raw bytes              16 u32 first block       20 u32 blocks
 *   16 u32 own bytes        20 u32 first text             24 u32 offset, 28 u32 length in that block (32 bits: one text is a string)
 *   24 u32 UTF-16 index     28 u32 checksum, codec        32 u32 words             36 u32 first document     40 u32 documents
 *                                                         44 u32 where the first document's record begins, in units of
 *                                                            64 bytes, and one more; 0 where that is not told
 *
 *   a row of documents, 32 bytes                          rows of copies, 8 bytes   0 u32 text, 4 u32 document
 *   0  f64 offset of the record   8 u32 its length        rows of ids, 12 bytes     0 u32 high, 4 u32 low, 8 u32 document
 *   12 u32 text                                           rows of common, 12 bytes  0 u32 high, 4 u32 low, 8 u32 count
 *   16 16 bytes of the SHA-256 of text hash and record: what the corpus's revision is made of
 *   rows of the vocabulary, 8 bytes   0 u32 high, 4 u16 upper half of low, 6 u16 count; 65,535: the count is in `common`
 *
 * Checksums are xxHash32. Their seed mixes the segment's own seed with the section and the place, so a page that was
 * moved or that comes from another segment is detected like a damaged one.
 */
import { fromHex, toHex } from "../../base/bytes/bytes.ts";
import { SpoliaError } from "../../base/errors.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";

export const SEGMENT_MAGIC = "SPOLIASG";
/** As it is written. */
export const SEGMENT_VERSION = 5;
/**
 * As 0.1.0 wrote it: with pages of keys of `PAGE_BYTES`, and values of up to 38 bits. Version 4 was the same with wider
 * values, for 2^22 blocks and more.
 */
export const RELEASED_SEGMENT_VERSION = 3;
export const WIDE_SEGMENT_VERSION = 4;
export const FOOTER_BYTES = 512;
export const PAGE_BYTES = 4096;
/** Of a page of keys. A reader far away reads one for each key; smaller ones would make the index larger. */
export const KEY_PAGE_BYTES = 2048;
/** Bytes of the checksum at the end of a page. */
const CHECKSUM_BYTES = 4;
/** Bytes of a page before its checksum. */
export const PAGE_ROOM_BYTES = PAGE_BYTES - CHECKSUM_BYTES;
/**
 * Lists begin at multiples of this. The place of a list is counted in these units, from the beginning of the section of
 * lists.
 */
export const LIST_UNIT_BYTES = 8;

/**
 * Words of text in a block. A candidate block is read and fingerprinted again, which gives exact places without storing
 * them; its length is the cost of a wrong candidate.
 */
export const BLOCK_WORDS = 2048;
/** Bits of a block's number, and the number of blocks of a segment: 137 thousand million words. */
export const SEGMENT_BLOCK_BITS = 26;
export const SEGMENT_BLOCKS_MAX = 1 << SEGMENT_BLOCK_BITS;
/** Up to so many blocks the keys are divided into fewer parts. */
export const SMALL_BLOCKS_MAX = 1 << 22;
/** Bits of context after the block number of a posting: they make a posting 64 bits long while a segment is built. */
export const CONTEXT_BITS = 16;
export const CONTEXT_VALUES = 1 << CONTEXT_BITS;
/** Window of the coarse tier: any common run of 132 words shares one of its shingles. */
export const COARSE_WINDOW_SHINGLES = 128;
/**
 * Words whose counts a reader of a corpus holds in memory. A rarer word counts like the rarest of these, which bounds
 * its surprise from below.
 */
export const COMMON_WORDS = 8192;
/** Larger counts of words are stored as this. */
export const COUNT_MAX = 0xffff_ffff;
/** A count of the vocabulary that refers to the common words: a word with such a count is always among them. */
export const COUNT_IN_COMMON = 0xffff;

export const SECTIONS = [
  "keys",
  "coarse",
  "lists",
  "blocks",
  "texts",
  "documents",
  "copies",
  "ids",
  "records",
  "common",
  "vocabulary",
] as const;
export type SectionName = (typeof SECTIONS)[number];

/** Bytes of a row, for the sections that are tables of rows; `common` was one before version 5. */
export const ROW_BYTES = {
  blocks: 32,
  texts: 48,
  documents: 32,
  copies: 8,
  ids: 12,
  common: 12,
  vocabulary: 8,
} as const;
export type SegmentTableName = keyof typeof ROW_BYTES;

/** Offsets of the fields of a row in bytes, as drawn above. Only `rows.ts` reads and writes them. */
export const ROW_OFFSETS = {
  blocks: { offsetBytes: 0, storedBytes: 8, rawBytes: 12, ownBytes: 16, firstText: 20, utf16Start: 24, hash: 28 },
  texts: {
    hash: 0,
    firstBlock: 16,
    blocks: 20,
    offsetBytes: 24,
    lengthBytes: 28,
    words: 32,
    firstDocument: 36,
    documents: 40,
    record: 44,
  },
  documents: { offsetBytes: 0, lengthBytes: 8, text: 12, hash: 16 },
  copies: { text: 0, document: 4 },
  ids: { high: 0, low: 4, document: 8 },
  common: { high: 0, low: 4, count: 8 },
  vocabulary: { high: 0, lowUpper: 4, count: 6 },
} as const satisfies Record<SegmentTableName, Record<string, number>>;

/** In which a row of texts tells roughly where a record begins. */
export const RECORD_UNIT_BYTES = 64;

/** Offsets of the fields of the footer. Only `footer.ts` reads and writes them. */
export const FOOTER_OFFSETS = {
  magic: 0,
  version: 8,
  seed: 12,
  shingleWords: 16,
  windowShingles: 20,
  coarseWindowShingles: 24,
  unlistedCount: 28,
  words: 32,
  textBytes: 40,
  keys: 48,
  coarse: 80,
  sections: 112,
  checksum: FOOTER_BYTES - 4,
} as const;
/** Offsets in the footer's description of `keys` and `coarse`, and of each section. */
export const INDEX_OFFSETS = { pages: 0, lowBits: 4, valueBits: 8, entries: 16, keys: 24 } as const;
export const SECTION_OFFSETS = { offsetBytes: 0, lengthBytes: 8, rows: 16 } as const;
export const SECTION_ENTRY_BYTES = 24;

export interface Section {
  offsetBytes: number;
  lengthBytes: number;
  /** Rows of a table, or words of `common`; 0 for other sections. */
  rows: number;
}

/** How block text is stored. */
export const CODEC = { deflate: 0, raw: 1 } as const;
export type CodecName = keyof typeof CODEC;
/** `none`: in a corpus without text. */
export type BlockCodec = CodecName | "none";

export interface BlockRow {
  offsetBytes: number;
  storedBytes: number;
  /** Bytes of the stored text; in a corpus without text, UTF-16 units of the block's own text. */
  rawBytes: number;
  /**
   * Bytes of text that belong to this block. After them the stored text goes on for one shingle less a word, so that no
   * shingle is cut.
   */
  ownBytes: number;
  firstText: number;
  /** UTF-16 index of the block's start in its text; 0 where texts share the block. */
  utf16Start: number;
  /**
   * xxHash32 of the stored bytes, without a seed; the table binds it to its place. Its lowest bit is replaced by the
   * codec.
   */
  hash: number;
  codec: number;
}

export interface TextRow {
  firstBlock: number;
  blocks: number;
  offsetBytes: number;
  lengthBytes: number;
  words: number;
  firstDocument: number;
  documents: number;
}

export interface DocumentRow {
  offsetBytes: number;
  lengthBytes: number;
  text: number;
  /** 32 lower-case hexadecimal digits. */
  hash: string;
}

/** Metadata of a document. */
export interface DocumentRecord {
  id: string;
  title?: string;
  author?: string;
  year?: number;
  lang?: string;
  url?: string;
  licence?: string;
  fields?: Readonly<Record<string, string | number | boolean>>;
  /** Headings and pages, as `sections.ts` packs them; absent where there are none. */
  sections?: PackedSections;
  /** Counts of paragraphs, as `paragraphs.ts` seals them; absent for texts of one block. */
  paragraphs?: number[];
}

/**
 * For each heading and page: twice the distance from the one before, and one more for a page; then its label, or `null`
 * for a page whose number follows that of the page before.
 */
export type PackedSections = (number | string | null)[];

/** Seed of the checksum of a page, section or block, bound to the segment, the section and the place. */
export function checksumSeed(segmentSeed: number, section: SectionName | "footer", place: number): number {
  const tag = ["footer", ...SECTIONS].indexOf(section) + 1;
  return (segmentSeed ^ Math.imul(tag, 0x9e3779b1) ^ Math.imul(place + 1, 0x85ebca77)) >>> 0;
}

/** Writes the checksum of a page of any size at its end. */
export function sealPage(kernels: Kernels, page: Uint8Array, seed: number): void {
  const room = page.length - CHECKSUM_BYTES;
  const checksum = kernels.xxhash32(page.subarray(0, room), seed);
  new DataView(page.buffer, page.byteOffset).setUint32(room, checksum, true);
}

/** @throws corpus_corrupt where the checksum of a page, or of what else is called `what`, is wrong */
export function checkPage(kernels: Kernels, page: Uint8Array, seed: number, what = "A page"): DataView {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  const room = page.length - CHECKSUM_BYTES;
  if (kernels.xxhash32(page.subarray(0, room), seed) !== view.getUint32(room, true)) throw corrupt(what);
  return view;
}

export function corrupt(what: string, how?: string): SpoliaError {
  return new SpoliaError("corpus_corrupt", `${what} of the corpus is damaged${how === undefined ? "" : `: ${how}`}.`, {
    hint: "Copy the corpus again from where it came from, or build it again.",
  });
}

export function wrongVersion(): SpoliaError {
  return new SpoliaError("corpus_version", "The corpus was written by another version of spolia.", {
    hint: "Build it again with this version.",
  });
}

const BUILT_WITH_TEXT = "Use a corpus of these documents that was built without --no-text (option `text: false`).";

/** @param what what needs the text, as the subject of a sentence */
export function withoutText(what: string, hint = BUILT_WITH_TEXT): SpoliaError {
  return new SpoliaError("corpus_without_text", `${what} needs the text of the documents, and the corpus has none.`, {
    hint,
  });
}

export function hexOf(view: DataView, at: number): string {
  return toHex(hashBytes(view, at));
}

export function setHex(view: DataView, at: number, hex: string): void {
  hashBytes(view, at).set(fromHex(hex));
}

const hashBytes = ({ buffer, byteOffset }: DataView, at: number) => new Uint8Array(buffer, byteOffset + at, 16);
