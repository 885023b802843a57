/** Documents from rows of Arrow: files, Feather of version 2, and the streams that the library datasets keeps. */
import { builtinIfAny } from "../../../../base/bytes/builtin.ts";
import { toBase64 } from "../../../../base/bytes/bytes.ts";
import { damaged, NotRead } from "../../bytes/notRead.ts";
import { UnpackedLimit, wholeOf } from "../packed/unpack.ts";
import { loadArrow, loadZstd } from "../peers.ts";
import { bytesOf, type DatasetPart, type DatasetReading } from "../reading.ts";
import { type ArrowBatch, checkBatchLengths, checkMessages } from "./arrowCheck.ts";
import { unpackLz4 } from "./lz4.ts";
import { toldOnce } from "./textless.ts";

/** Bytes of a buffer when it is unpacked. */
const BUFFER_BYTES_MAX = 512 * 1024 * 1024;

export async function* arrowRowsIn(reading: DatasetReading): AsyncGenerator<DatasetPart> {
  const { name } = reading;
  try {
    const file = await wholeOf(bytesOf(reading));
    const table = await tableOf(file);
    // Many rows may name one entry of a dictionary.
    const limit = new UnpackedLimit();
    limit.packedBytes = file.length;
    if (table.numRows === 0) yield { kind: "item", record: 0, item: { code: "empty", reason: "no rows" } };
    const encoder = new TextEncoder();
    const parts = (async function* (): AsyncGenerator<DatasetPart> {
      for (let row = 0; row < table.numRows; row += 1) {
        const bytes = encoder.encode(
          jsonOf(
            orDamaged(() => table.at(row)),
            limit,
          ),
        );
        yield { kind: "line", record: row + 1, line: row + 1, name, bytes, isUtf8: true };
      }
    })();
    yield* toldOnce(parts, reading);
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    const { code, reason, format } = error;
    yield { kind: "item", record: reading.after + 1, item: { code, reason, ...(format !== undefined && { format }) } };
  }
}

interface ArrowTable {
  numRows: number;
  at(row: number): unknown;
  children: readonly { data: readonly ArrowBatch[] }[];
}

/** @throws NotRead, unsupported_runtime */
async function tableOf(bytes: Uint8Array): Promise<ArrowTable> {
  if (String.fromCharCode(...bytes.subarray(0, 4)) === "FEA1")
    throw new NotRead("format_not_read", "Feather of version 1 is not read here. Write it as version 2", "Feather");
  checkMessages(bytes);
  const limit = new UnpackedLimit();
  limit.packedBytes = bytes.length;
  const { tableFromIPC, setCompressionCodec, CompressionType } = await loadArrow();
  const encode = (): never => {
    throw damaged("nothing is packed here");
  };
  const decodeZstd = await zstd();
  const checked =
    (unpack: (bytes: Uint8Array, length: number) => Uint8Array) => (packed: Uint8Array, length: number) => {
      if (length < 0 || length > BUFFER_BYTES_MAX)
        throw new NotRead("too_large", "a buffer is over 512 MiB when unpacked");
      limit.add(length);
      const unpacked = unpack(packed, length);
      if (unpacked.length !== length) throw damaged("a buffer contradicts its length");
      return unpacked;
    };
  setCompressionCodec(CompressionType.LZ4_FRAME, { decode: checked(unpackLz4), encode });
  setCompressionCodec(CompressionType.ZSTD, { decode: checked(decodeZstd), encode });
  const table = orDamaged(() => tableFromIPC(bytes, { useBigInt: true }) as unknown as ArrowTable);
  for (const { data } of table.children) for (const batch of data) checkBatchLengths(batch, bytes.length);
  return table;
}

/** What Node has, or the package; where there is neither, what needs it is told. */
async function zstd(): Promise<(bytes: Uint8Array) => Uint8Array> {
  const { zstdDecompressSync } = (builtinIfAny("node:zlib") ?? {}) as Partial<typeof import("node:zlib")>;
  if (zstdDecompressSync !== undefined)
    return (bytes) => zstdDecompressSync(bytes, { maxOutputLength: BUFFER_BYTES_MAX });
  const library = await loadZstd().catch(() => undefined);
  return (bytes) => {
    if (library !== undefined) return library.decompress(bytes);
    throw new NotRead(
      "format_not_read",
      "packed as Zstandard. Install what unpacks it: npm install fzstd@0.1",
      "Arrow",
    );
  };
}

/** What the library makes of bytes that contradict the format is an error of any kind. */
function orDamaged<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof NotRead ? error : damaged("it contradicts its format");
  }
}

/**
 * A row as JSON: lists of numbers as lists, whole numbers as text where JSON rounds them, bytes in base64. What a value
 * takes is counted before it is written. @throws NotRead
 */
function jsonOf(row: unknown, limit: UnpackedLimit): string {
  const plain = (name: string, value: unknown): unknown => {
    limit.add(name.length + unitsOf(value));
    if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    if (value instanceof Uint8Array) return toBase64(value);
    if (ArrayBuffer.isView(value)) return [...(value as Float64Array)];
    return value;
  };
  try {
    return JSON.stringify(row, plain);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new NotRead("too_large", "a row is over 512 MB");
  }
}

const VALUE_BYTES = 8;

/** The bytes that a value takes in memory, at least. */
function unitsOf(value: unknown): number {
  if (typeof value === "string" || value instanceof Uint8Array) return value.length;
  return ArrayBuffer.isView(value) ? VALUE_BYTES * (value as Float64Array).length : VALUE_BYTES;
}
