/** The records of a JSON document or a table, with their places in the file: it is edited in its bytes. */
import type { Span } from "../../base/contract/common.ts";
import { NotRead } from "../documents/bytes/notRead.ts";
import type { DatasetReading } from "../documents/datasets/reading.ts";
import { decodeRecords } from "../documents/datasets/record.ts";
import { tableOfCsv } from "../documents/datasets/records/csv.ts";
import { type JsonRecord, recordsOfJson } from "../documents/datasets/records/jsonDocument.ts";
import type { Cause } from "./ledger.ts";
import { spansInJson } from "./recordBytes.ts";

/** A record as JSON, and how it is edited where it stands. */
export interface PlacedRecord {
  json: string;
  textField?: string | undefined;
  /** The list that it is an entry of; absent for a row. */
  list?: number;
  /** What goes with it, by whether one behind it in its list stays. */
  removal(isLaterKept: boolean): Span;
  /** Where cuts of a field stand in the text of the file. */
  cutsIn(field: string, cuts: readonly Span[]): Span[];
}

/** What is taken out of a record: all of it, or places in the text of the file. */
export interface RecordCut {
  isWhole: boolean;
  spans: readonly Span[];
  cause: Cause & { document: string; line: number };
}

interface PlacedRecords {
  encoding: string;
  records: (PlacedRecord | { reason: string })[];
}

/** @throws NotRead where it has no records */
export function placedRecords(
  bytes: Uint8Array,
  kind: "json" | "csv",
  reading: Pick<DatasetReading, "name" | "fields" | "encoding">,
): PlacedRecords {
  const { encoding } = decodeRecords(bytes, reading.encoding);
  if (encoding.startsWith("utf-32")) throw new NotRead("not_utf8", "UTF-32, in which files are not edited");
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  return { encoding, records: kind === "csv" ? rowsOf(text, reading) : entriesOf(text, reading) };
}

function rowsOf(text: string, reading: Pick<DatasetReading, "name" | "fields">): PlacedRecords["records"] {
  const { columns, rows, recordOf, textField } = tableOfCsv(text, reading);
  return rows.map((row) => {
    const json = recordOf(row);
    if (typeof json !== "string") return json;
    const whole = { start: row.start, end: row.end };
    const cutsIn = (field: string, cuts: readonly Span[]): Span[] => {
      const cell = row.cells[columns.lastIndexOf(field)]!;
      let [at, unit] = [cell.start, 0];
      const reach = (wanted: number): number => {
        for (; unit < wanted && at < cell.end; unit++) at += cell.isQuoted && text[at] === '"' ? 2 : 1;
        return at;
      };
      return cuts.map(({ start, end }) => ({ start: reach(start), end: reach(end) }));
    };
    return { json, textField, removal: () => whole, cutsIn };
  });
}

function entriesOf(text: string, { fields }: Pick<DatasetReading, "fields">): PlacedRecords["records"] {
  const records = recordsOfJson(text, fields.textField);
  if ("reason" in records) throw new NotRead("format_not_read", records.reason, records.format);
  return records.map((record, i) => entryOf(record, records[i - 1], records[i + 1]));
}

/** What goes from the text of the file, in order, with its cause. */
export function editsOf(
  records: PlacedRecords["records"],
  cuts: readonly (RecordCut | null)[],
): { span: Span; cause: RecordCut["cause"] }[] {
  const edits: { span: Span; cause: RecordCut["cause"] }[] = [];
  const keptLists = new Set<number>();
  for (let i = records.length - 1; i >= 0; i--) {
    const [record, cut] = [records[i]!, cuts[i]];
    if ("reason" in record) continue;
    const isLaterKept = record.list !== undefined && keptLists.has(record.list);
    if (!cut?.isWhole && record.list !== undefined) keptLists.add(record.list);
    if (cut == null) continue;
    const spans = cut.isWhole ? [record.removal(isLaterKept)] : [...cut.spans].reverse();
    for (const span of spans) edits.push({ span, cause: cut.cause });
  }
  return edits.reverse();
}

/** A comma goes with the entry before it, and with the last one that before it. */
function entryOf({ json, place, shift, list }: JsonRecord, previous?: JsonRecord, next?: JsonRecord): PlacedRecord {
  const [before, behind] = [previous, next].map((one) => (one?.list === list ? one.place : undefined));
  const cutsIn = (field: string, cuts: readonly Span[]): Span[] =>
    spansInJson(json, field, cuts).map(({ start, end }) => ({ start: start + shift, end: end + shift }));
  const removal: PlacedRecord["removal"] = (isLaterKept) => {
    if (isLaterKept && behind !== undefined) return { start: place.start, end: behind.start };
    return { start: before === undefined ? place.start : before.end, end: place.end };
  };
  return { json, list, removal, cutsIn };
}
