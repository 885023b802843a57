/** Whether a file is as it was written. pdf.js rebuilds what it can of others, and drops the rest without a word. */

/** Last bytes among which the mark of the end stands, and first ones that may stand before the file. */
const END_BYTES = 2_048;
const HEAD_BYTES_MAX = 1_024;
/** Bytes that are enough to know a cross-reference table, or the object that holds one. */
const TABLE_BYTES = 64;

/**
 * What shows that a file was cut or changed; `undefined` where nothing does. Its last lines say where its table of
 * objects stands (ISO 32000-1, 7.5.5): where bytes were lost or added before it, it stands elsewhere.
 */
export function faultOf(bytes: Uint8Array): string | undefined {
  const end = textOf(bytes.subarray(-END_BYTES));
  if (!end.includes("%%EOF")) return "the end of the file is missing, and with it perhaps pages";
  const stated = Array.from(end.matchAll(/startxref\s+(\d{1,15})/g), ([, offset]) => Number(offset)).at(-1);
  const before = Math.max(0, textOf(bytes.subarray(0, HEAD_BYTES_MAX)).indexOf("%PDF-"));
  const isThere = (offset: number) =>
    /^\s*(?:xref|\d+\s+\d+\s+obj)/.test(textOf(bytes.subarray(offset, offset + TABLE_BYTES)));
  if (stated !== undefined && (isThere(stated) || isThere(stated + before))) return undefined;
  return "the file was changed after it was written, and parts may be missing";
}

function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
