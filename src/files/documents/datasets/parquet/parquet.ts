/** Documents from rows of Parquet: of each row group only the pages of the wanted columns are read. */
import { type ByteSource, type OpenFile, openFile } from "../../bytes/byteSource.ts";
import { replacedBytes } from "../../bytes/decode.ts";
import { NotRead } from "../../bytes/notRead.ts";
import { askedFields, documentOfRecord, KNOWN_FIELDS, type RecordFields, valueAt, wrongField } from "../fields.ts";
import { loadParquet } from "../peers.ts";
import {
  type DatasetItem,
  type DatasetPart,
  type DatasetReading,
  type FoundItem,
  type RecordReading,
  type RowsPart,
  unreadItems,
  type WantedColumns,
} from "../reading.ts";
import { isSentence, pathsOf, SHAPES, textOfRecord } from "../recordText.ts";
import { ColumnReader, flatValue, MendedText, NOT_UTF8 } from "./column.ts";
import { openParquet, type ParquetFile, type RowGroup } from "./file.ts";
import { readLists } from "./lists.ts";

/** The row groups. @throws invalid_request where a field that was asked for is no column of values */
export async function* rowGroupsIn(reading: DatasetReading): AsyncGenerator<DatasetPart> {
  const { after, name, path } = reading;
  let row = 0;
  try {
    const file = await openParquet(reading.source, await loadParquet());
    const wanted = wantedColumns(file, reading);
    if (wanted instanceof NotRead) throw wanted;
    const { key_value_metadata: _, row_groups: groups, ...described } = file.metadata;
    const unread = after > 0 || reading.fields.textField !== undefined ? [] : proseBeside(file, wanted);
    if (unread.length > 0) {
      const reason = `columns that hold text too are not read: ${shown(unread)}. Name all that hold it: --text-field (option textField)`;
      yield { kind: "item", record: 0, item: { code: "invalid_record", reason, note: true } };
    }
    for (const group of groups) {
      const rows = Number(group.num_rows);
      const metadata = { ...described, row_groups: [group] };
      const part = { kind: "rows", record: row + 1, rows, after, name, path, wanted } as const;
      row += rows;
      if (row > after) yield { ...part, file: { ...file, metadata }, ...placeOf(group, wanted) };
    }
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    const { code, reason } = error;
    yield { kind: "item", record: row, item: { ...(row > 0 && { line: row + 1 }), code, reason } };
    return;
  }
  if (row === 0) yield { kind: "item", record: 0, item: { code: "empty", reason: "no rows" } };
}

/** The other columns whose least or greatest value is prose, as the first row group says. */
function proseBeside({ leaves, metadata: { row_groups: groups } }: ParquetFile, wanted: WantedColumns): string[] {
  const isRead = new Set(wanted.columns.values());
  return leaves.flatMap(({ recordPath }, leaf) => {
    const { path_in_schema: [top] = [], statistics: { min_value, max_value } = {} } =
      groups[0]?.columns[leaf]?.meta_data ?? {};
    const isProse = [min_value, max_value].some((value) => typeof value === "string" && isSentence(value));
    return isProse && !isRead.has(leaf) && !wanted.lists.has(top!) ? [recordPath] : [];
  });
}

/** How large the wanted columns are, and where they end, by what the file says. */
function placeOf(group: RowGroup, wanted: WantedColumns): Pick<RowsPart, "unpackedBytes" | "endBytes"> {
  const numbers = new Set(wanted.columns.values());
  const columns = group.columns.flatMap(({ meta_data: column }, leaf) =>
    column !== undefined && (numbers.has(leaf) || wanted.lists.has(column.path_in_schema[0]!)) ? [column] : [],
  );
  const ends = columns.map((column) => Number(column.data_page_offset) + Number(column.total_compressed_size));
  return {
    unpackedBytes: columns.reduce((bytes, column) => bytes + Number(column.total_uncompressed_size), 0),
    endBytes: Math.max(0, ...ends),
  };
}

/** The documents of rows, and the rows that are none. @param open the file, where it is open already */
export async function* itemsOfRows(
  part: RowsPart,
  { fields }: RecordReading,
  open?: ByteSource,
): AsyncGenerator<FoundItem> {
  const source = open ?? (await openFile(part.path!));
  let record = part.record - 1;
  try {
    for await (const found of itemsIn(part, fields, source)) {
      record = found.record;
      if (record > part.after) yield found;
    }
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    const { code, reason } = error;
    yield { record, item: { ...(record > 0 && { line: record + 1 }), code, reason }, isLast: true };
  } finally {
    if (source !== open) await (source as OpenFile).close();
  }
}

/** @throws invalid_request where a field that was asked for is no column of values, and no list of them */
function wantedColumns({ leaves, groups }: ParquetFile, { fields, name }: DatasetReading): WantedColumns | NotRead {
  const paths = leaves.map(({ recordPath }) => recordPath);
  for (const asked of askedFields(fields)) {
    const leaf = leaves[paths.indexOf(asked.field)];
    if (leaf?.isInMap) throw wrongField(name, asked, "is in a map, which is not read", paths);
    if (leaf !== undefined) continue;
    const isList = paths.some((path) => path.startsWith(`${asked.field}[]`));
    // The parts of a list are told as records tell them.
    if (isList && asked.option === "textField") continue;
    throw wrongField(
      name,
      asked,
      isList ? "is a list" : groups.has(asked.field) ? "is a group of fields" : "is no column",
      paths,
    );
  }
  const { textField, idField = "id", fields: more = [] } = fields;
  const shapes = textField === undefined ? SHAPES : [pathsOf(textField)];
  const isColumn = (name: string) => paths.some((path) => path === name || path.startsWith(`${name}[]`));
  const text = shapes.find(([first]) => isColumn(first!));
  if (text === undefined) return noText(textField ?? "text", paths, groups);
  const names = [...text, idField, ...KNOWN_FIELDS, ...more].filter(isColumn);
  const flat = names.filter((path) => paths.includes(path) && !path.includes("[]"));
  const given = leaves.filter(({ recordPath, givenPath }) => recordPath !== givenPath);
  return {
    columns: new Map(flat.map((path) => [path, paths.indexOf(path)])),
    given: new Map(given.map(({ recordPath, givenPath }) => [recordPath, givenPath])),
    lists: new Set(names.filter((path) => !flat.includes(path)).map((path) => path.split(/[.[]/)[0]!)),
  };
}

const COLUMNS_SHOWN_MAX = 20;

function noText(field: string, paths: readonly string[], groups: ReadonlySet<string>): NotRead {
  const what = groups.has(field) ? `\`${field}\` is a group or a list, not text` : `no \`${field}\` column`;
  const reason = `${what}; its columns are ${shown(paths)}. Name those that hold text: --text-field (option textField)`;
  return new NotRead("invalid_record", reason);
}

const shown = (paths: readonly string[]): string =>
  `${paths.slice(0, COLUMNS_SHOWN_MAX).join(", ")}${paths.length > COLUMNS_SHOWN_MAX ? " …" : ""}`;

async function* itemsIn(part: RowsPart, fields: RecordFields, source: ByteSource): AsyncGenerator<FoundItem> {
  const { wanted, record: first, rows, name } = part;
  const file = part.file as ParquetFile;
  const library = await loadParquet();
  const columns = [...wanted.columns].map(([path, leaf]) => ({
    path,
    reader: new ColumnReader(source, file, library, { rowGroup: 0, leaf }),
    values: [] as ArrayLike<unknown>,
    at: 0,
  }));
  const byPath = new Map(columns.map((column) => [column.path, column]));
  const lists: [string, readonly unknown[]][] = [];
  for (const field of wanted.lists) lists.push([field, await readLists(source, file, library, field)]);
  for (let row = first; row < first + rows; row += 1) {
    for (const column of columns) {
      column.at += 1;
      if (column.at < column.values.length) continue;
      column.values = await column.reader.next();
      column.at = 0;
    }
    const nested = Object.fromEntries(lists.map(([field, values]) => [field, values[row - first]]));
    const fieldOf = (path: string): unknown => {
      const column = byPath.get(path);
      return column === undefined
        ? valueAt(nested, wanted.given.get(path) ?? path)
        : (flatValue(column.values[column.at]) ?? null);
    };
    for (const item of itemsOf(fieldOf, row, name, fields)) yield { record: row, item };
  }
}

const isPlainRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The document of a row, or why there is none, and what was replaced in its text. */
function itemsOf(fieldOf: (path: string) => unknown, line: number, name: string, fields: RecordFields): DatasetItem[] {
  const unread: DatasetItem[] = [];
  let isUtf8 = true;
  // Texts whose bytes were read otherwise stand for themselves, in lists too.
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (isPlainRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
    if (value instanceof MendedText) unread.push(...unreadItems(replacedBytes(value.decoded), { line }));
    if (value === NOT_UTF8) isUtf8 = false;
    return value instanceof MendedText ? value.decoded.text : value === NOT_UTF8 ? undefined : value;
  };
  const known = new Map<string, unknown>();
  const plainOf = (path: string): unknown => {
    if (!known.has(path)) known.set(path, plain(fieldOf(path)));
    return known.get(path);
  };
  const text = textOfRecord(plainOf, fields.textField);
  if (text === undefined && !isUtf8) return [{ line, code: "not_utf8", reason: "not UTF-8" }];
  const replaced = [...unread];
  const document = documentOfRecord(plainOf, `${name}#${line}`, fields);
  return "reason" in document ? [{ line, code: "invalid_record", ...document }] : [...replaced, document];
}
