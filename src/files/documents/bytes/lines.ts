/** Splits bytes into lines. */
import { concat } from "../../../base/bytes/bytes.ts";

/** V8 allows no longer strings (2^29 - 24 UTF-16 units), so a longer line cannot become a document. */
export const LINE_BYTES_MAX = 2 ** 29 - 24;

const NEWLINE = 10;

/**
 * Lines of a byte stream without their `\n`, which the last line may lack. A line of more than `maxBytes` gives `null`;
 * at most `maxBytes` of it are held in memory.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number = LINE_BYTES_MAX,
): AsyncGenerator<Uint8Array | null> {
  for await (const { bytes } of linesIn(chunks, maxBytes, false)) yield bytes;
}

/** The same lines with their numbers, from 1, without those that are empty: a file may be nothing else. */
export function numberedLines(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ line: number; bytes: Uint8Array | null }> {
  return linesIn(chunks, LINE_BYTES_MAX, true);
}

async function* linesIn(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  skipsEmpty: boolean,
): AsyncGenerator<{ line: number; bytes: Uint8Array | null }> {
  let line = 0;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const hold = (bytes: Uint8Array) => {
    heldBytes += bytes.length;
    if (heldBytes > maxBytes) held = [];
    else if (bytes.length > 0) held.push(bytes);
  };
  const take = () => {
    const isTooLong = heldBytes > maxBytes;
    const parts = held;
    held = [];
    heldBytes = 0;
    if (isTooLong) return null;
    return parts.length === 1 ? parts[0]! : concat(parts);
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      line += 1;
      if (!skipsEmpty || end > start || heldBytes > 0) {
        hold(chunk.subarray(start, end));
        yield { line, bytes: take() };
      }
      start = end + 1;
    }
    hold(chunk.subarray(start));
  }
  if (heldBytes > 0) yield { line: line + 1, bytes: take() };
}
