/** Tells of text that a document holds and that is not part of what was read. */
import type { UnreadPages } from "./documentText.ts";

/** Signs of scripts without spaces are a word each, as in the engine. */
const SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const LETTER = /[\p{L}\p{N}\p{M}]/u;
/** Fewer words are a label or a menu. */
const TOLD_WORDS_MIN = 12;

/**
 * @param what a phrase that names the text: `its SmartArt`
 * @returns nothing where it is only a label
 */
export function unreadText(what: string, text: string): UnreadPages[] {
  const words = wordsIn(text);
  if (words < TOLD_WORDS_MIN) return [];
  return [{ code: "format_not_read", pages: [], reason: `${what} (${words} words)` }];
}

function wordsIn(text: string): number {
  let [words, isWithin] = [0, false];
  for (const character of text) {
    const isSign = SIGN.test(character);
    const isLetter = !isSign && LETTER.test(character);
    if (isSign || (isLetter && !isWithin)) words += 1;
    isWithin = isLetter;
  }
  return words;
}
