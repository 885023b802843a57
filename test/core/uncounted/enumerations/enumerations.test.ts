/** What everybody writes in the same order is marked, and what somebody wrote is not. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateNames } from "../../../../src/build/tables/names.ts";
import type { Kernels } from "../../../../src/core/kernels/kernels.ts";
import { loadKernels } from "../../../../src/core/kernels/load.ts";
import { referenceKernels } from "../../../../src/core/kernels/reference.ts";
import { bytesOf, readText, type Text } from "../../../../src/core/text/text.ts";
import { enumerationsOf } from "../../../../src/core/uncounted/enumerations/enumerations.ts";
import { listedWords } from "../../../../src/core/uncounted/enumerations/listedWords.ts";
import { COUNTRIES, DAYS, MONTHS, NAMES_ICU } from "../../../../src/core/uncounted/enumerations/names.generated.ts";
import { readWords } from "../../../../src/core/uncounted/enumerations/words.ts";
import { notAlwaysEmpty } from "../../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { sharedText } from "../../../support/shared.ts";
import { skippable } from "../../../support/skippable.ts";
import { anyText } from "../../../support/suites/core/arbitraries.ts";

const kernels = await loadKernels();

const enumerationsIn = (by: Kernels, text: Text) => enumerationsOf(text, readWords(text, listedWords(by)));

/** The marked words of a text, by what they are. */
function marked(content: string): Record<string, string> {
  const text = readText(kernels, content);
  const found: Record<string, string> = {};
  for (const { name, ...range } of enumerationsIn(kernels, text)) {
    const words = new TextDecoder().decode(bytesOf(text, range));
    found[name] = found[name] === undefined ? words : `${found[name]} | ${words}`;
  }
  return found;
}

const count = (from: number, to: number, step = 1) =>
  Array.from({ length: 1 + (to - from) / step }, (_, i) => from + i * step).join(" ");

describe("what is marked whole", () => {
  test.each([
    ["numbers in sequence", count(1, 80)],
    ["numbers in sequence", "10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0"],
    ["numbers in sequence", count(1900, 2000, 10)],
    ["numbers in sequence", "1st, 2nd, 3rd, 4th, 5th"],
    ["numbers in sequence", "0x00 0x08 0x10 0x18 0x20"],
    ["numbers in sequence", "123456789 123456790 123456791 123456792 123456793"],
    ["numbers in sequence", "one, two, three, four, five, six, seven, eight"],
    ["numbers in sequence", "twenty-one twenty-two twenty-three twenty-four twenty-five"],
    ["numbers in sequence", "eins zwei drei vier fünf"],
    ["numbers in sequence", "un, deux, trois, quatre, cinq"],
    ["numbers in sequence", "один, два, три, четыре, пять"],
    ["numbers in sequence", "一二三四五六七"],
    ["numbers in sequence", "١ ٢ ٣ ٤ ٥ ٦"],
    ["numbers in sequence", "2, 3, 5, 7, 11, 13, 17"],
    ["numbers in sequence", "0 1 4 9 16 25 36 49"],
    ["numbers in sequence", "1 x 7 = 7\n2 x 7 = 14\n3 x 7 = 21\n4 x 7 = 28\n5 x 7 = 35"],
    [
      "numbers in sequence",
      "§ 1, Section 1 § 2, Section 2 § 3, Section 3 § 4, Section 4 § 5, Section 5".replace("§ 1, ", "1 "),
    ],
    ["numbers in sequence", "1990-1991, 1991-1992, 1992-1993, 1993-1994, 1994-1995"],
    ["counting", "0 0 0 0 0 0 0 0 0 0 0 0"],
    ["roman numerals", "I. II. III. IV. V. VI. VII."],
    ["roman numerals", "Chapter I Chapter II Chapter III Chapter IV Chapter V"],
    ["letters of an alphabet", "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z"],
    ["letters of an alphabet", "(a) (b) (c) (d) (e)"],
    ["letters of an alphabet", "α β γ δ ε ζ"],
    ["letters of an alphabet", "а б в г д е ж"],
    ["letters of an alphabet", "alfa bravo charlie delta echo foxtrot golf"],
    ["months", "January February March April May June July August September October November December"],
    ["months", "November December January February March"],
    ["months", "JAN FEB MAR APR MAY JUN"],
    ["days of the week", "понедельник вторник среда четверг пятница суббота воскресенье"],
    ["days of the week", "Saturday, Sunday, Monday, Tuesday, Wednesday"],
    ["states", "Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, Florida"],
    ["states", "NC, ND, OH, OK, OR, PA, RI, SC"],
    ["countries", "Angola, Argentina, Armenia, Australia, Austria, Azerbaijan, Bahamas, Bahrain"],
  ])("%s: %s", (name, text) => {
    const { lengthWords } = readText(kernels, text);
    const ranges = enumerationsIn(kernels, readText(kernels, text));
    expect(ranges).toEqual([{ start: 0, end: lengthWords, name }]);
  });

  test.each([
    ["MONTHS", MONTHS, "months"],
    ["DAYS", DAYS, "days of the week"],
  ] as const)("the names of %s in every language that has one word for each", (_, lists, name) => {
    for (const list of notEmpty(lists)) {
      const names = list.split(" ");
      const text = readText(kernels, list);
      const isOneWordEach = text.lengthWords === names.length && new Set(names).size === names.length;
      const whole = [{ start: 0, end: text.lengthWords, name }];
      if (isOneWordEach) expect([list, enumerationsIn(kernels, text)]).toEqual([list, whole]);
    }
  });

  test("countries in the order of each language", () => {
    for (const list of notEmpty(COUNTRIES)) {
      const text = readText(kernels, list);
      const words = enumerationsIn(kernels, text).reduce((sum, { start, end }) => sum + end - start, 0);
      expect(words).toBeGreaterThan(0.9 * text.lengthWords);
    }
  });
});

describe("what is marked in part", () => {
  test("states without their capitals", () => {
    const text =
      "Alabama Montgomery, Alaska Juneau, Arizona Phoenix, Arkansas Little Rock, California Sacramento, Colorado Denver, Connecticut Hartford, Delaware Dover";
    expect(marked(text)).toEqual({
      states: "Alabama | Alaska | Arizona | Arkansas | California | Colorado | Connecticut | Delaware",
    });
  });

  test("labels, headings and pages of a table of contents, not its titles", () => {
    const text =
      "Contents\nIntroduction ..... 1\nChapter 1 The Rabbit ..... 5\nChapter 2 Pool of Tears .... 12\nChapter 3 Caucus-Race .... 20\nIndex .... 44\nand so on";
    const found = marked(text)["a table of contents"]!;
    expect(found.match(/\p{L}+/gu)).toEqual(["Introduction", "Chapter", "Chapter", "of", "Chapter", "Index"]);
    expect(found.match(/\d+/g)).toEqual(["1", "1", "5", "2", "12", "3", "20", "44"]);
  });

  test("calendars, without the words among them", () => {
    const found = marked("Meetings in March 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 15 and 16 at noon");
    expect(Object.values(found).join(" ")).not.toMatch(/Meetings|noon/);
    expect(Object.values(found).join(" ")).toContain("8, 9, 10, 11, 12");
  });
});

describe("what somebody wrote is not marked", () => {
  test.each([
    "One for sorrow, two for joy, three for a girl and four for a boy, five for silver, six for gold",
    "Twelve drummers drumming, eleven pipers piping, ten lords a-leaping, nine ladies dancing, eight maids a-milking",
    "In 1848 he left; on 12 March 1849 he met three men. Two of them, I and V, were known in 1850, 1853 and 1861.",
    "From January to March, and in May, June or July, on a Monday or a Friday",
    "14 March 1821, 3 April 1822, 27 May 1824, 9 June 1829, 30 July 1833, 11 August 1840, 5 September 1844",
    "(1) Whoever kills shall be punished. (2) Whoever steals shall pay. (3) Whoever lies shall be ashamed. (4) The attempt is punishable. (5) So is its concealment.",
    "Population 3,412 891 44,105 7,731 120 66,402 9,917 35 880 1,204,551 63",
    "We went through France, Spain, Portugal, Italy, Greece, Turkey, Bulgaria, Serbia and Austria",
    "I do like a good book, and c is the speed of light; d and e are letters, so x is not i",
    "一去二三里，煙村四五家，亭台六七座，八九十枝花",
    "1 2 3 4",
    "January February March April",
    "",
  ])("%s", (text) => {
    expect(marked(text)).toEqual({});
  });

  const NOVEL = "data/corpora/eltec-eng/eltec-eng-000.jsonl.gz";
  const novels = sharedText(NOVEL);
  test.skipIf(novels === null)(
    skippable("less than 0.1 % of a novel", novels === null, "there is no ../shared"),
    () => {
      const lines = novels!.split("\n").filter(Boolean).slice(0, 6);
      for (const line of notEmpty(lines)) {
        const text = readText(kernels, JSON.parse(line).text);
        const words = enumerationsIn(kernels, text).reduce((sum, { start, end }) => sum + end - start, 0);
        expect(words).toBeLessThan(0.001 * text.lengthWords);
      }
    },
  );
});

/** Texts with what enumerations are made of. */
const parts = fc.oneof(
  anyText,
  fc
    .tuple(fc.nat(2_000), fc.integer({ min: -20, max: 20 }), fc.nat(30))
    .map(([from, step, length]) => Array.from({ length }, (_, i) => from + i * step).join(" ")),
  fc.constantFrom(
    ...MONTHS,
    ...DAYS,
    "a b c d e f",
    "i ii iii iv v vi",
    "\n1\n",
    "Chapter",
    "\t",
    "... 5\n",
    "one times one is one",
  ),
);
const texts = fc.array(parts, { maxLength: 12 }).map((all) => all.join(" "));

test("ranges are apart, ascending and inside any text, and the same for all kernels", () => {
  fc.assert(
    fc.property(texts, (content) => {
      const text = readText(kernels, content);
      const ranges = enumerationsIn(kernels, text);
      let last = 0;
      for (const { start, end } of notAlwaysEmpty(ranges)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(text.lengthWords);
      expect(enumerationsIn(referenceKernels, readText(referenceKernels, content))).toEqual(ranges);
    }),
    { numRuns: 60 },
  );
});

test("a sequence of any length, start and step is marked whole", () => {
  const sequences = fc.tuple(
    fc.nat(1_000_000),
    fc.integer({ min: 1, max: 1_000 }),
    fc.integer({ min: 5, max: 200 }),
    fc.boolean(),
  );
  fc.assert(
    fc.property(sequences, ([from, step, length, isDown]) => {
      const numbers = Array.from({ length }, (_, i) => from + i * step);
      const text = readText(kernels, (isDown ? numbers.reverse() : numbers).join(", "));
      expect(enumerationsIn(kernels, text)).toEqual([{ start: 0, end: length, name: "numbers in sequence" }]);
    }),
  );
});

const sameIcu = process.versions["icu"] === NAMES_ICU;
test.skipIf(!sameIcu)(skippable("the names are what Intl has", !sameIcu, "this Node has another ICU"), async () => {
  const { readFileSync } = await import("node:fs");
  const file = new URL("../../../../src/core/uncounted/enumerations/names.generated.ts", import.meta.url);
  expect(readFileSync(file, "utf8")).toBe(generateNames());
});
