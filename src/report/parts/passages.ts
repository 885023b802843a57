/** Cuts passages out of texts, to a readable length and with context. */
import type { Span } from "../../base/contract/common.ts";
import type { Quotation } from "../layout/sheet.ts";
import { elide, firstUnits, lastUnits } from "../layout/terminal.ts";

/** How many passages are shown in full. The result document contains all. */
export const PASSAGES_SHOWN = 10;
const PASSAGE_CHARACTERS = 400;
const CONTEXT_CHARACTERS = 60;
/** Length of the opening words in the list of the other passages. */
const OPENING_CHARACTERS = 60;

/**
 * Cuts before control characters are removed, because a passage may be as long as the text.
 *
 * @param isWhole whether the passage is not cut
 */
export function quotationOf(text: string, { start, end }: Span, isWhole = false): Quotation {
  const left = lastUnits(text.slice(Math.max(0, start - 2 * CONTEXT_CHARACTERS), start), CONTEXT_CHARACTERS);
  const right = firstUnits(text.slice(end, end + 2 * CONTEXT_CHARACTERS), CONTEXT_CHARACTERS);
  // A cut word says nothing. Where words are not written apart, there is none to cut.
  const before = left.length < start ? left.replace(/^\S{0,30}(?=\s)/, "") : left;
  const after = end + right.length < text.length ? right.replace(/(?<=\s)\S{0,30}$/, "") : right;
  return {
    before: (start > before.length ? "…" : "") + before,
    words: isWhole ? text.slice(start, end) : passageOf(text, { start, end }),
    after: after + (end + after.length < text.length ? "…" : ""),
  };
}

export function passageOf(text: string, { start, end }: Span): string {
  return elide(text.slice(start, end), PASSAGE_CHARACTERS);
}

/** The first words of a passage, for a list. */
export function openingOf(passage: string): string {
  const opening = firstUnits(passage, OPENING_CHARACTERS);
  return opening.length < passage.length ? `${opening.trimEnd()}…` : opening;
}
