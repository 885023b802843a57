/** Passages out of texts: cut to what is read, with their neighbours. */
import type { Span } from "../contract/common.ts";
import type { Quotation } from "./sheet.ts";
import { elide, firstUnits, lastUnits } from "./terminal.ts";

/** Passages that are written out. A result document has them all. */
export const PASSAGES_SHOWN = 10;
const PASSAGE_CHARACTERS = 400;
const CONTEXT_CHARACTERS = 60;
/** In a list of what is not written out. */
const OPENING_CHARACTERS = 60;

/** Cut before it is made harmless: a passage may be as long as the text, and the screen is not. */
export function quotationOf(text: string, { start, end }: Span): Quotation {
  const before = lastUnits(text.slice(Math.max(0, start - 2 * CONTEXT_CHARACTERS), start), CONTEXT_CHARACTERS);
  const after = firstUnits(text.slice(end, end + 2 * CONTEXT_CHARACTERS), CONTEXT_CHARACTERS);
  return {
    before: (start > before.length ? "…" : "") + before,
    words: passageOf(text, { start, end }),
    after: after + (end + after.length < text.length ? "…" : ""),
  };
}

export function passageOf(text: string, { start, end }: Span): string {
  return elide(text.slice(start, end), PASSAGE_CHARACTERS);
}

/** Its first words, for a list. */
export function openingOf(passage: string): string {
  const opening = firstUnits(passage, OPENING_CHARACTERS);
  return opening.length < passage.length ? `${opening.trimEnd()}…` : opening;
}

/** What is alike, together, in the order in which it came. */
export function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
