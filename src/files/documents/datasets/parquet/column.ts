/** Reads one column of a row group, some pages at a time, so that memory is bounded for row groups of any size. */

import { concat } from "../../../../base/bytes/bytes.ts";
import type { ByteSource } from "../../bytes/byteSource.ts";
import { type DecodedText, decodeText, decodeUtf8 } from "../../bytes/decode.ts";
import { damaged, NotRead } from "../../bytes/notRead.ts";
import type { ParquetPackages } from "../peers.ts";
import type { ColumnMetaData, Leaf, ParquetFile } from "./file.ts";
import { checkPage, type ParquetPage, pageAt, unpackPage, usesDictionary } from "./page.ts";

/** Bytes of unpacked pages that are decoded together. */
const DECODED_BYTES = 4 * 1024 * 1024;
/** Bytes that are read at once; a page may be larger. */
const READ_BYTES = 1024 * 1024;
/** Bytes of a page's header: it may hold the least and the greatest value. */
const HEADER_BYTES_MAX = 16 * 1024 * 1024;
/** Bytes of the dictionary's header, which writers before parquet-mr 1.2.9 left out of the size of a column. */
const UNCOUNTED_BYTES_MAX = 100;
/** In place of text that is not UTF-8. */
export const NOT_UTF8 = Symbol("not UTF-8");

/** In place of text in which few wrong bytes were replaced. */
export class MendedText {
  readonly decoded: DecodedText;

  constructor(decoded: DecodedText) {
    this.decoded = decoded;
  }
}

/** Times as they are, and text as all text is read. */
export const PARSERS = {
  stringFromBytes: (bytes: Uint8Array) => (bytes === undefined ? undefined : (decodeUtf8(bytes) ?? mended(bytes))),
  jsonFromBytes: (bytes: Uint8Array) => (bytes === undefined ? undefined : (decodeUtf8(bytes) ?? mended(bytes))),
};

function mended(bytes: Uint8Array): MendedText | typeof NOT_UTF8 {
  try {
    return new MendedText(decodeText(bytes, { declared: ["utf-8"] }));
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    return NOT_UTF8;
  }
}

interface ReadPage {
  page: ParquetPage;
  /** The page with its header. */
  bytes: Uint8Array;
}

export class ColumnReader {
  readonly #source: ByteSource;
  readonly #file: ParquetFile;
  readonly #library: ParquetPackages;
  readonly #leaf: Leaf;
  readonly #column: ColumnMetaData;
  readonly #end: number;
  #at: number;
  #held: Uint8Array = new Uint8Array(0);
  #heldAt = 0;
  #rowsLeft: number;
  #dictionary: ReadPage | undefined;

  /** @throws NotRead as `chunkOf` */
  constructor(
    source: ByteSource,
    file: ParquetFile,
    library: ParquetPackages,
    { rowGroup, leaf }: { rowGroup: number; leaf: number },
  ) {
    this.#source = source;
    this.#file = file;
    this.#library = library;
    this.#leaf = file.leaves[leaf]!;
    ({ column: this.#column, start: this.#at, end: this.#end } = chunkOf(source, file, { rowGroup, leaf }));
    this.#rowsLeft = Number(file.metadata.row_groups[rowGroup]!.num_rows);
  }

  get #isNested(): boolean {
    return this.#column.path_in_schema.length > 1;
  }

  /** The values of the next pages, one a row; `null` or `undefined` where a row has none. @throws NotRead */
  async next(): Promise<ArrayLike<unknown>> {
    const pages = await this.#pages();
    const values = pages.reduce((sum, { page }) => sum + page.values, 0);
    if (values > this.#rowsLeft || (values === 0 && this.#rowsLeft > 0)) throw damaged("a column has too few pages");
    this.#rowsLeft -= values;
    return this.#decoded(pages, values);
  }

  async #pages(): Promise<ReadPage[]> {
    const pages: ReadPage[] = [];
    for (let bytes = 0, values = 0; bytes < DECODED_BYTES && values < this.#rowsLeft && this.#at < this.#end; ) {
      const read = await this.#page();
      if (read.page.kind === "dictionary") this.#dictionary = read;
      if (read.page.kind !== "data") continue;
      bytes += read.page.bytes;
      values += read.page.values;
      pages.push(read);
    }
    return pages;
  }

  async #page(): Promise<ReadPage> {
    const page = await this.#header();
    const bytes = await this.#bytes(page.headerBytes + page.packedBytes);
    this.#at += bytes.length;
    return { page, bytes };
  }

  async #header(): Promise<ParquetPage> {
    for (let size = 1_024; ; size *= 16) {
      const bytes = Math.min(size, this.#end - this.#at);
      const held = await this.#bytes(bytes);
      try {
        return pageAt(held, 0);
      } catch (error) {
        const mayBeLonger = error instanceof NotRead && error.code === "damaged" && size < HEADER_BYTES_MAX;
        if (!mayBeLonger || bytes < size) throw error;
      }
    }
  }

  /** Bytes from the place that was reached. */
  async #bytes(length: number): Promise<Uint8Array> {
    if (this.#at + length > this.#end) throw damaged("a page goes beyond its column");
    const from = this.#at - this.#heldAt;
    if (from + length > this.#held.length) {
      this.#held = await this.#source.read(this.#at, Math.min(Math.max(length, READ_BYTES), this.#end - this.#at));
      this.#heldAt = this.#at;
      return this.#held.subarray(0, length);
    }
    return this.#held.subarray(from, from + length);
  }

  /** Decodes pages as a row group of their own, which begins with its dictionary where they refer to it. */
  async #decoded(pages: readonly ReadPage[], values: number): Promise<ArrayLike<unknown>> {
    if (values === 0) return [];
    const isReferring = pages.some(({ page }) => usesDictionary(page));
    if (isReferring && this.#dictionary === undefined) throw damaged("a page refers to a dictionary that is missing");
    const read = isReferring ? [this.#dictionary!, ...pages] : pages;
    const file = concat(read.map(({ bytes }) => bytes));
    const queue = read.map(({ page, bytes }) => {
      const body = bytes.subarray(page.headerBytes);
      return { page, levels: body.subarray(0, page.levelsBytes), packed: body.subarray(page.levelsBytes) };
    });
    // Pages that are not packed although their column is are not given to `unpack` below.
    for (const { page, levels, packed } of queue) if (!page.isPacked) checkPage(page, packed, levels, this.#leaf);
    const packed = queue.filter(({ page }) => page.isPacked);
    const codec = this.#column.codec;
    const unpack = (bytes: Uint8Array, length: number): Uint8Array => {
      const { page, levels } = packed.shift()!;
      const unpacked = unpackPage(bytes, length, codec, this.#library);
      checkPage(page, unpacked, levels, this.#leaf);
      return unpacked;
    };
    const decoded = await this.#decode(file, values, unpack);
    // A missing value is `null`; `undefined` comes of a place beyond the dictionary, or of a group that is missing.
    const isWhole = decoded.length === values && (!isReferring || this.#isNested || !hasUndefined(decoded));
    if (!isWhole) throw damaged("a page has too few values");
    return decoded;
  }

  async #decode(
    bytes: Uint8Array<ArrayBuffer>,
    values: number,
    unpack: (bytes: Uint8Array, length: number) => Uint8Array,
  ): Promise<ArrayLike<unknown>> {
    const pages: ArrayLike<unknown>[] = [];
    const size = BigInt(bytes.length);
    const { index_page_offset: _, dictionary_page_offset: __, bloom_filter_offset: ___, ...column } = this.#column;
    const chunk = {
      file_offset: 0n,
      // A codec of no format: so the page is unpacked by `unpack` in every case.
      meta_data: { ...column, codec: "SPOLIA" as never, data_page_offset: 0n, total_compressed_size: size },
    };
    const { metadata } = this.#file;
    try {
      await this.#library.hyparquet.parquetRead({
        file: { byteLength: bytes.length, slice: async (start, end) => bytes.buffer.slice(start, end) },
        metadata: {
          ...metadata,
          num_rows: BigInt(values),
          row_groups: [{ columns: [chunk], total_byte_size: size, num_rows: BigInt(values) }],
        },
        columns: [this.#column.path_in_schema[0]!],
        compressors: { SPOLIA: unpack } as never,
        parsers: PARSERS as never,
        onPage: ({ columnData }) => pages.push(columnData),
      });
    } catch (error) {
      if (error instanceof NotRead) throw error;
      throw damaged("a page contradicts its format");
    }
    return pages.length === 1 ? pages[0]! : pages.flatMap((page) => Array.from(page));
  }
}

/** What a row group says of a column, and where its pages lie. @throws NotRead if outside of the file, or encrypted */
export function chunkOf(
  source: ByteSource,
  { leaves, metadata }: ParquetFile,
  { rowGroup, leaf }: { rowGroup: number; leaf: number },
): { column: ColumnMetaData; start: number; end: number } {
  const chunk = metadata.row_groups[rowGroup]!.columns[leaf]!;
  if (chunk.crypto_metadata !== undefined || chunk.meta_data === undefined)
    throw new NotRead("encrypted", "a column is encrypted; it cannot be read without its key");
  if (chunk.file_path) throw new NotRead("format_not_read", "its columns are in other files");
  const column = chunk.meta_data;
  const { data_page_offset: data, dictionary_page_offset: dictionary, total_compressed_size: size } = column;
  // A dictionary of offset 0 is none: old writers say so.
  const start = Number(dictionary && dictionary < data ? dictionary : data);
  const end = start + Number(size);
  const isInside = Number.isSafeInteger(end) && start >= 4 && end <= source.sizeBytes;
  if (!isInside || end < start || column.path_in_schema.join(".") !== leaves[leaf]!.path)
    throw damaged("its footer is wrong");
  return { column, start, end: Math.min(end + UNCOUNTED_BYTES_MAX, source.sizeBytes - 8) };
}

/** A value of a column that is within groups comes in a list for each of them that may be missing. */
export function flatValue(value: unknown): unknown {
  let flat = value;
  while (Array.isArray(flat)) flat = flat[0];
  return flat;
}

function hasUndefined(values: ArrayLike<unknown>): boolean {
  return Array.isArray(values) && values.includes(undefined);
}
