/** How an item stands in a document, and how its words are edited before. */
import type { Random } from "../../harness/random.ts";
import { EDITS, randomlyEdited } from "../search/edits.ts";
import { wordsOf } from "../words.ts";

export interface Surroundings {
  random: Random;
  /** Text of other authors, so many words of it. */
  filler: (words: number) => string;
}

type Form = (item: string, around: Surroundings) => string;

/** An item in a paragraph of its own, in a document of two more. */
const inParagraphs = (item: string, { filler }: Surroundings) => `${filler(60)}\n\n${item}\n\n${filler(60)}`;

export const FORMS: Readonly<Record<string, Form>> = {
  whole: inParagraphs,
  "lines of 8 words": (item, around) => inParagraphs(inLines(item, 8), around),
  "inside filler": (item, { filler }) => {
    const words = wordsOf(item).words.length;
    return `${filler(5 * words)} ${item.replace(/\s+/g, " ")} ${filler(5 * words)}`;
  },
  capitals: (item, around) => inParagraphs(item.toUpperCase().replace(/[^\p{L}\p{N}\s]/gu, " "), around),
  "other typography": (item, around) => inParagraphs(EDITS["typography"]!(item, around.random, []), around),
  "as JSON": (item, around) =>
    JSON.stringify({ id: around.random.below(1e6), before: around.filler(40), prompt: item, after: around.filler(40) }),
};

export const EDIT_SHARES = [0, 0.05, 0.1, 0.2, 0.3] as const;

export function edited(item: string, share: number, random: Random, vocabulary: readonly string[]): string {
  return share === 0 ? item : randomlyEdited(item, share, random, vocabulary);
}

function inLines(text: string, words: number): string {
  const { starts, ends } = wordsOf(text);
  const lines: string[] = [];
  for (let at = 0; at < starts.length; at += words)
    lines.push(text.slice(starts[at]!, starts[at + words] ?? text.length).trim());
  return lines.length === 0 ? text : lines.join("\n") || text.slice(0, ends[0]);
}
