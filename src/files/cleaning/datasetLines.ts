/** The lines of a dataset that is cleaned line by line: those of JSON Lines, or JSON Lines made of other formats. */
import type { CorpusDocument } from "../../base/contract/resources/corpus.ts";
import { SpoliaError, throwIfAborted } from "../../base/errors.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import { builtin } from "../../corpus/storage/builtin.ts";
import { openFile } from "../documents/bytes/byteSource.ts";
import { splitLines } from "../documents/bytes/lines.ts";
import { narrowed } from "../documents/bytes/narrow.ts";
import { NotRead } from "../documents/bytes/notRead.ts";
import { isDocument, linesIn as recordsOfLines } from "../documents/datasets/jsonLines.ts";
import { unpack, wholeOf } from "../documents/datasets/packed/unpack.ts";
import { rowGroupsIn } from "../documents/datasets/parquet/parquet.ts";
import type { DatasetPart, RecordReading } from "../documents/datasets/reading.ts";
import { decodeRecords } from "../documents/datasets/record.ts";
import { arrowRowsIn } from "../documents/datasets/records/arrow.ts";
import { tableOfCsv } from "../documents/datasets/records/csv.ts";
import type { FoundFile } from "../documents/folders/discover.ts";
import { kindOf, packingOf } from "../documents/kinds.ts";
import { parquetRows } from "./parquetRows.ts";
import { besideRecords } from "./recordPlaces.ts";

export interface DatasetLine {
  /** With its end, which the last line may lack. */
  bytes: Uint8Array;
  number: number;
  /** The field that holds the text, where the reader of a table has found it. */
  textField?: string | undefined;
}

/** The lines of JSON Lines as they are. */
export async function* linesOf(path: string, about: RecordReading): AsyncGenerator<DatasetLine> {
  yield* linesIn(path, chunksOfFile(path), await foundTextField(path, about));
}

/** The fields of text of records, where no name tells them. */
export async function foundTextField(path: string, about: RecordReading): Promise<string | undefined> {
  for await (const part of recordsIn(path, about))
    if (part.kind === "line" || part.kind === "rows") return part.textField;
  return undefined;
}

/**
 * The lines that a file becomes. Packed JSON Lines keep theirs, and rows of Parquet all of their columns; of web
 * archives and archives of files, documents are what is read of them.
 *
 * @param documentsOf reads the documents of a file
 */
export async function* convertedLines(
  { path, kind }: FoundFile,
  documentsOf: () => AsyncIterable<CorpusDocument>,
  about: LinesReading,
): AsyncGenerator<DatasetLine> {
  const { signal } = about;
  if (kind === "jsonl" || kind === "json" || kind === "csv") {
    const chunks = () => unpack(chunksOfFile(path), packingOf(path));
    if (kind === "csv") return yield* tableLines(path, await wholeOf(chunks()), about);
    if (await isDocument(chunks(), about)) {
      const { text } = decodeRecords(await wholeOf(chunks()), about.encoding);
      about.onBeside?.(besideRecords(text, about.fields));
      return yield* recordLines(path, about);
    }
    return yield* linesIn(path, narrowed(chunks()), await foundTextField(path, about));
  }
  const encoder = new TextEncoder();
  let number = 0;
  if (kind === "arrow") return yield* recordLines(path, about);
  const rows = kind === "parquet" ? parquetRows(path, signal, about.onReplaced) : jsonOfEach(documentsOf());
  const textField = kind === "parquet" ? await foundTextField(path, about) : undefined;
  for await (const json of rows) yield { bytes: encoder.encode(`${json}\n`), number: ++number, textField };
}

async function* jsonOfEach(documents: AsyncIterable<CorpusDocument>): AsyncGenerator<string> {
  for await (const document of documents) yield JSON.stringify(document);
}

interface LinesReading extends RecordReading {
  readonly signal?: PlatformAbortSignal | undefined;
  /** Told what a document has beside its records. */
  readonly onBeside?: ((names: readonly string[]) => void) | undefined;
  /** Told a column of text with bytes that are none, at each of them. */
  readonly onReplaced: (path: string) => void;
}

/** The rows of a table, a line each. */
function* tableLines(path: string, bytes: Uint8Array, { fields, encoding, signal }: LinesReading) {
  const { text } = decodeRecords(bytes, encoding);
  const { rows, recordOf, textField } = tableOfCsv(text, { name: path, fields });
  const encoder = new TextEncoder();
  for (const [i, row] of rows.entries()) {
    throwIfAborted(signal);
    yield { bytes: encoder.encode(`${recordOf(row)}\n`), number: i + 1, textField };
  }
}

/** The records of a document, a line each. @throws NotRead where it has none */
async function* recordLines(path: string, about: LinesReading): AsyncGenerator<DatasetLine> {
  for await (const part of recordsIn(path, about)) {
    throwIfAborted(about.signal);
    if (part.kind === "item" && "reason" in part.item && part.item.line === undefined) {
      const { code, reason, format, partly, note } = part.item;
      if (!partly && !note) throw new NotRead(code, reason, format ?? undefined);
    }
    if (part.kind !== "line") continue;
    const json = new TextDecoder()
      .decode(part.bytes)
      .trim()
      .replace(/[\r\n]+/g, " ");
    yield { bytes: new TextEncoder().encode(`${json}\n`), number: part.line, textField: part.textField };
  }
}

async function* recordsIn(path: string, about: RecordReading): AsyncGenerator<DatasetPart> {
  const source = await openFile(path);
  try {
    const stream = () => chunksOfFile(path);
    const reading = { source, path, stream, packing: packingOf(path), name: path, after: 0, record: 0 };
    const kind = kindOf(path);
    const partsIn = kind === "parquet" ? rowGroupsIn : kind === "arrow" ? arrowRowsIn : recordsOfLines;
    yield* partsIn({ ...about, ...reading, onBytes: () => {} });
  } finally {
    await source.close();
  }
}

export const chunksOfFile = (path: string) => builtin("node:fs").createReadStream(path) as AsyncIterable<Uint8Array>;

async function* linesIn(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  textField: string | undefined,
): AsyncGenerator<DatasetLine> {
  let lastByte = 0;
  const watched = (async function* () {
    for await (const chunk of chunks) {
      lastByte = chunk.at(-1) ?? lastByte;
      yield chunk;
    }
  })();
  const ended = (line: Uint8Array) => {
    const bytes = new Uint8Array(line.length + 1);
    bytes.set(line);
    bytes[line.length] = 10;
    return bytes;
  };
  let number = 0;
  let held: Uint8Array | undefined;
  for await (const line of splitLines(watched)) {
    if (line === null) throw new SpoliaError("document_invalid", `${path}, line ${number + 1} is over 512 MB.`);
    if (held !== undefined) yield { bytes: ended(held), number, textField };
    held = line;
    number += 1;
  }
  if (held !== undefined) yield { bytes: lastByte === 10 ? ended(held) : held, number, textField };
}
