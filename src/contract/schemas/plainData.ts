/**
 * Two measures of what a caller sends, both linear and without recursion: how many bytes a text has, and whether a
 * value is plain data.
 */

/**
 * Whether a text has at most `bytesMax` bytes of UTF-8. Half of a surrogate pair counts as the three bytes of U+FFFD.
 */
export function utf8BytesAtMost(text: string, bytesMax: number): boolean {
  if (text.length * 3 <= bytesMax) return true;
  if (text.length > bytesMax) return false;
  let bytes = text.length;
  for (let index = 0; index < text.length && bytes <= bytesMax; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // Each half of a pair counts 2, so that a whole pair has its 4 bytes; a lone half is put right to 3.
    const half = unit >= 0xd800 && unit <= 0xdfff;
    bytes += unit < 0x800 || (half && isPaired(text, index, unit)) ? 1 : 2;
  }
  return bytes <= bytesMax;
}

function isPaired(text: string, index: number, unit: number): boolean {
  const other = unit < 0xdc00 ? text.charCodeAt(index + 1) : text.charCodeAt(index - 1);
  return unit < 0xdc00 ? other >= 0xdc00 && other <= 0xdfff : other >= 0xd800 && other <= 0xdbff;
}

/**
 * Whether a value is what JSON can carry: null, booleans, finite numbers, texts, and arrays and plain objects of them,
 * nested at most `depthMax` deep. What came over HTTP already is, but for a MessagePack byte string; a library caller
 * may pass anything, and a cycle or a function could not be hashed into an analysis id.
 */
export function isPlainData(value: unknown, depthMax: number): boolean {
  let level = new Set<unknown>([value]);
  for (let depth = 0; level.size > 0; depth++) {
    // A set, so that a cycle is followed once a level and not once for each way that leads to it.
    const below = new Set<unknown>();
    for (const item of level) {
      if (isPlainScalar(item)) continue;
      if (!isPlainContainer(item) || depth === depthMax) return false;
      for (const child of Object.values(item)) below.add(child);
    }
    level = below;
  }
  return true;
}

function isPlainScalar(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return value === null || value === undefined || typeof value === "string" || typeof value === "boolean";
}

function isPlainContainer(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
