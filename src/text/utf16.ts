/** From places in UTF-8 to places in a JavaScript string. */

/**
 * For each byte offset at a character's beginning, the number of UTF-16 units before it.
 *
 * @param bytes   well-formed UTF-8
 * @param offsets in any order, 0 to bytes.length
 */
export function utf16Lengths(bytes: Uint8Array, offsets: readonly number[]): Map<number, number> {
  const lengths = new Map<number, number>();
  let at = 0;
  let units = 0;
  for (const offset of [...offsets].sort((a, b) => a - b)) {
    for (; at < offset; at++) units += unitsOf(bytes[at]!);
    lengths.set(offset, units);
  }
  return lengths;
}

/** A character counts at its lead byte: two units from four bytes on, none at a continuation byte. */
function unitsOf(byte: number): number {
  if ((byte & 0xc0) === 0x80) return 0;
  return byte >= 0xf0 ? 2 : 1;
}
