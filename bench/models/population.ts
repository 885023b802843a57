/** Where studies take their texts from: novels of the development data, generated text where those are absent. */
import { createHash } from "node:crypto";
import type { RandomStream } from "../../src/core/kernels/numbers/random.ts";
import { hasSharedData, sharedCorpus } from "../harness/shared.ts";
import { documentsOf } from "../harness/texts.ts";
import { Tokenizer } from "./tokenizer.ts";

/** Places that a passage may start from lie so many UTF-16 units apart; no passage reaches into the next. */
const SLOT_LENGTH = 400;
/** The end of each work makes the tokenizer and the words of canaries, and is never trained on. */
const PUBLIC_LENGTH = 4_000;
const WORDS = 1_000;
/** By measurement, with `SHAPE` in train.ts: a model a second or less, whose LOSS tells members at .6 to 1 (README). */
const VOCABULARY = 256;

export interface Passage {
  /** Work and place. */
  id: string;
  /** The work: passages of one work are not independent. */
  cluster: string;
  text: string;
}

export interface Population {
  /** SHA-256 of all works. */
  sha256: string;
  tokenizer: Tokenizer;
  /** Words that canaries are drawn from: frequent ones, longer than three letters. */
  words: readonly string[];
  /** Draws passages of at most so many words, no two from one place. */
  draw(chance: RandomStream, count: number, lengthWords: number, taken: Set<number>): Passage[];
}

let known: Population | undefined;

export function population(): Population {
  known ??= populationOf(hasSharedData() ? sharedCorpus("eltec-eng") : documentsOf(1_000_000));
  return known;
}

export function populationOf(works: readonly { id: string; text: string }[]): Population {
  const common = works.map(({ text }) => text.slice(-PUBLIC_LENGTH));
  const slots = works.flatMap(({ text }, work) =>
    Array.from({ length: Math.max(0, Math.floor((text.length - PUBLIC_LENGTH) / SLOT_LENGTH)) }, (_, i) => ({
      work,
      start: i * SLOT_LENGTH,
    })),
  );
  const passageAt = (slot: number, lengthWords: number): Passage => {
    const { work, start } = slots[slot]!;
    const { id, text } = works[work]!;
    const passage = firstWords(text.slice(start, start + SLOT_LENGTH), lengthWords);
    return { id: `${id}:${start}`, cluster: id, text: passage };
  };
  const hash = createHash("sha256");
  for (const { id, text } of works) hash.update(JSON.stringify([id, text]));
  return {
    sha256: hash.digest("hex"),
    tokenizer: Tokenizer.learnt(common, VOCABULARY),
    words: frequentWords(common),
    draw(chance, count, lengthWords, taken) {
      if (taken.size + count > slots.length / 2)
        throw new Error(`There is not text enough for ${count} passages more.`);
      const passages: Passage[] = [];
      while (passages.length < count) {
        const slot = chance.below(slots.length);
        if (taken.has(slot)) continue;
        taken.add(slot);
        passages.push(passageAt(slot, lengthWords));
      }
      return passages;
    },
  };
}

/** Whole words from the first white space on; less where the text has less. */
function firstWords(text: string, count: number): string {
  const words = [...text.matchAll(/(?<=\s)\S+(?=\s)/g)].slice(0, count);
  const last = words.at(-1);
  return last === undefined ? text : text.slice(words[0]!.index, last.index + last[0].length);
}

function frequentWords(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [word] of text.matchAll(/[a-z]{4,}/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, WORDS)
    .map(([word]) => word);
}
