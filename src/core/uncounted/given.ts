/**
 * Which words of a text stand in texts that the user gave as ones that do not count: a course's handout, the footer of
 * a house, the frame of a form? Any run of eight words of a given text is found, and a few changed words do not end it.
 */
import { hashKey, type ShingledText, shingleUnkept } from "../fingerprint/shingles.ts";
import type { Hashes, Kernels } from "../kernels/kernels.ts";
import { readText, type WordRange } from "../text/text.ts";

/** Fewest words that count for nothing: fewer everybody writes. */
const WORDS_MIN = 8;

/** Words between two runs that were put in place of others. */
const CHANGED_WORDS_MAX = 4;

/** Shingles of each given text, by their keys. */
export type GivenTexts = readonly ReadonlySet<number>[];

export const shinglesOfTexts = (kernels: Kernels, texts: readonly string[]): GivenTexts =>
  texts.map((text) => {
    const { shingles } = shingleUnkept(kernels, readText(kernels, text));
    return new Set(Array.from(shingles.high, (_, at) => hashKey(shingles, at)));
  });

/** Ascending by their first words, each with the number of its given text; ranges of two texts may overlap. */
export function givenIn(given: GivenTexts, { shingles, profile }: ShingledText): (WordRange & { text: number })[] {
  return given
    .flatMap((keys, text) => {
      const joined: (WordRange & { text: number })[] = [];
      for (const { start, end } of runsOf(keys, shingles, profile.shingleWords)) {
        const before = joined.at(-1);
        if (before !== undefined && start - before.end <= CHANGED_WORDS_MAX) before.end = end;
        else joined.push({ start, end, text });
      }
      return joined;
    })
    .sort((one, other) => one.start - other.start);
}

/** Runs of at least so many words whose shingles are all of a text. */
function runsOf(keys: ReadonlySet<number>, shingles: Hashes, shingleWords: number): WordRange[] {
  const runs: WordRange[] = [];
  let open: WordRange | null = null;
  for (let at = 0; at < shingles.high.length; at++) {
    if (!keys.has(hashKey(shingles, at))) open = null;
    else if (open !== null) open.end = at + shingleWords;
    else {
      open = { start: at, end: at + shingleWords };
      runs.push(open);
    }
  }
  return runs.filter(({ start, end }) => end - start >= WORDS_MIN);
}
