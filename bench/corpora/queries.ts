/** Questions for a corpus: text it has never seen, and such text with a run of its own words in the middle. */
import { Random } from "../harness/random.ts";
import type { SharedDocument } from "../harness/shared.ts";
import { randomlyEdited } from "../quality/search/edits.ts";
import { type Genre, realText } from "./genres.ts";

export const QUERY_WORDS = 500;

export interface FreshQuery {
  content: string;
}

export interface PlantedQuery extends FreshQuery {
  /** The document the run is from, and the run. */
  id: string;
  run: string;
}

/**
 * Stretches of held-out real text; of short documents some behind each other. They overlap by chance where there are more queries than
 * text: 222,000 words of novels and 346,000 of law are held out.
 */
export function freshQueries(genre: Genre, count: number, seed: string): FreshQuery[] {
  const random = new Random(`fresh ${genre} ${seed}`);
  const words = realText(genre).heldOut.flatMap(({ text }) => wordsOf(text));
  return Array.from({ length: count }, () => ({ content: stretch(random, words, QUERY_WORDS).join(" ") }));
}

/** The same with `runWords` words of a document in their middle. */
export function plantedQueries(
  genre: Genre,
  count: number,
  seed: string,
  { from, runWords }: { from: readonly SharedDocument[]; runWords: number },
): PlantedQuery[] {
  const random = new Random(`planted ${genre} ${seed}`);
  const long = from
    .map(({ id, text }) => ({ id, words: wordsOf(text) }))
    .filter(({ words }) => words.length >= 2 * runWords);
  return freshQueries(genre, count, seed).map(({ content }) => {
    const words = content.split(" ");
    const { id, words: source } = random.pick(long);
    const run = stretch(random, source, runWords);
    words.splice(QUERY_WORDS >> 1, runWords, ...run);
    return { content: words.join(" "), id, run: run.join(" ") };
  });
}

/** Of a text that was copied in other words. */
const EDITED_SHARE = 0.1;

/** Stretches of known documents, with the ids of these, the same edited, and stretches of held-out text. */
export function stretchesOf(
  genre: Genre,
  { count, words, from }: { count: number; words: number; from: readonly SharedDocument[] },
): Record<"copied" | "edited" | "unknown", { content: string; id: string | null }[]> {
  const random = new Random(`stretches ${genre} ${words}`);
  const unknown = realText(genre).heldOut.flatMap(({ text }) => wordsOf(text));
  const long = from
    .map(({ id, text }) => ({ id, words: wordsOf(text) }))
    .filter((document) => document.words.length >= 2 * words);
  const one = (all: readonly string[]) => stretch(random, all, words).join(" ");
  // No document of law is so long that a chapter of a book could be from it.
  const copied = Array.from({ length: long.length === 0 ? 0 : count }, () => {
    const { id, words: source } = random.pick(long);
    return { content: one(source), id };
  });
  return {
    copied,
    edited: copied.map(({ content, id }, i) => {
      const chance = new Random(`edits ${genre} ${words} ${i}`);
      return { content: randomlyEdited(content, EDITED_SHARE, chance, unknown), id };
    }),
    unknown: Array.from({ length: count }, () => ({ content: one(unknown), id: null })),
  };
}

function stretch(random: Random, words: readonly string[], length: number): string[] {
  const from = random.below(Math.max(1, words.length - length));
  return words.slice(from, from + length);
}

/** Words as they are printed, apart by white space. */
function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}
