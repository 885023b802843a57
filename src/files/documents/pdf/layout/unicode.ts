/** Whether the characters of a page are those that it shows: some fonts do not say what their shapes stand for. */

/** Characters that stand for none: replacement, private use, controls, not assigned. */
const UNKNOWN = /[\ufffd\p{Co}\p{Cn}]|(?![\t\n\r])\p{Cc}/gu;
/** Share of such characters from which a page is not read. Bullets and logos of symbol fonts stay below it. */
const UNKNOWN_SHARE_MAX = 0.3;
/** Characters of a page by which it is judged, at least, and the share of letters below which it has no words. */
const SHOWN_MIN = 40;
const WRITTEN_SHARE_MIN = 0.02;
/** Letters of a page by which it is judged, at least, and the share of vowels below which they are no words. */
const LETTERS_MIN = 200;
const VOWEL_SHARE_MIN = 0.22;
/** Share of vowels in so many letters that follow each other, from which on they are words, whatever else is there. */
const WORDS_VOWEL_SHARE = 0.3;

/** Removes characters that stand for none. */
export function withoutUnknown(text: string): string {
  return text.replace(UNKNOWN, "");
}

/** Whether so much of a text stands for no characters, or for wrong ones, that it would be read as garbage. */
export function isUnreadable(text: string): boolean {
  const shown = text.replace(/\s+/g, "");
  const unknown = shown.match(UNKNOWN)?.length ?? 0;
  if (unknown > UNKNOWN_SHARE_MAX * shown.length) return true;
  // One sign for every shape: what they say stands elsewhere, as in an ActualText.
  const written = shown.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (shown.length >= SHOWN_MIN && written < WRITTEN_SHARE_MIN * shown.length) return true;
  // Where a font gives numbers of shapes for characters, the letters are others: "7KLV LV D WHVW". Vowels are 35 to
  // 45 % of the letters of a text.
  const letters = text.normalize("NFD").match(/[A-Za-z]/g) ?? [];
  if (letters.length < Math.max(LETTERS_MIN, 0.5 * shown.length)) return false;
  const vowelsBefore = [0];
  for (const letter of letters) vowelsBefore.push(vowelsBefore.at(-1)! + Number("aeiouyAEIOUY".includes(letter)));
  if (vowelsBefore.at(-1)! >= VOWEL_SHARE_MIN * letters.length) return false;
  // A page of prose may have a listing of abbreviations below.
  return !vowelsBefore.some(
    (vowels, at) => at >= LETTERS_MIN && vowels - vowelsBefore[at - LETTERS_MIN]! >= WORDS_VOWEL_SHARE * LETTERS_MIN,
  );
}
