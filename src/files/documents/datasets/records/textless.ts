/** Says once of a file that none of its records has text, and which fields they have. */
import { isRecord } from "../../../../base/arguments.ts";
import { KNOWN_FIELDS, valueAt } from "../fields.ts";
import type { DatasetPart, DatasetReading, RecordPart } from "../reading.ts";
import { parseRecord } from "../record.ts";
import { isSentence, textWithPaths } from "../recordText.ts";

/** Parts that are held until one of them has text. */
const HELD_PARTS = 1_000;
const HELD_BYTES = 16 * 1024 * 1024;
/** Records with text whose other fields are looked at, and entries of a list in one. */
const EXAMINED_RECORDS = 100;
const LISTED = 20;
const FIELDS_SHOWN = 20;
const NAMES_DEPTH = 3;
const PROSE_DEPTH = 8;
/** Values of a record that are looked for in its text: each takes the time of the text. */
const SOUGHT_VALUES = 50;

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

/**
 * The same parts; where no record has a text, one item for all of them, and where records with one have prose in other
 * fields too, one that names these.
 */
export async function* toldOnce(
  parts: AsyncGenerator<DatasetPart>,
  reading: DatasetReading,
): AsyncGenerator<DatasetPart> {
  const held: DatasetPart[] = [];
  const textless = new Map<DatasetPart, Record<string, unknown>>();
  const others: string[][] = [];
  let bytes = 0;
  let failure: { cause: unknown } | undefined;
  const isOpen = () => others.length < EXAMINED_RECORDS && held.length < HELD_PARTS && bytes < HELD_BYTES;
  try {
    while (reading.after === 0 && isOpen()) {
      const { value: part, done } = await parts.next();
      if (done) break;
      held.push(part);
      if (part.kind !== "line") continue;
      bytes += part.bytes.length;
      const record = recordOf(part, reading);
      if (record !== undefined && "others" in record) others.push(record.others);
      else if (record !== undefined) textless.set(part, record.value);
    }
  } catch (cause) {
    // It comes after what was read before it.
    failure = { cause };
  }
  const isEmpty = others.length === 0 && textless.size > 0 && isOpen();
  const unread = reading.fields.textField === undefined ? inMost(others) : [];
  if (unread.length > 0) {
    const reason = `fields that hold text too are not read: ${shown(unread)}. Name all that hold it: --text-field (option textField)`;
    yield { kind: "item", record: 0, item: { code: "invalid_record", reason, note: true } };
  }
  for (const part of held) if (!(isEmpty && textless.has(part))) yield part;
  if (failure !== undefined) throw failure.cause;
  yield* parts;
  if (!isEmpty) return;
  const what = textless.size === 1 ? "no `text` string" : `none of its ${textless.size} records has text`;
  const reason = noTextIn([...textless.values()], what);
  const [{ record } = held[0]!] = textless.keys();
  const place = textless.size === 1 ? { line: record } : {};
  yield { kind: "item", record: held.at(-1)!.record, item: { ...place, code: "invalid_record", reason } };
}

const shown = (names: readonly string[]): string =>
  `${names.slice(0, FIELDS_SHOWN).join(", ")}${names.length > FIELDS_SHOWN ? " …" : ""}`;

/** The fields with prose in at least half of the records. */
function inMost(others: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>();
  for (const name of others.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].filter(([, count]) => 2 * count >= others.length).map(([name]) => name);
}

/**
 * The value of a record that has no field of text; of one with text the other fields with prose. `undefined` for what
 * is no record, or is told by itself.
 */
function recordOf(
  { bytes, isUtf8, textField }: RecordPart,
  { encoding, fields }: DatasetReading,
): { value: Record<string, unknown> } | { others: string[] } | undefined {
  const record = parseRecord(bytes, isUtf8 ? "utf-8" : encoding);
  if (record === null || "reason" in record) return undefined;
  const { value } = record;
  const named = textField ?? fields.textField;
  const read = textWithPaths((path) => valueAt(value, path), named);
  if (read !== undefined)
    return { others: proseBeside(value, read.text, [...read.paths, ...KNOWN_FIELDS, ...(fields.fields ?? [])]) };
  return valueAt(value, named ?? "text") === undefined ? { value } : undefined;
}

/** Whether a text is that of a field that a path names, or a `text` of it. */
function isRead(path: string, named: string): boolean {
  const steps = path.split(".");
  const read = named.split(".");
  const isIn = (step: string, i: number): boolean =>
    step === "*" || steps[i] === step || steps[i]!.startsWith(`${step}[`);
  const isText = steps.length === read.length + 1 && steps.at(-1) === "text";
  return (steps.length === read.length || isText) && read.every(isIn);
}

/**
 * The paths of fields with prose that is not read. Copies of what is read do not count; of the values beyond those that
 * are looked for, those of fields that had copies.
 */
function proseBeside(record: Record<string, unknown>, text: string, read: readonly string[]): string[] {
  const found = new Set<string>();
  const copies = new Set<string>();
  let sought = 0;
  const isCopy = (value: string, path: string): boolean => {
    sought += 1;
    if (sought > SOUGHT_VALUES) return copies.has(path);
    const isIn = text.includes(value);
    if (isIn) copies.add(path);
    return isIn;
  };
  const collect = (value: unknown, path: string, depth: number): void => {
    if (depth > PROSE_DEPTH) return;
    if (typeof value === "string") {
      if (found.has(path) || !isSentence(value) || read.some((one) => isRead(path, one))) return;
      if (!isCopy(value, path)) found.add(path);
    } else if (Array.isArray(value)) for (const one of value.slice(0, LISTED)) collect(one, `${path}[]`, depth + 1);
    else if (isRecord(value))
      for (const [name, one] of Object.entries(value)) collect(one, path === "" ? name : `${path}.${name}`, depth + 1);
  };
  collect(record, "", 0);
  return [...found];
}
