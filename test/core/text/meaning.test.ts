/** What counts as the same text, by examples: the left column and the right one fold to the same words, which stand in the third. */
import { describe, expect, test } from "vitest";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { readText, utf16Spans } from "../../../src/core/text/text.ts";
import { foldedWords } from "../../support/suites/core/folded.ts";

const kernels = await loadKernels();
const fold = (text: string) => foldedWords(kernels, text).join(" ");

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
  [
    "zero-width and soft hyphen inside a word",
    "in\u00advi\u200bsi\u2060ble \ufeffword",
    "invisible word",
    "invisible word",
  ],
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
  ["Arabic marks one by one, and tatweel alone", "مُحَمَّدٌ ـــ", "محمد", "محمد"],
  ["hamza on its carriers", "مؤمن شئ إن آن", "مومن شي ان ان", "مومن شي ان ان"],
  ["zero-width non-joiner of Persian: joined, with it and without", "می\u200cخواهم", "میخواهم", "ميخواهم"],
  ["marks of direction and overrides", "\u200fab\u200ec \u202ed\u202c \u2067e\u2069", "abc d e", "abc d e"],
  ["tag characters", "ta\u{e0074}\u{e0061}g", "tag", "tag"],
  ["strokes and stacks of marks", "s̶t̶r̶i̶k̶e̶ z\u0300\u0301\u0302\u0303\u0327\u0328a", "strike za", "strike za"],
  ["letters raised and enclosed", "4ᵗʰ ⓒⓐⓣ 🄲🄰🄱 ⒟⒪⒢", "4th cat CAB (d)(o)(g)", "4th cat cab d o g"],
  ["long s", "Congreſs ſee", "Congress see", "congress see"],
  ["compatibility ideographs", "\uf900 \u{2f800}", "豈 丽", "豈 丽"],
  ["conjoining Hangul", "\u1112\u1161\u11ab", "한", "한".normalize("NFD")],
  ["half-width jamo", "\uffa1\uffc2", "가".normalize("NFD"), "가".normalize("NFD")],
  ["dashes and the minus", "a‐b‑c–d—e−f", "a-b-c-d-e-f", "a b c d e f"],
  ["guillemets and low quotes", "«a» „b‟ ‹c›", '"a" "b" "c"', "a b c"],
  ["units in a square", "㎏ ㍿", "kg 株式会社", "kg 株 式 会 社"],
];

describe("the same text", () => {
  test.each(SAME)("%s", (_, one, other, words) => {
    expect(fold(one)).toBe(words);
    expect(fold(other)).toBe(words);
  });
});

const LOOK_ALIKES: typeof SAME = [
  ["Cyrillic letters in English words", "реорle оf thе wоrld", "people of the world", "people of the world"],
  ["with their diacritics and in capitals", "PЕOPLE nаïve cаfё", "people naïve café", "people naive cafe"],
  [
    "Greek, Armenian, Cherokee, Coptic and Lisu letters",
    "wοrld hօuse Ꮯat ⲣen ꓓog",
    "world house cat pen dog",
    "world house cat pen dog",
  ],
  ["Latin letters in Russian words", "сoбaка тeкст", "собака текст", "собака текст"],
  ["Latin letters in Ukrainian and Greek words", "Мeні λόγoς", "Мені λόγος", "мені λογοσ"],
  ["of neither alone: the majority, and Latin among equals", "рoма сoм рo", "рома сом po", "рома сом po"],
];

describe("look-alikes in words of mixed scripts", () => {
  test.each(LOOK_ALIKES)("%s", (_, one, other, words) => {
    expect(fold(one)).toBe(words);
    expect(fold(other)).toBe(words);
  });

  test.each([
    ["letters that neither script has anything like", "яndex", "яndex"],
    ["three scripts", "bλж", "bλж"],
    ["words of look-alikes alone, whatever stands beside them", "the сосо is", "the сосо is"],
    ["units", "5 μm and 5 mm", "5 μm and 5 mm"],
    ["phonetic notation", "bɪɡ", "bɪɡ"],
    ["letters with vowel signs", "aि", "aि"],
  ])("left alone: %s", (_, text, words) => expect(fold(text)).toBe(words));
});

describe("words that a line end divides", () => {
  test.each([
    ["a hyphen", "exam-\nple"],
    ["U+2010", "exam\u2010\nple"],
    ["a soft hyphen", "exam\u00ad\nple"],
    ["the sign that scans have", "exam¬\nple"],
    ["carriage returns, blanks and an indent", "exam- \t\r\n    ple"],
    ["twice", "ex-\nam-\nple"],
    ["a capital before, small letters behind", "EXAM-\nple"],
    ["a mark before", "exam\u0301-\nple"],
  ])("are one: %s", (_, text) => expect(fold(text)).toBe("example"));

  test.each([
    ["Cyrillic", "ко-\nрова", "корова"],
    ["Greek", "λό-\nγος", "λογοσ"],
    ["German, with an umlaut next", "Ge-\nüb", "geub"],
    ["a compound of which the hyphen stood at the end: no table can tell", "well-\nknown", "wellknown"],
  ])("in %s", (_, text, words) => expect(fold(text)).toBe(words));

  test.each([
    ["names", "Jean-\nPaul", "jean paul"],
    ["numbers", "1914-\nto 7-\nb", "1914 to 7 b"],
    ["dashes", "word--\nnext and -\nnext", "word next and next"],
    ["over the foot of a page", "exam-\n\n12\n\nple", "exam 12 ple"],
    ["lists", "a\n-\nb", "a b"],
    ["scripts without capitals", "של-\nום كت-\nاب", "של ום كت اب"],
    ["no letter behind", "exam-\n", "exam"],
    ["more than 64 bytes apart", `exam-\n${" ".repeat(70)}ple`, "exam ple"],
  ])("stay two: %s", (_, text, words) => expect(fold(text)).toBe(words));

  test("behind the break stands a small letter, as Unicode has them, of Latin, Greek, Cyrillic and Armenian", () => {
    const blocks = [
      [0x41, 0x17f],
      [0x391, 0x3ce],
      [0x400, 0x481],
      [0x531, 0x587],
      [0x1e00, 0x1eff],
      [0x1f00, 0x1faf],
    ] as const;
    const letters = blocks
      .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)))
      .filter((letter) => /[\p{Ll}\p{Lu}\p{Lt}]/u.test(letter) && !"µĸŉՠ".includes(letter));
    const joined = letters.filter((letter) => !fold(`x-\n${letter}`).startsWith("x "));
    expect(joined).toEqual(letters.filter((letter) => /\p{Ll}/u.test(letter)));
    expect(joined.length).toBeGreaterThan(300);
  });

  test("span the break, so that a slice of the text has both parts", () => {
    const text = readText(kernels, "An exam-\r\n ple.");
    expect(utf16Spans(text, [{ start: 1, end: 2 }])).toEqual([{ start: 3, end: 14 }]);
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
    ["alef and ain", "ا", "ع"],
    ["teh marbuta and heh", "مدرسة", "مدرسه"],
    ["traditional and simplified Han", "漢語", "汉语"],
    ["hiragana and katakana", "か", "カ"],
    ["markup that was left in", "a&nbsp;b", "a b"],
    ["digits for letters", "l0ve", "love"],
  ])("%s", (_, one, other) => expect(fold(one)).not.toBe(fold(other)));
});
