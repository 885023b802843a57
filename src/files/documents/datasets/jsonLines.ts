/** Documents from lines of JSON Lines, and from the records of a JSON document. */
import { concat } from "../../../base/bytes/bytes.ts";
import { replacedBytes } from "../bytes/decode.ts";
import { LINE_BYTES_MAX, numberedLines } from "../bytes/lines.ts";
import { narrowed } from "../bytes/narrow.ts";
import { NotRead } from "../bytes/notRead.ts";
import { documentOfRecord, fieldsFor } from "./fields.ts";
import {
  bytesOf,
  type DatasetItem,
  type DatasetPart,
  type DatasetReading,
  type RecordPart,
  type RecordReading,
  unreadItems,
} from "./reading.ts";
import { decodeRecords, NOT_JSON, parsedJson, parseRecord } from "./record.ts";
import { AskedFields } from "./records/askedFields.ts";
import { recordsOfJson, unreadBeside, unreadEntries, unreadLists } from "./records/jsonDocument.ts";
import { beginningOf } from "./records/jsonPlaces.ts";
import { rowsOfTable } from "./records/jsonTable.ts";
import { toldOnce } from "./records/textless.ts";
import { valueAt } from "./records/valueAt.ts";

interface NumberedLine {
  line: number;
  bytes: Uint8Array | null;
}

/** The lines that hold something, or the records of one document. @throws invalid_request for a field in no record */
export async function* linesIn(reading: DatasetReading): AsyncGenerator<DatasetPart> {
  const lines = numberedLines(narrowed(bytesOf(reading)));
  let last = 0;
  try {
    const { document, held } = await begun(lines, reading);
    if (document !== undefined) return yield* recordsIn(document, reading);
    const all = partsOfLines(held, lines, reading, (line) => {
      last = line;
    });
    yield* toldOnce(all, reading);
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    const { code, reason } = error;
    const item: DatasetItem = { line: last + 1, code: code === "damaged" ? "unreadable" : code, reason };
    yield { kind: "item", record: last, item };
  }
}

async function* partsOfLines(
  held: readonly NumberedLine[],
  more: AsyncIterable<NumberedLine>,
  reading: DatasetReading,
  onLine: (line: number) => void,
): AsyncGenerator<DatasetPart> {
  const { name, after, encoding } = reading;
  const asked = new AskedFields(reading);
  let hasRecords = after > 0;
  for await (const { line, bytes } of chained(held, more)) {
    onLine(line);
    if (!hasRecords || asked.isOpen) {
      const record = bytes === null ? undefined : parseRecord(bytes, encoding);
      if (record === null) continue;
      hasRecords = true;
      if (record !== undefined && "value" in record) asked.meet(record.value);
    }
    const reason = "over 512 MB";
    yield bytes === null
      ? { kind: "item", record: line, item: { line, code: "invalid_record", reason } }
      : { kind: "line", record: line, line, name, bytes };
  }
  asked.end();
  if (!hasRecords) yield { kind: "item", record: 0, item: { code: "empty", reason: "empty file" } };
}

/** The records of a document as lines of their own. */
async function* recordsIn(bytes: Uint8Array, reading: DatasetReading): AsyncGenerator<DatasetPart> {
  const { name, after, encoding, fields } = reading;
  const decoded = decodeRecords(bytes, encoding);
  const records = recordsOfJson(decoded.text, fields.textField);
  if ("reason" in records) {
    const code = records.format === undefined ? "invalid_record" : "format_not_read";
    return yield { kind: "item", record: 1, item: { code, ...records } };
  }
  for (const item of unreadItems(replacedBytes(decoded), {})) yield { kind: "item", record: after + 1, item };
  if (after === 0) {
    const value = parsedJson(decoded.text.trim());
    const code = "invalid_record";
    const reason = unreadLists(value, fields.textField);
    if (reason !== undefined) yield { kind: "item", record: 0, item: { code, reason, partly: true } };
    const entries = rowsOfTable(value) === undefined ? unreadEntries(value) : undefined;
    if (entries !== undefined) yield { kind: "item", record: 0, item: { code, reason: entries, partly: true } };
    const beside = unreadBeside(value, records, fields.textField);
    if (beside !== undefined) yield { kind: "item", record: 0, item: { code, reason: beside, note: true } };
  }
  const encoder = new TextEncoder();
  const parts = (async function* (): AsyncGenerator<DatasetPart> {
    const asked = new AskedFields(reading);
    for (const [i, { json }] of records.entries()) {
      const line = i + 1;
      const part = { kind: "line", record: line, line, name, bytes: encoder.encode(json), isUtf8: true } as const;
      const record = asked.isOpen ? parseRecord(part.bytes, "utf-8") : null;
      if (record !== null && "value" in record) asked.meet(record.value);
      yield part;
    }
    asked.end();
  })();
  yield* toldOnce(parts, reading);
}

/** The document of a record, or why there is none, and what was replaced in it; nothing for an empty line. */
export function itemsOfLine(part: RecordPart, { fields, encoding }: RecordReading): DatasetItem[] {
  const { line, name, bytes, isUtf8, textField } = part;
  const record = parseRecord(bytes, isUtf8 ? "utf-8" : encoding);
  if (record === null) return [];
  if ("reason" in record) return [{ line, code: "invalid_record", ...record }];
  const fieldOf = (field: string) => valueAt(record.value, field);
  const document = documentOfRecord(fieldOf, `${name}#${line}`, fieldsFor(fieldOf, fields, textField));
  if ("reason" in document) return [{ line, code: "invalid_record", ...document }];
  return [...unreadItems(record.unread, { line }), document];
}

/** Whether a file is one JSON document, and no lines of JSON. */
export async function isDocument(
  chunks: AsyncIterable<Uint8Array>,
  about: Pick<DatasetReading, "encoding" | "fields">,
): Promise<boolean> {
  const lines = numberedLines(narrowed(chunks));
  try {
    return (await begun(lines, about)).document !== undefined;
  } finally {
    // Otherwise a file that is longer than what was looked at stays open.
    await lines.return(undefined);
  }
}

/** The document that a file is as a whole, or the first of its lines, which are taken already. */
async function begun(
  lines: AsyncGenerator<NumberedLine>,
  { encoding, fields }: Pick<DatasetReading, "encoding" | "fields">,
): Promise<{ document?: Uint8Array; held: NumberedLine[] }> {
  const held: NumberedLine[] = [];
  const records: ReturnType<typeof parseRecord>[] = [];
  const takeRecord = async () => {
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      held.push(next.value);
      const record = next.value.bytes === null ? { reason: "too long" } : parseRecord(next.value.bytes, encoding);
      if (record === null) continue;
      records.push(record);
      return;
    }
  };
  await takeRecord();
  await takeRecord();
  const [first, second] = records;
  if (first == null || held.some(({ bytes }) => bytes === null)) return { held };
  if ("value" in first) {
    const { value } = first;
    const hasMore = (): boolean =>
      "reason" in documentOfRecord((field) => valueAt(value, field), "", fields) ||
      unreadLists(value, fields.textField) !== undefined ||
      rowsOfTable(value) !== undefined;
    const isOne = second === undefined && hasMore();
    return isOne ? { document: joined(held), held } : { held };
  }
  const beginning = firstSign(held);
  const isLineOfJson = (record: (typeof records)[number] | undefined): boolean =>
    record != null && !("reason" in record && record.reason.startsWith(NOT_JSON));
  if (isLineOfJson(first) && isLineOfJson(second)) return { held };
  const mayBeOne = beginning === "[" || (beginning === "{" && !(second != null && "value" in second));
  if (!mayBeOne) return { held };
  let bytes = 0;
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    held.push(next.value);
    bytes += next.value.bytes?.length ?? LINE_BYTES_MAX;
    if (bytes > LINE_BYTES_MAX) return { held };
  }
  const document = joined(held);
  // A document with some fault is tried line by line only then: each line that is no record costs an exception.
  const isLines = () => held.some(({ bytes }) => bytes !== null && isWholeRecord(bytes, encoding));
  return isJson(document, encoding) || !isLines() ? { document, held } : { held };
}

function isWholeRecord(line: Uint8Array, encoding: DatasetReading["encoding"]): boolean {
  const record = parseRecord(line, encoding);
  return record !== null && "value" in record;
}

function isJson(document: Uint8Array, encoding: DatasetReading["encoding"]): boolean {
  const record = parseRecord(document, encoding);
  return record !== null && !("reason" in record && record.reason.startsWith(NOT_JSON));
}

function joined(lines: readonly NumberedLine[]): Uint8Array {
  const end = Uint8Array.of(10);
  return concat(lines.flatMap(({ bytes }) => [bytes ?? new Uint8Array(0), end]));
}

function firstSign(lines: readonly NumberedLine[]): string {
  const head = new TextDecoder().decode(joined(lines).subarray(0, 1_024));
  return head[beginningOf(head)] ?? "";
}

async function* chained(
  first: readonly NumberedLine[],
  more: AsyncIterable<NumberedLine>,
): AsyncGenerator<NumberedLine> {
  yield* first;
  yield* more;
}
