/** What counts as disguise, and what is ordinary in its place. */
import { readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { disguises } from "../../../src/core/text/disguise.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { NO_SHARED, sharedPath, sharedText, testWith } from "../../support/shared.ts";
import { skippable } from "../../support/skippable.ts";
import { anyText } from "../../support/suites/core/arbitraries.ts";
import { foldedWords } from "../../support/suites/core/folded.ts";
import { DECLARATION } from "../../support/texts.ts";

const kernels = await loadKernels();
const fold = (text: string) => foldedWords(kernels, text).join(" ");
const counts = (text: string) => {
  const sums: Record<string, number> = {};
  for (const { kind, characters } of disguises(text)) sums[kind] = (sums[kind] ?? 0) + characters;
  return sums;
};

describe("disguise", () => {
  test.each([
    ["реорle of the wоrld", { look_alike_letters: 5 }],
    ["соБaка стояла тyт", { look_alike_letters: 2 }],
    ["in\u200bvi\u2060\u200csible", { invisible_characters: 3 }],
    ["naive\u0301\u200bly, va\ufe0friant", { invisible_characters: 2 }],
    ["𝐇𝐞𝐥𝐥𝐨 ⓗⓔⓛⓛⓞ Ｈｅｌｌｏ H𝐞llo", { styled_letters: 16 }],
    ["s̶t̶r̶i̶k̶e̶ and z\u0300\u0301\u0302\u0303", { covering_marks: 7 }],
    ["\u202eolleh\u202c there", { bidirectional_overrides: 1 }],
    ["ta\u{e0074}\u{e0061}g", { tag_characters: 2 }],
  ])("%j", (text, kinds) => expect(counts(text)).toMatchObject(kinds));

  test.each([
    ["nothing but ASCII", "plain text"],
    ["soft hyphens, a byte order mark, unbreakable blanks", "\ufeffty\u00adpo\u00adgra\u00adphy a\u00a0b"],
    ["joiners of Persian and Indic", "می\u200cخواهم क्\u200dष ക്\u200c"],
    ["emoji", "👨\u200d👩\u200d👧 ❤\ufe0f 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} 🅰 🇫🇷"],
    ["full width beside Han and kana", "日本のＨｅｌｌｏという語"],
    ["ligatures, long s, raised letters", "ﬁne ﬂour Congreſs 4ᵗʰ nº"],
    ["direction in Arabic and Hebrew", "\u202eשלום\u202c \u200fab\u200e \u2067كتاب\u2069"],
    ["symbols in formulas and names", "TNFα and 5 μm, d𝑥 = 𝑓(𝑥) ℝ"],
    ["Roman numerals of both scripts", "ХIХ век, XIХ"],
    ["foreign stems with endings", "в PDFе"],
    ["breaks of Thai and variants of Han", "กิน\u200bข้าว 葛\u{e0100}"],
    ["polytonic Greek and Vietnamese, taken apart", "ᾧ ᾅδω tiếng Việt".normalize("NFD")],
    ...Object.entries(DECLARATION),
  ])("none: %s", (_, text) => expect(disguises(text)).toEqual([]));

  test("stands inside the text, and without what it counts the text folds alike where characters are only left out", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { kind, start, end, characters } of notAlwaysEmpty(disguises(text))) {
          const run = text.slice(start, end);
          expect(characters).toBeGreaterThan(0);
          expect(characters).toBeLessThanOrEqual([...run].length);
          if (kind === "invisible_characters") expect(fold(text.slice(0, start) + text.slice(end))).toBe(fold(text));
        }
      }),
      { numRuns: fewOrAll(300, 3_000) },
    );
  });

  test("a character that folds to several letters is counted once", () =>
    expect(disguises("ⅫaΣ").map(({ characters }) => characters)).toEqual([2]));

  test("every letter that is exchanged is counted, and folding undoes it", () => {
    const letters = { a: "а", c: "с", e: "е", o: "о", p: "р", x: "х", y: "у" } as Record<string, string>;
    const word = fc.stringMatching(/^[b-z]{2,5}[acepoxy]{2}[dfglnruwz]{1,3}$/);
    fc.assert(
      fc.property(word, (plain) => {
        const forged = plain.replace(/[acepoxy](?=.*[dfglnruwz])/g, (letter) => letters[letter]!);
        expect(fold(forged)).toBe(plain);
        const exchanged = [...plain].filter((letter, i) => letter !== [...forged][i]).length;
        expect(counts(forged)["look_alike_letters"] ?? 0).toBe(exchanged);
      }),
      { numRuns: fewOrAll(150, 500) },
    );
  });

  test("hostile text takes no more than its length: long runs of everything that is looked for", () => {
    for (const piece of ["aа", "a\u200b", "a\u0336", "𝐀", "\u202e", "\u{e0041}", "a\u0300", "Ａ"]) {
      const once = disguises(piece.repeat(20_000));
      const total = once.reduce((sum, { characters }) => sum + characters, 0);
      expect(total, piece).toBeLessThanOrEqual(80_000);
    }
  });
});

describe("real text", () => {
  const folder = sharedPath("data/corpora");
  const corpora = sharedText("data/corpora/ruslit/ruslit.jsonl.gz") === null ? [] : readdirSync(folder);
  test.skipIf(corpora.length === 0).each(corpora.length === 0 ? [skippable("real text", true, NO_SHARED)] : corpora)(
    "%s: no disguise but letters that scans and keyboards mixed up, a few in a book",
    (corpus) => {
      for (const file of notEmpty(readdirSync(`${folder}/${corpus}`))) {
        const lines = sharedText(`data/corpora/${corpus}/${file}`)!.split("\n");
        for (const line of notEmpty(lines.filter((one) => one !== ""))) {
          const { text } = JSON.parse(line) as { text: string };
          const found = disguises(text);
          if (found.length === 0) continue;
          if (corpus !== "ruslit") expect(found).toEqual([]);
          expect(found.filter(({ kind }) => kind !== "look_alike_letters")).toEqual([]);
          const total = found.reduce((sum, { characters }) => sum + characters, 0);
          const words = text.split(/\s+/).length;
          // Under what evidence/risk.ts takes for disguise.
          expect(total < 5 || total * 100 < words, `${total} in ${words} words`).toBe(true);
        }
      }
    },
  );

  testWith("data/corpora/ruslit/ruslit.jsonl.gz", "words of one script never change", (lines) => {
    const documents = lines.split("\n").filter((one) => one !== "");
    for (const line of notEmpty(documents.filter((_, i) => i % fewOrAll(4, 1) === 0))) {
      const { text } = JSON.parse(line) as { text: string };
      const words = [...new Set(text.match(/(?<![\p{L}\p{M}\p{N}\p{Cf}])[а-яё]+(?![\p{L}\p{M}\p{N}\p{Cf}])/giu) ?? [])];
      const plain = words.map((word) => word.toLowerCase().replaceAll("ё", "е").replaceAll("й", "и"));
      expect(fold(words.join(" "))).toBe(plain.join(" "));
    }
  });

  testWith(
    "data/vectors/blns/blns.json",
    "of the naughty strings those that are meant to be odd, and no other",
    (json) => {
      const odd = (JSON.parse(json) as string[]).filter((text) => disguises(text).length > 0);
      const kinds = new Set(odd.flatMap((text) => disguises(text).map(({ kind }) => kind)));
      expect([...kinds].sort()).toEqual(["covering_marks", "invisible_characters", "styled_letters", "tag_characters"]);
      expect(odd.length).toBeGreaterThan(10);
      expect(odd.length).toBeLessThan(25);
    },
  );
});
