/** Says once of a file that none of its records has text, and which fields they have. */
import { isRecord } from "../../../../base/arguments.ts";
import { valueAt } from "../fields.ts";
import type { DatasetPart, DatasetReading, RecordPart } from "../reading.ts";
import { parseRecord } from "../record.ts";
import { textOfRecord } from "../recordText.ts";

/** Parts that are held until one of them has text. */
const HELD_PARTS = 1_000;
const HELD_BYTES = 16 * 1024 * 1024;
const FIELDS_SHOWN = 20;
const NAMES_DEPTH = 3;

/** The fields of records as paths that options take. */
function fieldsOf(records: readonly unknown[]): string[] {
  const names = new Set<string>();
  const collect = (value: unknown, path: string, depth: number): void => {
    if (isRecord(value) && depth < NAMES_DEPTH)
      for (const [name, one] of Object.entries(value)) collect(one, path === "" ? name : `${path}.${name}`, depth + 1);
    else if (Array.isArray(value) && isRecord(value[0])) collect(value[0], `${path}[]`, depth);
    else if (path !== "") names.add(path);
  };
  for (const record of records) collect(record, "", 0);
  return [...names];
}

/** @param what what the file is: `none of its 3 records has text` */
export function noTextIn(records: readonly unknown[], what: string): string {
  const names = fieldsOf(records);
  if (names.length === 0) return what;
  const more = names.length > FIELDS_SHOWN ? " …" : "";
  return `${what}; the fields are ${names.slice(0, FIELDS_SHOWN).join(", ")}${more}. Name those that hold text: --text-field (option textField)`;
}

/** The same parts; where records are several and none has a text, one item for all of them. */
export async function* toldOnce(
  parts: AsyncGenerator<DatasetPart>,
  reading: DatasetReading,
): AsyncGenerator<DatasetPart> {
  const held: DatasetPart[] = [];
  const textless = new Map<DatasetPart, Record<string, unknown>>();
  let bytes = 0;
  if (reading.after === 0)
    for await (const part of { [Symbol.asyncIterator]: () => ({ next: () => parts.next() }) }) {
      held.push(part);
      if (part.kind !== "line") continue;
      bytes += part.bytes.length;
      const value = textlessRecord(part, reading);
      if (value === undefined || held.length >= HELD_PARTS || bytes >= HELD_BYTES) {
        textless.clear();
        break;
      }
      if (value !== null) textless.set(part, value);
    }
  const isTold = textless.size > 1;
  for (const part of held) if (!(isTold && textless.has(part))) yield part;
  yield* parts;
  if (!isTold) return;
  const reason = noTextIn([...textless.values()], `none of its ${textless.size} records has text`);
  yield { kind: "item", record: held.at(-1)!.record, item: { code: "invalid_record", reason } };
}

/** The fields of a record without a field of text, `undefined` where it has one; `null` for a line of another kind. */
function textlessRecord(
  { bytes, isUtf8, textField }: RecordPart,
  { encoding, fields }: DatasetReading,
): Record<string, unknown> | null | undefined {
  const record = parseRecord(bytes, isUtf8 ? "utf-8" : encoding);
  if (record === null || "reason" in record) return null;
  const { value } = record;
  const named = textField ?? fields.textField;
  if (textOfRecord((path) => valueAt(value, path), named) !== undefined) return undefined;
  return valueAt(value, named ?? "text") === undefined ? value : null;
}
