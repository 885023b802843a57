/** What the readers of datasets are given, and what they give. */
import type { CorpusDocument } from "../../contract/corpus.ts";
import type { UnreadInput } from "../../corpus/unread.ts";
import type { ByteSource } from "../byteSource.ts";
import type { TextEncoding } from "../decode.ts";
import type { Packing } from "../kinds.ts";
import type { RecordFields } from "./fields.ts";
import { unpack } from "./unpack.ts";

/** A dataset to read, record by record. */
export interface DatasetReading {
  readonly source: ByteSource;
  /** The bytes of the source in order. */
  stream(): AsyncIterable<Uint8Array>;
  readonly packing: Packing;
  /** Name of the file, which ids of its documents begin with where these have none of their own. */
  readonly name: string;
  readonly fields: RecordFields;
  readonly encoding?: TextEncoding | undefined;
  /** Number of records that were read before and are passed over. */
  readonly after: number;
  /** Number of the record that is being read, from 1; its reader sets it. */
  record: number;
  /** Called with the place in the file that was reached. */
  onBytes(bytes: number): void;
}

/** A document, or a record that is none. `name` is that of a file within the file. */
export type DatasetItem = CorpusDocument | (Omit<UnreadInput, "name"> & { name?: string });

/** The unpacked bytes of the file. */
export function bytesOf({ stream, packing }: Pick<DatasetReading, "stream" | "packing">): AsyncGenerator<Uint8Array> {
  return unpack(stream(), packing);
}
