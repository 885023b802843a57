/** The records of a JSON document or a table, with their places in the file: it is edited in its bytes. */
import { isRecord } from "../../base/arguments.ts";
import type { Span } from "../../base/contract/common.ts";
import { encodingOf } from "../documents/bytes/labels.ts";
import { NotRead } from "../documents/bytes/notRead.ts";
import type { DatasetReading } from "../documents/datasets/reading.ts";
import { decodeRecords, parsedJson } from "../documents/datasets/record.ts";
import { tableOfCsv } from "../documents/datasets/records/csv.ts";
import { type CsvRow, cellText, rowsOfCsv } from "../documents/datasets/records/csvCells.ts";
import { type JsonRecord, recordsOfJson } from "../documents/datasets/records/jsonDocument.ts";
import { membersOf } from "../documents/datasets/records/jsonPlaces.ts";
import { without } from "./fieldsToCut.ts";
import type { Cause } from "./ledger.ts";
import { type FieldCut, spansAt } from "./stringsOfJson.ts";

/** A record as JSON, and how it is edited where it stands. */
export interface PlacedRecord {
  json: string;
  textField?: string | undefined;
  /** Where it stands in the text of the file. */
  place: Span;
  /** All entries of the list, or fields of the object, that it is of; absent for a row. */
  list?: readonly Span[];
  /** A field that does not stand in the file. */
  inventedField?: string | undefined;
  /** Where cuts of fields stand in the text of the file; `undefined` where it cannot be edited. */
  cutsIn(cuts: readonly FieldCut[]): Span[] | undefined;
}

/** What is taken out of a record: all of it, or places in the text of the file. */
export interface RecordCut {
  isWhole: boolean;
  spans: readonly Span[];
  cause: Cause & { document: string; line: number };
}

interface PlacedRecords {
  encoding: string;
  /** Of the file. */
  text: string;
  records: PlacedRecord[];
}

/** @param found the fields of text of a document, where no name tells them @throws NotRead where it has no records */
export function placedRecords(
  bytes: Uint8Array,
  kind: "json" | "csv",
  reading: Pick<DatasetReading, "name" | "fields" | "encoding">,
  found?: string,
): PlacedRecords {
  const { encoding } = decodeRecords(bytes, reading.encoding);
  if (encoding.startsWith("utf-32")) throw new NotRead("not_utf8", "UTF-32, in which files are not edited");
  const text = encodingOf(encoding)!.decode(bytes);
  return { encoding, text, records: kind === "csv" ? rowsOf(text, reading) : entriesOf(text, reading, found) };
}

function rowsOf(text: string, reading: Pick<DatasetReading, "name" | "fields">): PlacedRecords["records"] {
  const table = tableOfCsv(text, reading);
  const { rows, namesOf, recordOf, textField } = table;
  const header = separatorIn(text, rowsOfCsv(text).next().value ?? undefined) ?? ",";
  return rows.map((row) => {
    const json = recordOf(row);
    const cutsIn = (cuts: readonly FieldCut[]): Span[] | undefined => {
      const ofCells = new Map<CsvRow["cells"][number], Span[]>();
      for (const [i, name] of namesOf(row).entries()) {
        const own = cuts.filter(({ steps }) => steps[0] === name);
        const cell = row.cells[i];
        if (own.length > 0 && cell !== undefined) ofCells.set(cell, spansOfCell(cellText(text, cell), own));
      }
      const placed = [...ofCells].sort(([one], [other]) => one.start - other.start);
      const spans = placed.flatMap(([cell, own]) => spansInCell(text, cell, own));
      const texts = row.cells.map((cell) => without(cellText(text, cell), ofCells.get(cell) ?? []));
      return staysRow(text, row, spans, texts, separatorIn(text, row) ?? header, table.refit) ? spans : undefined;
    };
    return { json, textField, place: { start: row.start, end: row.end }, cutsIn };
  });
}

const CELL_BEFORE = '{"":';

/** What goes from what a cell holds, ascending: a text, or the JSON of lists and objects. */
function spansOfCell(held: string, cuts: readonly FieldCut[]): Span[] {
  const inner = cuts.filter(({ steps }) => steps.length > 1);
  if (inner.length === 0) return cuts.flatMap(({ spans }) => spans);
  const shift = CELL_BEFORE.length;
  const placed = spansAt(
    `${CELL_BEFORE}${held}}`,
    inner.map(({ steps, spans }) => ({ steps: ["", ...steps.slice(1)], spans })),
  );
  return placed.map(({ start, end }) => ({ start: start - shift, end: end - shift }));
}

/** Where cuts of what a cell holds stand in the table. */
function spansInCell(text: string, cell: CsvRow["cells"][number], cuts: readonly Span[]): Span[] {
  let [at, unit] = [cell.start, 0];
  const isDoubled = (mark: number) => cell.isQuoted && mark + 1 < cell.end && text.startsWith('""', mark);
  const reach = (wanted: number): number => {
    for (; unit < wanted && at < cell.end; unit++) at += isDoubled(at) ? 2 : 1;
    return at;
  };
  return cuts.map(({ start, end }) => ({ start: reach(start), end: reach(end) }));
}

/** The mark between the cells of a row, as the first of them shows it; `undefined` where it has one cell. */
function separatorIn(text: string, row: CsvRow | undefined): string | undefined {
  const [first, second] = row?.cells ?? [];
  return first === undefined || second === undefined ? undefined : text[first.end + Number(first.isQuoted)];
}

/** Whether a row without what is cut is read as it should be: marks in it may come to stand before a separator. */
function staysRow(
  text: string,
  row: CsvRow,
  places: readonly Span[],
  texts: readonly string[],
  separator: string,
  refit: (text: string, row: CsvRow) => CsvRow,
): boolean {
  const shift = (span: Span): Span => ({ start: span.start - row.start, end: span.end - row.start });
  const written = without(text.slice(row.start, row.end), places.map(shift));
  const [left, ...others] = rowsOfCsv(written, separator);
  if (left === undefined || others.length > 0) return false;
  const { cells } = refit(written, left);
  // Separators at the end of a row part nothing.
  const trimmed = (one: string): string => {
    let end = one.length;
    while (end > 0 && (one[end - 1] === separator || one[end - 1] === " ")) end -= 1;
    return one.slice(0, end);
  };
  return texts.every((one, i) => trimmed(one) === trimmed(cells[i] === undefined ? "" : cellText(written, cells[i])));
}

function entriesOf(
  text: string,
  { fields }: Pick<DatasetReading, "fields">,
  textField?: string,
): PlacedRecords["records"] {
  const records = recordsOfJson(text, fields.textField);
  if ("reason" in records) throw new NotRead("format_not_read", records.reason, records.format);
  const lists = new Map<number, Span[]>();
  return records.map((record) => {
    const { list } = record;
    if (list === undefined) return { ...entryOf(record), textField };
    if (!lists.has(list)) lists.set(list, membersOf(text, list));
    return { ...entryOf(record, lists.get(list)!), textField };
  });
}

/** What goes from the text of the file, ascending, with its cause. */
export function editsOf(
  records: PlacedRecords["records"],
  cuts: readonly (RecordCut | null)[],
): { span: Span; cause: RecordCut["cause"] }[] {
  const removed = new Map<readonly Span[], Set<number>>();
  for (const [i, record] of records.entries()) {
    if (record.list === undefined || !cuts[i]?.isWhole) continue;
    removed.set(record.list, (removed.get(record.list) ?? new Set()).add(record.place.start));
  }
  const removals = new Map<number, Span>();
  for (const [list, starts] of removed) for (const span of removalsIn(list, starts)) removals.set(span.of, span);
  const edits = records.flatMap((record, i) => {
    const cut = cuts[i];
    if (cut == null) return [];
    const spans = cut.isWhole ? [removals.get(record.place.start) ?? record.place] : cut.spans;
    return spans.map(({ start, end }) => ({ span: { start, end }, cause: cut.cause }));
  });
  return edits.sort((one, other) => one.span.start - other.span.start);
}

/** What goes with members of a list: the comma behind each, and of the last ones of the list that before them. */
function removalsIn(list: readonly Span[], starts: ReadonlySet<number>): (Span & { of: number })[] {
  const lastKept = list.findLastIndex(({ start }) => !starts.has(start));
  return list.flatMap(({ start, end }, i) => {
    if (!starts.has(start)) return [];
    if (i < lastKept) return [{ of: start, start, end: list[i + 1]!.start }];
    return [{ of: start, start: list[i - 1]?.end ?? start, end }];
  });
}

function entryOf({ json, place, shift }: JsonRecord, list?: readonly Span[]): PlacedRecord {
  const inventedField = place.key !== undefined && shift < place.value ? "id" : undefined;
  const cutsIn = (cuts: readonly FieldCut[]): Span[] =>
    spansAt(json, cuts).map(({ start, end }) => ({ start: start + shift, end: end + shift }));
  return { json, place, ...(list !== undefined && { list }), inventedField, cutsIn };
}

/** What a JSON document has beside its records, by the names of its fields; empty where that is brackets alone. */
export function besideRecords(json: string, fields: DatasetReading["fields"]): string[] {
  const records = entriesOf(json, { fields });
  const all = records.map(() => ({ isWhole: true, spans: [], cause: { document: "", line: 0, rule: "", found: [] } }));
  const edits = editsOf(records, all);
  const left = parsedJson(
    without(
      json,
      edits.map(({ span }) => span),
    ).replace(/^\ufeff/, ""),
  );
  if (Array.isArray(left)) return left.some(holdsValue) ? ["entries that are no records"] : [];
  return isRecord(left) ? Object.keys(left).filter((name) => holdsValue(left[name])) : [];
}

const holdsValue = (value: unknown): boolean =>
  typeof value === "object" && value !== null ? Object.values(value).some(holdsValue) : true;
