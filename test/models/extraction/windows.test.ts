import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseWindows, windowsIn, windowsStarting } from "../../../src/models/extraction/windows.ts";

const shapes = fc.record({
  words: fc.nat({ max: 3_000 }),
  lengthWords: fc.integer({ min: 2, max: 120 }),
  strideWords: fc.integer({ min: 1, max: 60 }),
  most: fc.integer({ min: 1, max: 400 }),
});

/** All first words, one by one. */
function allStarts(words: number, lengthWords: number, strideWords: number): number[] {
  const starts: number[] = [];
  for (let start = 0; start + lengthWords <= words; start += strideWords) starts.push(start);
  return starts;
}

test("windows are of the text, none twice, and all of them where that is no more than asked for", () => {
  fc.assert(
    fc.property(shapes, ({ words, lengthWords, strideWords, most }) => {
      const all = allStarts(words, lengthWords, strideWords);
      expect(windowsIn(words, { lengthWords, strideWords })).toBe(all.length);
      const chosen = Array.from(chooseWindows(words, { lengthWords, strideWords }, most, "a"));
      expect(chosen.length).toBe(Math.min(most, all.length));
      expect(new Set(chosen).size).toBe(chosen.length);
      expect(chosen.every((start) => all.includes(start))).toBe(true);
    }),
  );
});

test("windows that start in a stretch are counted as one would count them", () => {
  fc.assert(
    fc.property(
      shapes,
      fc.integer({ min: -200, max: 3_000 }),
      fc.nat({ max: 500 }),
      ({ words, ...shape }, from, length) => {
        const counted = allStarts(words, shape.lengthWords, shape.strideWords).filter(
          (start) => start >= from && start < from + length,
        );
        expect(windowsStarting(words, shape, from, from + length)).toBe(counted.length);
      },
    ),
  );
});

test("the same name, the same choice; another name, another", () => {
  const chosen = (name: string) => Array.from(chooseWindows(5_000, { lengthWords: 100, strideWords: 1 }, 50, name));
  expect(chosen("1")).toEqual(chosen("1"));
  expect(chosen("1")).not.toEqual(chosen("2"));
});

test("each window is as likely, at the first place and anywhere, and so is each pair", () => {
  const [population, most, draws] = [12, 4, 24_000];
  const shape = { lengthWords: 10, strideWords: 3 };
  const words = 10 + 3 * (population - 1);
  const first = new Array<number>(population).fill(0);
  const anywhere = new Array<number>(population).fill(0);
  const pairs = new Map<string, number>();
  for (let i = 0; i < draws; i++) {
    const chosen = Array.from(chooseWindows(words, shape, most, `draw ${i}`), (start) => start / 3);
    first[chosen[0]!]!++;
    for (const one of chosen) anywhere[one]!++;
    for (const one of chosen)
      for (const other of chosen)
        if (one < other) pairs.set(`${one} ${other}`, (pairs.get(`${one} ${other}`) ?? 0) + 1);
  }
  // Pearson's statistic; five standard deviations above its mean, the degrees of freedom.
  const chiSquare = (counts: readonly number[], expected: number) =>
    counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const bound = (freedom: number) => freedom + 5 * Math.sqrt(2 * freedom);
  expect(chiSquare(first, draws / population)).toBeLessThan(bound(population - 1));
  expect(chiSquare(anywhere, (draws * most) / population)).toBeLessThan(bound(population - 1));
  expect(pairs.size).toBe(66);
  expect(chiSquare([...pairs.values()], (draws * most * (most - 1)) / (population * (population - 1)))).toBeLessThan(
    bound(65),
  );
});
