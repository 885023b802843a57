/** What the words of a text are to enumerations. */

import { GrowingWords } from "../../kernels/text/growing.ts";
import type { Text } from "../../text/text.ts";
import type { KeyTable } from "../keyTable.ts";
import { type ListedWord, putAt, unlisted } from "./listedWords.ts";
import { DIGITS } from "./lists.ts";

export interface ReadWords {
  /** Words that are in a list, or numbers, ascending; */
  readonly places: Uint32Array;
  /** and what each of them is. */
  readonly listed: readonly ListedWord[];
  /** What a word is; beyond the text nothing. */
  at(word: number): ListedWord;
}

/** Most words of most texts. */
const UNLISTED = unlisted();
/** Longest number that is read: beyond, doubles are not exact. */
const DIGITS_READ = 15;

export function readWords({ bytes, bounds, words, lengthWords }: Text, known: KeyTable<ListedWord>): ReadWords {
  const numbers = known.find(words);
  const figures = new Map<number, ListedWord>();
  const places = new GrowingWords(64);
  const listed: ListedWord[] = [];
  for (let word = 0; word < lengthWords; word++) {
    let one: ListedWord | null = null;
    if (numbers[word] !== 0) one = known.values[numbers[word]!]!;
    else if (isDigit(bytes[bounds[2 * word]!]!)) {
      one = numberOf(bytes, bounds[2 * word]!, bounds[2 * word + 1]!);
      if (one !== null) figures.set(word, one);
    }
    if (one === null) continue;
    places.push(word);
    listed.push(one);
  }
  const at = (word: number) => known.values[numbers[word]!] ?? figures.get(word) ?? UNLISTED;
  return { places: places.taken(), listed, at };
}

/** Of the words that are in a list, or numbers, some. */
export function wordsOf({ places, listed }: ReadWords, isOne: (word: ListedWord) => boolean): Uint32Array {
  const words = new GrowingWords(64);
  for (let i = 0; i < listed.length; i++) if (isOne(listed[i]!)) words.push(places[i]!);
  return words.taken();
}

/** A number that is in no list: a longer one, an ordinal, or one with leading zeros; else `null`. */
function numberOf(bytes: Uint8Array, start: number, end: number): ListedWord | null {
  const value = digitsIn(bytes, start, end);
  if (value === null) return null;
  const number = { ...unlisted(), isNumber: true };
  putAt(number, { series: DIGITS, value });
  return number;
}

const ZERO = 0x30;
const isDigit = (byte: number): boolean => byte >= ZERO && byte < ZERO + 10;
const LOWER_CASE = 0x20;
const ORDINALS = new Set(["st", "nd", "rd", "th", "er", "e", "o", "a"]);

/** The value of a word of ASCII digits, also with the ending of an ordinal, or of a number of base 16; else `null`. */
function digitsIn(bytes: Uint8Array, start: number, end: number): number | null {
  let value = 0;
  let at = start;
  for (; at < end && isDigit(bytes[at]!); at++) value = 10 * value + bytes[at]! - ZERO;
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
