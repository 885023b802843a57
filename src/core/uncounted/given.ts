/**
 * Which words of a text stand in texts that the user gave as ones that do not count: a course's handout, the footer of
 * a house, the frame of a form? Any run of eight words of a given text is found, and a few changed words do not end it.
 */
import { type ArgumentCheck, isTexts } from "../../base/arguments.ts";
import type { Span } from "../../base/contract/common.ts";
import { type ShingledText, shingleUnkept } from "../fingerprint/shingles.ts";
import type { Hashes, Kernels } from "../kernels/kernels.ts";
import { readText, utf16Spans, type WordRange } from "../text/text.ts";

/** Fewest words that count for nothing: fewer everybody writes. */
const WORDS_MIN = 8;

/** Most words between two runs that were put in place of others. */
export const CHANGED_WORDS_MAX = 4;

/** A given text, without its words. */
interface DiscountedText {
  /** Its place among the texts that were given together, from 1. */
  number: number;
  /** The corpus that carries it; absent where the user gave it. */
  corpus?: string;
  words: number;
  /** Low halves of the hashes of its shingles: four in a row that are no text's own are as good as never alike. */
  keys: ReadonlySet<number>;
}

export type GivenTexts = readonly DiscountedText[];

export const givenCheck = (ignore: unknown): ArgumentCheck => [
  "/options/ignore",
  ignore === undefined || isTexts(ignore),
  "absent, or an array of texts",
];

export const shinglesOfTexts = (kernels: Kernels, texts: readonly string[]): GivenTexts =>
  texts.map((content, i) => {
    const { text, shingles } = shingleUnkept(kernels, readText(kernels, content));
    return { number: i + 1, words: text.lengthWords, keys: new Set(shingles.low) };
  });

/** How results name a given text. */
export const namedText = ({ number, corpus }: Pick<DiscountedText, "number" | "corpus">): string =>
  `text ${number} of those that do not count${corpus === undefined ? "" : ` in ${corpus}`}`;

/** Ascending by their first words, each with the number of its given text; ranges of two texts may overlap. */
export function givenIn(given: GivenTexts, { shingles, profile }: ShingledText): (WordRange & { text: number })[] {
  return given
    .flatMap(({ keys }, text) => {
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

/** A run of words of a given text. */
export interface GivenRun extends Span {
  /** Number of the given text. */
  text: number;
  words: number;
}

/** The same in UTF-16 places of a content, none within another. */
export function givenRuns(kernels: Kernels, given: GivenTexts, content: string): GivenRun[] {
  if (given.length === 0) return [];
  const shingled = shingleUnkept(kernels, readText(kernels, content));
  let done = 0;
  const apart = givenIn(given, shingled).flatMap(({ text, start, end }) => {
    const own = { text, start: Math.max(start, done), end };
    done = Math.max(done, end);
    return own.start < end ? [own] : [];
  });
  const spans = utf16Spans(shingled.text, apart);
  return apart.map(({ text, start, end }, i) => ({ ...spans[i]!, text, words: end - start }));
}

/** A content with spaces in the place of these runs, so that all places stay; its lines stay as well. */
export function blanked(content: string, runs: readonly Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of runs) {
    parts.push(content.slice(from, start), content.slice(start, end).replaceAll(/[^\n]/g, " "));
    from = end;
  }
  return parts.join("") + content.slice(from);
}

/** Runs of at least so many words whose shingles are all of a text. */
function runsOf(keys: ReadonlySet<number>, shingles: Hashes, shingleWords: number): WordRange[] {
  const runs: WordRange[] = [];
  let open: WordRange | null = null;
  for (let at = 0; at < shingles.high.length; at++) {
    if (!keys.has(shingles.low[at]!)) open = null;
    else if (open !== null) open.end = at + shingleWords;
    else {
      open = { start: at, end: at + shingleWords };
      runs.push(open);
    }
  }
  return runs.filter(({ start, end }) => end - start >= WORDS_MIN);
}
