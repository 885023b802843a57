/**
 * Numbers that differ: where passages of an item and of a text agree around a number, and the number is another, the
 * text is another instance of the same template. Words count as numbers that have a digit.
 */
import type { Anchor } from "../../kernels/passages/kernels.ts";
import type { Text, WordRange } from "../../text/text.ts";

const ZERO = 0x30;

/** Whether a word has a digit in it. */
export function hasDigit({ bytes, bounds }: Text, word: number): boolean {
  const end = bounds[2 * word + 1]!;
  for (let at = bounds[2 * word]!; at < end; at++) if (isDigit(bytes[at]!)) return true;
  return false;
}

/** The words of `a` that are numbers, and for which `b` has others between the same two runs that agree. */
export function otherNumbers(a: Text, b: Text, agreeing: readonly Anchor[]): number[] {
  const other: number[] = [];
  for (let i = 1; i < agreeing.length; i++) {
    const [before, behind] = [agreeing[i - 1]!, agreeing[i]!];
    const mine = numbersIn(a, { start: before.a + before.lengthWords, end: behind.a });
    if (mine.length === 0) continue;
    const theirs = numbersIn(b, { start: before.b + before.lengthWords, end: behind.b });
    // 12000 is the number that 12,000 is, in two words.
    if (digitsOf(a, mine) === digitsOf(b, theirs)) continue;
    const unlike = mine.filter((word) => !theirs.some((their) => isSame(a, word, b, their)));
    const foreign = theirs.filter((their) => !mine.some((word) => isSame(a, word, b, their)));
    other.push(...unlike.slice(0, foreign.length));
  }
  return other;
}

function numbersIn(text: Text, { start, end }: WordRange): number[] {
  const numbers: number[] = [];
  for (let word = start; word < end; word++) if (hasDigit(text, word)) numbers.push(word);
  return numbers;
}

/** The digits of words, one behind the other. */
function digitsOf({ bytes, bounds }: Text, words: readonly number[]): string {
  let digits = "";
  for (const word of words)
    for (let at = bounds[2 * word]!; at < bounds[2 * word + 1]!; at++)
      if (isDigit(bytes[at]!)) digits += bytes[at]! - ZERO;
  return digits;
}

const isDigit = (byte: number): boolean => byte >= ZERO && byte < ZERO + 10;

const isSame = (a: Text, wordA: number, b: Text, wordB: number): boolean =>
  a.words.low[wordA] === b.words.low[wordB] && a.words.high[wordA] === b.words.high[wordB];
