/** Documents from lines of JSON Lines. */
import { isRecord } from "../../../base/arguments.ts";
import { numberedLines } from "../bytes/lines.ts";
import { narrowed } from "../bytes/narrow.ts";
import { NotRead } from "../bytes/notRead.ts";
import { askedFields, documentOfRecord, valueAt, wrongField } from "./fields.ts";
import {
  bytesOf,
  type DatasetItem,
  type DatasetPart,
  type DatasetReading,
  type RecordReading,
  unreadItems,
} from "./reading.ts";
import { parseRecord } from "./record.ts";

/** Records in which a field that was asked for must occur once: records need not all have the same fields. */
const SEARCHED_RECORDS = 1_000;
/** Most names of fields that are collected for the message that a field does not exist. */
const NAMES_MAX = 1_000;

/** Said once of a file, and not of each of its lines. */
const ONE_DOCUMENT: DatasetItem = {
  code: "format_not_read",
  format: "JSON document",
  reason: "one JSON document over several lines, not JSON Lines",
};

/** The lines that hold something. @throws invalid_request where a field that was asked for is in no record */
export async function* linesIn(reading: DatasetReading): AsyncGenerator<DatasetPart> {
  const { name, after } = reading;
  const asked = new AskedFields(reading);
  let last = 0;
  let hasRecords = after > 0;
  let isDocument = false;
  try {
    for await (const { line, bytes } of numberedLines(narrowed(bytesOf(reading)))) {
      last = line;
      if (line <= after || isDocument) continue;
      if (!hasRecords && bytes !== null && isOpening(bytes)) {
        isDocument = true;
        continue;
      }
      if (!hasRecords || asked.isOpen) {
        const record = bytes === null ? undefined : parseRecord(bytes, reading.encoding);
        if (record === null) continue;
        hasRecords = true;
        if (record !== undefined && "value" in record) asked.meet(record.value);
      }
      const reason = "over 512 MB";
      yield bytes === null
        ? { kind: "item", record: line, item: { line, code: "invalid_record", reason } }
        : { kind: "line", record: line, line, name, bytes };
    }
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    const { code, reason } = error;
    const item: DatasetItem = { line: last + 1, code: code === "damaged" ? "unreadable" : code, reason };
    yield { kind: "item", record: last, item };
    return;
  }
  if (isDocument) {
    yield { kind: "item", record: last, item: ONE_DOCUMENT };
    return;
  }
  asked.end();
  if (!hasRecords) yield { kind: "item", record: 0, item: { code: "empty", reason: "empty file" } };
}

/** The document of a line, or why there is none, and what was replaced in it; nothing for an empty line. */
export function itemsOfLine(
  { line, name, bytes }: Extract<DatasetPart, { kind: "line" }>,
  { fields, encoding }: RecordReading,
): DatasetItem[] {
  const record = parseRecord(bytes, encoding);
  if (record === null) return [];
  if ("reason" in record) return [{ line, code: "invalid_record", ...record }];
  const document = documentOfRecord((field) => valueAt(record.value, field), `${name}#${line}`, fields);
  if ("reason" in document) return [{ line, code: "invalid_record", ...document }];
  return [...unreadItems(record.unread, { line }), document];
}

const BLANK = [0x20, 0x09, 0x0d];
const OPENING = [0x5b, 0x7b];

/** Whether a line has nothing but brackets that a later line closes, as a document of several lines begins. */
function isOpening(line: Uint8Array): boolean {
  return line.some((byte) => OPENING.includes(byte)) && line.every((byte) => [...BLANK, ...OPENING].includes(byte));
}

/** Finds out whether the fields that were asked for exist. */
class AskedFields {
  readonly #file: string;
  #missing: { option: string; field: string }[];
  readonly #names = new Set<string>();
  #records = 0;

  constructor({ name, fields, after }: Pick<DatasetReading, "name" | "fields" | "after">) {
    this.#file = name;
    // What was read before showed it.
    this.#missing = after > 0 ? [] : askedFields(fields);
  }

  /** Whether more records have to be met. */
  get isOpen(): boolean {
    return this.#missing.length > 0;
  }

  /** @throws invalid_request where many records were met, and none has a field */
  meet(record: Record<string, unknown>): void {
    if (!this.isOpen) return;
    this.#records += 1;
    this.#missing = this.#missing.filter(({ field }) => valueAt(record, field) === undefined);
    this.#collect(record, "");
    if (this.#records >= SEARCHED_RECORDS) this.end();
  }

  /** @throws invalid_request where records were met, and none has a field */
  end(): void {
    const [missing] = this.#missing;
    if (missing === undefined || this.#records === 0) return;
    throw wrongField(this.#file, missing, "is no field of its records", this.#names);
  }

  #collect(record: object, before: string): void {
    for (const [name, value] of Object.entries(record)) {
      if (this.#names.size >= NAMES_MAX) return;
      if (isRecord(value) && before.split(".").length <= 3) this.#collect(value, `${before}${name}.`);
      else this.#names.add(`${before}${name}`);
    }
  }
}
