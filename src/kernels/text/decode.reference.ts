/** UTF-8 said plainly. Reference implementation of `assembly/text/utf8.ts`. */

/** The code point at `at`; a separator of one byte where none stands. */
export function decodeAt(bytes: Uint8Array, at: number): { codePoint: number | null; length: number } {
  const lead = bytes[at]!;
  if (lead < 0x80) return { codePoint: lead, length: 1 };
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  const rest = bytes.subarray(at + 1, at + length);
  const malformed = { codePoint: null, length: 1 };
  if (lead < 0xc2 || lead > 0xf4 || rest.length < length - 1 || rest.some((byte) => byte >> 6 !== 2)) return malformed;
  const codePoint = rest.reduce((bits, byte) => (bits << 6) | (byte & 0x3f), lead & (0x7f >> length));
  const smallest = [0, 0, 0x80, 0x800, 0x10000][length]!;
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return codePoint < smallest || codePoint > 0x10ffff || isSurrogate ? malformed : { codePoint, length };
}
