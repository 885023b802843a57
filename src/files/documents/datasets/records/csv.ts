/** Documents from the rows of a table of text. */
import { replacedBytes } from "../../bytes/decode.ts";
import { NotRead } from "../../bytes/notRead.ts";
import { askedFields, KNOWN_FIELDS, wrongField } from "../fields.ts";
import { wholeOf } from "../packed/unpack.ts";
import { bytesOf, type DatasetPart, type DatasetReading, unreadItems } from "../reading.ts";
import { decodeRecords, parsedJson } from "../record.ts";
import { columnsOfText, hasShape, isNameOfText, isSentence, pathsOf } from "../recordText.ts";
import { type CsvRow, cellText, rowsOfCsv } from "./csvCells.ts";
import { type CsvShape, type FittedRow, fitted, isSpaced } from "./csvFit.ts";
import { shown } from "./proseFields.ts";
import { fieldsFound } from "./textless.ts";

/** Rows by which the columns of the text are found. */
const EXAMINED_ROWS = 100;

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
  /** How a row of the table is read that stands in another text. */
  refit(text: string, row: CsvRow): CsvRow;
}

/** @throws NotRead where no column holds text @throws invalid_request where a field that was asked for is no column */
export function tableOfCsv(text: string, { name, fields }: Pick<DatasetReading, "name" | "fields">): CsvTable {
  const all = [...rowsOfCsv(text)];
  const [header] = all;
  if (header === undefined) throw new NotRead("empty", "empty file");
  const names = header.cells.map((cell) => cellText(text, cell).trim());
  const isNamed = hasNames(names, fields) || !isOfValues(names);
  const given = isNamed ? all.slice(1) : all;
  const isShort = isNamed && haveRowNames(text, given, names);
  const columns = isNamed ? [...(isShort ? [placeName(0)] : []), ...names] : names.map((_, i) => placeName(i));
  for (const asked of askedFields(fields)) {
    const [column = ""] = asked.field.split(/[.[]/);
    if (!columns.includes(asked.field) && !columns.includes(column))
      throw wrongField(name, asked, "is no column", columns);
  }
  const isFound = fields.textField === undefined && hasShape(columns);
  const spaced = isSpaced(text, all.slice(0, EXAMINED_ROWS));
  const shapeWith = (texts: Iterable<string>): CsvShape => ({ columns, texts: new Set(texts), isSpaced: spaced });
  const shape = isFound ? shapeWith(columnsOfText(columns)) : shapeWith([]);
  const rowsWith = (shape: CsvShape, some = given): FittedRow[] => some.map((row) => fitted(text, row, shape));
  const namesByCells = new Map<number, readonly string[]>();
  const ofColumns = new Set(columns);
  const namesOf = ({ cells: { length } }: CsvRow): readonly string[] => {
    const names = namesByCells.get(length) ?? distinctNames(columns, length, ofColumns);
    namesByCells.set(length, names);
    return names;
  };
  const recordOf = (row: CsvRow): string => {
    const names = namesOf(row);
    const fields = row.cells.map((cell, i) => `${JSON.stringify(names[i])}:${jsonOf(cellText(text, cell))}`);
    return `{${fields.join(",")}}`;
  };
  const examined = rowsWith(shape, given.slice(0, EXAMINED_ROWS)).map((row) => JSON.parse(recordOf(row)));
  const found = fieldsFound(examined, fields, "columns");
  const textField = fields.textField ?? found.textField;
  if (!isFound && textField === undefined) throw withoutText(columns);
  const told = [
    ...(isNamed ? [] : ["its first row names no columns, and is read as the others"]),
    ...(isShort ? ["its first row has a name less than the rows have cells: the first of these has none"] : []),
    ...found.told,
  ];
  const last = textField === undefined ? shape : shapeWith([textField, ...pathsOf(textField)]);
  return { rows: rowsWith(last), textField, told, namesOf, recordOf, refit: (other, row) => fitted(other, row, last) };
}

/** Whether all rows begin with a number that has no column, as R writes them: the others are a cell too long. */
function haveRowNames(text: string, rows: readonly CsvRow[], names: readonly string[]): boolean {
  const isLonger = ({ cells }: CsvRow) =>
    cells.length === names.length + 1 &&
    /^\d+$/.test(cellText(text, cells[0]!)) &&
    !cells.some((cell) => /^\s/.test(cellText(text, cell)));
  return rows.length > 1 && !/^(?:id|index|key|no\.?|#)?$/i.test(names[0]!) && rows.every(isLonger);
}

const placeName = (i: number): string => `column ${i + 1}`;

/**
 * Names of so many cells, no two of them equal. Of several columns of one name the last that a row has keeps it, as in
 * JSON; those before, and cells without a column, get a number that no column has.
 */
function distinctNames(columns: readonly string[], cells: number, ofColumns: ReadonlySet<string>): string[] {
  const lasts = new Map(columns.slice(0, cells).map((name, i) => [name, i]));
  const given = new Set<string>();
  const isTaken = (name: string) => ofColumns.has(name) || given.has(name);
  const numbers = new Map<string, number>();
  const free = (name: string): string => {
    let number = numbers.get(name) ?? 0;
    do number += 1;
    while (isTaken(`${name}.${number}`));
    numbers.set(name, number);
    given.add(`${name}.${number}`);
    return `${name}.${number}`;
  };
  return Array.from({ length: cells }, (_, i) => {
    const name = columns[i] ?? placeName(i);
    return lasts.get(name) === i || !isTaken(name) ? name : free(name);
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

function withoutText(columns: readonly string[]): NotRead {
  const reason = `no column of it holds text; its columns are ${shown(columns)}. Name those that hold the text: --text-field (option textField)`;
  return new NotRead("format_not_read", reason, "table");
}

/** What a cell holds; JSON, as columns of conversations and answers have it, is read as that. */
function jsonOf(value: string): string {
  const parsed = /^\s*(?:\[\s*[{"]|\{\s*")/.test(value) ? parsedJson(value) : undefined;
  return JSON.stringify(parsed === undefined ? value : parsed);
}
