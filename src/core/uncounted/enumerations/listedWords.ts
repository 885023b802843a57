/** The lists of `lists.ts` by the hash of a folded word. Made once for each kernels. */

import type { Kernels } from "../../kernels/kernels.ts";
import { keysOf } from "../keysOf.ts";
import { KeyTable } from "../keyTable.ts";
import {
  BETWEEN_NUMBERS,
  FURTHER_NUMBERS,
  HEADINGS,
  NAME_LISTS,
  type NameList,
  PROVISIONS,
  SERIES,
  type Series,
} from "./lists.ts";

/** A word's place in a series. */
interface Place {
  readonly series: Series;
  readonly value: number;
}

/** A sequence of words up to one of them. */
export interface Progression {
  readonly place: Place;
  readonly step: number;
  readonly count: number;
}

/** A name's place in a list of names. */
export interface ListedName {
  readonly list: NameList;
  readonly place: number;
  /** Keys of its words. */
  readonly keys: readonly number[];
}

/** What a word is to enumerations. */
export interface ListedWord {
  readonly places: Place[];
  /** The sequences that may begin with it, one for each of its places. */
  readonly beginnings: Progression[];
  /** The names that it begins, those of most words first. */
  readonly names: ListedName[];
  isNumber: boolean;
  /** Whether it may stand between numbers that count: a month, a unit, "times". */
  isBetween: boolean;
  /** Whether it is a heading that any book has. */
  isHeading: boolean;
  /** Whether a number behind it is the label of a provision: "section". */
  isProvision: boolean;
}

const made = new WeakMap<Kernels, KeyTable<ListedWord>>();

export function listedWords(kernels: Kernels): KeyTable<ListedWord> {
  const listed = made.get(kernels) ?? new KeyTable(makeListedWords(kernels));
  made.set(kernels, listed);
  return listed;
}

export const unlisted = (): ListedWord => ({
  places: [],
  beginnings: [],
  names: [],
  isNumber: false,
  isBetween: false,
  isHeading: false,
  isProvision: false,
});

export function putAt(word: ListedWord, place: Place): void {
  word.places.push(place);
  word.beginnings.push({ place, step: 0, count: 1 });
}

function makeListedWords(kernels: Kernels): Map<number, ListedWord> {
  const listed = new Map<number, ListedWord>();
  const word = (key: number): ListedWord => {
    const one = listed.get(key) ?? unlisted();
    listed.set(key, one);
    return one;
  };
  for (const series of SERIES) {
    for (const [value, [key, ...more]] of keysOf(kernels, series.words).entries()) {
      // A name that folds to several words, as in scripts without spaces, has no place of its own.
      if (key === undefined || more.length > 0) continue;
      const one = word(key);
      putAt(one, { series, value });
      one.isNumber ||= series.hasSteps;
      one.isBetween ||= series.isCyclic;
    }
  }
  for (const list of NAME_LISTS) {
    for (const [place, keys] of keysOf(kernels, list.names).entries()) word(keys[0]!).names.push({ list, place, keys });
  }
  for (const { names } of listed.values()) names.sort((one, other) => other.keys.length - one.keys.length);
  const each = (words: string) => keysOf(kernels, words.split(" ")).flat().map(word);
  for (const one of each(FURTHER_NUMBERS)) one.isNumber = true;
  for (const one of each(BETWEEN_NUMBERS)) one.isBetween = true;
  for (const one of each(HEADINGS)) one.isHeading = true;
  for (const one of each(PROVISIONS)) one.isProvision = true;
  return listed;
}
