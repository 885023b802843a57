/** Rows of Parquet as JSON Lines have them: with every column in each, and no value rounded. */
import type { SchemaElement } from "hyparquet";
import { isRecord } from "../../base/arguments.ts";
import { toBase64, toHex } from "../../base/bytes/bytes.ts";
import { throwIfAborted } from "../../base/errors.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import { openFile } from "../documents/bytes/byteSource.ts";
import { damaged, NotRead } from "../documents/bytes/notRead.ts";
import { loadParquet } from "../documents/datasets/peers.ts";

/** The rows of a file, as JSON. @throws NotRead */
export async function* parquetRows(path: string, signal: PlatformAbortSignal | undefined): AsyncGenerator<string> {
  const { hyparquet, compressors } = await loadParquet();
  const source = await openFile(path);
  try {
    const file = {
      byteLength: source.sizeBytes,
      slice: async (start: number, end = source.sizeBytes) =>
        Uint8Array.from(await source.read(start, end - start)).buffer,
    };
    const metadata = await hyparquet.parquetMetadataAsync(file).catch(asDamaged);
    const scales = scalesOf(metadata.schema);
    const how = { file, metadata, compressors, parsers: PARSERS, utf8: false };
    let rowEnd = 0;
    // A group at a time: its columns are unpacked as a whole, however few of its rows are asked for.
    for (const group of metadata.row_groups) {
      throwIfAborted(signal);
      const rowStart = rowEnd;
      rowEnd += Number(group.num_rows);
      const rows = await hyparquet.parquetReadObjects({ ...how, rowStart, rowEnd }).catch(asDamaged);
      for (const row of rows) yield jsonOf(row, scales);
    }
  } finally {
    await source.close();
  }
}

/** Whatever the library makes of bytes that contradict the format. */
function asDamaged(error: unknown): never {
  throw error instanceof NotRead ? error : damaged("its rows cannot be read");
}

/** The library makes dates of these, which end at milliseconds. */
const PARSERS = {
  timestampFromMilliseconds: (time: bigint) => isoOf(time, 3),
  timestampFromMicroseconds: (time: bigint) => isoOf(time, 6),
  timestampFromNanoseconds: (time: bigint) => isoOf(time, 9),
  dateFromDays: (days: number) => isoOf(BigInt(days) * 86_400n, 0).slice(0, 10),
};

/** @param digits of a second that the time counts */
function isoOf(time: bigint, digits: number): string {
  const parts = 10n ** BigInt(digits);
  const fraction = ((BigInt(time) % parts) + parts) % parts;
  const date = new Date(Number((BigInt(time) - fraction) / parts) * 1_000);
  if (Number.isNaN(date.getTime())) return String(time);
  const beyond = String(fraction).padStart(digits, "0").slice(0, digits);
  return date.toISOString().replace(/000Z$/, `${beyond.padEnd(3, "0")}Z`);
}

/** Of the decimal columns how many digits stand behind the point; the library would make floating numbers of them. */
function scalesOf(schema: SchemaElement[]): ReadonlyMap<string, number> {
  const scales = new Map<string, number>();
  let at = 1;
  const pass = (): void => {
    for (let left = schema[at++]?.num_children ?? 0; left > 0; left -= 1) pass();
  };
  while (at < schema.length) {
    const element = schema[at]!;
    if (element.converted_type === "DECIMAL") {
      scales.set(element.name, element.scale ?? 0);
      delete element.converted_type;
      delete element.logical_type;
    }
    pass();
  }
  return scales;
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

/** JSON of a value: whole numbers of 64 bits as they are, bytes that are no text in base64, times as ISO 8601 says. */
function jsonOf(value: unknown, scales?: ReadonlyMap<string, number>): string {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Uint8Array) return JSON.stringify(textOf(value) ?? toBase64(value));
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return `[${Array.from(value as unknown[], (one) => jsonOf(one)).join(",")}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).map(([name, field]) => {
    const scale = field == null ? undefined : scales?.get(name);
    return `${JSON.stringify(name)}:${scale === undefined ? jsonOf(field) : decimalOf(field, scale)}`;
  });
  return `{${fields.join(",")}}`;
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
