/**
 * Reference implementation of `assembly/text/lookalikes.ts`, which puts words of mixed scripts into one script. The
 * count of disguised letters uses it too.
 */
import type { FoldTable } from "./foldTable.ts";

/**
 * The scripts other than Latin that a word can be put into: the range of code points of each, and the range in which
 * its letters that look like ASCII letters are.
 */
const SCRIPTS = [
  { first: 0x400, end: 0x530, firstLetter: 0x430, endOfLetters: 0x460 },
  { first: 0x370, end: 0x400, firstLetter: 0x3b1, endOfLetters: 0x3ca },
];

/** The ASCII letter that a folded letter looks like. */
function likeOf(letter: number, { pool }: FoldTable): number | null {
  const found = pool.subarray(1, 1 + pool[0]!).find((alike) => alike >>> 8 === letter);
  return found === undefined ? null : found & 0xff;
}

/** The first letter of a script that an ASCII letter looks like. */
function alikeIn(
  { firstLetter, endOfLetters }: (typeof SCRIPTS)[number],
  ascii: number,
  table: FoldTable,
): number | null {
  for (let letter = firstLetter; letter < endOfLetters; letter++) if (likeOf(letter, table) === ascii) return letter;
  return null;
}

const isAsciiLetter = (letter: number): boolean => letter >= 0x61 && letter < 0x80;

/**
 * Puts a folded word that mixes look-alike scripts into one script and returns its code points; `null` if it is
 * unchanged.
 */
export function undoLookAlikes(word: readonly number[], table: FoldTable): number[] | null {
  const latin = word.filter(isAsciiLetter);
  const others = word.filter((letter) => letter >= 0x80);
  if (latin.length === 0 || others.length === 0) return null;
  const script = SCRIPTS.find(
    (one) =>
      others.every((letter) => letter >= one.first && letter < one.end) &&
      latin.every((letter) => alikeIn(one, letter, table) !== null),
  );
  const alike = others.map((letter) => likeOf(letter, table));
  if (!alike.includes(null) && (script === undefined || latin.length >= alike.length)) {
    return word.map((letter) => (letter >= 0x80 ? likeOf(letter, table)! : letter));
  }
  if (script === undefined) return null;
  return word.map((letter) => (isAsciiLetter(letter) ? alikeIn(script, letter, table)! : letter));
}
