/**
 * The names that a text names: words with a capital letter inside of its sentences. Where most nouns have one, as in
 * German, a name cannot be told from a noun; a name of the other text is recognised there all the same.
 */
import type { Text, WordRange } from "../text/text.ts";
import { beginsSentence, wordOf } from "./segments.ts";

/** A text with a larger share of such words writes its nouns so, or is a heading, or shouts. */
const CAPITALISED_MAX = 0.2;
const NAME_CHARACTERS_MIN = 2;
/** What a possessive, an elision or a verb leaves of a name: `Ann's`, `Ann'll`; of `I've` nothing is left. */
const ENDINGS = /['’]\p{L}{0,3}$/u;

interface TextNames {
  /** As written, by their key; empty where names cannot be told. */
  names: ReadonlyMap<string, string>;
  /** Keys of all words with a capital letter. */
  capitalised: ReadonlySet<string>;
}

/** @param ranges what is looked at: sentences, or parts of them */
export function namesOf(text: Text, ranges: readonly WordRange[]): TextNames {
  const names = new Map<string, string>();
  const capitalised = new Set<string>();
  const small = new Set<string>();
  let [inside, words] = [0, 0];
  for (const { start, end } of ranges)
    for (let word = start; word < end; word++) {
      const written = wordOf(text, word).replace(ENDINGS, "");
      const key = keyOf(written);
      const isInside = word > start || !beginsSentence(text, word);
      if (isInside) words += 1;
      if (!isCapitalised(written)) small.add(key);
      else if (written.length >= NAME_CHARACTERS_MIN) {
        capitalised.add(key);
        if (isInside) {
          inside += 1;
          names.set(key, names.get(key) ?? written);
        }
      }
    }
  for (const key of small) names.delete(key);
  return { names: inside > CAPITALISED_MAX * words ? new Map() : names, capitalised };
}

const isCapitalised = (word: string): boolean => /^\p{Lu}/u.test(word);
const keyOf = (word: string): string =>
  word
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();

interface NamesCompared {
  both: string[];
  onlyA: string[];
  onlyB: string[];
}

/** In the order of the texts. */
export function compareNames(a: TextNames, b: TextNames): NamesCompared {
  const [both, onlyA, onlyB] = [new Map<string, string>(), [] as string[], [] as string[]];
  for (const [key, written] of a.names) {
    if (b.capitalised.has(key)) both.set(key, written);
    else onlyA.push(written);
  }
  for (const [key, written] of b.names) {
    if (!a.capitalised.has(key)) onlyB.push(written);
    else if (!both.has(key)) both.set(key, written);
  }
  return { both: [...both.values()], onlyA, onlyB };
}
