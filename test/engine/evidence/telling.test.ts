/** Runs by chance: the rates that are shipped, at their points and beyond them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chanceRuns, tellingRunWords } from "../../../src/engine/evidence/verdict/telling.ts";
import { SHIPPED_TELLING } from "../../../src/engine/evidence/verdict/tellingTable.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const languages = fc.constantFrom(null, ...SHIPPED_TELLING.groups.map(({ language }) => language));
const runs = fc.integer({ min: 1, max: 200 });
/** Sizes of texts and corpora, from none to more than there is. */
const words = fc.double({ min: 0, max: 50, noNaN: true }).map((bits) => Math.floor(2 ** bits) - 1);

describe("runs by chance", () => {
  test("are what was measured, at its points", () => {
    for (const { language, lengths, sizes } of notEmpty(SHIPPED_TELLING.groups)) {
      for (const { indexed_words: searchedWords, expected, upper } of notEmpty(sizes)) {
        for (const [i, runWords] of notEmpty(lengths.entries())) {
          const found = chanceRuns({ runWords, contentWords: 1e6, searchedWords, language });
          // Another size may bound the rate more narrowly, though not by much.
          expect(found.upper).toBeLessThanOrEqual(upper[i]!);
          expect(found.expected).toBeLessThanOrEqual(expected[i]!);
          expect(found.upper).toBeGreaterThanOrEqual(expected[i]!);
          expect(found.extrapolated).toBe(false);
        }
      }
    }
    const english = { contentWords: 1e6, searchedWords: 6_056_993, language: "en" };
    expect(chanceRuns({ ...english, runWords: 8 })).toEqual({ expected: 185.8, upper: 244.9, extrapolated: false });
    expect(chanceRuns({ ...english, runWords: 10 })).toEqual({ expected: 5.063, upper: 8.223, extrapolated: false });
  });

  test("of the largest size are foretold by the smaller ones", () => {
    for (const { lengths, sizes } of notEmpty(SHIPPED_TELLING.groups)) {
      const largest = sizes.at(-1)!;
      for (const [i] of notEmpty(lengths.entries()))
        for (const { indexed_words, upper } of notEmpty(sizes.slice(0, -1)))
          expect((upper[i]! * largest.indexed_words) / indexed_words).toBeGreaterThanOrEqual(largest.expected[i]!);
    }
  });

  test("grow with the content and the corpora, and fall with the length of the run", () => {
    fc.assert(
      fc.property(languages, runs, words, words, runs, words, words, (language, run, m, n, longer, more, further) => {
        const question = { runWords: run, contentWords: m, searchedWords: n, language };
        const at = chanceRuns(question);
        const greater = [
          chanceRuns({ ...question, contentWords: m + more }),
          chanceRuns({ ...question, searchedWords: n + further }),
        ];
        for (const other of notEmpty(greater)) {
          expect(other.upper).toBeGreaterThanOrEqual(at.upper);
          expect(other.expected).toBeGreaterThanOrEqual(at.expected);
        }
        const rarer = chanceRuns({ ...question, runWords: run + longer });
        expect(rarer.upper).toBeLessThanOrEqual(at.upper);
        expect(rarer.expected).toBeLessThanOrEqual(at.expected);
        expect(at.expected).toBeLessThanOrEqual(at.upper);
        expect(at.upper).toBeLessThanOrEqual(m);
      }),
    );
  });

  test("are extrapolated beyond the largest size, the longest and the shortest run", () => {
    const { sizes, lengths } = SHIPPED_TELLING.groups[0]!;
    const last = { runWords: lengths.at(-1)!, contentWords: 300, searchedWords: sizes.at(-1)!.indexed_words };
    const isExtrapolated = (more: object) => chanceRuns({ ...last, language: "en", ...more }).extrapolated;
    expect(isExtrapolated({})).toBe(false);
    expect(isExtrapolated({ searchedWords: last.searchedWords + 1 })).toBe(true);
    expect(isExtrapolated({ runWords: last.runWords + 1 })).toBe(true);
    expect(isExtrapolated({ runWords: 7 })).toBe(true);
    expect(chanceRuns({ ...last, runWords: 7, language: "en" }).upper).toBe(300);
  });

  test("have the same bits everywhere", () => {
    expect(chanceRuns({ runWords: 24, contentWords: 4_000, searchedWords: 1e12, language: null })).toEqual({
      expected: 4.115373126042092e-5,
      upper: 0.0403482994720296,
      extrapolated: true,
    });
  });
});

describe("a telling run", () => {
  test("is the least one, of at least 12 words, of which one in a thousand contents has another by chance", () => {
    fc.assert(
      fc.property(languages, words, words, (language, contentWords, searchedWords) => {
        const question = { contentWords, searchedWords, language };
        const runWords = tellingRunWords(question);
        expect(runWords).toBeGreaterThanOrEqual(12);
        if (Number.isFinite(runWords)) expect(chanceRuns({ ...question, runWords }).upper).toBeLessThanOrEqual(0.001);
        if (runWords > 12)
          expect(chanceRuns({ ...question, runWords: Math.min(runWords, 300) - 1 }).upper).toBeGreaterThan(0.001);
      }),
    );
  });

  test("grows with the content and the corpora", () => {
    fc.assert(
      fc.property(languages, words, words, words, words, (language, contentWords, searchedWords, more, further) => {
        const least = tellingRunWords({ contentWords, searchedWords, language });
        expect(tellingRunWords({ contentWords: contentWords + more, searchedWords, language })).toBeGreaterThanOrEqual(
          least,
        );
        expect(
          tellingRunWords({ contentWords, searchedWords: searchedWords + further, language }),
        ).toBeGreaterThanOrEqual(least);
      }),
    );
  });

  test.each([
    [60, [12, 12, 14, 17, 24, 26]],
    [300, [12, 14, 16, 19, 26, 28]],
    [1_000, [13, 15, 17, 20, 27, 29]],
    [4_000, [14, 16, 18, 21, 28, 31]],
    [100_000, [18, 20, 22, 25, 32, 34]],
  ])("of an unknown language in a content of %i words, as the README of the engine says", (contentWords, lengths) => {
    const found = [1e6, 1e7, 6e7, 1e9, 1e12, 1e13].map((searchedWords) =>
      tellingRunWords({ contentWords, searchedWords, language: null }),
    );
    expect(found).toEqual(lengths);
  });

  test("of a language that was not measured is the longest of the measured prose, verse left out", () => {
    fc.assert(
      fc.property(words, words, (contentWords, searchedWords) => {
        const of = (language: string | null) => tellingRunWords({ contentWords, searchedWords, language });
        expect(of("sw")).toBe(of(null));
        expect(of(null)).toBe(Math.max(of("en"), of("fr"), of("ru")));
      }),
    );
  });

  test("is none where the rates fall too slowly to go on beyond what was measured", () => {
    const verse = (contentWords: number, searchedWords: number) =>
      tellingRunWords({ contentWords, searchedWords, language: "zh" });
    expect(verse(300, 1e6)).toBe(18);
    expect(verse(300, 1e7)).toBe(Infinity);
    expect(SHIPPED_TELLING.groups.find(({ language }) => language === "zh")?.tail).toBeNull();
    for (const { bits } of notEmpty(SHIPPED_TELLING.without_threshold)) expect(bits).toBeLessThan(1);
  });
});
