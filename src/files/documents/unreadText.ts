/** Tells of text that a document holds and that is not part of what was read. */
import { NotRead } from "./bytes/notRead.ts";
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

/** Reads up to the first damage. @returns the damage; what is no damage of the document is thrown */
export function whatEndsIt(read: () => void): NotRead | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!(error instanceof NotRead) || error.code !== "damaged") throw error;
    return error;
  }
}

/** What was read stands before this damage, and what comes after it is missing. */
export function restAfter(damage: NotRead | undefined): UnreadPages[] {
  if (damage === undefined) return [];
  return [{ code: "damaged", pages: [], reason: `${damage.reason}: what follows is not read` }];
}

export function wordsIn(text: string): number {
  let [words, isWithin] = [0, false];
  for (const character of text) {
    const isSign = SIGN.test(character);
    const isLetter = !isSign && LETTER.test(character);
    if (isSign || (isLetter && !isWithin)) words += 1;
    isWithin = isLetter;
  }
  return words;
}

const PROSE_WORDS_MIN = 6;
const PLAIN_WORD = /^["'“‘(<]?\p{L}[\p{L}\p{M}'’-]*[.,;:!?…"'”’)]*$/u;
/** Names of programs: few words of people have a capital behind another letter. */
const CAMEL = /\p{Ll}\p{Lu}/u;
/** Words of letters: coordinates, addresses, names of classes and lists of names with marks in them are none. */
export const isProse = (value: string): boolean => {
  const words = value.split(/\s+/, 200).filter((word) => PLAIN_WORD.test(word) && !CAMEL.test(word));
  if (words.length < PROSE_WORDS_MIN) return /[\u3040-\u30ff\u4e00-\u9fff]{8}/.test(value);
  return 2 * words.length > value.split(/\s+/, 200).length;
};
