/**
 * Two checks of a caller's input, in linear time and without recursion: the bytes of a text, and whether a value is
 * plain data.
 */

/**
 * Whether a text has at most `bytesMax` bytes of UTF-8. A lone surrogate counts as the three bytes of U+FFFD.
 */
export function utf8BytesAtMost(text: string, bytesMax: number): boolean {
  if (text.length * 3 <= bytesMax) return true;
  if (text.length > bytesMax) return false;
  let bytes = text.length;
  for (let index = 0; index < text.length && bytes <= bytesMax; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // Each half of a surrogate pair counts 2 bytes, so a pair counts 4; a lone surrogate counts 3.
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
 * Whether a value is plain JSON data: null, booleans, finite numbers, strings, and arrays and plain objects of these,
 * nested at most `depthMax` deep. Data from HTTP are, except for MessagePack byte strings. A library caller may pass
 * anything, and a cycle or a function cannot be hashed into an analysis id.
 */
export function isPlainData(value: unknown, depthMax: number): boolean {
  let level = new Set<unknown>([value]);
  for (let depth = 0; level.size > 0; depth++) {
    // A set, so that each level visits an object once, not once for each reference to it.
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
