/** Documents from lines of JSON Lines. */
import { decodeUtf8 } from "../decode.ts";
import { numberedLines } from "../lines.ts";
import { NotRead } from "../notRead.ts";
import { askedFields, documentOfRecord, type RecordFields, valueAt, wrongField } from "./fields.ts";
import { bytesOf, type DatasetItem, type DatasetReading } from "./reading.ts";

/** Records in which a field that was asked for must occur once: records need not all have the same fields. */
const SEARCHED_RECORDS = 1_000;
/** Most names of fields that are collected for the message that a field does not exist. */
const NAMES_MAX = 1_000;

export async function* readJsonLines(reading: DatasetReading): AsyncGenerator<DatasetItem> {
  const asked = new AskedFields(reading);
  let last = 0;
  let records = 0;
  try {
    for await (const { line, bytes } of numberedLines(bytesOf(reading))) {
      last = line;
      if (line <= reading.after) continue;
      reading.record = line;
      const record = bytes === null ? { reason: "over 512 MB" } : parseLine(bytes);
      if (record === null) continue;
      records += 1;
      yield itemOf(record, `${reading.name}#${line}`, line, reading.fields, asked);
    }
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    const { code, reason } = error;
    yield { line: last + 1, code: code === "damaged" ? "unreadable" : code, reason };
    return;
  }
  asked.end();
  if (records === 0 && reading.after === 0) yield { code: "empty", reason: "empty file" };
}

/** The items of lines that stand in memory. */
function itemOf(
  record: { value: Record<string, unknown> } | { reason: string },
  fallbackId: string,
  line: number,
  fields: RecordFields,
  asked: AskedFields,
): DatasetItem {
  if ("reason" in record) return { line, code: "invalid_record", ...record };
  const { value } = record;
  asked.meet(value);
  const document = documentOfRecord((field) => valueAt(value, field), fallbackId, fields);
  return "reason" in document ? { line, code: "invalid_record", ...document } : document;
}

/** The object of one line, the reason why there is none, or `null` for an empty line. */
function parseLine(line: Uint8Array): { value: Record<string, unknown> } | { reason: string } | null {
  const json = decodeUtf8(line);
  if (json === undefined) return { reason: "not UTF-8" };
  if (json.trim() === "") return null;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { reason: "not JSON" };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { reason: "not a JSON object" };
  return { value: value as Record<string, unknown> };
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

  /** @throws invalid_request where many records were met, and none has a field */
  meet(record: Record<string, unknown>): void {
    if (this.#missing.length === 0) return;
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
      const isNested = typeof value === "object" && value !== null && !Array.isArray(value);
      if (isNested && before.split(".").length <= 3) this.#collect(value, `${before}${name}.`);
      else this.#names.add(`${before}${name}`);
    }
  }
}
