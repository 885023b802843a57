/** Which words stand in numbered provisions: laws do, and prose with numbers does not. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { readText } from "../../../src/core/text/text.ts";
import { listedWords } from "../../../src/core/uncounted/enumerations/listedWords.ts";
import { readWords } from "../../../src/core/uncounted/enumerations/words.ts";
import { areProvisions, provisionsOf } from "../../../src/core/uncounted/provisions.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { testWith } from "../../support/shared.ts";
import { anyText } from "../../support/suites/core/arbitraries.ts";

const kernels = await loadKernels();

function read(content: string) {
  const text = readText(kernels, content);
  return { text, provisions: provisionsOf(text, readWords(text, listedWords(kernels))) };
}

/** Number of labels in a text. */
function labels(content: string): number {
  return read(content).provisions.labels.length;
}

describe("labels", () => {
  test.each([
    ["(1) The Council may act.", 1],
    ["(a) first; (iv) fourth; (12) twelfth", 3],
    ["1. Name\n2. Seat\n3) Purpose", 3],
    ["§ 12 gilt, §§ 3 und 4 gelten nicht; §7a auch", 3],
    ["nach Artikel 5 Absatz 2 Satz 1 Nr. 3", 4],
    ["The device of claim 1, as in section 217a and Article 6", 3],
    ["статья 5, пункт 2", 2],
    ["article 5, alinéa 2; artículo 7; articolo 8, comma 3", 5],
    ["In 1865 he had 12 apples and 3 pears.", 0],
    ["Chapter 3\n\nIt was (as he said) a dark night. I saw it (twice).", 0],
    ["page 5, volume 2, (1999), (approximately)", 1],
    ["a section of the road, an article I read", 0],
    // Brackets at a name: pages of a manual, functions, plurals. At a number they are a label.
    ["apropos(1), open(2) and expm1(x); f(x) = g(i)", 0],
    ["the author(s), die Schüler(in), слово(а)", 0],
    ["§ 7-1671.01(a)(2) and § 16a(2)", 5],
    ["2.5 kg of flour\n10.000 men", 0],
    ["", 0],
  ])("%s: %i", (content, count) => {
    expect(labels(content)).toBe(count);
  });

  test("any text has at most one label a word, at any place", () => {
    fc.assert(
      fc.property(anyText, (content) => {
        const { text, provisions } = read(content);
        const { labels } = provisions;
        expect([...labels]).toEqual([...new Set(labels)].sort((x, y) => x - y));
        expect(labels.every((word) => word < text.lengthWords)).toBe(true);
        expect(areProvisions(provisions, { start: 0, end: text.lengthWords })).toBe(
          labels.length >= 2 && 100 * labels.length >= text.lengthWords,
        );
      }),
    );
  });
});

test("a range is read with the hundred words on either side", () => {
  const prose = "word ".repeat(300);
  const { provisions } = read(`${prose} (1) one (2) two (3) three ${prose}`);
  const at = (start: number, end: number) => areProvisions(provisions, { start, end });
  expect(at(300, 310)).toBe(true);
  expect(at(380, 390)).toBe(true);
  expect(at(410, 420)).toBe(false);
  expect(at(190, 201)).toBe(false);
  expect(at(0, 600)).toBe(false);
});

/** File, and the least and greatest share of excerpts of 300 words that are numbered provisions. */
const SHARES: [file: string, least: number, most: number][] = [
  ["de-gesetze/de-gesetze.jsonl.gz", 0.8, 1],
  ["dc-law/code-sections.jsonl.gz", 0.7, 1],
  ["eltec-eng/eltec-eng-000.jsonl.gz", 0, 0.002],
  ["eltec-fra/eltec-fra-000.jsonl.gz", 0, 0.004],
  ["ruslit/ruslit.jsonl.gz", 0, 0.006],
  ["bible-en/bible-en.jsonl.gz", 0, 0.001],
];
const EXCERPT_WORDS = 300;
const CHARACTERS_MAX = 3_000_000;

describe("real texts", () => {
  for (const [file, least, most] of SHARES) {
    testWith(`data/corpora/${file}`, `of excerpts, ${least} to ${most} are provisions`, (contents) => {
      let [excerpts, found, characters] = [0, 0, 0];
      for (const line of notEmpty(contents.split("\n").filter(Boolean))) {
        if (characters > CHARACTERS_MAX) break;
        const { text, provisions } = read(JSON.parse(line).text);
        characters += text.bytes.length;
        for (let start = 0; start + EXCERPT_WORDS <= text.lengthWords; start += EXCERPT_WORDS) {
          excerpts++;
          found += Number(areProvisions(provisions, { start, end: start + EXCERPT_WORDS }));
        }
      }
      expect(excerpts).toBeGreaterThan(500);
      expect(found / excerpts).toBeGreaterThanOrEqual(least);
      expect(found / excerpts).toBeLessThanOrEqual(most);
    });
  }
});
