/**
 * The events that a confidence is about. G: the content and one work share at least `eventWords` derived words, each
 * counted once. G50: at least `EVENT_WORDS_MIN`.
 */

/** Minimum of derived words in any event. */
export const EVENT_WORDS_MIN = 50;
/** Minimum share of the content, up to `EVENT_WORDS_MAX` words. */
const EVENT_SHARE_MIN = 0.2;
/** So many derived words make the event in a content of any length: a chapter of a book is reuse of it. */
export const EVENT_WORDS_MAX = 800;

/** Minimum of derived words that a content of so many words shares with a work: max(50, min(n / 5, 800)). */
export function eventWords(lengthWords: number): number {
  return Math.max(EVENT_WORDS_MIN, Math.min(EVENT_SHARE_MIN * lengthWords, EVENT_WORDS_MAX));
}
