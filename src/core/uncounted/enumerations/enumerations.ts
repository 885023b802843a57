/**
 * Which words are enumerations: numbers in sequence, alphabets, months, days, lists of states and countries,
 * tables of contents? Every text that counts writes the same words, so that they are no evidence of copying.
 *
 * Time is linear in the words. Only what is certain is marked: five in order, with the same words between them; eight
 * names in the order of their list; numbers that count.
 */

import { hashKey } from "../../fingerprint/shingles.ts";
import type { Text, WordRange } from "../../text/text.ts";
import { markContents } from "./contents.ts";
import type { ListedName, ListedWord } from "./listedWords.ts";
import type { EnumerationName } from "./lists.ts";
import { Marks } from "./marks.ts";
import { markSequences } from "./sequences.ts";
import type { ReadWords } from "./words.ts";

/** Fewest names of a list, in its order. */
const NAMES_MIN = 8;
/** Fewest numbers that count, beyond what the words among them cost. */
const COUNTING_MIN = 10;
/** What a word that is no number costs, in numbers. */
const WORD_COSTS = 2;
/** Counting ends where words have cost as much. */
const COUNTING_ENDS = 4;
/** Least share of numbers that equal the one before or its neighbours. */
const COUNTING_SHARE = 0.5;

type Enumeration = WordRange & { name: EnumerationName };

/** The enumerations of a text, ascending and apart. */
export function enumerationsOf(text: Text, words: ReadWords): Enumeration[] {
  const marks = new Marks<EnumerationName>(text.lengthWords);
  markSequences(text, words, marks);
  markNames(text, words, marks);
  markCounting(words, marks);
  markContents(text, words, marks);
  return marks.ranges();
}

/** Runs of names in the order of their list. */
function markNames({ words }: Text, { places, listed }: ReadWords, marks: Marks<EnumerationName>): void {
  const runs = new Map<ListedName["list"], { last: number; found: WordRange[] }>();
  for (let i = 0; i < listed.length; i++) {
    const { names } = listed[i]!;
    if (names.length === 0) continue;
    const word = places[i]!;
    const taken: ListedName["list"][] = [];
    for (const { list, place, keys } of names) {
      if (taken.includes(list) || !keys.every((key, i) => hashKey(words, word + i) === key)) continue;
      taken.push(list);
      const range = { start: word, end: word + keys.length };
      const run = runs.get(list);
      const between = run === undefined ? Number.POSITIVE_INFINITY : word - run.found.at(-1)!.end;
      if (run === undefined || place <= run.last || between > list.wordsBetween) {
        // Inside a name, such as Virginia in West Virginia, no other name begins.
        if (between >= 0) runs.set(list, { last: place, found: [range] });
        continue;
      }
      if (between < 0) continue;
      run.found.push(range);
      run.last = place;
      if (run.found.length < NAMES_MIN) continue;
      const added = run.found.length === NAMES_MIN ? run.found : [range];
      for (const { start, end } of added) marks.mark(start, end, list.name);
    }
  }
}

/**
 * Counting with gaps and repetitions, as in calendars and lists of years: stretches in which numbers outweigh the other
 * words, and most numbers equal the one before or its neighbours. Other figures are as telling as prose: in statutes,
 * unrelated texts share them less often. The other words are not marked.
 */
function markCounting({ places, listed }: ReadWords, marks: Marks<EnumerationName>): void {
  // Of words that are in a list, or numbers.
  let start = 0;
  let weight = 0;
  let best = { weight: 0, end: 0 };
  const close = () => {
    if (best.weight >= COUNTING_MIN && isCounting(listed.slice(start, best.end))) {
      for (let i = start; i < best.end; i++)
        if (listed[i]!.isNumber || listed[i]!.isBetween) marks.mark(places[i]!, places[i]! + 1, "counting");
    }
    weight = 0;
    best = { weight: 0, end: 0 };
  };
  const closeAtEnd = () => {
    if (weight <= 0 || best.weight - weight >= COUNTING_ENDS) close();
  };
  for (let i = 0; i < listed.length; i++) {
    // Other words before it.
    for (let left = places[i]! - (places[i - 1] ?? -1) - 1; left > 0 && weight > 0; left--) {
      weight -= WORD_COSTS;
      closeAtEnd();
    }
    const { isNumber, isBetween } = listed[i]!;
    if (weight === 0) {
      if (!isNumber) continue;
      start = i;
    }
    if (isNumber) weight++;
    else if (!isBetween) weight -= WORD_COSTS;
    if (weight > best.weight) best = { weight, end: i + 1 };
    closeAtEnd();
  }
  close();
}

/** Whether most numbers of a stretch equal the one before or its neighbours. */
function isCounting(stretch: readonly ListedWord[]): boolean {
  const numbers = stretch.filter(({ isNumber }) => isNumber);
  const values = numbers.map(({ places }) => places.find(({ series }) => series.hasSteps)?.value);
  const near = values.filter((value, i) => {
    const before = values[i - 1];
    return value !== undefined && before !== undefined && Math.abs(value - before) <= 1;
  });
  return near.length > COUNTING_SHARE * numbers.length;
}
