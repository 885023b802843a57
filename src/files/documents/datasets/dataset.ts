/** The parts of each kind of dataset, and the documents that parts become. */
import type { PlatformAbortSignal } from "../../../base/platform.ts";
import type { ByteSource } from "../bytes/byteSource.ts";
import { NotRead } from "../bytes/notRead.ts";
import type { DatasetKind } from "../kinds.ts";
import { itemsOfMessage, messagesIn } from "../office/mail/mailbox.ts";
import { itemsOfLine, linesIn } from "./jsonLines.ts";
import { entriesIn, itemsOfFile } from "./packed/tar.ts";
import { UnpackedLimit } from "./packed/unpack.ts";
import { itemsOfRows, rowGroupsIn } from "./parquet/parquet.ts";
import type { DatasetItem, DatasetPart, DatasetReading, FoundItem, RecordReading } from "./reading.ts";
import { arrowRowsIn } from "./records/arrow.ts";
import { rowsIn } from "./records/csv.ts";
import { itemsOfWebRecord, recordsIn } from "./warc.ts";

const PARTS: Readonly<Record<DatasetKind, (reading: DatasetReading) => AsyncGenerator<DatasetPart>>> = {
  jsonl: linesIn,
  json: linesIn,
  csv: rowsIn,
  parquet: rowGroupsIn,
  arrow: arrowRowsIn,
  warc: recordsIn,
  tar: entriesIn,
  mbox: messagesIn,
};

/** The parts of a dataset, in order. A damaged dataset is read as far as it is whole. */
export function partsOfDataset(kind: DatasetKind, reading: DatasetReading): AsyncGenerator<DatasetPart> {
  return PARTS[kind](reading);
}

/** What a part holds. @param open the dataset, where it is open already */
export async function* foundInPart(
  part: DatasetPart,
  about: RecordReading,
  { signal, open }: { signal?: PlatformAbortSignal | undefined; open?: ByteSource | undefined } = {},
): AsyncGenerator<FoundItem> {
  const { record } = part;
  if (part.kind === "rows") return yield* itemsOfRows(part, about, open);
  if (part.kind === "archived file") {
    for await (const item of itemsOfFile(part, about, signal)) yield { record, item };
    return;
  }
  if (part.kind === "item") yield { record, item: part.item };
  else if (part.kind === "message") for (const item of itemsOfMessage(part, about)) yield { record, item };
  else if (part.kind === "web record") for (const item of itemsOfWebRecord(part, about)) yield { record, item };
  else {
    for (const item of itemsOfLine(part, about))
      yield { record, item: "reason" in item && part.within ? { name: part.within, ...item } : item };
  }
}

/** Takes what parts of one dataset hold, in their order. */
export class DatasetTaking {
  readonly #limit = new UnpackedLimit();
  #hasEnded = false;

  /** @param packedBytes length of the file */
  constructor(packedBytes: number) {
    this.#limit.packedBytes = packedBytes;
  }

  /** Whether what a part holds is still wanted: rows end at the first that cannot be read. */
  wants({ kind }: { kind: string }): boolean {
    return !(this.#hasEnded && kind === "rows");
  }

  /** What is given in the place of what was found: rows are limited as what unpacks is. */
  take<One extends FoundItem>({ kind }: { kind: string }, found: One): One {
    const { record, item, isLast = false } = found;
    const excess = kind === "rows" && "text" in item ? this.#excessWith(item.text) : undefined;
    this.#hasEnded ||= isLast || excess !== undefined;
    return excess === undefined ? found : { ...found, item: { line: record, ...excess } };
  }

  #excessWith(text: string): Pick<NotRead, "code" | "reason"> | undefined {
    try {
      this.#limit.add(text.length);
    } catch (error) {
      if (!(error instanceof NotRead)) throw error;
      return { code: error.code, reason: error.reason };
    }
    return undefined;
  }
}

/** The documents of a dataset, and the records that are none. */
export async function* readDataset(kind: DatasetKind, reading: DatasetReading): AsyncGenerator<DatasetItem> {
  const taking = new DatasetTaking(reading.source.sizeBytes);
  for await (const part of partsOfDataset(kind, reading)) {
    if (!taking.wants(part)) continue;
    for await (const found of foundInPart(part, reading, { open: reading.source })) {
      const { record, item } = taking.take(part, found);
      reading.record = record;
      yield item;
      if (!taking.wants(part)) break;
    }
  }
}
