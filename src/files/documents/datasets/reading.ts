/** What the readers of datasets are given, and what they give. */
import type { CorpusDocument } from "../../../base/contract/resources/corpus.ts";
import type { UnreadInput } from "../../../corpus/build/unread.ts";
import type { ByteSource } from "../bytes/byteSource.ts";
import type { TextEncoding } from "../bytes/decode.ts";
import type { UnreadPages } from "../documentText.ts";
import type { Packing } from "../kinds.ts";
import { plainUnreadPages } from "../pdf/unreadPages.ts";
import type { RecordFields } from "./fields.ts";
import type { HeaderFields } from "./httpMessage.ts";
import { unpack } from "./packed/unpack.ts";

/** How records become documents: plain data, which a thread can be sent. */
export interface RecordReading {
  readonly fields: RecordFields;
  readonly encoding?: TextEncoding | undefined;
}

/** A dataset to read, record by record. */
export interface DatasetReading extends RecordReading {
  readonly source: ByteSource;
  /** Path of the file, so that threads can read row groups; absent where the bytes are of no file. */
  readonly path?: string | undefined;
  /** The bytes of the source in order. */
  stream(): AsyncIterable<Uint8Array>;
  readonly packing: Packing;
  /** Name of the file, which ids of its documents begin with where these have none of their own. */
  readonly name: string;
  /** Number of records that were read before and are passed over. */
  readonly after: number;
  /** Number of the record that is being read, from 1. */
  record: number;
  /** Called with the place in the file that was reached. */
  onBytes(bytes: number): void;
}

/** A document, or a record that is none. `name` is that of a file within the file. */
export type DatasetItem = CorpusDocument | (Omit<UnreadInput, "name"> & { name?: string });

/** A part of a dataset that becomes documents by itself, in any thread: plain data. `record` is its number, from 1. */
export type DatasetPart =
  | { kind: "item"; record: number; item: DatasetItem }
  | RecordPart
  | { kind: "web record"; record: number; name: string; headers: HeaderFields; bytes: Uint8Array }
  | { kind: "message"; record: number; name: string; bytes: Uint8Array }
  | { kind: "archived file"; record: number; name: string; within: string; bytes: Uint8Array }
  | RowsPart;

/** A record of a file as JSON: a line of JSON Lines, or a record of a JSON document or a table. */
export interface RecordPart {
  kind: "line";
  record: number;
  line: number;
  name: string;
  within?: string;
  bytes: Uint8Array;
  /** Whether the bytes are UTF-8, whatever the encoding of the file. */
  isUtf8?: boolean;
  /** The field that holds the text, where the reader has found it. */
  textField?: string | undefined;
}

/** What of rows is read. */
export interface WantedColumns {
  /** Numbers of columns by their paths. */
  columns: ReadonlyMap<string, number>;
  /** Where the library gives a path that it does not give as records name it. */
  given: ReadonlyMap<string, string>;
  /** Names of fields that have lists, which are read whole. */
  lists: ReadonlySet<string>;
  /** The paths that texts are of. */
  texts: readonly string[];
}

/** Rows of a row group. */
export interface RowsPart {
  kind: "rows";
  /** Number of the first row. */
  record: number;
  rows: number;
  /** Number of rows of the file that were read before and are passed over. */
  after: number;
  name: string;
  path: string | undefined;
  /** The `ParquetFile`, with this row group only: published types do not name those of an optional peer. */
  file: object;
  wanted: WantedColumns;
  /** The fields that hold the text, where the reader has found them. */
  textField: string | undefined;
  /** Bytes of the columns when they are unpacked, by what the file says. */
  unpackedBytes: number;
  /** Where the columns end in the file. */
  endBytes: number;
}

/** What was found in a part. */
export interface FoundItem {
  record: number;
  item: DatasetItem;
  /** Whether the dataset cannot be read further. */
  isLast?: boolean;
}

/** What of a document was not read, or only in a way, as items beside it. */
export function unreadItems(unread: readonly UnreadPages[], place: { line?: number; name?: string }): DatasetItem[] {
  return unread.map((pages) => ({
    ...place,
    code: pages.code,
    reason: plainUnreadPages(pages),
    ...(pages.note ? { note: true } : { partly: true }),
  }));
}

/** The unpacked bytes of the file. @param goesOn with `BROKEN` in the place of a broken member of gzip */
export function bytesOf(
  { stream, packing }: Pick<DatasetReading, "stream" | "packing">,
  goesOn = false,
): AsyncGenerator<Uint8Array> {
  return unpack(stream(), packing, goesOn);
}
