/** Which fields of a record make a document: a line of JSON Lines, or a row of Parquet. */
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
