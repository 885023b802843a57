/** Unsigned integers of any bit width in an array of 32-bit words, counted from the lowest bit of each word. */
import { powerOfTwo } from "../../../base/lists/numbers.ts";

/** Largest n with 2^n ≤ value. */
export function log2Floor(value: number): number {
  let bits = 0;
  while (powerOfTwo(bits + 1) <= value) bits++;
  return bits;
}

export function bitsFor(values: number): number {
  let bits = 1;
  while (powerOfTwo(bits) < values) bits++;
  return bits;
}

/** Sets up to 32 bits, which must be zero before. */
export function setBits(words: Uint32Array, bit: number, width: number, value: number): void {
  if (width === 0) return;
  const shift = bit & 31;
  const word = bit >>> 5;
  words[word]! |= value << shift;
  if (shift + width > 32) words[word + 1]! |= value >>> (32 - shift);
}

/** Reads up to 32 bits. */
export function getBits(words: Uint32Array, bit: number, width: number): number {
  if (width === 0) return 0;
  const shift = bit & 31;
  const word = bit >>> 5;
  let value = words[word]! >>> shift;
  if (shift + width > 32) value |= words[word + 1]! << (32 - shift);
  return width === 32 ? value >>> 0 : (value & ((1 << width) - 1)) >>> 0;
}

/** Sets up to 53 bits, which must be zero before. */
export function setWide(words: Uint32Array, bit: number, width: number, value: number): void {
  setBits(words, bit, Math.min(32, width), value | 0);
  if (width > 32) setBits(words, bit + 32, width - 32, Math.floor(value / 0x1_0000_0000));
}

/** Reads up to 53 bits. */
export function getWide(words: Uint32Array, bit: number, width: number): number {
  const low = getBits(words, bit, Math.min(32, width));
  return width > 32 ? low + getBits(words, bit + 32, width - 32) * 0x1_0000_0000 : low;
}

/** The 32-bit words of a view, starting at byte `from`; copied where that byte is not aligned to 4 in memory. */
export function wordsFrom({ buffer, byteOffset, byteLength }: DataView, from: number): Uint32Array {
  const [start, words] = [byteOffset + from, (byteLength - from) >>> 2];
  return start % 4 === 0
    ? new Uint32Array(buffer, start, words)
    : new Uint32Array(buffer.slice(start, start + 4 * words));
}
