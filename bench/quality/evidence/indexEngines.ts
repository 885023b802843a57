/**
 * The engines over public indexes that cases of one split are asked of: an index of characters over the works of a set, its generated text, and
 * what an index of as many words as it is said to have shares with the contents by chance.
 */
import { createEngine, type OpenEngine } from "../../../src/index.ts";
import { openPublicCorpus } from "../../../src/remote/publicIndexes/index.ts";
import type { Size } from "./cases/cases.ts";
import { chanceDocuments } from "./cases/chance.ts";
import type { Material } from "./cases/material.ts";
import type { Engines, SearchedSet } from "./engines.ts";
import { answerOver, PlainIndex } from "./plainIndex.ts";

/** Words of the longest content: beyond, the requests of a search do not suffice. */
export const INDEX_CONTENT_WORDS_MAX = 8_000;
/** Words of The Pile's validation part, of The Pile, and of all that OLMo 2 was trained on. */
const PART = 4e8;
const PILE = 3.8e11;
const ALL = 4.6e12;
/** How large the index of a case is said to be. */
const WORDS: Record<Size, number> = {
  ...{ shelf: PART, set: PART, library: PILE, million: PILE },
  ...{ far: PILE, beside: ALL, wide: ALL, grand: ALL },
};

export async function indexEnginesOf(sets: readonly (SearchedSet & { material: Material })[]): Promise<Engines[]> {
  const engines: Engines[] = [];
  for (const { documents, generated, material } of sets) {
    const filling = [...generated];
    const works = new PlainIndex([...documents, ...filling].map(({ text }) => text));
    const made = new Map<number, OpenEngine>();
    for (const words of [PART, PILE, ALL]) {
      const chance = new PlainIndex(chanceDocuments(material, words, filling).map(({ text }) => text));
      const fetch = answerOver([works, chance], [documents.length + filling.length]);
      made.set(words, await indexEngine(fetch as typeof globalThis.fetch, words));
    }
    const entries = Object.entries(WORDS).map(([size, words]) => [size, made.get(words)!]);
    engines.push(Object.fromEntries(entries) as Engines);
  }
  return engines;
}

async function indexEngine(fetch: typeof globalThis.fetch, words: number): Promise<OpenEngine> {
  const options = { address: "http://127.0.0.1/", dataset: "shared-data", words, fetch };
  return createEngine({ corpora: [await openPublicCorpus("infini-gram-mini:served", options)] });
}
