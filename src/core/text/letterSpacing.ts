/**
 * Joins letters that stand apart: `S p e r r u n g`, as old German print emphasizes words, and as titles and texts out
 * of PDF have them. Folding takes each letter as a word, so a text of such words shares no run with anything.
 *
 * It needs no vocabulary: a word ends at a wider gap, at a line's end, or before a capital. Where all gaps are alike,
 * words run together (`w i r d i s t` is read as `wirdist`), which a search bears better than letters.
 */
import type { ReadText } from "../../base/contract/engine.ts";

/** A text whose letters were joined; `pieces` map it back. */
interface JoinedText extends Required<Pick<ReadText, "text" | "pieces">> {
  /** Letters that stood apart, and the words that they were joined to. */
  letters: number;
  words: number;
}

/** Least share of a text's words that are letters standing apart: fewer cost no passage, and may be of tables. */
const SHARE_MIN = 0.02;
/** Least number of such letters in a text: three words. */
const ALL_LETTERS_MIN = 12;
/** Least letters in a row, and least different ones: initials, marks and formulas have fewer. */
const LETTERS_MIN = 4;
const DIFFERENT_MIN = 3;
/** Most letters in a row: a longer one is several. V8 remembers each, and has no room for those of a large text. */
const LETTERS_MAX = 10_000;

const LETTER = "[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]";
const SPACES = "[ \\u00a0\\u2000-\\u200a\\u202f]";
const GAP = `(?:${SPACES}{1,4}|${SPACES}{0,4}\\r?\\n${SPACES}{0,4})`;
const ROW = new RegExp(
  `(?<![\\p{L}\\p{N}\\p{M}'’])${LETTER}(?:${GAP}${LETTER}){${LETTERS_MIN - 1},${LETTERS_MAX - 1}}(?![\\p{L}\\p{N}\\p{M}'’])`,
  "gu",
);

/**
 * The text with such letters joined, or `null` where it has few of them.
 *
 * @param lengthWords words of the text, each such letter counted as one
 */
export function joinSpacedLetters(text: string, lengthWords: number): JoinedText | null {
  const lettersMin = Math.max(ALL_LETTERS_MIN, SHARE_MIN * lengthWords);
  if (!mayHaveRows(text, lettersMin)) return null;
  const joined = new Joined(text);
  for (const { 0: row, index } of text.matchAll(ROW)) for (const word of wordsOf(row)) joined.add(index, word);
  return joined.letters < lettersMin ? null : joined.finish();
}

/** Whether two units in a row often stand alone: a look that costs little, since hardly any text has them. */
function mayHaveRows(text: string, lettersMin: number): boolean {
  let left = lettersMin / LETTERS_PER_PAIR;
  for (let first = 0; first < 2; first++)
    for (let at = first; at + 4 < text.length; ) {
      // The last of three spaces first: where a letter stands there, none of the three places has three.
      if (!isSpace(text, at + 4)) at += 6;
      else if (!isSpace(text, at + 2)) at += 4;
      else {
        if (isSpace(text, at)) left--;
        if (left <= 0) return true;
        at += 2;
      }
    }
  return false;
}

/** Letters of the shortest words, of which a row has one such place or more. */
const LETTERS_PER_PAIR = 6;

function isSpace(text: string, place: number): boolean {
  const unit = text.charCodeAt(place);
  if (unit <= 0xa0) return unit === 0x20 || unit === 0x0a || unit === 0xa0;
  return unit >= 0x2000 && (unit <= 0x200a || unit === 0x202f);
}

/** A word of a row: where it stands in the row, and its letters. */
interface SpacedWord {
  start: number;
  end: number;
  letters: string;
}

/** The words of a row of letters; none where the row is no text, as in alphabets. */
function wordsOf(row: string): SpacedWord[] {
  const letters = [...row.matchAll(/\p{L}/gu)].map(({ 0: letter, index }) => ({ letter, index }));
  const plain = letters.map(({ letter }) => letter.toLowerCase());
  if (new Set(plain).size < DIFFERENT_MIN || isInOrder(plain)) return [];
  const gaps = letters.slice(1).map(({ index }, i) => row.slice(letters[i]!.index + letters[i]!.letter.length, index));
  const narrow = commonest(gaps);
  const words: SpacedWord[] = [];
  letters.forEach(({ letter, index }, i) => {
    const last = words.at(-1);
    const end = index + letter.length;
    const begins = i === 0 || gaps[i - 1] !== narrow || (isLower(letters[i - 1]!.letter) && !isLower(letter));
    if (begins || last === undefined) words.push({ start: index, end, letters: letter });
    else Object.assign(last, { end, letters: last.letters + letter });
  });
  return words.filter((word) => word.letters.length > 1);
}

const isLower = (letter: string): boolean => letter !== letter.toUpperCase();

/** Whether most letters follow the one before in the alphabet: lists of answers, columns of tables. */
function isInOrder(letters: readonly string[]): boolean {
  const steps = letters.slice(1).filter((letter, i) => letter.codePointAt(0)! - letters[i]!.codePointAt(0)! === 1);
  return 2 * steps.length >= letters.length - 1;
}

/** The gap that occurs most often; of several, the shortest. */
function commonest(gaps: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const gap of gaps) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  return [...counts].reduce((best, one) =>
    one[1] > best[1] || (one[1] === best[1] && one[0].length < best[0].length) ? one : best,
  )[0];
}

class Joined {
  letters = 0;
  #words = 0;
  readonly #source: string;
  #text = "";
  #done = 0;
  readonly #pieces: JoinedText["pieces"] = [];

  constructor(source: string) {
    this.#source = source;
  }

  add(rowStart: number, { start, end, letters }: SpacedWord): void {
    this.#copyTo(rowStart + start);
    this.#piece(letters, rowStart + end);
    this.letters += letters.length;
    this.#words += 1;
  }

  finish(): JoinedText {
    this.#copyTo(this.#source.length);
    return { text: this.#text, pieces: this.#pieces, letters: this.letters, words: this.#words };
  }

  #copyTo(end: number): void {
    if (end > this.#done) this.#piece(this.#source.slice(this.#done, end), end);
  }

  #piece(text: string, sourceEnd: number): void {
    this.#pieces.push({ textStart: this.#text.length, sourceStart: this.#done, sourceEnd });
    this.#text += text;
    this.#done = sourceEnd;
  }
}
