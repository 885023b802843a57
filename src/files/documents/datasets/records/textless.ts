/**
 * Finds the fields of text of a file none of whose records has one that is named as such; says once of a file which
 * these are, that there is none, and what of its records is not read.
 */
import { isRecord } from "../../../../base/arguments.ts";
import { KNOWN_FIELDS, type RecordFields } from "../fields.ts";
import type { DatasetPart, DatasetReading, RecordPart } from "../reading.ts";
import { decodeRecords, parseRecord } from "../record.ts";
import { optionOf, textWithPaths } from "../recordText.ts";
import { beginningOf, membersOf } from "./jsonPlaces.ts";
import { EXAMINED_RECORDS, fieldsWithProse, proseBeside, shown, toldBeside, toldFound } from "./proseFields.ts";
import { valueAt } from "./valueAt.ts";

/** Parts that are held until one of them has text. */
const HELD_PARTS = 1_000;
const HELD_BYTES = 16 * 1024 * 1024;
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
  return `${what}; the fields are ${shown(names)}. Name those that hold text: --text-field (option textField)`;
}

/** What the first records of a file say of all. */
export interface FieldsFound {
  /** The fields that hold text, where no name told them. */
  textField?: string;
  /** What is told of the file. */
  told: string[];
}

/** @param values the first records @param fields as they are asked for @param what how fields are called */
export function fieldsFound(
  values: readonly Record<string, unknown>[],
  fields: RecordFields,
  what?: "columns",
): FieldsFound {
  const hasText = (value: Record<string, unknown>) => textWithPaths((path) => valueAt(value, path), fields.textField);
  if (fields.textField !== undefined) return { told: [] };
  const named = values.some((value) => hasText(value) !== undefined);
  const found = named ? [] : fieldsWithProse(values).filter((path) => path === "title" || !KNOWN_FIELDS.includes(path));
  if (!named && found.length === 0) return { told: [] };
  const textField = named ? undefined : optionOf(found);
  const paths = new Set<string>();
  const others = values.slice(0, EXAMINED_RECORDS).flatMap((value) => {
    const read = textWithPaths((path) => valueAt(value, path), textField);
    if (read === undefined) return [];
    for (const path of read.paths) paths.add(path);
    return [proseBeside(value, read.text, [...read.paths, ...KNOWN_FIELDS, ...(fields.fields ?? [])])];
  });
  const beside = toldBeside(others, [...paths], what);
  const told = [...(named ? [] : [toldFound(found)]), ...(beside === undefined ? [] : [beside])];
  return { ...(textField !== undefined && { textField }), told };
}

/**
 * The same parts, with the fields of text where they had to be found. Where no record has a text, one item for all of
 * them; where they have prose in other fields too, one that names these.
 */
export async function* toldOnce(
  parts: AsyncGenerator<DatasetPart>,
  reading: DatasetReading,
): AsyncGenerator<DatasetPart> {
  const { after } = reading;
  const held: DatasetPart[] = [];
  const textless = new Map<DatasetPart, Record<string, unknown>>();
  const values: Record<string, unknown>[] = [];
  let [bytes, withText, hasEnded] = [0, 0, false];
  let failure: { cause: unknown } | undefined;
  let twice: DatasetPart | undefined;
  try {
    while (withText < EXAMINED_RECORDS && held.length < HELD_PARTS && bytes < HELD_BYTES) {
      const { value: part, done } = await parts.next();
      hasEnded = done === true;
      if (done) break;
      held.push(part);
      if (part.kind !== "line") continue;
      bytes += part.bytes.length;
      const record = recordOf(part, reading);
      if (record === undefined) continue;
      if (values.push(record.value) <= EXAMINED_RECORDS) twice ??= namedTwice(part, reading);
      if (record.hasText) withText += 1;
      else if (!record.isTold) textless.set(part, record.value);
    }
  } catch (cause) {
    // It comes after what was read before it.
    failure = { cause };
    hasEnded = true;
  }
  const { textField, told } = fieldsFound(values, reading.fields);
  const isEmpty = withText === 0 && textless.size > 0 && textField === undefined && hasEnded;
  const code = "invalid_record";
  if (after === 0) for (const reason of told) yield { kind: "item", record: 0, item: { code, reason, note: true } };
  if (after === 0 && twice !== undefined) yield twice;
  const wanted = (part: DatasetPart): DatasetPart[] => {
    if (after > 0 && part.record <= after) return [];
    return [part.kind === "line" && textField !== undefined ? { ...part, textField } : part];
  };
  for (const part of held) if (!(isEmpty && textless.has(part))) yield* wanted(part);
  if (failure !== undefined) throw failure.cause;
  for await (const part of parts) yield* wanted(part);
  if (!isEmpty) return;
  const { textField: asked } = reading.fields;
  const where = asked === undefined ? "" : ` in ${asked}`;
  const one = asked === undefined ? "no `text` string" : `no text${where}`;
  const what = textless.size === 1 ? one : `none of its ${textless.size} records has text${where}`;
  const reason = noTextIn([...textless.values()], what);
  const [{ record } = held[0]!] = textless.keys();
  const place = textless.size === 1 ? { line: record } : {};
  yield* wanted({ kind: "item", record: held.at(-1)!.record, item: { ...place, code, reason } });
}

/** Told of a record that has a name twice: of equal ones the last counts, as everywhere in JSON. */
function namedTwice({ bytes, isUtf8, line }: RecordPart, { encoding }: DatasetReading): DatasetPart | undefined {
  const json = decodeRecords(bytes, isUtf8 ? "utf-8" : encoding).text;
  const start = beginningOf(json);
  if (json[start] !== "{") return undefined;
  const names = membersOf(json, start).map(({ key }) => key!);
  const lasts = new Map(names.map((name, i) => [name, i]));
  const name = names.find((one, i) => lasts.get(one) !== i);
  if (name === undefined) return undefined;
  const reason = `a record has \`${name}\` twice, of which the last is read`;
  return { kind: "item", record: 0, item: { line, code: "invalid_record", reason, partly: true } };
}

/**
 * The value of a record, and whether it has text, or says by itself why it has none. `undefined` for what is no record.
 */
function recordOf(
  { bytes, isUtf8, textField }: RecordPart,
  { encoding, fields }: DatasetReading,
): { value: Record<string, unknown>; hasText: boolean; isTold: boolean } | undefined {
  const record = parseRecord(bytes, isUtf8 ? "utf-8" : encoding);
  if (record === null || "reason" in record) return undefined;
  const { value } = record;
  const named = textField ?? fields.textField;
  const hasText = textWithPaths((path) => valueAt(value, path), named) !== undefined;
  const own = valueAt(value, named ?? "text");
  return { value, hasText, isTold: own !== undefined && !isRecord(own) };
}
