/** What the footer of a Parquet file says: its columns, and where each lies in each row group. */
import type { ByteSource } from "../../bytes/byteSource.ts";
import { damaged, encrypted, NotRead } from "../../bytes/notRead.ts";
import type { ParquetPackages } from "../peers.ts";
import type { Levels } from "./page.ts";
import { ThriftReader } from "./thrift.ts";

type FileMetaData = import("hyparquet").FileMetaData;
type SchemaElement = import("hyparquet").SchemaElement;
export type ColumnMetaData = import("hyparquet").ColumnMetaData;
export type RowGroup = import("hyparquet").RowGroup;

/** Bytes of a footer: 64 MiB describe some 100,000 row groups of ten columns. */
const FOOTER_BYTES_MAX = 64 * 1024 * 1024;
const SCHEMA_DEPTH_MAX = 64;
const TAIL_BYTES = 64 * 1024;

/** A column that holds values. */
export interface Leaf extends Levels {
  /** Names from the root, joined by dots. */
  path: string;
  /** The same as records name it, without the names that stand for a list: `messages[].content`. */
  recordPath: string;
  /** The same as the library gives it, which keeps names of lists of the older forms. */
  givenPath: string;
  /** Whether it is a key or a value of a map, which has no path. */
  isInMap: boolean;
  element: SchemaElement;
}

export interface ParquetFile {
  metadata: FileMetaData;
  leaves: Leaf[];
  /** Paths that hold other columns. */
  groups: ReadonlySet<string>;
}

/** @throws NotRead where it is no Parquet file, or is damaged or encrypted */
export async function openParquet(source: ByteSource, { hyparquet }: ParquetPackages): Promise<ParquetFile> {
  if (source.sizeBytes < 12) throw damaged("it was cut");
  const tailBytes = Math.min(source.sizeBytes, TAIL_BYTES);
  let tail = await source.read(source.sizeBytes - tailBytes, tailBytes);
  const magic = String.fromCharCode(...tail.subarray(-4));
  if (magic === "PARE") throw encrypted();
  if (magic !== "PAR1") throw damaged("it was cut, or is no Parquet file");
  const footerBytes = new DataView(tail.buffer, tail.byteOffset + tail.length - 8).getUint32(0, true);
  if (footerBytes + 12 > source.sizeBytes) throw damaged("it was cut");
  if (footerBytes > FOOTER_BYTES_MAX) throw new NotRead("too_large", "its footer is over 64 MiB");
  if (footerBytes + 8 > tail.length) tail = await source.read(source.sizeBytes - footerBytes - 8, footerBytes + 8);
  new ThriftReader(tail.subarray(0, -8), tail.length - 8 - footerBytes).struct();
  const metadata = orDamaged(() =>
    hyparquet.parquetMetadata(Uint8Array.from(tail).buffer, { geoparquet: false, parsers: LENIENT }),
  );
  const { leaves, groups } = columnsOf(metadata.schema);
  for (const { columns, num_rows: rows } of metadata.row_groups)
    if (columns.length !== leaves.length || typeof rows !== "bigint" || rows < 0n) throw wrongFooter();
  return { metadata, leaves, groups };
}

/** Of statistics the beginnings of texts are used alone, so that their values need not be valid. */
const LENIENT = {
  stringFromBytes: (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(0, BEGINNING_BYTES)),
  dateFromDays: () => 0,
  uuidFromBytes: () => "",
};
const BEGINNING_BYTES = 256;

/** What the library makes of checked bytes; anything that it throws shows that they contradict the format. */
function orDamaged<T>(work: () => T): T {
  try {
    return work();
  } catch {
    throw wrongFooter();
  }
}

function wrongFooter(): NotRead {
  return damaged("its footer is wrong");
}

/** What the groups around a field say of it. */
interface Above {
  recordPath: string;
  givenPath: string;
  /** Whether its own name belongs to these paths. */
  names: { record: boolean; given: boolean };
  isList: boolean;
  isInMap: boolean;
}

const isAnnotated = ({ converted_type: older, logical_type: logical }: SchemaElement, type: "LIST" | "MAP"): boolean =>
  older === type || logical?.type === type;

/** The columns of a schema, which lists each group before its fields. @throws NotRead */
function columnsOf(schema: readonly SchemaElement[]): { leaves: Leaf[]; groups: Set<string> } {
  const leaves: Leaf[] = [];
  const groups = new Set<string>();
  let at = 0;
  const read = (path: readonly string[], above: Above, levels: Levels): void => {
    const element = schema[at];
    if (element === undefined || path.length > SCHEMA_DEPTH_MAX) throw wrongFooter();
    const isRoot = at === 0;
    at += 1;
    const names = isRoot ? [] : [...path, element.name];
    const isRepeated = element.repetition_type === "REPEATED";
    const end = isRepeated ? "[]" : "";
    const pathIn = (from: string, isNamed: boolean) =>
      isRoot || !isNamed ? from + end : `${from}${from === "" ? "" : "."}${element.name}${end}`;
    const recordPath = pathIn(above.recordPath, above.names.record);
    const givenPath = pathIn(above.givenPath, above.names.given);
    const below = {
      levelMax: levels.levelMax + (isRoot || element.repetition_type === "REQUIRED" ? 0 : 1),
      repetitionMax: levels.repetitionMax + (isRepeated ? 1 : 0),
    };
    const children = element.num_children ?? 0;
    if (children === 0) {
      if (element.type === undefined) throw wrongFooter();
      leaves.push({ path: names.join("."), recordPath, givenPath, element, isInMap: above.isInMap, ...below });
      return;
    }
    if (element.type !== undefined || children > schema.length - at) throw wrongFooter();
    groups.add(names.join("."));
    // A list is a group of one repeated group of one field; neither of these two has a name of its own.
    const entry = schema[at];
    const isList = children === 1 && entry?.repetition_type === "REPEATED" && isAnnotated(element, "LIST");
    const isOfList = above.isList && isRepeated && children === 1;
    // The library knows lists by the older annotation, and no entry of several fields without a group of its own.
    const isGiven = isList && element.converted_type === "LIST" && (entry?.num_children ?? 0) <= 1;
    const inner = {
      recordPath,
      givenPath,
      isList,
      names: { record: !isList && !isOfList, given: !isGiven && !(isOfList && !above.names.given) },
      isInMap: above.isInMap || isAnnotated(element, "MAP") || element.converted_type === "MAP_KEY_VALUE",
    };
    for (let child = 0; child < children; child += 1) read(names, inner, below);
  };
  const root = { recordPath: "", givenPath: "", names: { record: true, given: true }, isList: false, isInMap: false };
  read([], root, { levelMax: 0, repetitionMax: 0 });
  if (at !== schema.length) throw wrongFooter();
  return { leaves, groups };
}
