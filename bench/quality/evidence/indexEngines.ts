/**
 * The engines over public indexes that cases of one split are asked of: this project's own service of their protocol, over the works of a set,
 * its generated text, and what an index of as many words as it is said to have shares with the contents by chance.
 */
import { createHandler } from "../../../src/http/index.ts";
import { buildCorpus, createEngine, type OpenEngine } from "../../../src/index.ts";
import { openPublicCorpus } from "../../../src/publicIndexes/index.ts";
import type { Size } from "./cases.ts";
import { chanceDocuments } from "./chance.ts";
import type { Engines, SearchedSet } from "./engines.ts";
import type { Material } from "./material.ts";

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
  for (const one of sets) {
    const made = new Map<number, OpenEngine>();
    for (const words of [PART, PILE, ALL]) made.set(words, await indexEngine(one, words));
    const entries = Object.entries(WORDS).map(([size, words]) => [size, made.get(words)!]);
    engines.push(Object.fromEntries(entries) as Engines);
  }
  return engines;
}

async function indexEngine({ documents, generated, material }: SearchedSet & { material: Material }, words: number) {
  const filling = [...generated];
  const indexed = [...documents, ...filling, ...chanceDocuments(material, words, filling)];
  const corpus = await buildCorpus(indexed, { name: "served", dataset: "shared-data" });
  const handler = createHandler({ engine: await createEngine({ corpora: [corpus] }) });
  const fetch = async (url: string, init: RequestInit) => handler(new Request(url, init));
  const address = "http://127.0.0.1/api/v1/indexes/infini-gram-mini";
  const options = { address, dataset: "shared-data", words, fetch: fetch as typeof globalThis.fetch };
  return createEngine({ corpora: [await openPublicCorpus("infini-gram-mini:served", options)] });
}
