/** Documents from rows of Parquet: of each row group only the pages of the wanted columns are read. */
import { NotRead } from "../notRead.ts";
import { askedFields, documentOfRecord, KNOWN_FIELDS, type RecordFields, wrongField } from "./fields.ts";
import { ColumnReader, flatValue, NOT_UTF8 } from "./parquetColumn.ts";
import { openParquet, type ParquetFile } from "./parquetFile.ts";
import { loadParquet, type ParquetPackages } from "./peers.ts";
import type { DatasetItem, DatasetReading } from "./reading.ts";
import { UnpackedLimit } from "./unpack.ts";

export async function* readParquet(reading: DatasetReading): AsyncGenerator<DatasetItem> {
  const library = await loadParquet();
  let row = 0;
  try {
    const file = await openParquet(reading.source, library);
    const wanted = wantedColumns(file, reading);
    if (wanted instanceof NotRead) throw wanted;
    const limit = new UnpackedLimit();
    limit.packedBytes = reading.source.sizeBytes;
    for (const [rowGroup, { num_rows: rows }] of file.metadata.row_groups.entries()) {
      const isDone = row + Number(rows) <= reading.after;
      if (isDone) row += Number(rows);
      else
        for await (const item of rowsOf({ file, library, rowGroup, wanted, reading, limit, before: row })) {
          row += 1;
          if (row <= reading.after) continue;
          reading.record = row;
          yield item;
        }
    }
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    const { code, reason } = error;
    yield { ...(row > 0 && { line: row + 1 }), code, reason };
    return;
  }
  if (row === 0) yield { code: "empty", reason: "no rows" };
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
  const { textField = "text", idField = "id", fields: more = [] } = fields;
  const text = leaves.find(({ path }) => path === textField);
  if (text === undefined || text.isRepeated) return noText(textField, paths, groups);
  const names = [textField, idField, ...KNOWN_FIELDS, ...more];
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

interface RowGroup {
  file: ParquetFile;
  library: ParquetPackages;
  rowGroup: number;
  wanted: WantedColumns;
  reading: DatasetReading;
  limit: UnpackedLimit;
  /** Rows of the file before this row group. */
  before: number;
}

async function* rowsOf(group: RowGroup): AsyncGenerator<DatasetItem> {
  const { file, library, rowGroup, wanted, reading, limit, before } = group;
  const rows = Number(file.metadata.row_groups[rowGroup]!.num_rows);
  const columns = [...wanted].map(([path, leaf]) => ({
    path,
    reader: new ColumnReader(reading.source, file, library, { rowGroup, leaf }),
    values: [] as ArrayLike<unknown>,
    at: 0,
  }));
  const byPath = new Map(columns.map((column) => [column.path, column]));
  const fieldOf = (path: string): unknown => {
    const column = byPath.get(path);
    return column === undefined ? undefined : (flatValue(column.values[column.at]) ?? null);
  };
  for (let row = before + 1; row <= before + rows; row += 1) {
    for (const column of columns) {
      column.at += 1;
      if (column.at < column.values.length) continue;
      column.values = await column.reader.next();
      column.at = 0;
      reading.onBytes(column.reader.reachedBytes);
    }
    yield itemOf(fieldOf, row, reading.name, reading.fields, limit);
  }
}

function itemOf(
  fieldOf: (path: string) => unknown,
  line: number,
  name: string,
  fields: RecordFields,
  limit: UnpackedLimit,
): DatasetItem {
  const text = fieldOf(fields.textField ?? "text");
  if (text === NOT_UTF8) return { line, code: "not_utf8", reason: "not UTF-8" };
  if (typeof text === "string") limit.add(text.length);
  const document = documentOfRecord(
    (field) => {
      const value = fieldOf(field);
      return value === NOT_UTF8 ? undefined : value;
    },
    `${name}#${line}`,
    fields,
  );
  return "reason" in document ? { line, code: "invalid_record", ...document } : document;
}
