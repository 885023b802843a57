/**
 * The windows of a segment: where they lie, and two bits a dimension of the vector behind each.
 *
 *   vectors/….windows   0  "SPOLIAVT"   8  u32 dimensions   12 u32 windows   16 u32 bytes of a row of bits   20 u32 0
 *   24 i8 centre   u16 256 × spread, of each dimension   u32 xxHash32 of all before it
 *   pages of up to 4,096 windows: u32 text, u32 first word, u16 words, u16 language of the text (two letters of
 *      ISO 639-1, 0 where it is not told), of each window   rows of bits: above the centre   rows of bits: far from it
 *      u32 xxHash32 of the page
 *
 * Centre and spread are the mean and the standard deviation of all windows of the segment: most windows have the same
 * signs in most dimensions. Of 1,425 passages of the Bible in other words, among the whole of it and ten novels, the
 * right chapter was among the first six as often as with eight bits a dimension (MiniLM, 2026-11-29: 973 and 970).
 * Checksums have the seed of their segment, and of a page its number besides, so that one in the place of another is
 * damage.
 */
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { corrupt } from "../../format/layout.ts";
import { CHECKSUM_BYTES, checkSealed, packHead, parseHead, reading, sealed, VECTORS_HEAD_BYTES } from "./sealed.ts";

const MAGIC = "SPOLIAVT";
const PLACE_BYTES = 12;
const LANGUAGE_SHIFT = 16;
const WORDS_MASK = (1 << LANGUAGE_SHIFT) - 1;
const ROW_UNIT_BYTES = 16;
const SPREAD_UNIT = 256;
export const PAGE_WINDOWS = 4_096;

/** The four values that are nearest to those of a normal distribution, and what divides them (J. Max, 1960). */
const INNER = 0.4528;
const OUTER = 1.51;
const DIVIDE = 0.9816;

/** A window of a text. */
export interface WindowPlace {
  /** Number of the text in its segment. */
  text: number;
  start: number;
  words: number;
  /** `languageCode` of its text. */
  language: number;
}

/** A language as windows have it: 0 for `und`. @param language ISO 639-1 */
export const languageCode = (language: string): number =>
  language.length === 2 ? (language.charCodeAt(0) << 8) | language.charCodeAt(1) : 0;

/** What windows have in common. */
export interface WindowForm {
  dimensions: number;
  windows: number;
  centre: Int8Array;
  /** 256 × the standard deviation. */
  spread: Uint16Array;
}

/** What a file of windows has to be of. */
export interface WindowsOf {
  seed: number;
  dimensions: number;
  /** Texts of the segment. */
  texts: number;
}

export const rowBytesOf = (dimensions: number): number => Math.ceil(dimensions / 8 / ROW_UNIT_BYTES) * ROW_UNIT_BYTES;

export const headBytesOf = (dimensions: number): number => VECTORS_HEAD_BYTES + 3 * dimensions + CHECKSUM_BYTES;

/** Bytes of a page of so many windows. */
export const pageBytesOf = (dimensions: number, windows: number): number =>
  windows * (PLACE_BYTES + 2 * rowBytesOf(dimensions)) + CHECKSUM_BYTES;

/** @param vectors so many, with the sums of their numbers and of the squares of these */
export function windowForm(windows: number, sums: Float64Array, squares: Float64Array): WindowForm {
  const mean = sums.map((total) => total / Math.max(1, windows));
  const deviation = mean.map((value, i) => Math.sqrt(Math.max(0, squares[i]! / Math.max(1, windows) - value * value)));
  return {
    dimensions: sums.length,
    windows,
    centre: Int8Array.from(mean, Math.round),
    spread: Uint16Array.from(deviation, (value) => Math.round(SPREAD_UNIT * value)),
  };
}

export function packForm(kernels: Kernels, seed: number, { dimensions, windows, centre, spread }: WindowForm) {
  return sealed(kernels, [packHead(MAGIC, [dimensions, windows, rowBytesOf(dimensions)]), centre, spread], seed);
}

/** @throws corpus_corrupt */
export function parseForm(kernels: Kernels, bytes: Uint8Array, { seed, dimensions }: WindowsOf): WindowForm {
  const [ofHead, windows, rowBytes] = parseHead(MAGIC, bytes) as [number, number, number];
  if (ofHead !== dimensions || rowBytes !== rowBytesOf(dimensions)) throw corrupt("A file of vectors");
  checkSealed(kernels, bytes, headBytesOf(dimensions), seed);
  const read = reading(bytes, VECTORS_HEAD_BYTES);
  return {
    dimensions,
    windows,
    centre: new Int8Array(read(dimensions)),
    spread: new Uint16Array(read(2 * dimensions)),
  };
}

/** Windows of one page, or of a whole segment. */
export interface WindowRows {
  /** Text, first word, and words with the language above them, of each. */
  places: Uint32Array;
  /** Rows of bits: in which dimensions a window is above the centre. */
  above: Uint8Array;
  /** The same: in which it is far from it. */
  far: Uint8Array;
}

export function emptyRows(windows: number, dimensions: number): WindowRows {
  const bytes = windows * rowBytesOf(dimensions);
  return { places: new Uint32Array(3 * windows), above: new Uint8Array(bytes), far: new Uint8Array(bytes) };
}

/** A row of bits: in which dimensions a vector is above the centre. */
export const bitsAbove = (vector: Int8Array, { centre }: WindowForm): Uint8Array =>
  rowOf(vector.length, (i) => vector[i]! > centre[i]!);

const bitsFar = (vector: Int8Array, { centre, spread }: WindowForm): Uint8Array =>
  rowOf(vector.length, (i) => SPREAD_UNIT * Math.abs(vector[i]! - centre[i]!) > DIVIDE * spread[i]!);

function rowOf(dimensions: number, isSet: (dimension: number) => boolean): Uint8Array {
  const row = new Uint8Array(rowBytesOf(dimensions));
  for (let i = 0; i < dimensions; i++) if (isSet(i)) row[i >> 3]! |= 1 << (i & 7);
  return row;
}

export function placeAt(rows: WindowRows, row: number): WindowPlace {
  const [text, start, ofWords] = rows.places.subarray(3 * row, 3 * row + 3) as unknown as [number, number, number];
  return { text, start, words: ofWords & WORDS_MASK, language: languageAt(rows, row) };
}

export const languageAt = ({ places }: WindowRows, row: number): number => places[3 * row + 2]! >>> LANGUAGE_SHIFT;

export function setRow(rows: WindowRows, at: number, place: WindowPlace, vector: Int8Array, form: WindowForm): void {
  rows.places.set([place.text, place.start, place.words | (place.language << LANGUAGE_SHIFT)], 3 * at);
  const first = at * rowBytesOf(form.dimensions);
  rows.above.set(bitsAbove(vector, form), first);
  rows.far.set(bitsFar(vector, form), first);
}

/** The first rows as a page. */
export function packPage(kernels: Kernels, seed: number, page: number, rows: WindowRows, windows: number): Uint8Array {
  const bytes = (rows.above.length / (rows.places.length / 3)) * windows;
  const parts = [rows.places.subarray(0, 3 * windows), rows.above.subarray(0, bytes), rows.far.subarray(0, bytes)];
  return sealed(kernels, parts, (seed + page + 1) >>> 0);
}

/** @param first number of the page's first window in `into` @throws corpus_corrupt */
export function parsePage(
  kernels: Kernels,
  bytes: Uint8Array,
  { seed, dimensions, texts }: WindowsOf,
  first: number,
  into: WindowRows,
): void {
  const page = first / PAGE_WINDOWS;
  const windows = Math.min(PAGE_WINDOWS, into.places.length / 3 - first);
  checkSealed(kernels, bytes, pageBytesOf(dimensions, windows), (seed + page + 1) >>> 0);
  const rowBytes = rowBytesOf(dimensions);
  const read = reading(bytes, 0);
  const places = new Uint32Array(read(PLACE_BYTES * windows));
  for (let at = 0; at < places.length; at += 3) if (places[at]! >= texts) throw corrupt("A file of vectors");
  into.places.set(places, 3 * first);
  into.above.set(new Uint8Array(read(rowBytes * windows)), first * rowBytes);
  into.far.set(new Uint8Array(read(rowBytes * windows)), first * rowBytes);
}

/** What products of a vector with windows are made of. */
interface WindowProduct {
  /** Of each dimension: with a window below the centre and near it, below and far, above and near, above and far. */
  terms: Float64Array;
}

export function windowProduct(vector: Int8Array, { centre, spread }: WindowForm): WindowProduct {
  const terms = new Float64Array(4 * vector.length);
  for (let i = 0; i < vector.length; i++)
    for (const [kind, steps] of [-INNER, -OUTER, INNER, OUTER].entries())
      terms[4 * i + kind] = vector[i]! * (centre[i]! + (steps * spread[i]!) / SPREAD_UNIT);
  return { terms };
}

/** The product of a vector and a window, as far as two bits a dimension tell it. */
export function productAt({ terms }: WindowProduct, { above, far }: WindowRows, rowBytes: number, row: number): number {
  let total = 0;
  for (let i = 0, at = row * rowBytes; 4 * i < terms.length; i++) {
    const byte = at + (i >> 3);
    const kind = 2 * ((above[byte]! >> (i & 7)) & 1) + ((far[byte]! >> (i & 7)) & 1);
    total += terms[4 * i + kind]!;
  }
  return Math.round(total);
}
