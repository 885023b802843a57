/** Checks the documents that a corpus is given, and makes their records. */
import { isRecord } from "../../base/arguments.ts";
import type { CorpusDocument } from "../../base/contract/resources/corpus.ts";
import { parseRequest } from "../../base/contract/schemas/parse.ts";
import { sectionedTextSchema } from "../../base/contract/schemas/sections.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import { FIELD_LENGTH_MAX } from "../../base/limits.ts";
import type { DocumentRecord } from "../format/layout.ts";
import { wellFormed } from "../format/names.ts";
import { packSections } from "../format/sections.ts";
import { utf8TextOf } from "./utf8Text.ts";

const TEXT_FIELDS = ["title", "author", "lang", "url", "licence"] as const;

/** @throws document_invalid */
export function checkDocument(document: CorpusDocument, number: number): void {
  const where = `Document ${number + 1}`;
  if (typeof document !== "object" || document === null)
    throw invalidDocument(`${where} is no object.`, "Pass { id, text }.");
  const { id, year } = document;
  if (typeof id !== "string" || id === "")
    throw invalidDocument(lacking("id", id, number), "Give every document an id of its own that is a string.");
  if (utf8TextOf(document) === undefined && typeof document.text !== "string")
    throw invalidDocument(lacking("text", document.text, number), "Give every document a text that is a string.");
  const wrong = TEXT_FIELDS.find((field) => document[field] !== undefined && typeof document[field] !== "string");
  if (wrong !== undefined)
    throw invalidDocument(`The ${wrong} of document ${number + 1} is no string.`, "Leave it out if unknown.");
  if (year !== undefined && !Number.isSafeInteger(year))
    throw invalidDocument(`The year of document ${number + 1} is no whole number.`, "Leave it out if unknown.");
  if (document.fields !== undefined && !areFields(document.fields))
    throw invalidDocument(
      `The fields of document ${number + 1} cannot be kept.`,
      `Pass an object of up to ${FIELDS_MAX} texts of up to ${FIELD_LENGTH_MAX} characters, numbers, true or false.`,
    );
  if (document.sections !== undefined) checkSections(document, number);
}

const lacking = (field: string, value: unknown, number: number): string =>
  value === undefined || value === ""
    ? `Document ${number + 1} has no ${field}.`
    : `The ${field} of document ${number + 1} is no string.`;

/** Most fields of a document: every search result reads its record. */
const FIELDS_MAX = 100;

/** `__proto__` is no name in MessagePack as the records are read. */
function isFieldName(name: string): boolean {
  return name !== "__proto__" && name.length <= FIELD_LENGTH_MAX;
}

function areFields(fields: unknown): boolean {
  if (!isRecord(fields)) return false;
  const isKept = (value: unknown) =>
    typeof value === "string" ? value.length <= FIELD_LENGTH_MAX : typeof value === "boolean" || Number.isFinite(value);
  const entries = Object.entries(fields);
  return entries.length <= FIELDS_MAX && entries.every(([name, value]) => isFieldName(name) && isKept(value));
}

function checkSections({ text: content, sections }: CorpusDocument, number: number): void {
  try {
    parseRequest(sectionedTextSchema, { content, sections });
  } catch (error) {
    if (!isSpoliaError(error)) throw error;
    throw new SpoliaError("document_invalid", `The sections of document ${number + 1} are invalid.`, {
      hint: "Give the headings and pages of its text in order, or leave them out.",
      fields: error.fields.map(({ pointer, detail }) => ({ pointer: `/documents/${number}${pointer}`, detail })),
    });
  }
}

/** @param whose who already has this id, as a clause that ends before "this id", such as "the corpus has" */
export function idTaken(id: string, whose: string): SpoliaError {
  return new SpoliaError("document_invalid", `There is a document ${id} already: ${whose} this id.`, {
    hint: "Ids are unique within a corpus. `onExisting` decides on documents that the corpus already has: replace or skip.",
    fields: [{ pointer: "/documents/id", detail: `${id} is taken` }],
  });
}

function invalidDocument(message: string, hint: string): SpoliaError {
  return new SpoliaError("document_invalid", message, { hint });
}

/** @param hasText without text there are no headings either, which are text */
export function recordOf(document: CorpusDocument, hasText: boolean): DocumentRecord {
  const record: DocumentRecord = { id: wellFormed(document.id) };
  for (const field of ["title", "author", "year", "lang", "url", "licence"] as const) {
    const value = document[field];
    if (value !== undefined) Object.assign(record, { [field]: typeof value === "string" ? wellFormed(value) : value });
  }
  const fields = Object.entries(document.fields ?? {})
    .sort(([x], [y]) => (x < y ? -1 : 1))
    .map(([name, value]) => [wellFormed(name), typeof value === "string" ? wellFormed(value) : value] as const);
  if (fields.length > 0) record.fields = Object.fromEntries(fields);
  if (hasText && document.sections !== undefined && document.sections.length > 0)
    record.sections = packSections(document.sections);
  return record;
}
