import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PASSAGE } from "../../../src/core/fingerprint/profile.ts";
import { shingle } from "../../../src/core/fingerprint/shingles.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { Extender } from "../../../src/core/kernels/passages/extend.reference.ts";
import type { Anchor } from "../../../src/core/kernels/passages/kernels.ts";
import { wordUnits } from "../../../src/core/kernels/passages/scoring.ts";
import { alignmentBits } from "../../../src/core/kernels/passages/worth.ts";
import { indexShingles } from "../../../src/core/passages/shingleIndex.ts";
import { readText } from "../../../src/core/text/text.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { seeded, zipfWords } from "../../support/texts.ts";
import { randomWords } from "./words.ts";

const kernels = await loadKernels();
const read = (words: readonly string[]) => readText(kernels, words.join(" "));
const indexOf = (words: readonly string[]) => indexShingles(shingle(kernels, read(words), PASSAGE));
const CELLS = 1e6;
const extenderOf = (a: readonly string[], b: readonly string[], cells = CELLS) =>
  new Extender(indexOf(a), new Int32Array(a.length).fill(-1), read(b), cells);
const unique = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}`);

describe("where a passage goes on", () => {
  const words = unique("word", 40);
  const behind = (a: readonly string[], b: readonly string[]) => extenderOf(a, b).extend({ a: 0, b: 0 }, 1);

  test("over words that were changed, put in and left out, to its true end", () => {
    const edited = words.flatMap((word, i) =>
      i % 9 === 4 ? ["changed"] : i % 9 === 7 ? [word, "put", "in"] : i % 9 === 8 ? [] : [word],
    );
    const found = behind([...words, ...unique("x", 30)], [...edited, ...unique("y", 30)]);
    expect(found.map(({ a }) => words[a])).toEqual(words.filter((_, i) => i % 9 !== 4 && i % 9 !== 8));
  });

  test("not over a stretch of more changed words than chance would bridge", () => {
    const [five, fifteen] = [5, 15].map((count) =>
      words.map((word, i) => (i >= 10 && i < 10 + count ? `other${i}` : word)),
    );
    expect(behind(words, five!)).toHaveLength(35);
    expect(behind(words, fifteen!)).toHaveLength(10);
  });

  test("not for a common word alone behind a difference", () => {
    const common = Array.from({ length: 10 }, (_, i) => ["the", ...unique(`z${i}`, 4)]).flat();
    expect(behind([...words, "x", "the", ...common], [...words, "y", "the", "end"])).toHaveLength(40);
  });

  test("not over words that a passage has taken", () => {
    const extender = extenderOf(words, words);
    extender.take([{ a: 10, b: 10, lengthWords: 30 }]);
    expect(extender.isWithin({ a: 12, b: 12, lengthWords: 5 })).toBe(true);
    expect(extender.isWithin({ a: 12, b: 13, lengthWords: 5 })).toBe(false);
    expect(extender.extend({ a: 0, b: 0 }, 1)).toHaveLength(10);
  });

  test("at the ends of a text there is nothing", () => {
    expect(extenderOf(words, words).extend({ a: 40, b: 40 }, 1)).toEqual([]);
    expect(extenderOf(words, words).extend({ a: -1, b: 3 }, -1)).toEqual([]);
  });
});

const related = fc.record({
  seed: fc.integer(),
  vocabulary: fc.constantFrom(3, 20, 300),
  changes: fc.double({ min: 0, max: 0.5, noNaN: true }),
});

function relatedWords({
  seed,
  vocabulary,
  changes,
}: {
  seed: number;
  vocabulary: number;
  changes: number;
}): [string[], string[]] {
  const random = seeded(seed);
  const a = randomWords(random, vocabulary, 60);
  const b = a.flatMap((word) => {
    if (random() >= changes) return [word];
    const [other] = randomWords(random, vocabulary, 1);
    return random() < 0.5 ? [other!] : random() < 0.5 ? [] : [word, other!];
  });
  return [a, b];
}

test("what is found agrees, ascends, and is worth more than it costs", () => {
  fc.assert(
    fc.property(related, (options) => {
      const [a, b] = relatedWords(options);
      const found = extenderOf(a, b).extend({ a: 0, b: 0 }, 1);
      let before: Anchor = { a: -1, b: -1, lengthWords: 1 };
      for (const word of notAlwaysEmpty(found)) {
        expect(word.a > before.a && word.b > before.b).toBe(true);
        expect(a[word.a]).toBe(b[word.b]);
        before = word;
      }
      if (found.length > 0) expect(alignmentBits(wordUnits(read(a)), found)).toBeGreaterThan(0);
    }),
    { numRuns: fewOrAll(150, 500) },
  );
});

test("backwards is forwards in mirrored texts", () => {
  fc.assert(
    fc.property(related, (options) => {
      const [a, b] = relatedWords(options);
      const back = extenderOf(a.toReversed(), b.toReversed()).extend({ a: a.length - 1, b: b.length - 1 }, -1);
      const mirrored = back.map((word) => ({ a: a.length - 1 - word.a, b: b.length - 1 - word.b, lengthWords: 1 }));
      expect(mirrored).toEqual(extenderOf(a, b).extend({ a: 0, b: 0 }, 1));
    }),
    { numRuns: 300 },
  );
});

describe("cost, in cells", () => {
  test("twice the words of an edited copy take about twice the cells", () => {
    const cells = (count: number) => {
      const random = seeded(5);
      const a = zipfWords(random, count);
      const b = a.map((word) => (random() < 0.3 ? "changed" : word));
      const extender = extenderOf(a, b);
      expect(extender.extend({ a: 0, b: 0 }, 1).length).toBeGreaterThan(0.6 * count);
      return CELLS - extender.cellsLeft;
    };
    const [once, twice] = [cells(4000), cells(8000)];
    expect(once).toBeLessThan(48 * 4000);
    expect(twice / once).toBeGreaterThan(1.8);
    expect(twice / once).toBeLessThan(2.2);
  });

  test("unrelated words take a few hundred cells, however long the texts are", () => {
    const random = seeded(6);
    const [a, b] = [zipfWords(random, 20_000), zipfWords(random, 20_000)];
    const extender = extenderOf(a, b);
    for (let at = 0; at < 100; at++) extender.extend({ a: 100 * at, b: 19_000 - 100 * at }, at % 2 ? 1 : -1);
    expect(CELLS - extender.cellsLeft).toBeLessThan(100 * 1000);
  });

  test("no more than was granted, but for the last row", () => {
    const words = randomWords(seeded(1), 2, 5000);
    const extender = extenderOf(words, words.toReversed(), 2000);
    for (let i = 0; i < 10; i++) extender.extend({ a: i, b: 2 * i }, 1);
    expect(extender.cellsLeft).toBeLessThanOrEqual(0);
    expect(extender.cellsLeft).toBeGreaterThan(-64);
    expect(extender.extend({ a: 0, b: 0 }, 1)).toEqual([]);
  });
});
