/** Plain winnowing (Schleimer, Wilkerson and Aiken 2003): shared kept shingles, merged where they are near each other. */
import { keptShingles } from "../../corpus/rivals/kept.ts";
import type { Words } from "../words.ts";
import { type Detector, mergedByGap, reported, type SearchedDocument, type Seed } from "./detector.ts";

const SHINGLE_WORDS = 5;
/** Twice shingle and window: what two neighbouring kept shingles may have between them, and a changed word besides. */
const GAP_WORDS = 26;
const SEEDS_MIN = 2;

export const winnowing: Detector = {
  name: "winnowing",
  rule: "shingles of 5 words, windows of 8; shared ones merged over gaps up to 26 words; a passage has two or more",
  skip: () => null,
  async open(documents) {
    const numbers = new Map(documents.map(({ id }, number) => [id, number]));
    const postings = new Map<number, { document: number; at: number }[]>();
    documents.forEach(({ words }, document) => {
      for (const { at, hash } of keptShingles(words.words)) {
        const known = postings.get(hash);
        if (known === undefined) postings.set(hash, [{ document, at }]);
        else known.push({ document, at });
      }
    });
    const passages = (query: Words, isAsked: (document: number) => boolean) => {
      const seeds = new Map<number, Seed[]>();
      for (const { at, hash } of keptShingles(query.words)) {
        for (const { document, at: place } of postings.get(hash) ?? []) {
          if (!isAsked(document)) continue;
          const seed = { content: rangeFrom(at), source: rangeFrom(place) };
          const known = seeds.get(document);
          if (known === undefined) seeds.set(document, [seed]);
          else known.push(seed);
        }
      }
      return [...seeds].flatMap(([number, some]) => {
        const { id, words }: SearchedDocument = documents[number]!;
        return reported(id, query, words, mergedByGap(some, GAP_WORDS, SEEDS_MIN));
      });
    };
    return {
      pair: (query, document) => passages(query, (number) => number === numbers.get(document)),
      search: (query) => passages(query, () => true),
    };
  },
};

const rangeFrom = (at: number) => ({ start: at, end: at + SHINGLE_WORDS });
