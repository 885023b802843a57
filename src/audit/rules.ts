/** The rules of an audit: when does a document hold an item, and which words of an item are its own? */
import { PASSAGE_WORDS_MIN } from "../limits.ts";

/** Items of fewer words are found as exact runs only: no passage can be as short. */
export const ALIGNED_WORDS_MIN = PASSAGE_WORDS_MIN;

/** A document holds an item if at least this share of its own words stands in it, */
const HELD_SHARE = 0.5;
/** or as many of them: whoever has that much of a book has it. */
const HELD_WORDS = 800;

/** Where an item has fewer words of its own, all of them must agree, with nearly all of the words around them. */
const OWN_WORDS_MIN = PASSAGE_WORDS_MIN;
const FRAME_SHARE = 0.9;

/**
 * A run of words is a template where so many items have it that otherwise differ. Items that share more than half of
 * their words may be questions on one text, which is their own, unless there are `TEMPLATE_ITEMS_ALWAYS` of them.
 */
export const TEMPLATE_ITEMS = 3;
export const TEMPLATE_ITEMS_ALWAYS = 10;
/** Of few items, a quarter is as good. */
export const TEMPLATE_SHARE_ALWAYS = 0.25;

/** A short item is telling where chance would give at most so many of its runs in all documents together. */
export const EXPECTED_MAX = 0.001;

/** Words of an item that agree with a document. */
export interface OwnAgreement {
  words: number;
  ownWords: number;
}

/** Whether a document shares so many of an item's own words that it is worth naming. */
export function isShared(item: OwnAgreement, agreeing: OwnAgreement): boolean {
  return agreeing.ownWords >= PASSAGE_WORDS_MIN || holds(item, agreeing);
}

/** Whether a document holds an item. */
export function holds(item: OwnAgreement, agreeing: OwnAgreement): boolean {
  if (item.ownWords === 0) return false;
  if (item.ownWords < OWN_WORDS_MIN)
    return agreeing.ownWords === item.ownWords && agreeing.words >= FRAME_SHARE * item.words;
  return agreeing.ownWords >= Math.min(HELD_SHARE * item.ownWords, HELD_WORDS);
}
