/** Whether a file is as it was written. pdf.js rebuilds what it can of others, and drops the rest without a word. */

/** Bytes before the mark of the end that are its last lines, and first ones that may stand before the file. */
const END_BYTES = 2_048;
const HEAD_BYTES_MAX = 1_024;
/** Bytes that are enough to know a cross-reference table, or the object that holds one. */
const TABLE_BYTES = 64;
/** Bytes behind the end that are looked at. */
const AFTER_BYTES = 65_536;

/**
 * What shows that a file was cut or changed; `undefined` where nothing does. Its last lines say where its table of
 * objects stands (ISO 32000-1, 7.5.5): where bytes were lost or added before it, it stands elsewhere.
 */
export function faultOf(bytes: Uint8Array): string | undefined {
  const mark = lastMark(bytes);
  // Servers and mailers put bytes of their own behind the end; a change that was cut begins with objects.
  if (mark === -1 || /\d\s+obj\b/.test(textOf(bytes.subarray(mark, mark + AFTER_BYTES))))
    return "the end of the file is missing, and with it perhaps pages";
  const end = textOf(bytes.subarray(Math.max(0, mark - END_BYTES), mark));
  const stated = Array.from(end.matchAll(/startxref\s+(\d{1,15})/g), ([, offset]) => Number(offset)).at(-1);
  const before = Math.max(0, textOf(bytes.subarray(0, HEAD_BYTES_MAX)).indexOf("%PDF-"));
  const isThere = (offset: number) =>
    /^\s*(?:xref|\d+\s+\d+\s+obj)/.test(textOf(bytes.subarray(offset, offset + TABLE_BYTES)));
  if (stated !== undefined && (isThere(stated) || isThere(stated + before))) return undefined;
  return "the file was changed after it was written, and parts may be missing";
}

/** Where the last mark of an end stands, or -1. */
function lastMark(bytes: Uint8Array): number {
  for (let at = bytes.lastIndexOf(0x25); at > 0; at = bytes.lastIndexOf(0x25, at - 1))
    if (textOf(bytes.subarray(at - 1, at + 4)) === "%%EOF") return at - 1;
  return -1;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}
