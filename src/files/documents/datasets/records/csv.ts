/** Documents from the rows of a table of text. */
import { replacedBytes } from "../../bytes/decode.ts";
import { NotRead } from "../../bytes/notRead.ts";
import { askedFields, KNOWN_FIELDS, wrongField } from "../fields.ts";
import { wholeOf } from "../packed/unpack.ts";
import { bytesOf, type DatasetPart, type DatasetReading, unreadItems } from "../reading.ts";
import { decodeRecords } from "../record.ts";
import { columnsOfText, hasShape, isNameOfText, isSentence, pathsOf } from "../recordText.ts";
import { type CsvRow, cellText, rowsOfCsv } from "./csvCells.ts";

/** Rows by which the column of the text is found. */
const EXAMINED_ROWS = 100;
/** Columns of conversations hold JSON. */
const JSON_COLUMNS = new Set(["messages", "conversations", "conversation"]);

/** A table, and its rows as records. */
interface CsvTable {
  /** Those with more cells than the table has columns as they are read (`fitted`). */
  rows: FittedRow[];
  textField: string | undefined;
  /** What is told of the table as a whole. */
  told: string[];
  /** What the cells of a row are called in its record. */
  namesOf(row: CsvRow): readonly string[];
  /** The record of a row as JSON. */
  recordOf(row: CsvRow): string;
}

/** A row, and what was made of too many cells. */
interface FittedRow extends CsvRow {
  told?: Told;
}

interface Told {
  reason: string;
  partly?: true;
  note?: true;
}

/** @throws NotRead where no column holds text @throws invalid_request where a field that was asked for is no column */
export function tableOfCsv(text: string, { name, fields }: Pick<DatasetReading, "name" | "fields">): CsvTable {
  const all = [...rowsOfCsv(text)];
  const [header] = all;
  if (header === undefined) throw new NotRead("empty", "empty file");
  const names = header.cells.map((cell) => cellText(text, cell).trim());
  const isNamed = hasNames(names, fields) || !isOfValues(names);
  const rows = isNamed ? all.slice(1) : all;
  const columns = isNamed ? names : names.map((_, i) => placeName(i));
  for (const asked of askedFields(fields)) {
    const [column = ""] = asked.field.split(/[.[]/);
    if (!columns.includes(asked.field) && !columns.includes(column))
      throw wrongField(name, asked, "is no column", columns);
  }
  const isFound = fields.textField === undefined && hasShape(columns);
  const textField = fields.textField ?? (isFound ? undefined : proseColumn(text, columns, rows));
  const texts = isFound ? columnsOfText(columns) : [textField!, ...pathsOf(textField!)];
  const known = isFound ? new Set([...KNOWN_FIELDS, ...texts, ...(fields.fields ?? [])]) : undefined;
  const unread =
    known === undefined
      ? []
      : proseColumns(text, distinctNames(columns, columns.length), rows).filter((column) => !known.has(column));
  const told = [
    ...(isNamed ? [] : ["its first row names no columns, and is read as the others"]),
    ...(unread.length === 0 ? [] : [`columns that hold text too are not read: ${shownColumns(unread)}. ${NAME_ALL}`]),
  ];
  let named: readonly string[] = [];
  const namesOf = ({ cells }: CsvRow): readonly string[] => {
    if (named.length !== cells.length) named = distinctNames(columns, cells.length);
    return named;
  };
  const recordOf = (row: CsvRow): string => {
    const names = namesOf(row);
    const fields = row.cells.map((cell, i) => `${JSON.stringify(names[i])}:${jsonOf(names[i]!, cellText(text, cell))}`);
    return `{${fields.join(",")}}`;
  };
  return { rows: rows.map((row) => fitted(row, columns, new Set(texts))), textField, told, namesOf, recordOf };
}

const NAME_ALL = "Name all that hold it: --text-field (option textField)";
const placeName = (i: number): string => `column ${i + 1}`;

/**
 * Names of so many cells, no two of them equal. Of several columns of one name the last that a row has keeps it, as in
 * JSON; those before, and cells without a column, get a number that no column has.
 */
function distinctNames(columns: readonly string[], cells: number): string[] {
  const lasts = new Map(columns.slice(0, cells).map((name, i) => [name, i]));
  const taken = new Set(columns);
  const numbers = new Map<string, number>();
  const free = (name: string): string => {
    let number = numbers.get(name) ?? 0;
    do number += 1;
    while (taken.has(`${name}.${number}`));
    numbers.set(name, number);
    taken.add(`${name}.${number}`);
    return `${name}.${number}`;
  };
  return Array.from({ length: cells }, (_, i) => {
    const name = columns[i] ?? placeName(i);
    return lasts.get(name) === i || !taken.has(name) ? name : free(name);
  });
}

/** Words of a first row that is no header: names of columns are short, and bare numbers stand beside no sentence. */
const VALUE_WORDS_MIN = 25;
const isOfValues = (names: readonly string[]): boolean =>
  names.some((name) => name.split(/\s+/, VALUE_WORDS_MIN).length >= VALUE_WORDS_MIN) ||
  (names.some(isSentence) && names.some((name) => /^\d+$/.test(name)));

/** Whether a first row has a name that was asked for, or one that datasets have. */
function hasNames(names: readonly string[], fields: DatasetReading["fields"]): boolean {
  const asked = askedFields(fields).flatMap(({ field }) => [field, field.split(/[.[]/)[0]!]);
  return names.some((name) => asked.includes(name) || KNOWN_FIELDS.includes(name) || isNameOfText(name));
}

/**
 * A row with more cells than columns: a cell of text without quotation marks takes those that separators in it made,
 * the last of several such cells; without one, the cells beyond the columns stay apart.
 */
function fitted(row: CsvRow, columns: readonly string[], texts: ReadonlySet<string>): FittedRow {
  // Programs end rows with separators that part nothing.
  const filled = row.cells.findLastIndex(({ start, end }, i) => i < columns.length || end > start);
  const cells = row.cells.slice(0, filled + 1);
  const beyond = cells.length - columns.length;
  if (beyond <= 0) return { ...row, cells };
  const has = `it has ${cells.length} cells, and the table ${columns.length} columns`;
  const open = columns.findLastIndex((column, i) => texts.has(column) && !cells[i]!.isQuoted);
  if (open === -1) return { ...row, cells, told: { reason: `${has}: the others are not read`, partly: true } };
  const last = cells[open + beyond]!;
  const whole = { start: cells[open]!.start, end: last.end + Number(last.isQuoted), isQuoted: false };
  const reason = `${has}: those from ${open + 1} to ${open + beyond + 1} are read as its text`;
  return { ...row, cells: cells.toSpliced(open, beyond + 1, whole), told: { reason, note: true } };
}

/** The rows. @throws invalid_request where a field that was asked for is no column */
export async function* rowsIn(reading: DatasetReading): AsyncGenerator<DatasetPart> {
  const { name, after, encoding } = reading;
  try {
    const decoded = decodeRecords(await wholeOf(bytesOf(reading)), encoding);
    const { rows, recordOf, textField, told } = tableOfCsv(decoded.text, reading);
    for (const item of unreadItems(replacedBytes(decoded), {})) yield { kind: "item", record: after + 1, item };
    const code = "invalid_record";
    if (after === 0) for (const reason of told) yield { kind: "item", record: 0, item: { code, reason, note: true } };
    if (rows.length === 0) yield { kind: "item", record: 0, item: { code: "empty", reason: "no rows" } };
    const encoder = new TextEncoder();
    for (const [i, row] of rows.entries()) {
      const line = i + 1;
      if (line <= after) continue;
      if (row.told !== undefined) yield { kind: "item", record: line, item: { code, line, ...row.told } };
      const bytes = encoder.encode(recordOf(row));
      yield { kind: "line", record: line, line, name, bytes, isUtf8: true, textField };
    }
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    const { code, reason, format } = error;
    const item = { code: code === "damaged" ? ("unreadable" as const) : code, reason };
    yield { kind: "item", record: after + 1, item: { ...item, ...(format !== undefined && { format }) } };
  }
}

/** The columns with prose in most rows. */
function proseColumns(text: string, columns: readonly string[], rows: readonly CsvRow[]): string[] {
  const examined = rows.slice(0, EXAMINED_ROWS);
  const isProse = (i: number): boolean => {
    const cells = examined.flatMap(({ cells }) => (cells[i] === undefined ? [] : [cellText(text, cells[i]).trim()]));
    const filled = cells.filter((cell) => cell !== "");
    return filled.length > 0 && 2 * filled.filter(isSentence).length > filled.length;
  };
  return columns.filter((_, i) => isProse(i));
}

/** The one column with prose in most rows. @throws NotRead where there is none, or several */
function proseColumn(text: string, columns: readonly string[], rows: readonly CsvRow[]): string {
  const found = proseColumns(text, columns, rows);
  if (found.length === 1) return found[0]!;
  const what = found.length === 0 ? "no column of it holds text" : `several columns hold text: ${found.join(", ")}`;
  const reason = `${what}; its columns are ${shownColumns(columns)}. Name those that hold the text: --text-field (option textField)`;
  throw new NotRead("format_not_read", reason, "table");
}

const shownColumns = (columns: readonly string[]): string =>
  `${columns.slice(0, 20).join(", ")}${columns.length > 20 ? " …" : ""}`;

function jsonOf(column: string, value: string): string {
  if (JSON_COLUMNS.has(column) && /^\s*\[/.test(value)) {
    try {
      return JSON.stringify(JSON.parse(value));
    } catch {
      return JSON.stringify(value);
    }
  }
  return JSON.stringify(value);
}
