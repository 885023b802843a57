/**
 * What makes a searched corpus large: text generated from the indexed works of a set, as much as there is no real text for. It is only ever
 * searched: no case is made of it, and no clean work is in the chain, so that it cannot copy what is to be clean.
 */
import { TextGenerator } from "../../../corpora/generate.ts";
import type { EvidenceSet } from "./sets.ts";

export interface Distractor {
  id: string;
  text: string;
}

export const MILLION = 1_000_000;
/** Words of each set: five sets make 50 million. */
export const DISTRACTOR_WORDS = 10_000_000;
/** Poems are put together in books of so many, as documents that short would be three million. */
const POEMS_PER_BOOK = 500;
const SPACE = 32;

/** Always the same documents for the same texts; made anew each time that they are gone through, which takes less than to keep them. */
export function distractorsOf({ name, genre, language }: EvidenceSet, texts: readonly string[]): Iterable<Distractor> {
  const generator = new TextGenerator(
    genre === "law" ? "law" : "novels",
    language === "Chinese" ? spacedBooks(texts) : texts,
  );
  return {
    *[Symbol.iterator]() {
      const decoder = new TextDecoder();
      let words = 0;
      for (const { id, text } of generator.documents(name)) {
        yield { id: `generated ${id}`, text: decoder.decode(text) };
        words += wordsIn(text);
        if (words >= DISTRACTOR_WORDS) return;
      }
    },
  };
}

/** The first of them, of so many words. */
export function* firstOf(documents: Iterable<Distractor>, words: number): Generator<Distractor> {
  let before = 0;
  for (const one of documents) {
    if (before >= words) return;
    before += wordsIn(Buffer.from(one.text));
    yield one;
  }
}

/** Words as they were printed, by the spaces behind them: so many as to measure a corpus by. */
function wordsIn(text: Uint8Array): number {
  let words = 1;
  for (const byte of text) if (byte === SPACE) words++;
  return words;
}

function spacedBooks(poems: readonly string[]): string[] {
  return Array.from({ length: Math.ceil(poems.length / POEMS_PER_BOOK) }, (_, i) =>
    poems
      .slice(i * POEMS_PER_BOOK, (i + 1) * POEMS_PER_BOOK)
      .join("\n")
      .replace(/\p{Script=Han}/gu, "$& "),
  );
}
