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
  type WantedColumns,
} from "../reading.ts";
import { EXAMINED_RECORDS, lineOf, proseBeside, shown, toldBeside } from "../records/proseFields.ts";
import { type FieldsFound, fieldsFound } from "../records/textless.ts";
import { valueAt } from "../records/valueAt.ts";
import { isSentence, optionOf, pathsOf, SHAPES, textOfRecord } from "../recordText.ts";
import { ColumnReader, flatValue, MendedText, NOT_UTF8 } from "./column.ts";
import { openParquet, type ParquetFile, type RowGroup } from "./file.ts";
import { readLists } from "./lists.ts";

/** The row groups. @throws invalid_request where a field that was asked for is no column of values */
export async function* rowGroupsIn(reading: DatasetReading): AsyncGenerator<DatasetPart> {
  const { after, name, path } = reading;
  let row = 0;
  try {
    const file = await openParquet(reading.source, await loadParquet());
    const { textField, told } = await fieldsOfText(file, reading);
    const fields = textField === undefined ? reading.fields : { ...reading.fields, textField };
    const wanted = wantedColumns(file, fields, name);
    if (wanted instanceof NotRead) throw wanted;
    const { key_value_metadata: _, row_groups: groups, ...described } = file.metadata;
    if (fields.textField === undefined) told.push(...(await besideText(file, wanted, reading)));
    const code = "invalid_record";
    if (after === 0) for (const reason of told) yield { kind: "item", record: 0, item: { code, reason, note: true } };
    for (const group of groups) {
      const rows = Number(group.num_rows);
      const metadata = { ...described, row_groups: [group] };
      const part = { kind: "rows", record: row + 1, rows, after, name, path, wanted, textField } as const;
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

/** The fields of text by what the first rows hold, where no column is named as texts are. */
async function fieldsOfText(file: ParquetFile, { fields, source }: DatasetReading): Promise<FieldsFound> {
  const groups = file.metadata.row_groups;
  if (fields.textField !== undefined || shapeIn(file) !== undefined || groups.length === 0) return { told: [] };
  const texts = file.leaves.filter(({ element, isInMap }) => element.type === "BYTE_ARRAY" && !isInMap);
  const lists = texts.filter(({ recordPath }) => recordPath.includes("[]"));
  const flat = texts.filter((leaf) => !lists.includes(leaf));
  const wanted = {
    columns: new Map(flat.map((leaf) => [leaf.recordPath, file.leaves.indexOf(leaf)])),
    given: new Map<string, string>(),
    lists: new Set(lists.map(({ path }) => path.split(".")[0]!)),
  };
  const records = await firstRows(file, wanted, source);
  const recordPaths = new Map(file.leaves.map(({ givenPath, recordPath }) => [givenPath, recordPath]));
  const { textField, told } = fieldsFound(records, fields, "columns");
  if (textField === undefined) return { told };
  return { textField: optionOf(pathsOf(textField).map((path) => recordPaths.get(path) ?? path)), told };
}

/**
 * What is told of other columns whose least or greatest value is prose, as the first row group says, or which it says
 * nothing of: the words of their first rows; of lists, whose rows are not read for it, the names.
 */
async function besideText(file: ParquetFile, wanted: WantedColumns, { source, fields }: DatasetReading) {
  const { leaves, metadata } = file;
  const group = metadata.row_groups[0];
  if (group === undefined) return [];
  const isRead = new Set(wanted.columns.values());
  const unread = leaves.flatMap((leaf, i) => {
    const [top] = leaf.path.split(".");
    const isText = leaf.element.type === "BYTE_ARRAY" && !leaf.isInMap;
    return isText && !isRead.has(i) && !wanted.lists.has(top!) ? [{ path: leaf.recordPath, i }] : [];
  });
  const valuesOf = (i: number) => {
    const { min_value, max_value } = group.columns[i]?.meta_data?.statistics ?? {};
    return [min_value, max_value].filter((one) => typeof one === "string");
  };
  const ofLists = unread.filter(({ path, i }) => path.includes("[]") && valuesOf(i).some(isSentence));
  const flat = unread.filter(({ path, i }) => {
    const values = valuesOf(i);
    return !path.includes("[]") && (values.length === 0 || values.some((one) => MAY_BE_PROSE.test(one)));
  });
  const texts = new Map(wanted.texts.flatMap((path) => [...wanted.columns].filter(([name]) => name === path)));
  const columns = new Map([...texts, ...flat.map(({ path, i }) => [path, i] as const)]);
  const others: ReturnType<typeof proseBeside>[] = [];
  for (const values of flat.length === 0
    ? []
    : await firstRows(file, { ...wanted, columns, lists: new Set() }, source)) {
    const text = [...texts.keys()].map((path) => values[path]).join(" ");
    others.push(proseBeside(values, text, [...texts.keys(), ...KNOWN_FIELDS, ...(fields.fields ?? [])]));
  }
  const told = toldBeside(others, wanted.texts, "columns");
  if (ofLists.length === 0) return told === undefined ? [] : [told];
  const names = ofLists.map(({ path }) => path);
  const listed = `columns with lists that hold text too are not read: ${shown(names)}. ${lineOf([...wanted.texts, ...names])}`;
  return told === undefined ? [listed] : [told, listed];
}

/** Two words: values are noted up to some length. */
const MAY_BE_PROSE = /\p{L}\s\p{L}|[\u3040-\u30ff\u4e00-\u9fff]/u;

/** The first rows of a file. */
async function firstRows(file: ParquetFile, wanted: Omit<WantedColumns, "texts">, source: ByteSource) {
  const groups = file.metadata.row_groups.slice(0, 1);
  const first = { ...file, metadata: { ...file.metadata, row_groups: groups } };
  const names = [...wanted.columns.keys(), ...wanted.lists];
  const records: Record<string, unknown>[] = [];
  for await (const fieldOf of rowsOf(first, wanted, Number(groups[0]?.num_rows ?? 0), source)) {
    records.push(Object.fromEntries(names.map((name) => [name, fieldOf(name)])));
    if (records.length === EXAMINED_RECORDS) break;
  }
  return records;
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
  { fields: asked }: RecordReading,
  open?: ByteSource,
): AsyncGenerator<FoundItem> {
  const fields = part.textField === undefined ? asked : { ...asked, textField: part.textField };
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
function wantedColumns(file: ParquetFile, fields: RecordFields, name: string): WantedColumns | NotRead {
  const { leaves, groups } = file;
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
  const isColumn = (name: string) => hasColumn(paths, name);
  const named = textField === undefined ? shapeIn(file) : pathsOf(textField);
  const text = named !== undefined && isColumn(named[0]!) ? named : undefined;
  if (text === undefined) return noText(textField ?? "text", paths, groups);
  const names = [...text, idField, ...KNOWN_FIELDS, ...more].filter(isColumn);
  const flat = names.filter((path) => paths.includes(path) && !path.includes("[]"));
  const given = leaves.filter(({ recordPath, givenPath }) => recordPath !== givenPath);
  return {
    columns: new Map(flat.map((path) => [path, paths.indexOf(path)])),
    given: new Map(given.map(({ recordPath, givenPath }) => [recordPath, givenPath])),
    texts: text.filter(isColumn),
    lists: new Set(names.filter((path) => !flat.includes(path)).map((path) => path.split(/[.[]/)[0]!)),
  };
}

const hasColumn = (paths: readonly string[], name: string): boolean =>
  paths.some((path) => path === name || path.startsWith(`${name}[]`));

/** What a file with such columns calls its texts. */
function shapeIn({ leaves }: ParquetFile): readonly string[] | undefined {
  const paths = leaves.map(({ recordPath }) => recordPath);
  return SHAPES.find(([first]) => hasColumn(paths, first!));
}

function noText(field: string, paths: readonly string[], groups: ReadonlySet<string>): NotRead {
  const what = groups.has(field) ? `\`${field}\` is a group or a list, not text` : `no \`${field}\` column`;
  const reason = `${what}; its columns are ${shown(paths)}. Name those that hold text: --text-field (option textField)`;
  return new NotRead("invalid_record", reason);
}

async function* itemsIn(part: RowsPart, fields: RecordFields, source: ByteSource): AsyncGenerator<FoundItem> {
  let record = part.record;
  for await (const fieldOf of rowsOf(part.file as ParquetFile, part.wanted, part.rows, source)) {
    for (const item of itemsOf(fieldOf, record, part.name, fields)) yield { record, item };
    record += 1;
  }
}

/** The values of each row of the first row group by their paths. */
async function* rowsOf(
  file: ParquetFile,
  wanted: Omit<WantedColumns, "texts">,
  rows: number,
  source: ByteSource,
): AsyncGenerator<(path: string) => unknown> {
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
  for (let row = 0; row < rows; row += 1) {
    for (const column of columns) {
      column.at += 1;
      if (column.at < column.values.length) continue;
      column.values = await column.reader.next();
      column.at = 0;
    }
    const nested = Object.fromEntries(lists.map(([field, values]) => [field, values[row]]));
    yield (path) => {
      const column = byPath.get(path);
      return column === undefined
        ? valueAt(nested, wanted.given.get(path) ?? path)
        : (flatValue(column.values[column.at]) ?? null);
    };
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
