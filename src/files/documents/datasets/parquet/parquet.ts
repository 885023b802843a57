/** Documents from rows of Parquet: of each row group only the pages of the wanted columns are read. */
import { type ByteSource, type OpenFile, openFile } from "../../bytes/byteSource.ts";
import { replacedBytes } from "../../bytes/decode.ts";
import { NotRead } from "../../bytes/notRead.ts";
import { askedFields, documentOfRecord, KNOWN_FIELDS, type RecordFields, wrongField } from "../fields.ts";
import { loadParquet } from "../peers.ts";
import {
  type DatasetItem,
  type DatasetPart,
  type DatasetReading,
  type FoundItem,
  type RecordReading,
  type RowsPart,
  unreadItems,
} from "../reading.ts";
import { PLAIN_SHAPES, pathsOf } from "../recordText.ts";
import { ColumnReader, flatValue, MendedText, NOT_UTF8 } from "./column.ts";
import { openParquet, type ParquetFile, type RowGroup } from "./file.ts";

/** The row groups. @throws invalid_request where a field that was asked for is no column of values */
export async function* rowGroupsIn(reading: DatasetReading): AsyncGenerator<DatasetPart> {
  const { after, name, path } = reading;
  let row = 0;
  try {
    const file = await openParquet(reading.source, await loadParquet());
    const wanted = wantedColumns(file, reading);
    if (wanted instanceof NotRead) throw wanted;
    const { key_value_metadata: _, row_groups: groups, ...described } = file.metadata;
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

/** How large the wanted columns are, and where they end, by what the file says. */
function placeOf(group: RowGroup, wanted: WantedColumns): Pick<RowsPart, "unpackedBytes" | "endBytes"> {
  const columns = [...wanted.values()].flatMap((leaf) => group.columns[leaf]?.meta_data ?? []);
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

/** Numbers of the wanted columns by their paths. */
type WantedColumns = ReadonlyMap<string, number>;

/** @throws invalid_request where a field that was asked for is no column of values */
function wantedColumns({ leaves, groups }: ParquetFile, { fields, name }: DatasetReading): WantedColumns | NotRead {
  const paths = leaves.map(({ path }) => path);
  for (const asked of askedFields(fields)) {
    const leaf = leaves.find(({ path }) => path === asked.field);
    if (leaf !== undefined && !leaf.isRepeated) continue;
    const isGroup = groups.has(asked.field);
    const isList =
      leaf?.isRepeated || paths.some((path, i) => path.startsWith(`${asked.field}.`) && leaves[i]!.isRepeated);
    throw wrongField(name, asked, isList ? "is a list" : isGroup ? "is a group of fields" : "is no column", paths);
  }
  const { textField, idField = "id", fields: more = [] } = fields;
  const shapes = textField === undefined ? PLAIN_SHAPES : [pathsOf(textField)];
  const isColumn = (name: string) => leaves.some(({ path, isRepeated }) => path === name && !isRepeated);
  const text = shapes.find(([first]) => isColumn(first!));
  if (text === undefined) return noText(textField ?? "text", paths, groups);
  const names = [...text, idField, ...KNOWN_FIELDS, ...more];
  return new Map(
    [...new Set(names)].flatMap((path) => {
      const leaf = leaves.findIndex((leaf) => leaf.path === path && !leaf.isRepeated);
      return leaf === -1 ? [] : [[path, leaf] as const];
    }),
  );
}

const COLUMNS_SHOWN_MAX = 20;

function noText(field: string, paths: readonly string[], groups: ReadonlySet<string>): NotRead {
  const what = groups.has(field) ? `\`${field}\` is a group or a list, not text` : `no \`${field}\` column`;
  const more = paths.length > COLUMNS_SHOWN_MAX ? " …" : "";
  return new NotRead(
    "invalid_record",
    `${what}; its columns are ${paths.slice(0, COLUMNS_SHOWN_MAX).join(", ")}${more}`,
  );
}

async function* itemsIn(part: RowsPart, fields: RecordFields, source: ByteSource): AsyncGenerator<FoundItem> {
  const { file, wanted, record: first, rows, name } = part;
  const library = await loadParquet();
  const columns = [...wanted].map(([path, leaf]) => ({
    path,
    reader: new ColumnReader(source, file as ParquetFile, library, { rowGroup: 0, leaf }),
    values: [] as ArrayLike<unknown>,
    at: 0,
  }));
  const byPath = new Map(columns.map((column) => [column.path, column]));
  const fieldOf = (path: string): unknown => {
    const column = byPath.get(path);
    return column === undefined ? undefined : (flatValue(column.values[column.at]) ?? null);
  };
  for (let row = first; row < first + rows; row += 1) {
    for (const column of columns) {
      column.at += 1;
      if (column.at < column.values.length) continue;
      column.values = await column.reader.next();
      column.at = 0;
    }
    for (const item of itemsOf(fieldOf, row, name, fields)) yield { record: row, item };
  }
}

/** The document of a row, or why there is none, and what was replaced in its text. */
function itemsOf(fieldOf: (path: string) => unknown, line: number, name: string, fields: RecordFields): DatasetItem[] {
  const text = pathsOf(fields.textField ?? "text")
    .map(fieldOf)
    .find((value) => value !== undefined);
  if (text === NOT_UTF8) return [{ line, code: "not_utf8", reason: "not UTF-8" }];
  const document = documentOfRecord(
    (field) => {
      const value = fieldOf(field);
      if (value instanceof MendedText) return value.decoded.text;
      return value === NOT_UTF8 ? undefined : value;
    },
    `${name}#${line}`,
    fields,
  );
  if ("reason" in document) return [{ line, code: "invalid_record", ...document }];
  return [...(text instanceof MendedText ? unreadItems(replacedBytes(text.decoded), { line }) : []), document];
}
