/** What counts as the same text, by examples: the left column and the right one fold to the same words, which stand in the third. */
import { describe, expect, test } from "vitest";
import { loadKernels } from "../../src/kernels/load.ts";
import { wordsOf } from "../suites/kernels.suite.ts";

const kernels = await loadKernels();
const fold = (text: string) => wordsOf(kernels.fold(new TextEncoder().encode(text))).join(" ");

const SAME: [what: string, one: string, other: string, words: string][] = [
  ["case", "The SLY Fox", "tHE sly fOX", "the sly fox"],
  ["typographic quotes and dashes", "“don’t” — ‘stop’…", "\"don't\" - 'stop'...", "don t stop"],
  ["apostrophes that Unicode counts as letters", "rockʼnʼroll", "rock'n'roll", "rock n roll"],
  ["underscores and hyphens", "snake_case-name", "snake case name", "snake case name"],
  ["diacritics", "Ångström naïve façade", "Angstrom naive facade", "angstrom naive facade"],
  ["diacritics composed and not", "é ñ ṩ ǖ", "e\u0301 n\u0303 s\u0323\u0307 u\u0308\u0304", "e n s u"],
  [
    "œ, æ, ø, ł, đ, þ, ħ, ŧ",
    "Œuvre Ægir Øst Łódź Đorđe Þór Ħ Ŧ",
    "oeuvre aegir ost lodz dorde thor h t",
    "oeuvre aegir ost lodz dorde thor h t",
  ],
  ["ß", "Straße STRASSE", "strasse STRAẞE", "strasse strasse"],
  ["ligatures", "ﬁre ﬄuent ﬆ", "fire ffluent st", "fire ffluent st"],
  ["full width", "Ｆｕｌｌ　Ｗｉｄｔｈ１２", "Full Width12", "full width12"],
  ["mathematical letters and digits", "𝒜𝔟𝕔 𝟙𝟚𝟛", "Abc 123", "abc 123"],
  ["circled and subscript", "① H₂O Ⅻ", "1 H2O xii", "1 h2o xii"],
  ["footnote marks", "a word¹ and another²³", "a word and another", "a word and another"],
  ["fractions become words of digits, apart from what is before", "1½ cup", "1 1⁄2 cup", "1 1 2 cup"],
  ["signs that would glue letters on", "Spolia™ rules", "Spolia rules", "spolia rules"],
  ["zero-width and soft hyphen inside a word", "in\u00advi\u200bsi\u2060ble \ufeffword", "invisible word", "invisible word"],
  ["variation selectors, joiners, emoji", "I ❤️ 👩‍🚀 it", "I it", "i it"],
  ["Arabic vowel marks and tatweel", "كِتَابٌ كـــتاب", "كتاب كتاب", "كتاب كتاب"],
  ["Arabic presentation forms", "ﻛﺘﺎﺏ ﻻ", "كتاب لا", "كتاب لا"],
  ["Arabic hamza carriers and wasla", "أحمد ٱلله", "احمد الله", "احمد الله"],
  ["Persian yeh and kaf", "یک", "يك", "يك"],
  ["Hebrew points", "שָׁלוֹם", "שלום", "שלום"],
  ["digits of other scripts", "١٢٣ ۴۵۶ ७८९ ๑๒", "123 456 789 12", "123 456 789 12"],
  ["Hangul composed and not", "한국어", "한국어".normalize("NFD"), "한국어".normalize("NFD")],
  ["Hangul compatibility letters", "ㄱ", "ᄀ", "ᄀ"],
  ["Turkish dotless and dotted i", "ışık İstanbul", "isik istanbul", "isik istanbul"],
  ["Greek final sigma and tonos", "ΟΔΟΣ όδος", "οδος οδοσ", "οδοσ οδοσ"],
  ["Cyrillic short i, as its diacritic goes", "Йод", "йод".normalize("NFD"), "иод"],
  ["half-width katakana", "ｶﾞｷﾞ", "ガギ", "カ\u3099 キ\u3099"],
  ["units in a square", "㎏ ㍿", "kg 株式会社", "kg 株 式 会 社"],
];

describe("the same text", () => {
  test.each(SAME)("%s", (_, one, other, words) => {
    expect(fold(one)).toBe(words);
    expect(fold(other)).toBe(words);
  });
});

describe("scripts without spaces: a letter is a word, with its marks", () => {
  test.each([
    ["Han", "漢字仮名", "漢 字 仮 名"],
    ["kana", "ひらカナ", "ひ ら カ ナ"],
    ["kana with voicing, which spells the word", "がバ", "か\u3099 ハ\u3099"],
    ["Thai with vowels and tones", "กินน้ำ", "กิ น น้ํ า"],
    ["Khmer", "ខ្មែរ", "ខ្ មែ រ"],
    ["Latin and digits between Han", "用AI写2本书", "用 ai 写 2 本 书"],
  ])("%s", (_, text, words) => expect(fold(text)).toBe(words));
});

describe("unlike texts stay apart", () => {
  test.each([
    ["Devanagari vowel signs", "कि", "का"],
    ["Bengali vowel signs", "কি", "কা"],
    ["Thai vowels", "กิน", "กน"],
    ["kana voicing", "か", "が"],
    ["Cyrillic and Latin look-alikes", "аре", "ape"],
    ["where a word ends", "a part", "apart"],
    ["numbers", "1 2", "12"],
    ["letters of other scripts", "α", "a"],
  ])("%s", (_, one, other) => expect(fold(one)).not.toBe(fold(other)));
});
