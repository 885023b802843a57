/** Rarity and works, as functions. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Hashes } from "../../../src/core/kernels/kernels.ts";
import type { WordRange } from "../../../src/core/text/text.ts";
import { QueryWords } from "../../../src/corpus/search/queryWords.ts";
import { framesIn, frequentPhrases, surpriseOfKinds } from "../../../src/corpus/search/rarity.ts";
import { type Carrier, worksOf, worksPerWord } from "../../../src/corpus/search/works.ts";

/** Words as numbers; few high halves, so that slots collide. */
const hashesOf = (words: readonly number[]): Hashes => ({
  low: Uint32Array.from(words, (word) => word * 7919),
  high: Uint32Array.from(words, (word) => word % 3),
});
const someWords = fc.array(fc.nat(40), { maxLength: 200 });

test("the words of a query are distinguished, and omitted ones are counted", () => {
  fc.assert(
    fc.property(someWords, someWords, someWords, (query, one, other) => {
      const words = new QueryWords(hashesOf(query));
      words.leaveOut(hashesOf(one));
      words.leaveOut(hashesOf(other));
      const both = [...one, ...other];
      query.forEach((word, i) => {
        expect(words.leftOut[words.kindOf[i]!]).toBe(both.filter((met) => met === word).length);
      });
      expect(words.leftOut.length).toBe(new Set(query).size);
      expect(words.leftOutWords).toBe(both.length);
    }),
  );
});

test("surprise follows from the share in the rest of the corpus, is never below 0, and 0 if nothing was read", () => {
  const query = new QueryWords(hashesOf([1, 2, 3]));
  query.leaveOut(hashesOf([1, 1, 2]));
  const bits = surpriseOfKinds(query, { words: 130, countEach: () => Uint32Array.from([5, 1]) });
  expect([...bits].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([5, 7, 0]);
  const alone = surpriseOfKinds(query, { words: 6, countEach: () => Uint32Array.from([900, 1]) });
  expect([...alone]).toEqual([0, 2, 0]);
});

describe("frames", () => {
  const phrasesOf = (blocksInAll: number, ...frequency: number[]) =>
    frequentPhrases({ plan: { positions: frequency.map((_, i) => 10 * i), shingleWords: 5 }, frequency, blocksInAll });
  const over = (start: number, end: number, passages: number) => new Array<WordRange>(passages).fill({ start, end });
  const words = (frames: Uint8Array) => [...frames.keys()].filter((word) => frames[word] === 1);

  test("a phrase may be one from 16 blocks on, and from one block in 200 on", () => {
    expect(phrasesOf(1_000, 15, 16, 40)).toEqual([
      { start: 10, end: 15, copiesMost: 0 },
      { start: 20, end: 25, copiesMost: 24 },
    ]);
    expect(phrasesOf(20_000, 99, 100)).toEqual([{ start: 10, end: 15, copiesMost: 0 }]);
  });

  test("copies of one work count once, as far as they have a passage over it", () => {
    const [phrase] = phrasesOf(1_000, 18);
    const frames = (passages: WordRange[], works: number) =>
      words(framesIn(30, [phrase!], passages, new Uint32Array(30).fill(works)));
    expect(frames([], 0)).toEqual([0, 1, 2, 3, 4]);
    expect(frames(over(4, 30, 3), 1)).toEqual([0, 1, 2, 3, 4]);
    expect(frames(over(4, 30, 4), 1)).toEqual([]);
    expect(frames(over(4, 30, 40), 38)).toEqual([0, 1, 2, 3, 4]);
    expect(frames(over(5, 30, 4), 1)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe("works", () => {
  const carrier = (documentNumber: number, surroundings: number[], more: Partial<Carrier> = {}): Carrier => ({
    ...{ documentNumber, lengthWords: 1_000, content: { start: 10, end: 50 } },
    surroundings: Uint32Array.from(surroundings).sort(),
    ...more,
  });
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
  const works = (...carriers: Carrier[]) => new Set(worksOf(80, carriers).values()).size;

  test.each([
    ["half of the pairs around it in common", carrier(1, range(31, 93)), 1],
    ["fewer than half", carrier(1, range(32, 94)), 2],
    ["a length of four fifths", carrier(1, range(0, 62), { lengthWords: 800 }), 1],
    ["a length below that", carrier(1, range(0, 62), { lengthWords: 799 }), 2],
    ["another author", carrier(1, range(0, 62), { author: "Anne Brontë" }), 2],
    ["the author written otherwise", carrier(1, range(0, 62), { author: "AUSTEN, J." }), 1],
    ["a passage elsewhere", carrier(1, range(0, 62), { content: { start: 50, end: 90 } }), 2],
  ])("%s", (_, other, expected) => {
    expect(works(carrier(0, range(0, 62), { author: "Jane Austen" }), other)).toBe(expected);
  });

  test("documents with four fifths of a long content are copies of it, whatever surrounds it", () => {
    const copy = (documentNumber: number, end: number, from: number) =>
      carrier(documentNumber, range(from, from + 62), {
        content: { start: 0, end },
        lengthWords: 500 * documentNumber,
      });
    const count = (lengthWords: number, ...ends: number[]) =>
      new Set(
        worksOf(
          lengthWords,
          ends.map((end, i) => copy(i + 1, end, 100 * i)),
        ).values(),
      ).size;
    expect(count(1_000, 1_000, 800)).toBe(1);
    expect(count(1_000, 1_000, 799)).toBe(2);
    expect(count(201, 201, 201)).toBe(1);
    expect(count(200, 200, 200)).toBe(2);
  });

  test("completely matched documents are distinguished only by length", () => {
    expect(works(carrier(0, []), carrier(1, []))).toBe(1);
    expect(works(carrier(0, []), carrier(1, [], { lengthWords: 500 }))).toBe(2);
  });

  test("each word counts the works that contain it, never more than the documents, for any matches", () => {
    const carriers = fc.array(
      fc.record({
        documentNumber: fc.nat(120),
        start: fc.nat(50),
        length: fc.integer({ min: 1, max: 30 }),
        around: fc.nat(4),
      }),
      { maxLength: 150 },
    );
    fc.assert(
      fc.property(carriers, (drawn) => {
        const all = drawn.map(({ documentNumber, start, length, around }) =>
          carrier(documentNumber, range(around * 62, around * 62 + 62), { content: { start, end: start + length } }),
        );
        const counted = worksPerWord(80, all);
        const works = worksOf(80, all);
        for (let word = 0; word < 80; word++) {
          const over = all.filter(({ content }) => content.start <= word && word < content.end);
          expect(counted[word]).toBe(new Set(over.map(({ documentNumber }) => works.get(documentNumber))).size);
        }
      }),
    );
  });
});
