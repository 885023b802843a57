/**
 * Reads a field that has lists, such as the turns of a chat, of all rows of a row group. Its columns are read whole:
 * where a row ends is known from the levels of all of them.
 */

import { concat } from "../../../../base/bytes/bytes.ts";
import type { ByteSource } from "../../bytes/byteSource.ts";
import { damaged, NotRead } from "../../bytes/notRead.ts";
import type { ParquetPackages } from "../peers.ts";
import { chunkOf, PARSERS } from "./column.ts";
import type { ColumnMetaData, Leaf, ParquetFile } from "./file.ts";
import { checkPage, type ParquetPage, pageAt, unpackPage } from "./page.ts";

/** Bytes of a row group's columns of one field, unpacked. */
const FIELD_BYTES_MAX = 512 * 1024 * 1024;
/**
 * Values of these columns, nulls included, and rows, times the lists and groups that each stands in: each of them
 * becomes a list or an object of some 170 bytes, and an empty one takes no byte of the file.
 */
const FIELD_PARTS_MAX = 2 ** 23;

/** The values of the field in the first row group, one a row. @throws NotRead */
export async function readLists(
  source: ByteSource,
  file: ParquetFile,
  library: ParquetPackages,
  field: string,
): Promise<readonly unknown[]> {
  const chunks: Chunk[] = [];
  let [unpackedBytes, parts] = [0, 0];
  const rows = Number(file.metadata.row_groups[0]!.num_rows);
  for (const [leaf, one] of file.leaves.entries()) {
    const { column, start, end } = chunkOf(source, file, { rowGroup: 0, leaf });
    if (column.path_in_schema[0] !== field) continue;
    unpackedBytes += Number(column.total_uncompressed_size);
    if (unpackedBytes > FIELD_BYTES_MAX || end - start > FIELD_BYTES_MAX) throw tooLarge(field);
    parts += Math.max(rows, Number(column.num_values)) * (1 + one.levelMax + one.repetitionMax);
    if (parts > FIELD_PARTS_MAX) {
      const what = `\`${field}\` has too many lists in a row group; smaller row groups are read`;
      throw new NotRead("too_large", what);
    }
    const bytes = await source.read(start, end - start);
    chunks.push({ leaf: one, column, bytes, pages: pagesIn(bytes, Number(column.num_values), field) });
  }
  return decoded(chunks, file, library, field);
}

interface Chunk {
  leaf: Leaf;
  column: ColumnMetaData;
  bytes: Uint8Array;
  pages: ParquetPage[];
}

function tooLarge(field: string): NotRead {
  return new NotRead("too_large", `\`${field}\` of a row group is too large when unpacked: over 512 MiB`);
}

/** The pages up to the last value. */
function pagesIn(bytes: Uint8Array, values: number, field: string): ParquetPage[] {
  const pages: ParquetPage[] = [];
  for (let at = 0, seen = 0, unpacked = 0; seen < values; ) {
    const page = pageAt(bytes, at);
    at += page.headerBytes + page.packedBytes;
    if (at > bytes.length) throw damaged("a page goes beyond its column");
    if (page.kind === "data") seen += page.values;
    unpacked += page.bytes;
    if (seen > values) throw damaged("a page contradicts its format");
    if (unpacked > FIELD_BYTES_MAX) throw tooLarge(field);
    pages.push(page);
  }
  return pages;
}

/** Decodes the columns as a file of their own. */
async function decoded(
  chunks: readonly Chunk[],
  { metadata }: ParquetFile,
  library: ParquetPackages,
  field: string,
): Promise<readonly unknown[]> {
  const bytes = concat(chunks.map((chunk) => chunk.bytes));
  const rows = metadata.row_groups[0]!.num_rows;
  let start = 0;
  const columns = chunks.map(({ column, bytes: own, pages }, i) => {
    const { index_page_offset: _, dictionary_page_offset: __, bloom_filter_offset: ___, ...described } = column;
    const length = pages.reduce((sum, page) => sum + page.headerBytes + page.packedBytes, 0);
    // A codec of no format for each column: so a page is unpacked, and checked, by `unpack` in every case.
    const meta_data = {
      ...described,
      codec: codecOf(i) as never,
      data_page_offset: BigInt(start),
      total_compressed_size: BigInt(length),
    };
    start += own.length;
    return { file_offset: 0n, meta_data };
  });
  const compressors = Object.fromEntries(chunks.map((chunk, i) => [codecOf(i), unpackerOf(chunk, library)]));
  let values: readonly unknown[] | undefined;
  try {
    await library.hyparquet.parquetRead({
      file: { byteLength: bytes.length, slice: async (from, to) => bytes.buffer.slice(from, to) },
      metadata: { ...metadata, num_rows: rows, row_groups: [{ columns, total_byte_size: 0n, num_rows: rows }] },
      columns: [field],
      rowFormat: "object",
      compressors: compressors as never,
      parsers: PARSERS as never,
      onComplete: (records) => {
        values = records.map((record) => record[field]);
      },
    });
  } catch (error) {
    if (error instanceof NotRead) throw error;
    throw damaged("a page contradicts its format");
  }
  if (values?.length !== Number(rows)) throw damaged("a column has too few pages");
  return values;
}

const codecOf = (column: number): string => `SPOLIA${column}`;

/** Unpacks and checks the pages of a column, in their order. */
function unpackerOf({ leaf, column, bytes, pages }: Chunk, library: ParquetPackages) {
  let at = 0;
  const dictionaryValues = pages.find(({ kind }) => kind === "dictionary")?.values ?? 0;
  const queue = pages.map((page) => {
    const from = at + page.headerBytes;
    at = from + page.packedBytes;
    const levels = bytes.subarray(from, from + page.levelsBytes);
    // A page that is not packed although its column is never comes to `unpack`.
    if (!page.isPacked) checkPage(page, bytes.subarray(from + page.levelsBytes, at), levels, leaf, dictionaryValues);
    return { page, levels };
  });
  const packed = queue.filter(({ page }) => page.isPacked && page.kind !== "other");
  return (given: Uint8Array, length: number): Uint8Array => {
    const next = packed.shift();
    if (next === undefined) throw damaged("a page contradicts its format");
    const unpacked = unpackPage(given, length, column.codec, library);
    checkPage(next.page, unpacked, next.levels, leaf, dictionaryValues);
    return unpacked;
  };
}
