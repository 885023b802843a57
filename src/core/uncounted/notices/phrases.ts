/** Finds the signs of notices in folded words. They are compiled once for each kernels. */

import { addTo } from "../../../base/lists/groups.ts";
import type { Kernels } from "../../kernels/kernels.ts";
import { GrowingWords } from "../../kernels/text/growing.ts";
import { keysOf } from "../keysOf.ts";
import { KeyTable } from "../keyTable.ts";
import { type NoticeSigns, SYNONYMS } from "./signs/noticeSigns.ts";

/** What the signs of each tier weigh; labels weigh nothing among other words. */
export const WEIGHTS = { sure: 4, likely: 2, hints: 1, labels: 0 };
/** Most words that `…` stands for. */
const SIGN_GAP_WORDS_MAX = 5;

/**
 * A word or a gap of a phrase. Words are numbers from 1, in the order in which phrases name them: they are compared
 * often, and numbers that are small take no object in a Map.
 */
interface PhrasePart {
  /** The further words of each alternative, by its first; of a gap none. */
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
  /** The words that phrases have: their numbers are those in the table. */
  readonly words: KeyTable<undefined>;
  /** By the number of the word. */
  readonly beginnings: readonly (Beginning | undefined)[];
  /** By a hash of two words: 1 where phrases may begin with them, and rarely elsewhere. */
  readonly pairs: Uint8Array;
}

/** The hash of two words: below 2^15, so that all stay in a processor's cache. */
const pairOf = (word: number, next: number): number => Math.imul(word * 0x1_0000 + next, 0x9e37_79b1) >>> 17;

const NONE: readonly Phrase[] = [];

/** Phrases that may stand at a word: of most words none, and of a common one few that its next word goes on. */
export function phrasesAt({ beginnings }: Phrases, words: Uint16Array, at: number): readonly Phrase[] {
  const beginning = beginnings[words[at]!];
  if (beginning === undefined) return NONE;
  const next = words[at + 1] ?? 0;
  return (next === 0 ? undefined : beginning.byNext.get(next)) ?? beginning.others;
}

/** Places at which phrases may stand, ascending. */
export function beginningsOf(phrases: Phrases, words: Uint16Array): Uint32Array {
  const { pairs } = phrases;
  const places = new GrowingWords(64);
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word === 0 || (pairs[pairOf(word, 0)] === 0 && pairs[pairOf(word, words[at + 1] ?? 0)] === 0)) continue;
    if (phrasesAt(phrases, words, at).length > 0) places.push(at);
  }
  return places.taken();
}

/** A word that any other may follow is its pair with none. */
function pairsOf(beginnings: Phrases["beginnings"]): Uint8Array {
  const pairs = new Uint8Array(1 << 15);
  for (const [word, beginning] of beginnings.entries()) {
    if (beginning === undefined) continue;
    if (beginning.others.length > 0) pairs[pairOf(word, 0)] = 1;
    for (const next of beginning.byNext.keys()) pairs[pairOf(word, next)] = 1;
  }
  return pairs;
}

const compiled = new WeakMap<Kernels, Phrases>();

export function phrasesOf(kernels: Kernels, signs: readonly NoticeSigns[]): Phrases {
  const phrases = compiled.get(kernels) ?? compile(kernels, signs);
  compiled.set(kernels, phrases);
  return phrases;
}

function compile(kernels: Kernels, all: readonly NoticeSigns[]): Phrases {
  const written = all.flatMap((signs) =>
    Object.entries(WEIGHTS).flatMap(([tier, weight]) =>
      signs[tier as keyof typeof WEIGHTS].split(";").map((one) => ({ kind: signs.name, weight, parts: partsOf(one) })),
    ),
  );
  const numbers = new Map<number, number>();
  const wordsOf = numbered(kernels, written, numbers);
  const phrases = new Map<number, Phrase[]>();
  for (const { parts, ...rest } of written) {
    const phrase = { ...rest, parts: parts.map((part) => readPart(part, wordsOf)) };
    for (const word of firstWords(phrase.parts).words) addTo(phrases, word, phrase);
  }
  const beginnings = Array.from({ length: numbers.size + 1 }, (_, word) => {
    const some = phrases.get(word);
    return some && beginningOf(word, some);
  });
  const words = new KeyTable([...numbers.keys()].map((key) => [key, undefined] as const));
  return { words, beginnings, pairs: pairsOf(beginnings) };
}

/** The numbers of the words of each alternative. @param numbers of keys, which are added here */
function numbered(
  kernels: Kernels,
  phrases: readonly { parts: readonly WrittenPart[] }[],
  numbers: Map<number, number>,
) {
  const alternatives = [...new Set(phrases.flatMap(({ parts }) => parts.flatMap((part) => part.alternatives)))];
  const keys = keysOf(kernels, alternatives);
  for (const key of keys.flat()) if (!numbers.has(key)) numbers.set(key, numbers.size + 1);
  const words = new Map(alternatives.map((one, at) => [one, keys[at]!.map((key) => numbers.get(key)!)]));
  return (alternative: string): readonly number[] => words.get(alternative)!;
}

/** Keeps the order of the phrases in each list. */
function beginningOf(word: number, phrases: readonly Phrase[]): Beginning {
  const nextOf = phrases.map(({ parts }) => nextWords(parts, word));
  const byNext = new Map<number, Phrase[]>(nextOf.flatMap((next) => [...(next ?? [])]).map((next) => [next, []]));
  const others: Phrase[] = [];
  for (const [at, phrase] of phrases.entries()) {
    const next = nextOf[at]!;
    if (next === null) others.push(phrase);
    for (const one of next ?? byNext.keys()) byNext.get(one)!.push(phrase);
  }
  return { byNext, others };
}

/** What may follow a word that a phrase begins with; `null` where anything may, or nothing need. */
function nextWords(parts: readonly PhrasePart[], word: number): Set<number> | null {
  const words = new Set<number>();
  for (const [i, { alternatives, isOptional }] of parts.entries()) {
    for (const [second] of alternatives.get(word) ?? []) {
      if (second !== undefined) {
        words.add(second);
        continue;
      }
      const behind = firstWords(parts.slice(i + 1));
      if (behind.isOpen) return null;
      for (const next of behind.words) words.add(next);
    }
    if (!isOptional) return words;
  }
  return words;
}

/** A part as it is written. A gap has no alternatives. */
interface WrittenPart {
  readonly alternatives: readonly string[];
  readonly isGap: boolean;
  readonly isOptional: boolean;
}

function partsOf(written: string): WrittenPart[] {
  const parts = written.trim().split(/\s+/).filter(Boolean);
  return parts.map((part) => {
    if (part === "…") return { alternatives: [], isGap: true, isOptional: false };
    const isOptional = part.endsWith("?");
    const words = (isOptional ? part.slice(0, -1) : part).replaceAll(/<\w+>/g, (name) => SYNONYMS[name]!);
    return { alternatives: words.split("|"), isGap: false, isOptional };
  });
}

function readPart(part: WrittenPart, wordsOf: (alternative: string) => readonly number[]): PhrasePart {
  const alternatives = new Map<number, (readonly number[])[]>();
  for (const [first, ...further] of part.alternatives.map(wordsOf)) addTo(alternatives, first!, further);
  return { ...part, alternatives };
}

/** What parts may begin with; `isOpen` where with anything else too, or where they may be left out. */
function firstWords(parts: readonly PhrasePart[]): { words: Set<number>; isOpen: boolean } {
  const words = new Set<number>();
  for (const { alternatives, isGap, isOptional } of parts) {
    for (const first of alternatives.keys()) words.add(first);
    if (!isOptional) return { words, isOpen: isGap };
  }
  return { words, isOpen: true };
}

/** The end of a phrase that begins at a word, at most `limit`; -1 where it does not stand there. */
export function phraseEnd(words: Uint16Array, at: number, limit: number, { parts }: Phrase): number {
  return partsEnd(words, at, limit, parts, 0);
}

function partsEnd(words: Uint16Array, at: number, limit: number, parts: readonly PhrasePart[], part: number): number {
  if (part === parts.length) return at;
  const { alternatives, isGap, isOptional } = parts[part]!;
  if (isGap) {
    for (let from = at; from <= Math.min(limit, at + SIGN_GAP_WORDS_MAX); from++) {
      const end = partsEnd(words, from, limit, parts, part + 1);
      if (end >= 0) return end;
    }
    return -1;
  }
  for (const further of (at < limit && alternatives.get(words[at]!)) || []) {
    const next = at + 1 + further.length;
    if (next > limit || !areAt(words, at + 1, further)) continue;
    const end = partsEnd(words, next, limit, parts, part + 1);
    if (end >= 0) return end;
  }
  return isOptional ? partsEnd(words, at, limit, parts, part + 1) : -1;
}

function areAt(words: Uint16Array, at: number, further: readonly number[]): boolean {
  for (let i = 0; i < further.length; i++) if (words[at + i] !== further[i]) return false;
  return true;
}
