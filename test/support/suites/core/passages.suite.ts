/** Tests that passages, anchors and what bounds them equal those of the reference implementation. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PASSAGE } from "../../../../src/core/fingerprint/profile.ts";
import { type ShingledText, shingle } from "../../../../src/core/fingerprint/shingles.ts";
import type { Kernels } from "../../../../src/core/kernels/kernels.ts";
import type { AlignedPassages } from "../../../../src/core/kernels/passages/kernels.ts";
import { indexShingles } from "../../../../src/core/passages/shingleIndex.ts";
import { readText } from "../../../../src/core/text/text.ts";
import { notEmpty } from "../../notEmpty.ts";
import { fewOrAll } from "../../scale.ts";
import { seeded, zipfWords } from "../../texts.ts";

type Random = () => number;
const below = (random: Random, count: number) => Math.floor(count * random());
const drawn = (random: Random, vocabulary: number, count: number) =>
  Array.from({ length: count }, () => `w${below(random, vocabulary)}`);
const periodic = (period: number, count: number) => Array.from({ length: count }, (_, i) => `p${i % period}`);

/** Texts by their shape, of about so many words. */
const SHAPES: Record<string, (random: Random, words: number) => string[]> = {
  prose: (random, words) => zipfWords(random, words),
  "many words": (random, words) => drawn(random, 100_000, words),
  "two words": (random, words) => drawn(random, 2, words),
  "ten words": (random, words) => drawn(random, 10, words),
  "one word": (_, words) => periodic(1, words),
  "two words in turn": (_, words) => periodic(2, words),
  "a period, with changes": (random, words) => edited(random, periodic(2 + below(random, 40), words), 0.03),
  "numbered lines": (_, words) =>
    Array.from({ length: Math.ceil(words / 9) }, (_, i) =>
      `section ${i} of the act is amended to read`.split(" "),
    ).flat(),
  "formulas between other words": (random, words) => {
    const formulas = Array.from({ length: 6 }, () => zipfWords(random, 5 + below(random, 9), 300));
    return Array.from({ length: Math.ceil(words / 14) }, () => [
      ...formulas[below(random, 6)]!,
      ...zipfWords(random, below(random, 12), 300),
    ]).flat();
  },
  "a refrain between verses": (random, words) => {
    const refrain = drawn(random, 5_000, 15);
    return Array.from({ length: Math.ceil(words / 40) }, () => [...drawn(random, 5_000, 25), ...refrain]).flat();
  },
};

/** Some words changed, left out or put in. */
function edited(random: Random, words: readonly string[], share: number): string[] {
  return words.flatMap((word) => {
    if (random() >= share) return [word];
    return [[], ["changed"], [word, `x${below(random, 9)}`]][below(random, 3)]!;
  });
}

/** Pieces of a text in another order, some of them twice, with other text between them. */
function shuffled(random: Random, words: readonly string[]): string[] {
  const pieces = Array.from({ length: 1 + below(random, 6) }, () => {
    const from = below(random, words.length);
    return [...words.slice(from, from + below(random, 120)), ...zipfWords(random, below(random, 40))];
  });
  return pieces.flat();
}

const RELATED: ((random: Random, words: readonly string[]) => string[])[] = [
  (_, words) => [...words],
  (random, words) => edited(random, words, 0.05),
  (random, words) => edited(random, words, 0.2),
  (random, words) => edited(random, words, 0.4),
  shuffled,
  (random, words) => edited(random, shuffled(random, words), 0.1),
  (random, words) => SHAPES["prose"]!(random, words.length),
];

export function passagesEqualReferenceSuite(kernels: Kernels, twin: Kernels): void {
  const shingled = (words: readonly string[]): ShingledText =>
    shingle(kernels, readText(kernels, words.join(" ")), PASSAGE);
  const utf8 = (words: readonly string[]) => new TextEncoder().encode(words.join(" "));

  describe(`${kernels.name} equals ${twin.name}: passages`, () => {
    let [withPassages, inPieces, bounded] = [0, 0, 0];
    const expectSamePassages = (a: readonly string[], b: readonly string[], margin: number, most: number) => {
      const [index, other] = [indexShingles(shingled(a)), shingled(b)];
      const found: AlignedPassages = twin.findPassages(index, other, margin, most);
      expect(kernels.findPassages(index, other, margin, most)).toEqual(found);
      expect(kernels.findAnchors(index, other, most)).toEqual(twin.findAnchors(index, other, most));
      const { words, ...searched } = kernels.searchText(index, utf8(b), margin, most);
      expect(searched).toEqual(found);
      expect(words).toEqual(found.passages.length === 0 ? null : kernels.readWords(utf8(b)));
      withPassages += Number(found.passages.length > 0);
      inPieces += Number(found.passages.some(({ agreeing }) => agreeing.length > 2));
      bounded += Number(found.bounded);
    };

    test.each(Object.keys(SHAPES))("%s: copied, edited, in another order, unrelated", (shape) => {
      fc.assert(
        fc.property(
          ...[fc.integer(), fc.integer({ min: 0, max: 700 }), fc.constantFrom(...RELATED), fc.boolean()],
          fc.constantFrom(0, 26, 200),
          fc.constantFrom(Number.MAX_SAFE_INTEGER, 5_000, 40, 3, 0),
          (seed, words, related, isSwapped, margin, most) => {
            const random = seeded(seed);
            const a = SHAPES[shape]!(random, words);
            const b = related(random, a.length === 0 ? ["w"] : a);
            expectSamePassages(...(isSwapped ? ([b, a] as const) : ([a, b] as const)), margin, most);
          },
        ),
        { numRuns: fewOrAll(60, 1_500) },
      );
    });

    test("the texts of the cases above have passages, of many runs too, and budgets that end", () => {
      expect(withPassages).toBeGreaterThan(100);
      expect(inPieces).toBeGreaterThan(50);
      expect(bounded).toBeGreaterThan(50);
    });

    test("long texts: of several chunks, and with more anchors and runs than the memory has at first", () => {
      const random = seeded(41);
      for (const shape of notEmpty(["prose", "a period, with changes", "numbered lines", "two words"])) {
        const a = SHAPES[shape]!(random, fewOrAll(12_000, 60_000));
        expectSamePassages(a, edited(random, a, 0.15), 26, Number.MAX_SAFE_INTEGER);
      }
    });

    test("gaps as wide as a chain allows, and wider", () => {
      const random = seeded(42);
      for (let gap = 0; gap <= 30; gap++) {
        const [first, second] = [drawn(random, 100_000, 9), drawn(random, 100_000, 9)];
        for (const other of notEmpty([0, 1, 13, 25, 26, 27])) {
          const a = [...first, ...drawn(random, 4, gap), ...second];
          expectSamePassages(a, [...first, ...drawn(random, 4, other), ...second], 0, 100);
        }
      }
    });

    test("indexed texts in turn, with other kernels between: each is compared as if it were alone", () => {
      const random = seeded(43);
      const texts = Array.from({ length: 4 }, () => zipfWords(random, 400));
      const indexes = texts.map((words) => indexShingles(shingled(words)));
      for (let round = 0; round < 40; round++) {
        const index = indexes[below(random, 4)]!;
        const other = shingled(edited(random, texts[below(random, 4)]!, 0.1));
        expect(kernels.findPassages(index, other, 26, 1_000)).toEqual(twin.findPassages(index, other, 26, 1_000));
        kernels.readWords(utf8(texts[0]!));
      }
    });
  });
}
