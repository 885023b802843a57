/**
 * The two files by which a corpus finds what says the same in other words, little-endian.
 *
 *   vectors/….words     of the whole corpus: what all words have in common, and the vector of each word
 *   0  "SPOLIAVW"    8  u32 dimensions   12 u32 components   16 u32 words   20 u32 0
 *   24 f64 words of the texts that it was made for      f64 mean, then each component      u32 key, lower half, of each word, ascending
 *      u32 key, upper half      u16 weight      i8 vector      u32 xxHash32 of all before it
 *
 *   vectors/….windows   of a segment: where its windows lie, one bit a dimension, and the vectors behind them
 *   0  "SPOLIAVT"    8  u32 dimensions   12 u32 windows      16 u32 bytes of a row of bits    20 u32 0
 *   24 i8 centre   u32 text, u32 first word, u32 words, of each window   rows of bits
 *      u32 xxHash32 of all before it   i8 vector, u32 its xxHash32, of each window
 *
 * A bit says whether a window is above the centre, the mean of all windows of the segment: most windows have the same
 * signs in most dimensions. Keys are 53 bits of the hash of a word. Checksums of windows have the seed of their
 * segment, and of a vector its number besides, so that one in the place of another is damage.
 */
import { sum } from "../../base/lists/numbers.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import type { WordTable } from "../../core/vectors/vocabulary.ts";
import { corrupt } from "../format/layout.ts";

const WORDS_MAGIC = "SPOLIAVW";
const WINDOWS_MAGIC = "SPOLIAVT";
const HEAD_BYTES = 24;
const PLACE_BYTES = 12;
const CHECKSUM_BYTES = 4;
const COMPONENTS_MAX = 3;
const KEY_UPPER = 0x20_0000;
const BIT_ROW_UNIT_BYTES = 16;

/** A window of a text: its vector is what its words sum up to. */
export interface WindowPlace {
  /** Number of the text in its segment. */
  text: number;
  start: number;
  words: number;
}

export interface WindowHead {
  dimensions: number;
  centre: Int8Array;
  places: Uint32Array;
  bits: Uint8Array;
  rowBytes: number;
  /** Where the vectors begin in the file. */
  vectorsOffset: number;
}

const WHAT = "The vectors";
const bytesOf = (values: ArrayBufferView): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

function headOf(magic: string, numbers: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES);
  bytes.set(new TextEncoder().encode(magic));
  for (const [i, value] of numbers.entries()) new DataView(bytes.buffer).setUint32(8 + 4 * i, value, true);
  return bytes;
}

function sealed(kernels: Kernels, parts: readonly Uint8Array[], seed = 0): Uint8Array {
  const bytes = new Uint8Array(sum(parts, ({ length }) => length) + CHECKSUM_BYTES);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  new DataView(bytes.buffer).setUint32(at, kernels.xxhash32(bytes.subarray(0, at), seed), true);
  return bytes;
}

interface ExpectedHead {
  magic: string;
  dimensions: number;
  seed: number;
  lengthOf(numbers: readonly number[]): number;
}

/** The numbers of a head, once magic, dimensions, length and the checksum of `bytes` are as expected. */
function opened(kernels: Kernels, bytes: Uint8Array, { magic, dimensions, seed, lengthOf }: ExpectedHead): number[] {
  if (bytes.length < HEAD_BYTES + CHECKSUM_BYTES || new TextDecoder().decode(bytes.subarray(0, 8)) !== magic)
    throw corrupt(WHAT);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = [8, 12, 16].map((at) => view.getUint32(at, true));
  const end = bytes.length - CHECKSUM_BYTES;
  const isAsSaid = numbers[0] === dimensions && lengthOf(numbers) === bytes.length;
  if (!isAsSaid || kernels.xxhash32(bytes.subarray(0, end), seed) !== view.getUint32(end, true)) throw corrupt(WHAT);
  return numbers;
}

/** Reads parts one after the other: each is copied, so that numbers are aligned and the file's bytes can go. */
function reading(bytes: Uint8Array, start: number) {
  let at = start;
  return (lengthBytes: number): ArrayBuffer => {
    at += lengthBytes;
    return bytes.slice(at - lengthBytes, at).buffer as ArrayBuffer;
  };
}

export function packWords(kernels: Kernels, dimensions: number, { common, total, words }: WordTable): Uint8Array {
  const keys = [...words.keys()].sort((a, b) => a - b);
  const vectors = new Int8Array(keys.length * dimensions);
  for (const [i, key] of keys.entries()) vectors.set(words.get(key)!.bytes, i * dimensions);
  return sealed(kernels, [
    headOf(WORDS_MAGIC, [dimensions, common.components.length, keys.length]),
    ...[Float64Array.of(total), common.mean, ...common.components].map(bytesOf),
    bytesOf(Uint32Array.from(keys, (key) => Math.floor(key / KEY_UPPER))),
    bytesOf(Uint32Array.from(keys, (key) => key % KEY_UPPER)),
    bytesOf(Uint16Array.from(keys, (key) => words.get(key)!.weight)),
    bytesOf(vectors),
  ]);
}

/** @throws corpus_corrupt */
export function parseWords(kernels: Kernels, bytes: Uint8Array, dimensions: number): WordTable {
  const lengthOf = ([, components, words]: readonly number[]) =>
    HEAD_BYTES + 8 + 8 * dimensions * (1 + components!) + (10 + dimensions) * words! + CHECKSUM_BYTES;
  const [, components, count] = opened(kernels, bytes, { magic: WORDS_MAGIC, dimensions, seed: 0, lengthOf }) as [
    number,
    number,
    number,
  ];
  if (components > COMPONENTS_MAX) throw corrupt(WHAT);
  const read = reading(bytes, HEAD_BYTES);
  const [total] = new Float64Array(read(8)) as unknown as [number];
  const mean = new Float64Array(read(8 * dimensions));
  const common = { mean, components: Array.from({ length: components }, () => new Float64Array(read(8 * dimensions))) };
  const low = new Uint32Array(read(4 * count));
  const high = new Uint32Array(read(4 * count));
  const weights = new Uint16Array(read(2 * count));
  const vectors = new Int8Array(read(dimensions * count));
  const words = new Map<number, { bytes: Int8Array; weight: number }>();
  for (let i = 0; i < count; i++)
    words.set(low[i]! * KEY_UPPER + high[i]!, {
      bytes: vectors.subarray(i * dimensions, (i + 1) * dimensions),
      weight: weights[i]!,
    });
  return { common, total, words };
}

/** Bits of a vector around a centre, in a row whose length is a multiple of 16 bytes. */
export function bitsOf(vector: Int8Array, centre: Int8Array): Uint8Array {
  const row = new Uint8Array(Math.ceil(vector.length / 8 / BIT_ROW_UNIT_BYTES) * BIT_ROW_UNIT_BYTES);
  for (let i = 0; i < vector.length; i++) if (vector[i]! > centre[i]!) row[i >> 3]! |= 1 << (i & 7);
  return row;
}

/** @param seed of the segment @param vectors one for each window */
export function packWindows(
  kernels: Kernels,
  seed: number,
  dimensions: number,
  windows: readonly WindowPlace[],
  vectors: readonly Int8Array[],
): Uint8Array {
  const totals = new Float64Array(dimensions);
  for (const vector of vectors) for (let i = 0; i < dimensions; i++) totals[i]! += vector[i]!;
  const centre = Int8Array.from(totals, (total) => Math.round(total / Math.max(1, vectors.length)));
  const rows = vectors.map((vector) => bitsOf(vector, centre));
  const rowBytes = bitsOf(centre, centre).length;
  const parts = [
    headOf(WINDOWS_MAGIC, [dimensions, windows.length, rowBytes]),
    bytesOf(centre),
    bytesOf(Uint32Array.from(windows.flatMap(({ text, start, words }) => [text, start, words]))),
    ...rows,
  ];
  const head = sealed(kernels, parts, seed);
  const bytes = new Uint8Array(head.length + vectors.length * (dimensions + CHECKSUM_BYTES));
  bytes.set(head);
  for (const [i, vector] of vectors.entries())
    bytes.set(
      sealed(kernels, [bytesOf(vector)], (seed + i + 1) >>> 0),
      head.length + i * (dimensions + CHECKSUM_BYTES),
    );
  return bytes;
}

/** Bytes of a file of windows before its vectors. @param first the first `HEAD_BYTES` @throws corpus_corrupt */
export function windowHeadBytes(first: Uint8Array): number {
  if (first.length < HEAD_BYTES) throw corrupt(WHAT);
  const view = new DataView(first.buffer, first.byteOffset, first.byteLength);
  const [dimensions, windows, rowBytes] = [8, 12, 16].map((at) => view.getUint32(at, true)) as [number, number, number];
  return HEAD_BYTES + dimensions + windows * (PLACE_BYTES + rowBytes) + CHECKSUM_BYTES;
}

export const WINDOW_HEAD_FIRST_BYTES = HEAD_BYTES;

/** What a file of windows has to be of. */
export interface WindowsOf {
  seed: number;
  dimensions: number;
  /** Texts of the segment. */
  texts: number;
  fileBytes: number;
}

/** @throws corpus_corrupt */
export function parseWindowHead(
  kernels: Kernels,
  bytes: Uint8Array,
  { seed, dimensions, texts, fileBytes }: WindowsOf,
): WindowHead {
  const lengthOf = () => windowHeadBytes(bytes);
  const [, windows, rowBytes] = opened(kernels, bytes, { magic: WINDOWS_MAGIC, dimensions, seed, lengthOf }) as [
    number,
    number,
    number,
  ];
  const read = reading(bytes, HEAD_BYTES);
  const centre = new Int8Array(read(dimensions));
  const isWhole = fileBytes === bytes.length + windows * (dimensions + CHECKSUM_BYTES);
  if (!isWhole || rowBytes !== bitsOf(centre, centre).length) throw corrupt(WHAT);
  const places = new Uint32Array(read(PLACE_BYTES * windows));
  for (let at = 0; at < places.length; at += 3) if (places[at]! >= texts) throw corrupt(WHAT);
  return {
    dimensions,
    centre,
    places,
    bits: new Uint8Array(read(rowBytes * windows)),
    rowBytes,
    vectorsOffset: bytes.length,
  };
}

/** Where the vector of a window lies in its file. */
export function vectorRange({ vectorsOffset, dimensions }: WindowHead, window: number): [start: number, bytes: number] {
  return [vectorsOffset + window * (dimensions + CHECKSUM_BYTES), dimensions + CHECKSUM_BYTES];
}

/** @throws corpus_corrupt */
export function parseVector(kernels: Kernels, bytes: Uint8Array, seed: number, window: number): Int8Array {
  const end = bytes.length - CHECKSUM_BYTES;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hash = kernels.xxhash32(bytes.subarray(0, end), (seed + window + 1) >>> 0);
  if (hash !== view.getUint32(end, true)) throw corrupt(WHAT);
  return new Int8Array(bytes.slice(0, end).buffer);
}
