/** What the words of a text are to enumerations. */

import { hashKey } from "../../fingerprint/shingles.ts";
import type { Text } from "../../text/text.ts";
import type { KeyTable } from "../keyTable.ts";
import { type ListedWord, putAt, unlisted } from "./listedWords.ts";
import { DIGITS } from "./lists.ts";

export interface ReadWords {
  /** Key of each word. */
  readonly keys: Float64Array;
  readonly listed: readonly ListedWord[];
}

/** Most words of most texts. */
const UNLISTED = unlisted();
/** Longest number that is read: beyond, doubles are not exact. */
const DIGITS_READ = 15;

export function readWords({ bytes, bounds, words, lengthWords }: Text, known: KeyTable<ListedWord>): ReadWords {
  const keys = new Float64Array(lengthWords);
  for (let word = 0; word < lengthWords; word++) keys[word] = hashKey(words, word);
  const numbers = known.find(keys);
  const listed: ListedWord[] = [];
  for (let word = 0; word < lengthWords; word++)
    listed.push(known.values[numbers[word]!] ?? numberOf(bytes, bounds[2 * word]!, bounds[2 * word + 1]!));
  return { keys, listed };
}

/** A number that is in no list: a longer one, an ordinal, or one with leading zeros. */
function numberOf(bytes: Uint8Array, start: number, end: number): ListedWord {
  const value = digitsIn(bytes, start, end);
  if (value === null) return UNLISTED;
  const number = { ...unlisted(), isNumber: true };
  putAt(number, { series: DIGITS, value });
  return number;
}

const ZERO = 0x30;
const LOWER_CASE = 0x20;
const ORDINALS = new Set(["st", "nd", "rd", "th", "er", "e", "o", "a"]);

/** The value of a word of ASCII digits, also with the ending of an ordinal, or of a number of base 16; else `null`. */
function digitsIn(bytes: Uint8Array, start: number, end: number): number | null {
  let value = 0;
  let at = start;
  for (; at < end && bytes[at]! >= ZERO && bytes[at]! < ZERO + 10; at++) value = 10 * value + bytes[at]! - ZERO;
  const digits = at - start;
  if (digits === 0 || digits > DIGITS_READ) return null;
  if (at === end) return value;
  if (end - at > 2) return value === 0 && digits === 1 ? hexadecimal(bytes, at, end) : null;
  const ending = String.fromCharCode(...Array.from(bytes.subarray(at, end), (byte) => byte | LOWER_CASE));
  return ORDINALS.has(ending) ? value : null;
}

/** The value of `x1f`, which stands behind a 0. */
function hexadecimal(bytes: Uint8Array, start: number, end: number): number | null {
  const digits = String.fromCharCode(...bytes.subarray(start, Math.min(end, start + DIGITS_READ)));
  return /^x[\da-f]{1,12}$/i.test(digits) ? Number(`0${digits}`) : null;
}
