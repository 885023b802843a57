/**
 * Characters that make a text compare differently from how it reads. Folding undoes them; this file counts them. Scans
 * and keyboards of two scripts produce some too, one in thousands of words; disguise produces many. Characters that are
 * ordinary in their context are not counted: soft hyphens, joiners in Arabic and Indic words, direction marks beside
 * right-to-left letters, joiners and selectors of emoji, full width beside Han, ligatures, single styled letters of
 * formulas.
 */
import type { DisguiseKind } from "../../base/contract/operations/analyze.ts";
import { foldTable, piecesAt } from "../kernels/text/foldTable.ts";
import { undoLookAlikes } from "../kernels/text/lookalikes.ts";

/** Disguised characters of one kind in one word or run: their number, and the place of the run in UTF-16 indices. */
export interface Disguise {
  kind: DisguiseKind;
  characters: number;
  start: number;
  end: number;
}

/** Alphabets in which no invisible character belongs between two letters. */
const PLAIN_LETTER = "[\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}\\p{sc=Armenian}\\p{sc=Georgian}]";
const MARK = "[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]";
const INVISIBLE =
  "\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0100}-\\u{e01ef}";
const FULL_WIDTH = "\\uff21-\\uff3a\\uff41-\\uff5a";
const STYLED =
  `\\u{1d400}-\\u{1d7cb}\\u2102\\u210a-\\u2112\\u2115\\u2119-\\u211d\\u2124\\u2128\\u212c-\\u2134\\u2145-\\u2149\\u249c-\\u24e9${FULL_WIDTH}` +
  "\\u{1f110}-\\u{1f12a}\\u{1f130}-\\u{1f149}\\u{1f150}-\\u{1f169}\\u{1f170}-\\u{1f189}";
const LATIN = "A-Za-z\\xc0-\\u024f";
const LOOKING_ALIKE = "\\u0370-\\u058f\\u13a0-\\u13ff\\u2c80-\\u2cff\\ua4d0-\\ua4ff\\uab70-\\uabbf";

/** The Latin one of two adjacent letters of different scripts. */
const MIXED = new RegExp(`(?<=[${LOOKING_ALIKE}])[${LATIN}]|[${LATIN}](?=[${LOOKING_ALIKE}])`, "g");
const INVISIBLES = new RegExp(`(?<=${PLAIN_LETTER}${MARK}{0,4})[${INVISIBLE}\\xad]+(?=${PLAIN_LETTER})`, "gu");
const STYLED_WORD = new RegExp(`[A-Za-z]*[${STYLED}][${STYLED}A-Za-z]*`, "gu");
const COVERED = new RegExp(`${PLAIN_LETTER}${MARK}{4,}|(?:${PLAIN_LETTER}[\\u0334-\\u0338]){2,}`, "gu");
const OVERRIDE = /[\u202d\u202e]/g;
const TAGS = /(\u{1f3f4})?[\u{e0001}\u{e0020}-\u{e007e}]+(\u{e007f})?/gu;

// UTF-16 units of which each kind needs at least one: most texts have none of them, and searching for a unit is fast.
const HAS_ALIKE = new RegExp(`[${LOOKING_ALIKE}]`);
const HAS_INVISIBLE = new RegExp(`[${INVISIBLE.replace("\\u{e0100}-\\u{e01ef}", "\\udb40")}]`);
const HAS_STYLED = new RegExp(`[${STYLED.replaceAll(/\\u\{.*?\}-?/g, "")}\\ud835\\ud83c]`);
const HAS_MARK = new RegExp(MARK);
const HAS_TAG = /\udb40/;
const HAS_ANY = new RegExp(
  [HAS_ALIKE, HAS_INVISIBLE, HAS_STYLED, HAS_MARK, HAS_TAG].map(({ source }) => source).join("|"),
);

const IN_WORD = /[\p{L}\p{M}\p{N}\p{Cf}]/u;
const NO_LETTER = /[\p{Cf}\p{M}]/u;
const ROMAN_NUMERAL = /^[IVXLCDMХІСМ]+$/;
const HAN_OR_SUCH = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Size of the context around a character, in UTF-16 units. */
const SURROUNDINGS = 100;
/** Longest word that is examined, in UTF-16 units: bounds the work on hostile text. */
const DISGUISED_WORD_UNITS_MAX = 256;
/** Smallest number of letters of a word whose styled letters count as writing; shorter ones are symbols of formulas. */
const STYLED_WORD_LETTERS_MIN = 3;

/** Finds disguises in a text, kind by kind, each in the order of the text. */
export function disguises(text: string): Disguise[] {
  if (!HAS_ANY.test(text)) return [];
  return [
    ...(HAS_ALIKE.test(text) ? lookAlikes(text) : []),
    ...found(text, HAS_INVISIBLE, INVISIBLES, "invisible_characters", (run) => lengthOf(run.replaceAll("\u00ad", ""))),
    ...found(text, HAS_STYLED, STYLED_WORD, "styled_letters", (word, at) =>
      styledLetters(word, surroundings(text, at, word)),
    ),
    ...found(text, HAS_MARK, COVERED, "covering_marks", (run) => lengthOf(run.replace(new RegExp(MARK, "gu"), ""))),
    ...found(text, HAS_INVISIBLE, OVERRIDE, "bidirectional_overrides", (sign, at) =>
      RIGHT_TO_LEFT.test(surroundings(text, at, sign)) ? 0 : 1,
    ),
    ...found(text, HAS_TAG, TAGS, "tag_characters", (run) => (isFlag(run) ? 0 : lengthOf(run))),
  ];
}

function found(
  text: string,
  has: RegExp,
  pattern: RegExp,
  kind: DisguiseKind,
  charactersOf: (run: string, at: number) => number,
): Disguise[] {
  if (!has.test(text)) return [];
  const all = Array.from(text.matchAll(pattern), ({ 0: run, index }) => ({
    kind,
    characters: charactersOf(run, index),
    start: index,
    end: index + run.length,
  }));
  return all.filter(({ characters }) => characters > 0);
}

const lengthOf = (text: string): number => [...text].length;

function surroundings(text: string, at: number, run: string): string {
  return text.slice(Math.max(0, at - SURROUNDINGS), at + run.length + SURROUNDINGS);
}

/** A flag of a region: a black flag, tag characters, and the tag that ends them. */
function isFlag(run: string): boolean {
  return run.startsWith("\u{1f3f4}") && run.endsWith("\u{e007f}");
}

function styledLetters(word: string, around: string): number {
  if (lengthOf(word) < STYLED_WORD_LETTERS_MIN) return 0;
  const styled = word.replace(/[A-Za-z]/g, "");
  return lengthOf(HAN_OR_SUCH.test(around) ? styled.replace(new RegExp(`[${FULL_WIDTH}]`, "g"), "") : styled);
}

/** Words of mixed scripts that folding converts into one script. */
function lookAlikes(text: string): Disguise[] {
  const all: Disguise[] = [];
  let readTo = 0;
  for (const { index } of text.matchAll(MIXED)) {
    if (index < readTo) continue;
    let [start, end] = [index, index + 1];
    while (start > readTo && index - start < DISGUISED_WORD_UNITS_MAX && IN_WORD.test(text[start - 1]!)) start--;
    while (end < text.length && end - index < DISGUISED_WORD_UNITS_MAX && IN_WORD.test(text[end]!)) end++;
    readTo = end;
    const characters = exchangedLetters(text.slice(start, end));
    if (characters > 0) all.push({ kind: "look_alike_letters", characters, start, end });
  }
  return all;
}

/**
 * Number of letters that folding exchanges in a word. A single one at either end may be a symbol (TNFα) or an ending,
 * and capitals of two scripts may be a Roman numeral; these are not counted.
 */
function exchangedLetters(word: string): number {
  if (ROMAN_NUMERAL.test(word)) return 0;
  const table = foldTable();
  // One character may fold to several letters (Ⅻ); it is counted once.
  const pieces = [...word.replace(new RegExp(NO_LETTER, "gu"), "")].flatMap((character, place) =>
    piecesAt(character.codePointAt(0)!, table).map(({ codePoint }) => ({ codePoint, place })),
  );
  const undone = undoLookAlikes(
    pieces.map(({ codePoint }) => codePoint),
    table,
  );
  if (undone === null) return 0;
  const places = new Set(pieces.flatMap(({ codePoint, place }, i) => (codePoint === undone[i] ? [] : [place])));
  return places.size === 1 && (places.has(0) || places.has(pieces.at(-1)!.place)) ? 0 : places.size;
}
