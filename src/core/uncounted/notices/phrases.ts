/** Finds the signs of notices in folded words. They are compiled once for each kernels. */

import { hashKey } from "../../fingerprint/shingles.ts";
import type { Kernels } from "../../kernels/kernels.ts";
import { readText } from "../../text/text.ts";
import { KeyTable } from "../keyTable.ts";
import { type NoticeSigns, SYNONYMS } from "./signs/noticeSigns.ts";

/** What the signs of each tier weigh; labels weigh nothing among other words. */
export const WEIGHTS = { sure: 4, likely: 2, hints: 1, labels: 0 };
/** Most words that `…` stands for. */
const SIGN_GAP_WORDS_MAX = 5;

/** A word or a gap of a phrase. */
interface PhrasePart {
  /** Keys of the further words of each alternative, by the key of its first; of a gap none. */
  readonly alternatives: ReadonlyMap<number, readonly (readonly number[])[]>;
  readonly isGap: boolean;
  readonly isOptional: boolean;
}

export interface Phrase {
  readonly kind: string;
  readonly weight: number;
  readonly parts: readonly PhrasePart[];
}

/** Phrases that may begin with a word, in their order, by the word behind it. */
interface Beginning {
  readonly byNext: ReadonlyMap<number, readonly Phrase[]>;
  /** Those that any word may go on. */
  readonly others: readonly Phrase[];
}

export interface Phrases {
  /** By the key of the word. */
  readonly beginnings: KeyTable<Beginning>;
  /**
   * A bit for each word that a phrase may begin with, and the word behind it, or none where any word goes on: of 1,000
   * words of a novel 934 begin no phrase, which takes two looks in 64 KiB.
   */
  readonly filter: Int32Array;
}

const FILTER_BITS = 19;
const ANY = 0;

/** The bit of two words. */
function bitOf(first: number, next: number): number {
  return Math.imul(Math.imul(first | 0, 0x9e37_79b1) ^ (next | 0), 0x85eb_ca6b) >>> (32 - FILTER_BITS);
}

const isSet = (filter: Int32Array, bit: number): boolean => ((filter[bit >>> 5]! >>> bit) & 1) === 1;

/** @param all phrases that may begin with each word, by its key */
function phrasesBy(all: readonly (readonly [key: number, beginning: Beginning])[]): Phrases {
  const filter = new Int32Array(1 << (FILTER_BITS - 5));
  const set = (bit: number) => {
    filter[bit >>> 5]! |= 1 << bit;
  };
  for (const [key, { byNext, others }] of all) {
    if (others.length > 0) set(bitOf(key, ANY));
    for (const next of byNext.keys()) set(bitOf(key, next));
  }
  return { beginnings: new KeyTable(all), filter };
}

const NONE: readonly Phrase[] = [];

/** Phrases that may stand at a word: of most words none, and of a common one few that its next word goes on. */
export function phrasesAt({ beginnings, filter }: Phrases, keys: Float64Array, at: number): readonly Phrase[] {
  const key = keys[at]!;
  const next = at + 1 < keys.length ? keys[at + 1]! : ANY;
  if (!isSet(filter, bitOf(key, next)) && !isSet(filter, bitOf(key, ANY))) return NONE;
  const beginning = beginnings.get(key);
  if (beginning === undefined) return NONE;
  return beginning.byNext.get(next) ?? beginning.others;
}

const compiled = new WeakMap<Kernels, Phrases>();

export function phrasesOf(kernels: Kernels, signs: readonly NoticeSigns[]): Phrases {
  const phrases = compiled.get(kernels) ?? compile(kernels, signs);
  compiled.set(kernels, phrases);
  return phrases;
}

function compile(kernels: Kernels, all: readonly NoticeSigns[]): Phrases {
  const known = new Map<string, readonly number[]>();
  const keysOf = (word: string): readonly number[] => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const { words, lengthWords } = readText(kernels, word);
    const keys = Array.from({ length: lengthWords }, (_, at) => hashKey(words, at));
    known.set(word, keys);
    return keys;
  };
  const phrases = new Map<number, Phrase[]>();
  for (const signs of all)
    for (const [tier, weight] of Object.entries(WEIGHTS)) {
      for (const written of signs[tier as keyof typeof WEIGHTS].split(";")) {
        const parts = written
          .trim()
          .split(/\s+/)
          .filter(Boolean)
          .map((part) => readPart(part, keysOf));
        const phrase = { kind: signs.name, weight, parts };
        for (const key of firstKeys(parts).keys) phrases.set(key, [...(phrases.get(key) ?? []), phrase]);
      }
    }
  return phrasesBy([...phrases].map(([key, some]) => [key, beginningOf(key, some)] as const));
}

function beginningOf(key: number, phrases: readonly Phrase[]): Beginning {
  const nextOf = new Map(phrases.map((phrase) => [phrase, nextKeys(phrase.parts, key)]));
  const named = new Set(phrases.flatMap((phrase) => [...(nextOf.get(phrase) ?? [])]));
  const goingOn = (next: number) => phrases.filter((phrase) => nextOf.get(phrase)?.has(next) ?? true);
  return {
    byNext: new Map([...named].map((next) => [next, goingOn(next)])),
    others: phrases.filter((phrase) => nextOf.get(phrase) === null),
  };
}

/** What may follow a word that a phrase begins with; `null` where anything may, or nothing need. */
function nextKeys(parts: readonly PhrasePart[], key: number): Set<number> | null {
  const keys = new Set<number>();
  for (const [i, { alternatives, isOptional }] of parts.entries()) {
    for (const [second] of alternatives.get(key) ?? []) {
      if (second !== undefined) {
        keys.add(second);
        continue;
      }
      const behind = firstKeys(parts.slice(i + 1));
      if (behind.isOpen) return null;
      for (const next of behind.keys) keys.add(next);
    }
    if (!isOptional) return keys;
  }
  return keys;
}

function readPart(part: string, keysOf: (word: string) => readonly number[]): PhrasePart {
  const alternatives = new Map<number, (readonly number[])[]>();
  if (part === "…") return { alternatives, isGap: true, isOptional: false };
  const isOptional = part.endsWith("?");
  const words = (isOptional ? part.slice(0, -1) : part).replaceAll(/<\w+>/g, (name) => SYNONYMS[name]!);
  for (const [first, ...further] of words.split("|").map(keysOf))
    alternatives.set(first!, [...(alternatives.get(first!) ?? []), further]);
  return { alternatives, isGap: false, isOptional };
}

/** What parts may begin with; `isOpen` where with anything else too, or where they may be left out. */
function firstKeys(parts: readonly PhrasePart[]): { keys: Set<number>; isOpen: boolean } {
  const keys = new Set<number>();
  for (const { alternatives, isGap, isOptional } of parts) {
    for (const first of alternatives.keys()) keys.add(first);
    if (!isOptional) return { keys, isOpen: isGap };
  }
  return { keys, isOpen: true };
}

/** The end of a phrase that begins at a word, at most `limit`; -1 where it does not stand there. */
export function phraseEnd(keys: Float64Array, at: number, limit: number, { parts }: Phrase): number {
  return partsEnd(keys, at, limit, parts, 0);
}

function partsEnd(keys: Float64Array, at: number, limit: number, parts: readonly PhrasePart[], part: number): number {
  if (part === parts.length) return at;
  const { alternatives, isGap, isOptional } = parts[part]!;
  if (isGap) {
    for (let from = at; from <= Math.min(limit, at + SIGN_GAP_WORDS_MAX); from++) {
      const end = partsEnd(keys, from, limit, parts, part + 1);
      if (end >= 0) return end;
    }
    return -1;
  }
  for (const further of (at < limit && alternatives.get(keys[at]!)) || []) {
    const next = at + 1 + further.length;
    if (next > limit || !further.every((key, i) => keys[at + 1 + i] === key)) continue;
    const end = partsEnd(keys, next, limit, parts, part + 1);
    if (end >= 0) return end;
  }
  return isOptional ? partsEnd(keys, at, limit, parts, part + 1) : -1;
}
