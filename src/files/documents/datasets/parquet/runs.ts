/** Runs of run-length and bit-packed values, in which Parquet writes levels and places in dictionaries. */
import { damaged } from "../../bytes/notRead.ts";

const PACKED_SURPLUS_MAX = 511;

const contradictory = () => damaged("a page contradicts its format");

/**
 * Runs of the hybrid of run-length and bit-packed values.
 *
 * @returns the number of values that are equal to `counted`
 */
export function checkRuns(
  bytes: Uint8Array,
  start: number,
  end: number,
  width: number,
  values: number,
  counted?: number,
): number {
  const valueBytes = Math.ceil(width / 8);
  let equal = 0;
  let at = start;
  for (let seen = 0; seen < values; ) {
    let head = 0;
    for (let shift = 0; ; shift += 7) {
      if (at >= end || shift > 28) throw contradictory();
      const byte = bytes[at++]!;
      head += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    const isPacked = head % 2 === 1;
    const length = isPacked ? 8 * Math.floor(head / 2) : Math.floor(head / 2);
    // Bit-packed values come by eight, and some writers fill up the last of them.
    if (length === 0 || seen + length > values + (isPacked ? PACKED_SURPLUS_MAX : 0)) throw contradictory();
    if (isPacked) {
      // The last bytes of the last run may be missing.
      const needed = Math.ceil((Math.min(length, values - seen) * width) / 8);
      if (at + needed > end) throw contradictory();
      if (counted !== undefined) equal += equalBits(bytes, at, width, Math.min(length, values - seen), counted);
      at += (length / 8) * width;
    } else {
      if (at + valueBytes > end) throw contradictory();
      if (counted === valueIn(bytes, at, valueBytes)) equal += length;
      at += valueBytes;
    }
    seen += length;
  }
  return equal;
}

/** The greatest of checked runs. */
export function greatestIn(bytes: Uint8Array, start: number, width: number, values: number): number {
  const valueBytes = Math.ceil(width / 8);
  let greatest = 0;
  let at = start;
  for (let seen = 0; seen < values; ) {
    let head = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      head += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    const length = head % 2 === 1 ? 8 * Math.floor(head / 2) : Math.floor(head / 2);
    if (head % 2 === 1) {
      for (let i = 0; i < Math.min(length, values - seen); i += 1)
        greatest = Math.max(greatest, bitsAt(bytes, 8 * at + i * width, width));
      at += (length / 8) * width;
    } else {
      greatest = Math.max(greatest, valueIn(bytes, at, valueBytes));
      at += valueBytes;
    }
    seen += length;
  }
  return greatest;
}

/** A value of so many bits from a bit on, the lowest first. */
function bitsAt(bytes: Uint8Array, from: number, width: number): number {
  let value = 0;
  for (let bit = 0; bit < width; bit += 1) value += ((bytes[(from + bit) >> 3]! >> ((from + bit) & 7)) & 1) * 2 ** bit;
  return value;
}

function equalBits(bytes: Uint8Array, at: number, width: number, values: number, counted: number): number {
  let equal = 0;
  for (let i = 0; i < values; i += 1) {
    let value = 0;
    for (let bit = 0; bit < width; bit += 1) {
      const place = i * width + bit;
      value |= ((bytes[at + (place >> 3)]! >> (place & 7)) & 1) << bit;
    }
    if (value === counted) equal += 1;
  }
  return equal;
}

export function valueIn(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let i = 0; i < length; i += 1) value += bytes[at + i]! * 2 ** (8 * i);
  return value;
}
