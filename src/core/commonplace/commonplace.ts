/**
 * Which words of a content does everybody write? Enumerations and boilerplate: no evidence that a text was copied from
 * another. Loaded only where passages were found.
 */
import type { ShingledText } from "../fingerprint/shingles.ts";
import type { Kernels } from "../kernels/kernels.ts";
import type { WordRange } from "../text/text.ts";
import { boilerplateOf, loadBoilerplate } from "./boilerplate.ts";
import { enumerationsOf } from "./enumerations.ts";
import { type GivenTexts, givenIn, shinglesOfTexts } from "./given.ts";
import { listedWords } from "./listedWords.ts";
import { noticesOf } from "./notices.ts";
import { areProvisions, provisionsOf } from "./provisions.ts";
import { readWords } from "./words.ts";

export { shinglesOfTexts };

interface CommonRange extends WordRange {
  kind: "enumeration" | "boilerplate" | "given";
  /** What it is: `months`, or a text by its name, `MIT licence`; of a given text its place. */
  name: string;
}

const NOTICE = "notice at the head of a source file";

export interface EverybodysWords {
  /** Name, date and hash of the lists that they were found by. */
  lists: string;
  /** Ascending by their first words. A word may be in a range of each kind. */
  ranges: readonly CommonRange[];
  /** 1 for each word that is in a range. */
  mask: Uint8Array;
  /** A key of each word: equal words have equal keys. */
  keys: Float64Array;
  /** Whether a range of words, with those around it, is of numbered provisions, as in laws. */
  areProvisions(range: WordRange): boolean;
  /** Number of words that are numbers, in a range. */
  numbersIn(range: WordRange): number;
}

/** @param given texts that do not count, as the user says */
export async function commonWordsOf(
  kernels: Kernels,
  shingled: ShingledText,
  given: GivenTexts = [],
): Promise<EverybodysWords> {
  const list = await loadBoilerplate();
  const words = readWords(shingled.text, listedWords(kernels));
  const listed = boilerplateOf(list, shingled);
  const ranges: CommonRange[] = [
    ...listed.map((range) => ({ ...range, kind: "boilerplate" as const })),
    ...outside(noticesOf(shingled.text), listed).map((range) => ({
      ...range,
      kind: "boilerplate" as const,
      name: NOTICE,
    })),
    ...enumerationsOf(shingled.text, words).map((range) => ({ ...range, kind: "enumeration" as const })),
    ...givenIn(given, shingled).map(({ text, start, end }) => ({
      start,
      end,
      kind: "given" as const,
      name: `text ${text + 1} of those that do not count`,
    })),
  ];
  ranges.sort((one, other) => one.start - other.start);
  const mask = new Uint8Array(shingled.text.lengthWords);
  for (const { start, end } of ranges) mask.fill(1, start, end);
  const provisions = provisionsOf(shingled.text, words);
  const numbersBefore = new Uint32Array(words.listed.length + 1);
  for (const [word, { isNumber }] of words.listed.entries())
    numbersBefore[word + 1] = numbersBefore[word]! + Number(isNumber);
  return {
    lists: list.lists,
    ranges,
    mask,
    keys: words.keys,
    areProvisions: (range) => areProvisions(provisions, range),
    numbersIn: ({ start, end }) => numbersBefore[end]! - numbersBefore[start]!,
  };
}

/** What of the ranges is in none of the others; both ascending and apart. */
function outside(ranges: readonly WordRange[], others: readonly WordRange[]): WordRange[] {
  return ranges.flatMap(({ start, end }) => {
    const within = others.filter((other) => other.end > start && other.start < end);
    const starts = [start, ...within.map((other) => other.end)];
    const ends = [...within.map((other) => other.start), end];
    return starts.map((from, i) => ({ start: from, end: ends[i]! })).filter((one) => one.start < one.end);
  });
}
