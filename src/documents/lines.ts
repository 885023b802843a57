/** Bytes to lines. */

/** V8 refuses longer strings (2^29 - 24 UTF-16 units), so a longer line cannot become a document. */
export const LINE_BYTES_MAX = 2 ** 29 - 24;

const NEWLINE = 10;

/**
 * Lines of a byte stream without their `\n`; the last one needs none. A line over `maxBytes` comes as `null`, and no more than
 * that of it is held.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number = LINE_BYTES_MAX,
): AsyncGenerator<Uint8Array | null> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const hold = (bytes: Uint8Array) => {
    heldBytes += bytes.length;
    if (heldBytes > maxBytes) held = [];
    else if (bytes.length > 0) held.push(bytes);
  };
  const take = () => {
    const line = heldBytes > maxBytes ? null : join(held, heldBytes);
    held = [];
    heldBytes = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      hold(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    hold(chunk.subarray(start));
  }
  if (heldBytes > 0) yield take();
}

function join(parts: readonly Uint8Array[], lengthBytes: number): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(lengthBytes);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
