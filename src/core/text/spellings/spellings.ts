/**
 * Readings under which two texts may be found alike that are not alike letter by letter. Each merges what one of them
 * writes otherwise, in both.
 */
import { joinSpacedLetters } from "../letterSpacing.ts";
import { isProgram, withOneName } from "./code.ts";
import { asOldGerman, isGerman } from "./german.ts";
import { ARABIC, BEFORE_REFORM, EARLY_PRINT, SIMPLIFIED_CHINESE, withLetters } from "./letters.ts";
import type { RespelledText } from "./respelled.ts";

export type SpellingName =
  | "letters_apart"
  | "early_print"
  | "old_german"
  | "russian_before_reform"
  | "arabic"
  | "simplified_chinese"
  | "names_in_code";

export interface OtherSpelling {
  readonly name: SpellingName;
  /** Whether a text may be meant. */
  isOf(text: string, isCode: boolean): boolean;
  /** The text so, or `null` where it is that already. */
  read(text: string): RespelledText | null;
}

/** UTF-16 units of code that is read so. */
const CODE_UNITS_MAX = 256 * 1024;
/** UTF-16 units of a text that are looked at for its script. */
const LOOKED_AT = 100_000;

const byScript = (name: SpellingName, script: RegExp, letters: ReadonlyMap<string, string>): OtherSpelling => ({
  name,
  isOf: (text, isCode) => !isCode && script.test(text.slice(0, LOOKED_AT)),
  read: (text) => withLetters(text, letters),
});

export const SPELLINGS: readonly OtherSpelling[] = [
  {
    name: "letters_apart",
    isOf: (_, isCode) => !isCode,
    // As many words as the text could have.
    read: (text) => joinSpacedLetters(text, text.length / 2),
  },
  byScript("early_print", /\p{Script=Latin}/u, EARLY_PRINT),
  { name: "old_german", isOf: (text, isCode) => !isCode && isGerman(text), read: asOldGerman },
  byScript("russian_before_reform", /\p{Script=Cyrillic}/u, BEFORE_REFORM),
  byScript("arabic", /\p{Script=Arabic}/u, ARABIC),
  byScript("simplified_chinese", /\p{Script=Han}/u, SIMPLIFIED_CHINESE),
  {
    name: "names_in_code",
    // Each sign becomes a word of some seven letters.
    isOf: (text, isCode) => isCode && text.length <= CODE_UNITS_MAX && isProgram(text),
    read: withOneName,
  },
];
