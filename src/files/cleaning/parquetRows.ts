/** Rows of Parquet as JSON Lines have them: with every column in each, and no value rounded. */
import { throwIfAborted } from "../../base/errors.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import { openFile } from "../documents/bytes/byteSource.ts";
import { damaged, NotRead } from "../documents/bytes/notRead.ts";
import { openParquet } from "../documents/datasets/parquet/file.ts";
import { loadParquet } from "../documents/datasets/peers.ts";
import { type Field, fieldsOf, jsonOf, mayBeText } from "./parquetValues.ts";

/**
 * The rows of a file, as JSON: whole numbers of 64 bits as they are, columns of JSON as their text, times as ISO 8601
 * says, NaN and the infinities as Python writes them, bytes in base64, where all of a column are not text.
 *
 * @param onReplaced told the path of a column of text with bytes that are none: U+FFFD stands for them
 * @throws NotRead
 */
export async function* parquetRows(
  path: string,
  signal: PlatformAbortSignal | undefined,
  onReplaced: (path: string) => void,
): AsyncGenerator<string> {
  const packages = await loadParquet();
  const source = await openFile(path);
  try {
    const file = {
      byteLength: source.sizeBytes,
      slice: async (start: number, end = source.sizeBytes) =>
        Uint8Array.from(await source.read(start, end - start)).buffer,
    };
    const { root, plain } = fieldsOf((await openParquet(source, packages)).metadata);
    const { hyparquet, compressors } = packages;
    const how = { file, metadata: plain, compressors, parsers: AS_THEY_ARE, utf8: false };
    const rowsOf = async function* (columns?: string[]): AsyncGenerator<Record<string, unknown>> {
      let rowEnd = 0;
      // A group at a time: its columns are unpacked as a whole, however few of its rows are asked for.
      for (const group of plain.row_groups) {
        throwIfAborted(signal);
        const rowStart = rowEnd;
        rowEnd += Number(group.num_rows);
        const asked = { ...how, rowStart, rowEnd, ...(columns && { columns }) };
        yield* await hyparquet.parquetReadObjects(asked).catch(asDamaged);
      }
    };
    // All values of a column have one form, which is known when all have been seen.
    const unknown = root.fields.filter(holdsUnknown);
    if (unknown.length > 0)
      for await (const row of rowsOf(unknown.map(({ key }) => key)))
        for (const field of unknown) jsonOf(field, row[field.key], () => {});
    for await (const row of rowsOf()) yield jsonOf(root, row, onReplaced);
  } finally {
    await source.close();
  }
}

const holdsUnknown = (field: Field): boolean => mayBeText(field) || field.fields.some(holdsUnknown);

/** The library makes dates of these, which end at milliseconds. */
const AS_THEY_ARE = { timestampFromNanoseconds: (time: bigint) => time };

/** Whatever the library makes of bytes that contradict the format. */
function asDamaged(error: unknown): never {
  throw error instanceof NotRead ? error : damaged("its rows cannot be read");
}
