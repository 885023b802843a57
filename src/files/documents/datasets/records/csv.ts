/** Documents from the rows of a table of text. */
import { concat } from "../../../../base/bytes/bytes.ts";
import { replacedBytes } from "../../bytes/decode.ts";
import { LINE_BYTES_MAX } from "../../bytes/lines.ts";
import { NotRead } from "../../bytes/notRead.ts";
import { askedFields, KNOWN_FIELDS, wrongField } from "../fields.ts";
import { bytesOf, type DatasetPart, type DatasetReading, unreadItems } from "../reading.ts";
import { decodeRecords } from "../record.ts";
import { columnsOfText, hasShape } from "../recordText.ts";
import { type CsvRow, cellText, rowsOfCsv } from "./csvCells.ts";

/** Rows by which the column of the text is found, and words that it has in most of them. */
const EXAMINED_ROWS = 100;
const WORDS_MIN = 6;
/** Columns of conversations hold JSON. */
const JSON_COLUMNS = new Set(["messages", "conversations", "conversation"]);

/** A table, and its rows as records. */
interface CsvTable {
  columns: string[];
  rows: CsvRow[];
  textField: string | undefined;
  /** Columns of text that no document is made of, where the column was found by its name. */
  unread: string[];
  /** The record of a row as JSON, or why it is none. */
  recordOf(row: CsvRow): string | { reason: string };
}

/** @throws NotRead where no column holds text @throws invalid_request where a field that was asked for is no column */
export function tableOfCsv(text: string, { name, fields }: Pick<DatasetReading, "name" | "fields">): CsvTable {
  const [header, ...rows] = rowsOfCsv(text);
  if (header === undefined) throw new NotRead("empty", "empty file");
  const columns = header.cells.map((cell) => cellText(text, cell).trim());
  for (const asked of askedFields(fields)) {
    const [column = ""] = asked.field.split(/[.[]/);
    if (!columns.includes(asked.field) && !columns.includes(column))
      throw wrongField(name, asked, "is no column", columns);
  }
  const isFound = fields.textField === undefined && hasShape(columns);
  const textField = fields.textField ?? (isFound ? undefined : proseColumn(text, columns, rows));
  const known = isFound ? new Set([...KNOWN_FIELDS, ...columnsOfText(columns), ...(fields.fields ?? [])]) : undefined;
  const unread = known === undefined ? [] : proseColumns(text, columns, rows).filter((column) => !known.has(column));
  const recordOf = ({ cells }: CsvRow): string | { reason: string } => {
    if (cells.length > columns.length)
      return { reason: `it has ${cells.length} cells, and the table ${columns.length} columns` };
    const values = cells.map((cell, i) => jsonOf(columns[i]!, cellText(text, cell)));
    return `{${values.map((value, i) => `${JSON.stringify(columns[i])}:${value}`).join(",")}}`;
  };
  return { columns, rows, textField, unread, recordOf };
}

/** The rows. @throws invalid_request where a field that was asked for is no column */
export async function* rowsIn(reading: DatasetReading): AsyncGenerator<DatasetPart> {
  const { name, after, encoding } = reading;
  try {
    const decoded = decodeRecords(await wholeOf(reading), encoding);
    const { rows, recordOf, textField, unread } = tableOfCsv(decoded.text, reading);
    for (const item of unreadItems(replacedBytes(decoded), {})) yield { kind: "item", record: after + 1, item };
    if (unread.length > 0 && after === 0) {
      const reason = `columns that hold text too are not read: ${shownColumns(unread)}. Name all that hold it: --text-field (option textField)`;
      yield { kind: "item", record: 0, item: { code: "invalid_record", reason, partly: true } };
    }
    if (rows.length === 0) yield { kind: "item", record: 0, item: { code: "empty", reason: "no rows" } };
    const encoder = new TextEncoder();
    for (const [i, row] of rows.entries()) {
      const line = i + 1;
      if (line <= after) continue;
      const json = recordOf(row);
      if (typeof json === "string")
        yield { kind: "line", record: line, line, name, bytes: encoder.encode(json), isUtf8: true, textField };
      else yield { kind: "item", record: line, item: { line, code: "invalid_record", ...json } };
    }
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    const { code, reason, format } = error;
    const item = { code: code === "damaged" ? ("unreadable" as const) : code, reason };
    yield { kind: "item", record: after + 1, item: { ...item, ...(format !== undefined && { format }) } };
  }
}

async function wholeOf(reading: DatasetReading): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of bytesOf(reading)) {
    bytes += chunk.length;
    if (bytes > LINE_BYTES_MAX) throw new NotRead("too_large", "over 512 MB");
    chunks.push(chunk);
  }
  return concat(chunks);
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

/** Words, or signs of scripts that write without spaces. */
const isSentence = (cell: string): boolean =>
  cell.split(/\s+/, WORDS_MIN).length >= WORDS_MIN ||
  (cell.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0) >= WORDS_MIN * 2;

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
