/** Words in a known order: 1 2 3, a b c, January February March; also with the same words between: § 1 § 2 § 3. */

import { hashKey } from "../../fingerprint/shingles.ts";
import type { Text } from "../../text/text.ts";
import type { Progression } from "./listedWords.ts";
import type { EnumerationName, Series } from "./lists.ts";
import type { Marks } from "./marks.ts";
import { type ReadWords, wordsOf } from "./words.ts";

/** Fewest words in order. */
const ORDERED_MIN = 5;
/** Most words from one to the next. */
const APART_MAX = 6;

/** Words of a text with what each of them is. */
interface WordsInText extends ReadWords {
  keyOf(word: number): number;
}

export function markSequences({ words: hashes }: Text, read: ReadWords, marks: Marks<EnumerationName>): void {
  const words = { ...read, keyOf: (word: number) => hashKey(hashes, word) };
  const inSeries = wordsOf(read, ({ places }) => places.length > 0);
  for (let apart = 1; apart <= APART_MAX; apart++) markApart(words, inSeries, apart, marks);
}

function markApart(words: WordsInText, inSeries: Uint32Array, apart: number, marks: Marks<EnumerationName>): void {
  // The chains that end at the last words of series, which those up to `apart` words on continue.
  const recent: { word: number; chains: readonly Progression[] }[] = Array.from({ length: apart }, () => ({
    word: -1,
    chains: [],
  }));
  for (const word of inSeries) {
    const last = recent[word % apart]!;
    // Of most words the chains begin there.
    if (last.word !== word - apart) last.chains = words.at(word).beginnings;
    else last.chains = continued(words, word, apart, last.chains, marks);
    last.word = word;
  }
}

/** The chains that end at a word, of which those before it go on. */
function continued(
  words: WordsInText,
  word: number,
  apart: number,
  before: readonly Progression[],
  marks: Marks<EnumerationName>,
): readonly Progression[] {
  const { beginnings } = words.at(word);
  const chains = beginnings.map((one) => longest(words, word, apart, one, before));
  // Those that begin there: nearly always all.
  if (chains.every((one, i) => one === beginnings[i])) return beginnings;
  for (const { place, count } of chains) {
    if (count < ORDERED_MIN) continue;
    const from = count === ORDERED_MIN ? begin(words, word, apart, count) : word - apart + 1;
    marks.mark(from, word + 1, place.series.name);
  }
  return chains;
}

function longest(
  words: WordsInText,
  word: number,
  apart: number,
  beginning: Progression,
  before: readonly Progression[],
): Progression {
  let best = beginning;
  const { place } = beginning;
  for (const chain of before) {
    if (chain.place.series !== place.series) continue;
    const step = stepFrom(place.series, chain.place.value, place.value);
    if (step === 0) continue;
    const goesOn = chain.count === 1 || (chain.step === step && isBetweenAlike(words, word, apart));
    const count = goesOn ? chain.count + 1 : 2;
    if (count > best.count) best = { place, step, count };
  }
  return best;
}

/** The step from one place to the next, or 0 where the series does not go that way. */
function stepFrom({ isCyclic, hasSteps, words }: Series, from: number, to: number): number {
  const step = to - from;
  if (hasSteps || step === 1 || step === -1) return step;
  return isCyclic && Math.abs(step) === words.length - 1 ? -Math.sign(step) : 0;
}

/** Whether the words before a word of a sequence are those before the last one, or go on in steps themselves. */
function isBetweenAlike(words: WordsInText, word: number, apart: number): boolean {
  for (let at = word - apart + 1; at < word; at++)
    if (words.keyOf(at) !== words.keyOf(at - apart) && !isInStep(words, at, apart)) return false;
  return true;
}

function isInStep(words: ReadWords, word: number, apart: number): boolean {
  const valueAt = (at: number, series: Series) => words.at(at).places.find((one) => one.series === series)?.value;
  return words.at(word).places.some(({ series, value }) => {
    const [before, earlier] = [valueAt(word - apart, series), valueAt(word - 2 * apart, series)];
    const step = before === undefined ? 0 : stepFrom(series, before, value);
    if (step === 0 || earlier === undefined) return step !== 0;
    return step === stepFrom(series, earlier, before!);
  });
}

/** Where a sequence begins: at its first word, or at the words before it that stand before each of the others. */
function begin({ keyOf }: WordsInText, word: number, apart: number, count: number): number {
  const first = word - apart * (count - 1);
  let from = first;
  while (from > 0 && first - from < apart - 1 && keyOf(from - 1) === keyOf(from - 1 + apart)) from--;
  return from;
}
