/** Which fields of a record make a document: a line of JSON Lines, or a row of Parquet. */
import { isRecord } from "../../../base/arguments.ts";
import type { CorpusDocument } from "../../../base/contract/resources/corpus.ts";
import { SpoliaError } from "../../../base/errors.ts";
import { FIELD_LENGTH_MAX } from "../../../base/limits.ts";
import { pathsOf, textOfRecord } from "./recordText.ts";

/**
 * Names of fields; a field within another is named by a path with dots, such as `meta.source`, and one in each entry of
 * a list as `messages[].content`, in each field of an object as `mapping.*.message.content.parts[]`, or at any depth
 * as `prompt.**.text`.
 */
export interface RecordFields {
  /**
   * Field that holds the text, or several, joined by commas. When absent, `text`, or what datasets of instructions and
   * conversations call theirs: `messages[].content`, `conversations[].value`, `instruction,input,output`,
   * `prompt,completion`, `question,answer`, `content`; where a file has none of them, all fields that hold prose in
   * most records. A comma in a name stands behind a backslash.
   *
   * @since 0.2.0
   */
  textField?: string | undefined;
  /**
   * Field that holds the id; `id` when absent. A record without one is identified by its place in the file.
   *
   * @since 0.2.0
   */
  idField?: string | undefined;
  /**
   * Fields that documents keep besides title, author, year, lang, url and licence.
   *
   * @since 0.2.0
   */
  fields?: readonly string[] | undefined;
}

/** Fields of records that documents have too, by every name that datasets give them; the first that is there counts. */
const METADATA = [
  ["title", ["title"]],
  ["author", ["author"]],
  ["lang", ["lang", "language"]],
  ["url", ["url"]],
  ["licence", ["licence", "license"]],
] as const;

/** Fields of records that documents have without being asked for them. */
export const KNOWN_FIELDS: readonly string[] = [...METADATA.flatMap(([, names]) => names), "year"];

/** The options that name fields, and the fields that they name. */
export function askedFields({ textField, idField, fields }: RecordFields): { option: string; field: string }[] {
  return [
    ...(textField === undefined ? [] : pathsOf(textField).map((field) => ({ option: "textField", field }))),
    ...(idField === undefined ? [] : [{ option: "idField", field: idField }]),
    ...(fields ?? []).map((field, i) => ({ option: `fields/${i}`, field })),
  ];
}

/**
 * The document of a record, or the reason why it is none.
 *
 * @param fieldOf value of a field; `undefined` where the record has no such field
 * @param fallbackId id of a document without one
 */
export function documentOfRecord(
  fieldOf: (field: string) => unknown,
  fallbackId: string,
  { textField, idField = "id", fields = [] }: RecordFields,
): CorpusDocument | { reason: string } {
  const text = textOfRecord(fieldOf, textField);
  if (text === undefined) return { reason: noText(textField ?? "text", fieldOf(textField ?? "text")) };
  const document: CorpusDocument = { id: idOf(fieldOf(idField)) ?? fallbackId, text };
  for (const [field, names] of METADATA) {
    const given = names.map(fieldOf).find((value) => typeof value === "string" && value !== "");
    if (given !== undefined) document[field] = given as string;
  }
  const year = numberOf(fieldOf("year"));
  if (Number.isSafeInteger(year)) document.year = year as number;
  const kept: [string, string | number | boolean][] = [];
  for (const field of fields) {
    try {
      const value = keptValue(fieldOf(field));
      if (value !== undefined) kept.push([field, value]);
    } catch (error) {
      // Lists within lists that are parsed need not fit the stack on which they are written.
      if (!(error instanceof RangeError)) throw error;
      return { reason: `\`${field}\` is nested too deep to be kept` };
    }
  }
  if (kept.length > 0) document.fields = Object.fromEntries(kept);
  return document;
}

/**
 * The fields of a record of a file whose fields of text were found. A later record may have a name that none of the
 * first has.
 *
 * @param found those fields, where no name tells them
 */
export function fieldsFor(
  fieldOf: (field: string) => unknown,
  fields: RecordFields,
  found: string | undefined,
): RecordFields {
  if (fields.textField !== undefined || found === undefined) return fields;
  const isNamed = textOfRecord(fieldOf, found) === undefined && textOfRecord(fieldOf, undefined) !== undefined;
  return isNamed ? fields : { ...fields, textField: found };
}

function noText(field: string, value: unknown): string {
  if (typeof value === "string") return "empty text";
  if (value === undefined) return `no \`${field}\` string`;
  if (value === null) return `\`${field}\` is null`;
  if (Array.isArray(value)) return `\`${field}\` is a list, not text`;
  return `\`${field}\` is ${typeof value === "object" ? "an object" : `a ${typeof value}`}, not text`;
}

function idOf(id: unknown): string | undefined {
  const value = numberOf(id);
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value === "bigint") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Parquet has integers of 64 bits. */
function numberOf(value: unknown): unknown {
  return typeof value === "bigint" && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** What a document keeps: text, numbers and truth values as they are; lists and objects as JSON. */
function keptValue(given: unknown): string | number | boolean | undefined {
  const value = numberOf(given);
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.slice(0, FIELD_LENGTH_MAX);
}

/**
 * Value of a field of a JSON object: a field of that whole name, or the end of the path. Behind `[]` the path goes on
 * in each entry of a list, behind `*` in each field of an object, behind `**` in an object and all within it, and the
 * value is a list.
 */
export function valueAt(record: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(record, path)) return record[path];
  return valueBehind(record, path.split("."), 0);
}

function valueBehind(value: unknown, steps: readonly string[], at: number): unknown {
  const step = steps[at];
  if (step === undefined) return value;
  if (!isRecord(value)) return undefined;
  const name = nameOf(step);
  if (!Object.hasOwn(value, name)) {
    if (step === "**") return inEach(objectsWith(value, steps[at + 1]), steps, at + 1);
    return step === "*" ? inEach(Object.values(value), steps, at + 1) : undefined;
  }
  if (name === step) return valueBehind(value[name], steps, at + 1);
  const list = value[name];
  return Array.isArray(list) ? inEach(list, steps, at + 1) : undefined;
}

const nameOf = (step: string): string => step.replace(/(?:\[\])+$/, "");

/** Objects within an object by the names of their fields: each of many paths is looked for where it can be. */
const objectsByName = new WeakMap<object, ReadonlyMap<string | undefined, readonly unknown[]>>();

/** An object and those within it, each before what it holds: those in which a step may lead on. */
function objectsWith(value: Record<string, unknown>, step: string | undefined): readonly unknown[] {
  const found = objectsByName.get(value) ?? namedObjects(value);
  objectsByName.set(value, found);
  return found.get(step === undefined || /^\*\*?$/.test(step) ? undefined : nameOf(step)) ?? [];
}

function namedObjects(value: unknown): ReadonlyMap<string | undefined, readonly unknown[]> {
  const objects = new Map<string | undefined, unknown[]>([[undefined, []]]);
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (isRecord(one))
      for (const name of [undefined, ...Object.keys(one)]) {
        const named = objects.get(name);
        if (named === undefined) objects.set(name, [one]);
        else named.push(one);
      }
    if (typeof one === "object" && one !== null) for (const inner of Object.values(one).reverse()) left.push(inner);
  }
  return objects;
}

/** Lists within lists: some conversations are lists of lists of turns. */
const LIST_DEPTH_MAX = 8;

function inEach(list: readonly unknown[], steps: readonly string[], at: number): unknown[] | undefined {
  const entries = at === steps.length ? list : (list.flat(LIST_DEPTH_MAX) as unknown[]);
  const values = entries.map((entry) => valueBehind(entry, steps, at)).filter((one) => one !== undefined);
  return values.length === 0 ? undefined : values;
}

/** Most fields that an error names. */
const FIELDS_SHOWN_MAX = 50;

/** @param what what the field is not, ending "is …" */
export function wrongField(
  file: string,
  { option, field }: { option: string; field: string },
  what: string,
  known: Iterable<string>,
): SpoliaError {
  const names = [...known];
  const more = names.length > FIELDS_SHOWN_MAX ? `, and ${names.length - FIELDS_SHOWN_MAX} more` : "";
  return new SpoliaError("invalid_request", `A field cannot be read from ${file}.`, {
    hint: `Its fields are ${names.slice(0, FIELDS_SHOWN_MAX).join(", ")}${more}.`,
    fields: [{ pointer: `/options/${option}`, detail: `\`${field}\` ${what}` }],
  });
}
