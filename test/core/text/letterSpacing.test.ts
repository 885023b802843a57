/** Letters that stand apart are joined where they are words, and every place of the joined text is one of the original. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sharedRecords } from "../../../bench/harness/shared.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { joinSpacedLetters } from "../../../src/core/text/letterSpacing.ts";
import { readText } from "../../../src/core/text/text.ts";
import { toOriginal } from "../../../src/engine/steps/content.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { NO_SHARED, sharedText } from "../../support/shared.ts";
import { skippable } from "../../support/skippable.ts";

const kernels = await loadKernels();
const thin = (text: string) => text.replaceAll(/(?<=\p{L})(?=\p{L})/gu, "\u2009");
const joined = (text: string) => joinSpacedLetters(text, readText(kernels, text).lengthWords);

describe("are joined", () => {
  test.each([
    ["one word", "die S p e r r u n g, eine V o r l i e b e", "die Sperrung, eine Vorliebe"],
    ["words by a wider gap", "d e r  W e g  z u m  Z i e l", "der  Weg  zum  Ziel"],
    ["words at ends of lines", "d e r  W e g\nz u m  Z i e l e", "der  Weg\nzum  Ziele"],
    ["letters by a thin space, words by a space", thin("nicht der Weg zum Ziel"), "nicht der Weg zum Ziel"],
    ["words by their capitals", "d e r W e g d e s H e r r n", "der Wegdes Herrn"],
    ["words that nothing tells apart, as one", "i s t a b e r n i c h t s", "istabernichts"],
    ["capitals", "K A P I T A L  E R S T E R", "KAPITAL  ERSTER"],
    ["Greek and Cyrillic", "в о й н а  и  м и р  λ ό γ ο ς", "война  и  мир  λόγος"],
  ])("%s", (_, spaced, text) => expect(joined(`Er sprach: ${spaced}`)?.text).toBe(`Er sprach: ${text}`));
});

describe("are left alone", () => {
  test.each([
    ["alphabets", "a b c d e f g h i j k l m n o p"],
    ["lists of answers and columns", "A B C D E F A B C D E F"],
    ["one sign again and again", "x x x x x x x x x x x x x x x"],
    ["genes of two letters", "A T A T A T A T A T A A T T A T"],
    ["initials", "J. R. R. Tolkien and C. S. Lewis and E. T. A. Hoffmann"],
    ["a few letters", "der W e g war weit"],
    ["letters without spaces of their own", "人 人 生 而 自 由 在 尊 严 和 权 利"],
    ["numbers", "1 2 3 7 8 9 3 1 4 1 5 9 2 6 5"],
    ["a word in a long text", `${"Er ging den Weg nach Hause. ".repeat(200)} N i e m a l s w i e d e r`],
    ["nothing", ""],
  ])("%s", (_, text) => expect(joined(text)).toBeNull());
});

test("every word of the joined text maps to its letters, and all pieces are in order", () => {
  const word = fc.stringMatching(/^[a-zäöü]{1,9}$/);
  const seen = { joined: 0 };
  fc.assert(
    fc.property(
      fc.array(fc.tuple(word, fc.boolean(), fc.constantFrom(" ", "  ", "\n", ", ")), { maxLength: 40 }),
      (words) => {
        const text = words.map(([one, isSpaced, gap]) => (isSpaced ? [...one].join(" ") : one) + gap).join("");
        const found = joined(text);
        if (found === null) return;
        seen.joined += 1;
        const without = (some: string) => some.replace(/\s/g, "");
        expect(without(found.text)).toBe(without(text));
        for (const { index, 0: one } of notEmpty(found.text.matchAll(/\S+/g))) {
          const { start, end } = toOriginal(found, { start: index, end: index + one.length });
          expect(without(text.slice(start, end))).toBe(one);
          expect(text.slice(start, end)).toMatch(/^\S.*\S$|^\S$/s);
        }
      },
    ),
  );
  expect(seen.joined).toBeGreaterThan(20);
});

test("any string is read in time, and gives itself without some spaces", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      const found = joined(`${text} S p e r r u n g  d e s  T e x t e s ${text}`);
      if (found !== null)
        expect(found.text.replaceAll(/\s/g, "")).toBe(`${text}SperrungdesTextes${text}`.replaceAll(/\s/g, ""));
    }),
  );
  const long = "e i n  W o r t  ".repeat(100_000);
  // A row of more than 10,000 letters is several, and a word at their border is two.
  expect(joined(long)!.words - 200_000).toBeLessThan(70);
  expect(joined("a b ".repeat(400_000))).toBeNull();
  expect(joined("a ".repeat(4_000_000))).toBeNull();
  expect(joined("t e x t  ".repeat(1_000_000))!.words).toBeGreaterThan(999_000);
});

const LAWS = "data/corpora/dc-law/laws.jsonl.gz";
const isAbsent = sharedText(LAWS) === null;
test.skipIf(isAbsent)(skippable("no text of the corpora but scans has such letters", isAbsent, NO_SHARED), () => {
  const read = (pattern: string) => notEmpty(sharedRecords<{ id: string; text: string }>(pattern));
  const isJoined = ({ text }: { text: string }) => joined(text) !== null;
  for (const name of notEmpty(fewOrAll(["de-gesetze"], ["eltec-eng", "eltec-fra", "de-gesetze", "ruslit", "bible-en"])))
    expect(
      read(`corpora/${name}/*.jsonl.gz`)
        .filter(isJoined)
        .map(({ id }) => id),
    ).toEqual([]);
  expect(read("corpora/dc-law/laws.jsonl.gz").filter(isJoined)).toHaveLength(13);
});
