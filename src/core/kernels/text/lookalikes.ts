/**
 * Reference implementation of `assembly/text/words/lookalikes.ts`, which puts words of mixed scripts into one script.
 * The count of disguised letters uses it too.
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

interface Likes {
  /** The ASCII letter that a folded letter looks like. */
  ascii: ReadonlyMap<number, number>;
  /** Of each script, its first letter that an ASCII letter looks like. */
  alikeIn: readonly ReadonlyMap<number, number>[];
}

/** A table is searched once: a disguised text asks for every letter. */
const LIKES = new WeakMap<FoldTable, Likes>();

function likesOf(table: FoldTable): Likes {
  const known = LIKES.get(table);
  if (known !== undefined) return known;
  const ascii = new Map<number, number>();
  const count = table.pool[0]!;
  for (const alike of table.pool.subarray(1, 1 + count).toReversed()) ascii.set(alike >>> 8, alike & 0xff);
  const alikeIn = SCRIPTS.map(({ firstLetter, endOfLetters }) => {
    const letters = new Map<number, number>();
    for (let letter = endOfLetters - 1; letter >= firstLetter; letter--) {
      const like = ascii.get(letter);
      if (like !== undefined) letters.set(like, letter);
    }
    return letters;
  });
  const likes = { ascii, alikeIn };
  LIKES.set(table, likes);
  return likes;
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
  const { ascii, alikeIn } = likesOf(table);
  const script = SCRIPTS.findIndex(
    (one, at) =>
      others.every((letter) => letter >= one.first && letter < one.end) &&
      latin.every((letter) => alikeIn[at]!.has(letter)),
  );
  if (others.every((letter) => ascii.has(letter)) && (script === -1 || latin.length >= others.length))
    return word.map((letter) => (letter >= 0x80 ? ascii.get(letter)! : letter));
  if (script === -1) return null;
  return word.map((letter) => (isAsciiLetter(letter) ? alikeIn[script]!.get(letter)! : letter));
}
