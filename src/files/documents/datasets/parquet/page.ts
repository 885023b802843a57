/**
 * Unpacks and checks a page of a Parquet column. hyparquet takes counts in a page as they are stated: a flipped bit in
 * the length of a run makes it fill memory. So what pages state is checked before they are decoded.
 */
import { builtinIfAny } from "../../../../base/bytes/builtin.ts";
import { LINE_BYTES_MAX } from "../../bytes/lines.ts";
import { damaged, NotRead } from "../../bytes/notRead.ts";
import type { ParquetPackages } from "../peers.ts";
import { checkRuns, greatestIn, valueIn } from "./runs.ts";
import { ThriftReader, type ThriftStruct } from "./thrift.ts";

/** Bytes of an unpacked page: one value may be as long as a string can be. */
const PAGE_BYTES_MAX = LINE_BYTES_MAX;
/** Values of a page, nulls included: eight million nulls are one run of some bytes. */
const PAGE_VALUES_MAX = 2 ** 23;

/** Encodings by their numbers in the format. */
const ENCODINGS = { plainDictionary: 2, runs: 3, deltaLengths: 6, deltaBytes: 7, dictionary: 8 } as const;

export interface ParquetPage {
  kind: "dictionary" | "data" | "other";
  isSecondVersion: boolean;
  headerBytes: number;
  packedBytes: number;
  bytes: number;
  values: number;
  encoding: number;
  /** Of the second version: bytes of the levels, which are not packed, and whether the values are. */
  levelsBytes: number;
  /** Of these bytes, those of the repetition levels, which come first. */
  repetitionBytes: number;
  isPacked: boolean;
  nulls: number;
}

/** The highest levels of a column. */
export interface Levels {
  /** Definition: how many of its parts may be missing; 0 where no value may be. */
  levelMax: number;
  /** Repetition: in how many lists it stands. */
  repetitionMax: number;
}

/** Reads the header of a page. @throws NotRead where it is none, or its page is over a limit */
export function pageAt(bytes: Uint8Array, at: number): ParquetPage {
  const reader = new ThriftReader(bytes, at);
  const header = reader.struct();
  const kind = header.get(1);
  const inner = header.get(kind === 0 ? 5 : kind === 2 ? 7 : 8);
  const isSecondVersion = kind === 3;
  const isData = kind === 0 || isSecondVersion;
  const about: ThriftStruct = inner instanceof Map ? inner : new Map();
  const page: ParquetPage = {
    kind: isData ? "data" : kind === 2 ? "dictionary" : "other",
    isSecondVersion,
    headerBytes: reader.at - at,
    packedBytes: count(header.get(3)),
    bytes: count(header.get(2)),
    values: isData || kind === 2 ? count(about.get(1)) : 0,
    encoding: count(about.get(isSecondVersion ? 4 : 2) ?? 0),
    levelsBytes: isSecondVersion ? count(about.get(5) ?? 0) + count(about.get(6) ?? 0) : 0,
    repetitionBytes: isSecondVersion ? count(about.get(6) ?? 0) : 0,
    isPacked: !isSecondVersion || about.get(7) !== 0,
    nulls: isSecondVersion ? count(about.get(2) ?? 0) : 0,
  };
  if (page.bytes > PAGE_BYTES_MAX || page.packedBytes > 2 * PAGE_BYTES_MAX) throw tooLarge();
  if (page.values > PAGE_VALUES_MAX) throw tooLarge();
  if (page.levelsBytes > Math.min(page.packedBytes, page.bytes) || page.nulls > page.values) throw wrong();
  return page;
}

export function usesDictionary({ encoding }: ParquetPage): boolean {
  return encoding === ENCODINGS.dictionary || encoding === ENCODINGS.plainDictionary;
}

function count(value: unknown): number {
  if (typeof value !== "number" || value < 0) throw wrong();
  return value;
}

function wrong(): NotRead {
  return damaged("a page contradicts its format");
}

function tooLarge(): NotRead {
  return new NotRead("too_large", "a page is too large when unpacked");
}

type Codec = import("hyparquet").CompressionCodec;

/** The unpacked bytes: exactly as many as stated. @throws NotRead */
export function unpackPage(packed: Uint8Array, bytes: number, codec: Codec, library: ParquetPackages): Uint8Array {
  if (codec === "UNCOMPRESSED") {
    if (packed.length !== bytes) throw wrong();
    return packed;
  }
  // Packed bytes that are far more than what they give are made to take time.
  if (packed.length > 2 * bytes + 1_024) throw wrong();
  const zlib = (builtinIfAny("node:zlib") ?? {}) as Partial<typeof import("node:zlib")>;
  const options = { maxOutputLength: Math.max(bytes, 1) };
  const { compressors } = library;
  let unpacked: Uint8Array | undefined;
  try {
    if (codec === "GZIP" && zlib.gunzipSync) unpacked = zlib.gunzipSync(packed, options);
    else if (codec === "BROTLI" && zlib.brotliDecompressSync) unpacked = zlib.brotliDecompressSync(packed, options);
    else if (codec === "ZSTD" && zlib.zstdDecompressSync) unpacked = zlib.zstdDecompressSync(packed, options);
    else unpacked = compressors[codec]?.(packed, bytes);
  } catch {
    throw damaged("the packing of a page is wrong");
  }
  if (unpacked === undefined) throw new NotRead("format_not_read", `Parquet packed as ${codec} is not read here`);
  if (unpacked.length !== bytes) throw wrong();
  return unpacked;
}

/**
 * Checks that the counts within a page are what its header states.
 *
 * @param dictionaryValues of the dictionary that it may refer to; absent where a value that is not there is told later
 * @throws NotRead
 */
export function checkPage(
  page: ParquetPage,
  bytes: Uint8Array,
  levels: Uint8Array,
  highest: Levels,
  dictionaryValues?: number,
): void {
  if (page.kind !== "data") return;
  const { levelMax, repetitionMax } = highest;
  let at = 0;
  let present = page.values - page.nulls;
  if (page.isSecondVersion) {
    const { repetitionBytes } = page;
    if (repetitionMax > 0) checkRuns(levels, 0, repetitionBytes, bitsOf(repetitionMax), page.values);
    if (levelMax > 0) checkRuns(levels, repetitionBytes, levels.length, bitsOf(levelMax), page.values);
  } else {
    if (repetitionMax > 0) at = checkLevels(bytes, at, repetitionMax, page.values).end;
    if (levelMax > 0) ({ end: at, equal: present } = checkLevels(bytes, at, levelMax, page.values));
  }
  if (usesDictionary(page)) {
    const width = bytes[at] ?? 0;
    if (width > 32 || (present > 0 && at >= bytes.length)) throw wrong();
    if (width > 0) checkRuns(bytes, at + 1, bytes.length, width, present);
    if (dictionaryValues !== undefined && present > 0) {
      const greatest = width === 0 ? 0 : greatestIn(bytes, at + 1, width, present);
      if (greatest >= dictionaryValues) throw wrong();
    }
  }
  if (page.encoding === ENCODINGS.runs) checkRuns(bytes, at + 4, at + 4 + uint32(bytes, at), 1, present);
  if (page.encoding === ENCODINGS.deltaBytes) checkDeltaBytes(bytes, at, present);
  if (page.encoding === ENCODINGS.deltaLengths && present > bytes.length * 32) throw wrong();
}

/** Levels of the first version of pages, with their length before them; how many of them are the highest. */
function checkLevels(bytes: Uint8Array, at: number, levelMax: number, values: number): { end: number; equal: number } {
  const end = at + 4 + uint32(bytes, at);
  if (end > bytes.length) throw wrong();
  return { end, equal: checkRuns(bytes, at + 4, end, bitsOf(levelMax), values, levelMax) };
}

function bitsOf(value: number): number {
  return 32 - Math.clz32(value);
}

function uint32(bytes: Uint8Array, at: number): number {
  if (at + 4 > bytes.length) throw wrong();
  return valueIn(bytes, at, 4);
}

/** Values that share their beginnings with those before them could be far longer than the page. */
function checkDeltaBytes(bytes: Uint8Array, at: number, values: number): void {
  const prefixes = new DeltaReader(bytes, at);
  let total = 0;
  for (const length of prefixes.numbers(values)) total += length;
  const suffixes = new DeltaReader(bytes, prefixes.at);
  for (const length of suffixes.numbers(values)) total += length;
  if (total > PAGE_BYTES_MAX) throw tooLarge();
}

/** Numbers of 32 bits that are stored as differences, in blocks of miniblocks. */
class DeltaReader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** @throws NotRead where a number is negative, or bytes are missing */
  *numbers(count: number): Generator<number> {
    if (count === 0) return;
    const blockValues = this.#varint();
    const miniblocks = this.#varint();
    this.#varint();
    const miniblockValues = blockValues / miniblocks;
    if (!Number.isInteger(miniblockValues) || miniblockValues === 0 || miniblocks > 512 || miniblockValues % 8 !== 0)
      throw wrong();
    let value = this.#zigzag();
    yield this.#checked(value);
    for (let given = 1; given < count; ) {
      const least = this.#zigzag();
      const widths = this.at;
      this.at += miniblocks;
      for (let i = 0; i < miniblocks && given < count; i += 1) {
        const width = this.#bytes[widths + i];
        if (width === undefined || width > 64) throw wrong();
        const start = this.at;
        this.at += (miniblockValues * width) / 8;
        for (let j = 0; j < miniblockValues && given < count; j += 1, given += 1) {
          value = (value + least + this.#bits(start, j * width, Math.min(width, 32))) | 0;
          yield this.#checked(value);
        }
      }
    }
  }

  #checked(value: number): number {
    if (value < 0) throw wrong();
    return value;
  }

  #bits(start: number, from: number, width: number): number {
    let value = 0;
    for (let bit = 0; bit < width; bit += 1) {
      const place = from + bit;
      const byte = this.#bytes[start + (place >> 3)];
      if (byte === undefined) throw wrong();
      value |= ((byte >> (place & 7)) & 1) << bit;
    }
    return value;
  }

  #zigzag(): number {
    const number = this.#varint();
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  }

  #varint(): number {
    let number = 0;
    for (let i = 0; i < 10; i += 1) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) throw wrong();
      number += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) return number;
    }
    throw wrong();
  }
}
