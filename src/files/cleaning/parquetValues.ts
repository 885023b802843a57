/** JSON of the values of Parquet: the kind of a column says which form all of its values have, and none is rounded. */
import type { FileMetaData, SchemaElement } from "hyparquet";
import { toBase64, toHex } from "../../base/bytes/bytes.ts";
import { encrypted } from "../documents/bytes/notRead.ts";

/** A column, or a group of them. */
export interface Field {
  /** As the library is told, which would lose a column that is called `__proto__`. */
  key: string;
  name: string;
  /** Names from the root, joined by dots. */
  path: string;
  kind: "value" | "group" | "list" | "map";
  fields: Field[];
  element: SchemaElement;
  /** Of bytes that may be text: whether one of the values is none. */
  isBinary: boolean;
}

/** The root of the columns, and what the library is told of them: it then gives values as they stand in the file. */
export function fieldsOf(metadata: FileMetaData): { root: Field; plain: FileMetaData } {
  const schema: SchemaElement[] = [];
  const keys: string[][] = [];
  const read = (above: readonly string[], names: readonly string[]): Field => {
    const element = metadata.schema[schema.length]!;
    const key = `c${schema.length}`;
    const isRoot = schema.length === 0;
    const told: SchemaElement = { ...element, name: key };
    schema.push(told);
    const [keysHere, namesHere] = isRoot
      ? [[], []]
      : [
          [...above, key],
          [...names, element.name],
        ];
    const fields = Array.from({ length: element.num_children ?? 0 }, () => read(keysHere, namesHere));
    if (fields.length === 0) keys.push(keysHere);
    const kind = kindOf(element, fields);
    delete told.converted_type;
    if (!isOf(element, "UUID", "FLOAT16")) delete told.logical_type;
    if (kind === "list") told.converted_type = "LIST";
    return { key, name: element.name, path: namesHere.join("."), kind, fields, element, isBinary: false };
  };
  const root = read([], []);
  const groups = metadata.row_groups.map((group) => ({
    ...group,
    columns: group.columns.map((column, leaf) => {
      if (column.meta_data === undefined) throw encrypted();
      return { ...column, meta_data: { ...column.meta_data, path_in_schema: keys[leaf]! } };
    }),
  }));
  return { root, plain: { ...metadata, schema, row_groups: groups } };
}

const isOf = ({ converted_type: older, logical_type: logical }: SchemaElement, ...types: string[]): boolean =>
  types.some((type) => older === type || logical?.type === type);

function kindOf(element: SchemaElement, fields: readonly Field[]): Field["kind"] {
  const [entry, more] = fields;
  if (entry === undefined) return "value";
  if (more !== undefined || entry.element.repetition_type !== "REPEATED") return "group";
  if (isOf(element, "LIST") && entry.fields.length <= 1) return "list";
  return isOf(element, "MAP", "MAP_KEY_VALUE") && entry.fields.length === 2 ? "map" : "group";
}

/** Whether a column of bytes does not say what they are: writers of old have text in such. */
export const mayBeText = ({ kind, element }: Field): boolean =>
  kind === "value" &&
  element.type === "BYTE_ARRAY" &&
  element.converted_type === undefined &&
  element.logical_type === undefined;

/** @param onReplaced told the path of a column of text with bytes that are none */
export function jsonOf(field: Field, value: unknown, onReplaced: (path: string) => void): string {
  if (value === null || value === undefined) return "null";
  const { kind, fields } = field;
  if (kind === "list") {
    const [entry] = fields[0]!.fields.length === 0 ? fields : fields[0]!.fields;
    return `[${(value as unknown[]).map((one) => jsonOf(entry!, one, onReplaced)).join(",")}]`;
  }
  if (Array.isArray(value)) return `[${value.map((one) => jsonOf(field, one, onReplaced)).join(",")}]`;
  if (kind === "value") return jsonOfValue(field, value, onReplaced);
  const given = value as Readonly<Record<string, unknown>>;
  if (kind === "map") return jsonOfMap(fields[0]!, given[fields[0]!.key], onReplaced);
  const written = fields.map((one) => `${JSON.stringify(one.name)}:${jsonOf(one, given[one.key], onReplaced)}`);
  return `{${written.join(",")}}`;
}

/** An object, or pairs, where a key stands twice. */
function jsonOfMap({ fields: [key, value] }: Field, entries: unknown, onReplaced: (path: string) => void): string {
  if (!Array.isArray(entries)) return "null";
  const pairs = (entries as Readonly<Record<string, unknown>>[]).map((entry) => [
    jsonOf(key!, entry[key!.key], onReplaced),
    jsonOf(value!, entry[value!.key], onReplaced),
  ]);
  if (new Set(pairs.map(([name]) => name)).size < pairs.length)
    return `[${pairs.map((pair) => `[${pair.join(",")}]`).join(",")}]`;
  return `{${pairs.map(([name, one]) => `${name!.startsWith('"') ? name : JSON.stringify(name)}:${one}`).join(",")}}`;
}

function jsonOfValue(field: Field, value: unknown, onReplaced: (path: string) => void): string {
  const { element, path } = field;
  const { type, logical_type: logical } = element;
  if (isOf(element, "DECIMAL"))
    return decimalOf(value, element.scale ?? (logical?.type === "DECIMAL" ? logical.scale : 0));
  if (isOf(element, "DATE")) return jsonOfDay(value as number);
  if (type === "INT96") return jsonOfTime(value as bigint, 9, "Z");
  if (logical?.type === "TIMESTAMP")
    return jsonOfTime(value as bigint, DIGITS[logical.unit], logical.isAdjustedToUTC ? "Z" : "");
  if (isOf(element, "TIMESTAMP_MILLIS")) return jsonOfTime(value as bigint, 3, "Z");
  if (isOf(element, "TIMESTAMP_MICROS")) return jsonOfTime(value as bigint, 6, "Z");
  if (value instanceof Uint8Array) {
    const isText = isOf(element, "UTF8", "STRING", "ENUM", "JSON");
    if (!isText && (field.isBinary || !mayBeText(field))) return JSON.stringify(toBase64(value));
    const text = textOf(value);
    if (text !== undefined) return JSON.stringify(text);
    if (isText) onReplaced(path);
    else field.isBinary = true;
    return JSON.stringify(isText ? REPLACING.decode(value) : toBase64(value));
  }
  if (typeof value === "bigint") return String(isUnsigned(element) ? BigInt.asUintN(64, value) : value);
  if (typeof value !== "number") return JSON.stringify(value);
  // Python writes these, and reads them.
  if (Object.is(value, -0)) return "-0.0";
  return String(type === "INT32" && isUnsigned(element) ? value >>> 0 : value);
}

const DIGITS = { MILLIS: 3, MICROS: 6, NANOS: 9 } as const;

const isUnsigned = (element: SchemaElement): boolean =>
  isOf(element, "UINT_32", "UINT_64") || (element.logical_type?.type === "INTEGER" && !element.logical_type.isSigned);

/** Years that ISO 8601 writes with four digits; other times stay the numbers that they are. */
const isWritten = (date: Date): boolean => date.getUTCFullYear() >= 0 && date.getUTCFullYear() <= 9_999;

function jsonOfDay(days: number): string {
  const date = new Date(days * 86_400_000);
  return isWritten(date) ? `"${date.toISOString().slice(0, 10)}"` : String(days);
}

/** @param digits of a second that the time counts */
function jsonOfTime(time: bigint, digits: number, zone: string): string {
  const parts = 10n ** BigInt(digits);
  const fraction = ((time % parts) + parts) % parts;
  const date = new Date(Number((time - fraction) / parts) * 1_000);
  if (!isWritten(date)) return String(time);
  return `"${date.toISOString().slice(0, 19)}.${String(fraction).padStart(digits, "0")}${zone}"`;
}

/** The number that stands in bytes, the first the highest, or as an integer. */
function decimalOf(value: unknown, scale: number): string {
  const bytes = value instanceof Uint8Array ? value : undefined;
  const whole =
    bytes === undefined ? BigInt(value as bigint) : BigInt.asIntN(8 * bytes.length, BigInt(`0x0${toHex(bytes)}`));
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, "0");
  const point = digits.length - scale;
  return `${whole < 0n ? "-" : ""}${digits.slice(0, point)}${scale > 0 ? `.${digits.slice(point)}` : ""}`;
}

const REPLACING = new TextDecoder("utf-8", { ignoreBOM: true });
const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return STRICT.decode(bytes);
  } catch {
    return undefined;
  }
}
