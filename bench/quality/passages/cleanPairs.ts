/** Pairs in which nothing was reused: an excerpt of an unindexed work, and a part of an indexed one of the same genre, or by the same author. */
import { Random } from "../../harness/random.ts";
import { sharedCorpus } from "../../harness/shared.ts";
import { halvesOf } from "../search/cases.ts";
import { wordsOf } from "../words.ts";
import type { Pair } from "./pair.ts";
import { excerpts, indexedParts, SETS } from "./sets.ts";

const EXCERPT_WORDS = 1_000;
const PAIRS = 100;
const EXCERPTS_PER_WORK_MAX = 10;

export function cleanPairs(): Pair[] {
  return SETS.flatMap(({ name, kind }) => {
    const random = new Random(`${name} clean pairs`);
    const documents = sharedCorpus(name);
    const authors = new Map(documents.map(({ id, author }) => [id, author]));
    const halves = halvesOf(documents);
    const parts = indexedParts(name, halves, () => false);
    const asked = random.shuffled(
      random
        .shuffled(halves.held)
        .slice(0, 20 * PAIRS)
        .flatMap((work) => {
          const words = wordsOf(work.text);
          const some = words.words.length < EXCERPT_WORDS ? [words] : excerpts(words, EXCERPT_WORDS);
          return random
            .shuffled(some)
            .slice(0, EXCERPTS_PER_WORK_MAX)
            .map((a) => ({ a, work }));
        }),
    );
    const groupOf = (group: string, isFitting: (author: string | undefined, other: string | undefined) => boolean) =>
      asked
        .flatMap(({ a, work }): Pair[] => {
          const fitting = parts.filter((part) => isFitting(work.author, authors.get(part.work)));
          if (fitting.length === 0) return [];
          const { id, words } = random.pick(fitting);
          return [
            { set: "clean pairs", group: `${kind}, ${group}`, label: 0, id: `${work.id}~${id}`, a, b: { id, words } },
          ];
        })
        .slice(0, PAIRS);
    return [
      ...groupOf("other author", (author, other) => author === undefined || author !== other),
      ...groupOf("same author", (author, other) => author !== undefined && author === other),
    ];
  });
}
