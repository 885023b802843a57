/**
 * Words as the judge sees them: by a regular expression of JavaScript, lower-cased, and nothing of the engine. What the engine says
 * about a text is held against this, so the two must share no code.
 */

export interface Words {
  text: string;
  /** Lower case. */
  words: string[];
  /** UTF-16 indices of each word. */
  starts: number[];
  ends: number[];
}

/** A Han character is a word; elsewhere letters, digits and their marks. */
const WORD = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}\u00ad])+/gu;

export function wordsOf(text: string): Words {
  const result: Words = { text, words: [], starts: [], ends: [] };
  for (const match of text.matchAll(WORD)) {
    result.words.push(match[0].toLowerCase());
    result.starts.push(match.index);
    result.ends.push(match.index + match[0].length);
  }
  return result;
}

/** Number of words that begin before an index. */
export function wordsBefore({ starts }: Words, index: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A run of this many common words is a shared passage by the engine's promise. */
export const RUN_WORDS = 12;

/** Every run of so many words, as strings. */
export function* runsOf({ words }: Words, lengthWords = RUN_WORDS): Generator<string> {
  for (let at = 0; at + lengthWords <= words.length; at++) yield words.slice(at, at + lengthWords).join(" ");
}

export function sharesRun(runs: ReadonlySet<string>, text: string): boolean {
  for (const run of runsOf(wordsOf(text))) if (runs.has(run)) return true;
  return false;
}
