/** The rules of an audit: when does a document hold an item? */
import { PASSAGE_WORDS_MIN } from "../../base/limits.ts";

/** Items of fewer words are found as exact runs only: no passage can be as short. */
export const ALIGNED_WORDS_MIN = PASSAGE_WORDS_MIN;

/** A document holds an item if at least this share of its own words stands in it, */
const HELD_SHARE = 0.5;
/** or as many of them: whoever has that much of a book has it. */
const HELD_WORDS = 800;

/**
 * Few words of its own, in a template that others have too, agree by chance more easily: of fewer, this share has to
 * stand there, and this share of all words, since the own ones tell nothing without the template around them.
 */
const OWN_WORDS_MIN = PASSAGE_WORDS_MIN;
const FEW_OWN_SHARE = 0.75;
const FRAME_SHARE = 0.75;

/**
 * Where no run of `PASSAGE_WORDS_MIN` words agrees, the text may share a formula with the item and no more: of its
 * words, and of what its own words tell, half has to stand there and so many words more, at most this share.
 */
const BEYOND_FORMULA_WORDS = 5;
const BEYOND_FORMULA_SHARE_MAX = 0.8;

/**
 * Numbers in place of others are another instance of a template where they are at least so many, more than the numbers
 * that agree, and one for so many words that agree: the pages of another edition have other numbers too, but few.
 */
const OTHER_NUMBERS_MIN = 2;
const WORDS_PER_OTHER_NUMBER_MAX = 25;

/** A short item is telling where chance would give at most so many of its runs in all documents together. */
export const EXPECTED_MAX = 0.001;

/** Words of an item, or those of them that agree with a document. */
interface OwnWords {
  words: number;
  ownWords: number;
  /** What the own words tell, in quarters of a bit (`telling.ts`). */
  ownUnits: number;
}

export interface OwnAgreement extends OwnWords {
  longestRunWords: number;
  /** Numbers that agree. */
  numbers: number;
  /** Numbers of the item for which the document has others at the same place. */
  otherNumbers: number;
}

/** Whether a document shares so many of an item's own words that it is worth naming. */
export function isShared(item: OwnWords, agreeing: OwnAgreement): boolean {
  return agreeing.ownWords >= PASSAGE_WORDS_MIN || holds(item, agreeing);
}

/**
 * Whether a document holds an item. A number in place of another speaks against it as much as a word speaks for it:
 * whoever edits a text changes words here and there, and whoever uses its template again changes the numbers.
 */
export function holds(item: OwnWords, agreeing: OwnAgreement): boolean {
  if (item.ownWords === 0) return false;
  if (isAnotherInstance(agreeing) || mayBeFormula(item, agreeing)) return false;
  const supported = agreeing.ownWords - agreeing.otherNumbers;
  if (item.ownWords < OWN_WORDS_MIN)
    return supported >= FEW_OWN_SHARE * item.ownWords && agreeing.words >= FRAME_SHARE * item.words;
  return supported >= Math.min(HELD_SHARE * item.ownWords, HELD_WORDS);
}

function mayBeFormula(item: OwnWords, agreeing: OwnAgreement): boolean {
  if (agreeing.longestRunWords >= PASSAGE_WORDS_MIN) return false;
  const share = (words: number) => Math.min(HELD_SHARE + BEYOND_FORMULA_WORDS / words, BEYOND_FORMULA_SHARE_MAX);
  if (agreeing.words - agreeing.otherNumbers < share(item.words) * item.words) return true;
  return agreeing.ownUnits < share(item.ownWords) * item.ownUnits;
}

function isAnotherInstance({ words, numbers, otherNumbers }: OwnAgreement): boolean {
  if (otherNumbers < OTHER_NUMBERS_MIN || otherNumbers <= numbers) return false;
  return otherNumbers * WORDS_PER_OTHER_NUMBER_MAX >= words;
}
