/** Converts offsets in UTF-8 to indices in a JavaScript string. */

/**
 * For each byte offset at the beginning of a character, the number of UTF-16 units before it.
 *
 * @param bytes   well-formed UTF-8
 * @param offsets in any order, 0 to bytes.length
 */
export function utf16Lengths(bytes: Uint8Array, offsets: readonly number[]): Map<number, number> {
  const lengths = new Map<number, number>();
  let at = 0;
  let units = 0;
  for (const offset of [...offsets].sort((a, b) => a - b)) {
    units += unitsBetween(bytes, at, offset);
    at = offset;
    lengths.set(offset, units);
  }
  return lengths;
}

/**
 * A character counts at its lead byte: two units if it has four bytes, otherwise one; continuation bytes count none.
 */
function unitsBetween(bytes: Uint8Array, start: number, end: number): number {
  const misaligned = (bytes.byteOffset + start) & 3;
  const alignedStart = Math.min(end, misaligned === 0 ? start : start + 4 - misaligned);
  const count = (end - alignedStart) >> 2;
  const words = new Uint32Array(bytes.buffer, count === 0 ? 0 : bytes.byteOffset + alignedStart, count);
  let units = unitsOfBytes(bytes, start, alignedStart) + 4 * words.length;
  // Four bytes at once: one bit for each continuation byte (10……), and one for each lead byte of four (1111……), summed
  // by multiplication.
  for (let i = 0; i < words.length; i++) {
    const four = words[i]!;
    if ((four & 0x8080_8080) === 0) continue;
    const continuations = (four >>> 7) & ~(four >>> 6) & 0x0101_0101;
    const leadsOfFour = (four >>> 7) & (four >>> 6) & (four >>> 5) & (four >>> 4) & 0x0101_0101;
    units += (Math.imul(leadsOfFour, 0x0101_0101) >>> 24) - (Math.imul(continuations, 0x0101_0101) >>> 24);
  }
  return units + unitsOfBytes(bytes, alignedStart + 4 * words.length, end);
}

function unitsOfBytes(bytes: Uint8Array, start: number, end: number): number {
  let units = 0;
  for (let at = start; at < end; at++) units += (bytes[at]! & 0xc0) === 0x80 ? 0 : bytes[at]! >= 0xf0 ? 2 : 1;
  return units;
}
