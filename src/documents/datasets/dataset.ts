/** The reader of each kind of dataset. */
import type { DatasetKind } from "../kinds.ts";
import { readJsonLines } from "./jsonLines.ts";
import { readParquet } from "./parquet.ts";
import type { DatasetItem, DatasetReading } from "./reading.ts";
import { readTar } from "./tar.ts";
import { readWarc } from "./warc.ts";

const READERS: Readonly<Record<DatasetKind, (reading: DatasetReading) => AsyncGenerator<DatasetItem>>> = {
  jsonl: readJsonLines,
  parquet: readParquet,
  warc: readWarc,
  tar: readTar,
};

/** The documents of a dataset, and the records that are none. A damaged dataset is read as far as it is whole. */
export function readDataset(kind: DatasetKind, reading: DatasetReading): AsyncGenerator<DatasetItem> {
  return READERS[kind](reading);
}
