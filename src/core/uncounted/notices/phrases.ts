/** Finds the signs of notices in folded words. They are compiled once for each kernels. */
import { hashKey } from "../../fingerprint/shingles.ts";
import type { Kernels } from "../../kernels/kernels.ts";
import { readText } from "../../text/text.ts";
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

/** Phrases by the key of a word that they may begin with. */
export type Phrases = ReadonlyMap<number, readonly Phrase[]>;

const compiled = new WeakMap<Kernels, Phrases>();

export function phrasesOf(kernels: Kernels, signs: readonly NoticeSigns[]): Phrases {
  const phrases = compiled.get(kernels) ?? compile(kernels, signs);
  compiled.set(kernels, phrases);
  return phrases;
}

function compile(kernels: Kernels, all: readonly NoticeSigns[]): Phrases {
  const known = new Map<string, readonly number[]>();
  const keysOf = (word: string): readonly number[] => {
    const { words, lengthWords } = readText(kernels, word);
    const keys = known.get(word) ?? Array.from({ length: lengthWords }, (_, at) => hashKey(words, at));
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
        for (const key of firstKeys(parts)) phrases.set(key, [...(phrases.get(key) ?? []), phrase]);
      }
    }
  return phrases;
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

/** What a phrase may begin with. */
function firstKeys(parts: readonly PhrasePart[]): Set<number> {
  const keys = new Set<number>();
  for (const { alternatives, isOptional } of parts) {
    for (const first of alternatives.keys()) keys.add(first);
    if (!isOptional) break;
  }
  return keys;
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
