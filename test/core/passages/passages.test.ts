import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PASSAGE_WORDS_MIN } from "../../../src/base/limits.ts";
import { PASSAGE } from "../../../src/core/fingerprint/profile.ts";
import { shingle } from "../../../src/core/fingerprint/shingles.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { findPassages, type Passage, type Passages } from "../../../src/core/passages/passages.ts";
import { indexShingles } from "../../../src/core/passages/shingleIndex.ts";
import { readText, utf16Spans, type WordRange } from "../../../src/core/text/text.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { seeded, zipfWords } from "../../support/texts.ts";
import { commonRuns, randomWords } from "./words.ts";

const kernels = await loadKernels();
const shingled = (words: readonly string[]) => shingle(kernels, readText(kernels, words.join(" ")), PASSAGE);
const find = (a: readonly string[], b: readonly string[], marginWords = 0): Passages =>
  findPassages(kernels, indexShingles(shingled(a)), shingled(b), marginWords);
const lengthOf = ({ start, end }: WordRange): number => end - start;
const within = (inner: WordRange, outer: WordRange): boolean => inner.start >= outer.start && inner.end <= outer.end;

/** Two texts of few words that share pieces, some of them changed, moved or repeated. */
const relatedTexts = fc.integer().map((seed) => {
  const random = seeded(seed);
  const vocabulary = [3, 12, 60, 500][Math.floor(4 * random())]!;
  const piece = (longest: number) => randomWords(random, vocabulary, Math.floor(longest * random()));
  const pieces = Array.from({ length: 4 }, () => piece(40));
  const changed = (words: string[]) =>
    random() < 0.4 ? words.map((word) => (random() < 0.12 ? "changed" : word)) : words;
  const text = () =>
    Array.from({ length: 6 }, () => [...changed(pieces[Math.floor(4 * random())]!), ...piece(30)]).flat();
  return { a: text(), b: text() };
});

/** What holds for every passage, whatever it was found in. */
function expectSound({ a: rangeA, b: rangeB, ...passage }: Passage, a: readonly string[], b: readonly string[]): void {
  expect(rangeA.start >= 0 && rangeA.end <= a.length && rangeB.start >= 0 && rangeB.end <= b.length).toBe(true);
  let [nextA, nextB] = [rangeA.start, rangeB.start];
  for (const run of notEmpty(passage.agreeing)) {
    expect(run.lengthWords).toBeGreaterThan(0);
    expect(run.a >= nextA && run.b >= nextB).toBe(true);
    expect(a.slice(run.a, run.a + run.lengthWords)).toEqual(b.slice(run.b, run.b + run.lengthWords));
    [nextA, nextB] = [run.a + run.lengthWords, run.b + run.lengthWords];
  }
  expect([nextA, nextB]).toEqual([rangeA.end, rangeB.end]);
  expect(passage.agreeing[0]).toMatchObject({ a: rangeA.start, b: rangeB.start });
  expect(passage.agreeingWords).toBe(passage.agreeing.reduce((sum, { lengthWords }) => sum + lengthWords, 0));
  expect(passage.agreeingWords).toBeGreaterThanOrEqual(PASSAGE_WORDS_MIN);
  expect(passage.longestRunWords).toBe(Math.max(...passage.agreeing.map(({ lengthWords }) => lengthWords)));
  expect(passage.identity).toBeCloseTo(passage.agreeingWords / Math.max(lengthOf(rangeA), lengthOf(rangeB)), 12);
  const alike = a.slice(rangeA.start, rangeA.end).join(" ") === b.slice(rangeB.start, rangeB.end).join(" ");
  expect(passage.kind === "verbatim").toBe(alike);
  expect(passage.identity === 1).toBe(alike);
}

describe("against a scanner of every pair of words", () => {
  test("every common run of 12 words is in the passages, but for 11 words that others repeat", () => {
    let bounded = 0;
    fc.assert(
      fc.property(relatedTexts, ({ a, b }) => {
        const found = find(a, b);
        for (const passage of found.passages) expectSound(passage, a, b);
        if (found.bounded) bounded++;
        else {
          const covered = a.map((_, word) =>
            found.passages.some((passage) => within({ start: word, end: word + 1 }, passage.a)),
          );
          for (const run of notAlwaysEmpty(commonRuns(a, b, PASSAGE_WORDS_MIN))) {
            const missed = covered.slice(run.a, run.a + run.lengthWords).filter((isCovered) => !isCovered).length;
            expect(missed).toBeLessThan(PASSAGE_WORDS_MIN);
          }
        }
      }),
      { numRuns: fewOrAll(150, 600) },
    );
    expect(bounded).toBeLessThan(fewOrAll(50, 200));
  });

  test("where no words repeat, every common run is in one passage, on both sides", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = seeded(seed);
        const unique = (name: string) => Array.from({ length: Math.floor(40 * random()) }, (_, i) => `${name}x${i}`);
        const pieces = Array.from({ length: 6 }, (_, i) => unique(`piece${i}`));
        const a = pieces.flatMap((piece, i) => [...unique(`a${i}`), ...piece]);
        const b = [...pieces].sort(() => random() - 0.5).flatMap((piece, i) => [...unique(`b${i}`), ...piece]);
        const found = find(a, b);
        expect(found.bounded).toBe(false);
        for (const passage of found.passages) expectSound(passage, a, b);
        for (const run of notAlwaysEmpty(commonRuns(a, b, PASSAGE_WORDS_MIN))) {
          const [inA, inB] = [run.a, run.b].map((start) => ({ start, end: start + run.lengthWords }));
          expect(found.passages.some((passage) => within(inA!, passage.a) && within(inB!, passage.b))).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe("planted passages", () => {
  const random = seeded(11);
  const foreign = (count: number) => zipfWords(random, count, 5000);
  const planted = (words: readonly string[]) => [...foreign(400), ...words, ...foreign(400)];
  const original = randomWords(random, 100_000, 300);

  test("verbatim: exactly its words, from both sides", () => {
    const [a, b] = [planted(original), planted(original)];
    const [forth, back] = [find(a, b).passages, find(b, a).passages];
    expect(forth).toHaveLength(1);
    expect(forth[0]).toMatchObject({ kind: "verbatim", identity: 1, agreeingWords: 300, longestRunWords: 300 });
    expect([forth[0]!.a, forth[0]!.b]).toEqual([
      { start: 400, end: 700 },
      { start: 400, end: 700 },
    ]);
    expect([back[0]!.b, back[0]!.a]).toEqual([forth[0]!.a, forth[0]!.b]);
  });

  test("the span is the passage in the string", () => {
    const content = `Foreword. « ${original.slice(0, 20).join(", ")} » — End.`;
    const text = readText(kernels, content);
    const { passages } = findPassages(kernels, indexShingles(shingle(kernels, text, PASSAGE)), shingled(original));
    const [span] = utf16Spans(text, [passages[0]!.a]);
    expect(content.slice(span!.start, span!.end)).toBe(original.slice(0, 20).join(", "));
  });

  test.each([
    ["changed", (word: string) => [`${word}changed`]],
    ["left out", () => []],
    ["put in", (word: string) => [word, "inserted"]],
  ])("every tenth word %s: one passage of at least 90 % of it", (_, edit) => {
    const edited = original.flatMap((word, i) => (i % 10 === 5 ? edit(word) : [word]));
    const [a, b] = [planted(original), planted(edited)];
    const { passages } = find(a, b);
    expect(passages).toHaveLength(1);
    expectSound(passages[0]!, a, b);
    expect(lengthOf(passages[0]!.a)).toBeGreaterThanOrEqual(270);
    expect(lengthOf(passages[0]!.a)).toBeLessThanOrEqual(306);
    expect(passages[0]!.kind).toBe("near_verbatim");
    const [back] = find(b, a).passages;
    expect(Math.abs(lengthOf(back!.b) - lengthOf(passages[0]!.a))).toBeLessThanOrEqual(6);
  });

  test("reworded: half of the words changed between runs of twelve", () => {
    const edited = original.map((word, i) => (i % 24 < 12 ? word : `${word}changed`));
    const { passages } = find(planted(original), planted(edited));
    expect(passages[0]!.kind).toBe("reworded");
    expect(passages[0]!.identity).toBeCloseTo(0.5, 1);
  });

  test("words that agree between two runs count, however short the runs they stand in", () => {
    const edited = original.slice(0, 40).map((word, i) => ([14, 16, 18, 21].includes(i) ? `${word}changed` : word));
    const { passages } = find(planted(original.slice(0, 40)), planted(edited));
    expect(passages).toHaveLength(1);
    expect(passages[0]).toMatchObject({ agreeingWords: 36, identity: 0.9, longestRunWords: 18 });
  });

  test("moved blocks stay passages of their own", () => {
    const [first, second] = [original.slice(0, 150), original.slice(150)];
    const { passages } = find(planted(original), planted([...second, ...foreign(100), ...first]));
    expect(passages.map((passage) => [lengthOf(passage.a), passage.kind])).toEqual([
      [150, "verbatim"],
      [150, "verbatim"],
    ]);
    const swapped = find(planted(original), planted([...second, ...first])).passages;
    expect(swapped.map(({ a }) => lengthOf(a))).toEqual([150, 150]);
  });

  test("twelve words are found, eleven are none", () => {
    expect(find(planted(original.slice(0, 12)), planted(original.slice(0, 12))).passages).toHaveLength(1);
    expect(find(planted(original.slice(0, 11)), planted(original.slice(0, 11))).passages).toEqual([]);
  });

  test("a run of twelve loses no word to a shorter one that it overlaps", () => {
    const run = "to the credit of the general fund of the district of columbia".split(" ");
    const before = "paid into the treasury of the united states".split(" ");
    const a = [...before, "to", "be", "placed", ...run];
    expect(find(planted(a), planted([...before, ...run])).passages[0]!.longestRunWords).toBe(12);
  });

  test("a verbatim run ends at a difference, unless more agrees behind it than chance gives", () => {
    const [run, more] = [original.slice(0, 30), original.slice(30, 40)];
    const lengths = [1, 2, 3, 6].map((count) => {
      const [a, b] = ["own", "other"].map((word) =>
        planted([...run, word, ...more.slice(0, count), ...randomWords(random, 1e6, 20)]),
      );
      const [passage, ...others] = find(a!, b!).passages;
      expect(others).toEqual([]);
      return lengthOf(passage!.a);
    });
    expect(lengths).toEqual([30, 30, 34, 37]);
  });

  test("what a text says again in other words is no passage of its own, unless it holds twelve words", () => {
    const said = original.slice(0, 60);
    const again = (every: number) => said.map((word, i) => (i % every === every - 1 ? `${word}changed` : word));
    const document = (every: number) => [...planted(said), ...again(every), ...foreign(100)];
    expect(find(planted(said), [...foreign(50), ...again(8), ...foreign(50)]).passages).toHaveLength(1);
    expect(find(document(8), planted(said)).passages).toHaveLength(1);
    expect(find(document(14), planted(said)).passages).toHaveLength(2);
  });

  test("a refrain is reported once, and new words beside it are not lost", () => {
    const refrain = original.slice(0, 60);
    const verse = original.slice(60, 90);
    const b = [
      ...foreign(100),
      ...original.slice(200, 260),
      ...refrain,
      ...foreign(100),
      ...refrain,
      ...verse,
      ...foreign(100),
      ...refrain,
    ];
    const { passages } = find([...original.slice(200, 260), ...refrain, ...verse], b);
    expect(passages).toHaveLength(2);
    expect(passages.map(({ a }) => a)).toEqual([
      { start: 0, end: 120 },
      { start: 60, end: 150 },
    ]);
  });

  test("edges say whether a passage may go on outside of b", () => {
    const edges = (b: readonly string[]) => find(planted(original), b, 26).edges;
    expect(edges(original)).toEqual({ start: true, end: true });
    expect(edges([...foreign(25), ...original, ...foreign(30)])).toEqual({ start: true, end: false });
    expect(edges([...foreign(26), ...original, ...foreign(25)])).toEqual({ start: false, end: true });
  });
});

describe("whatever the texts", () => {
  test("a text against itself is one passage of all its words", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.constantFrom(3, 60, 5000),
        fc.integer({ min: 12, max: 400 }),
        (seed, vocabulary, count) => {
          const words = randomWords(seeded(seed), vocabulary, count);
          const { passages } = find(words, words);
          expect(passages[0]).toMatchObject({
            kind: "verbatim",
            identity: 1,
            a: { start: 0, end: count },
            b: { start: 0, end: count },
          });
          if (vocabulary === 5000) expect(passages).toHaveLength(1);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("words of its own around either text take no passage with a run of twelve words away", () => {
    let judged = 0;
    fc.assert(
      fc.property(
        relatedTexts,
        fc.constantFrom("a", "b"),
        fc.nat(300),
        fc.nat(300),
        ({ a, b }, side, before, behind) => {
          const own = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}own${i}`);
          const around = (words: string[]) => [...own("before", before), ...words, ...own("behind", behind)];
          const [alone, wider] = [find(a, b), side === "a" ? find(around(a), b) : find(a, around(b))];
          if (alone.bounded || wider.bounded) return;
          judged++;
          const shift = { a: side === "a" ? before : 0, b: side === "b" ? before : 0 };
          const covered = (passages: readonly Passage[], at: number) => {
            const words = new Set<number>();
            for (const { agreeing } of passages)
              for (const run of agreeing) for (let i = 0; i < run.lengthWords; i++) words.add(run.a + i - at);
            return words;
          };
          for (const passage of notAlwaysEmpty(
            alone.passages.filter(({ longestRunWords }) => longestRunWords >= PASSAGE_WORDS_MIN),
          )) {
            const met = covered(wider.passages, shift.a);
            const missed = [...covered([passage], 0)].filter((word) => !met.has(word)).length;
            expect(missed).toBeLessThan(Math.max(PASSAGE_WORDS_MIN, passage.agreeingWords / 2));
          }
        },
      ),
      { numRuns: 300 },
    );
    // A bounded search promises nothing; most of these texts are not.
    expect(judged).toBeGreaterThan(150);
  });

  test("among foreign words, an edited passage is the same from both sides, from its first kept word to its last", () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(0, 0.1, 0.2), (seed, changes) => {
        const random = seeded(seed);
        const own = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}own${i}`);
        const piece = randomWords(random, 100_000, 100);
        const kept = piece.map((_, i) => (i >= 40 && i < 55) || random() >= changes);
        const edited = piece.map((word, i) => (kept[i] ? word : `${word}changed`));
        const a = [...own("a", 200), ...piece, ...own("A", 200)];
        const b = [...own("b", 900), ...edited, ...own("B", 500)];
        const [forth, back] = [find(a, b).passages, find(b, a).passages];
        expect(back.map((passage) => [passage.b, passage.a])).toEqual(forth.map((passage) => [passage.a, passage.b]));
        expect(forth).toHaveLength(1);
        expect(within(forth[0]!.a, { start: 200 + kept.indexOf(true), end: 201 + kept.lastIndexOf(true) })).toBe(true);
        expect(lengthOf(forth[0]!.a)).toBeGreaterThan(80);
      }),
      { numRuns: 200 },
    );
  });

  test("among words of the same vocabulary, passages seldom run on beyond their ends", () => {
    const beyond: number[] = [];
    for (let seed = 0; seed < 200; seed++) {
      const random = seeded(seed);
      const piece = zipfWords(random, 100);
      const [a, b] = [200, 900].map((count) => [...zipfWords(random, count), ...piece, ...zipfWords(random, count)]);
      const [passage] = find(a!, b!).passages;
      beyond.push(200 - passage!.a.start, passage!.a.end - 300, 900 - passage!.b.start, passage!.b.end - 1000);
    }
    expect(Math.min(...beyond)).toBeGreaterThanOrEqual(0);
    expect(beyond.filter((words) => words > 2).length / beyond.length).toBeLessThan(0.02);
  });

  test("every third word changed at random: one passage of nearly all of it", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = seeded(seed);
        const piece = zipfWords(random, 400);
        const edited = piece.map((word) => (random() < 0.3 ? "changed" : word));
        const { passages } = find([...zipfWords(random, 200), ...piece], [...edited, ...zipfWords(random, 500)]);
        expect(passages).toHaveLength(1);
        expect(lengthOf(passages[0]!.a)).toBeGreaterThan(340);
      }),
      { numRuns: 60 },
    );
  });
});

describe("one indexed text against many", () => {
  test("gives what an index of its own would, and puts its working memory back", () => {
    let withPassages = 0;
    fc.assert(
      fc.property(relatedTexts, relatedTexts, (texts, others) => {
        const index = indexShingles(shingled(texts.a));
        for (const b of notEmpty([texts.b, others.a, texts.a, texts.b])) {
          const found = findPassages(kernels, index, shingled(b));
          expect(found).toEqual(find(texts.a, b));
          if (found.passages.length > 0) withPassages++;
        }
      }),
      { numRuns: 150 },
    );
    expect(withPassages).toBeGreaterThan(150);
  });
});

describe("nothing to find", () => {
  test("unrelated text of a 5,000-word Zipf vocabulary gives no passage", () => {
    for (let seed = 0; seed < 20; seed++) {
      const random = seeded(seed);
      expect(find(zipfWords(random, 4000, 5000), zipfWords(random, 4000, 5000)).passages).toEqual([]);
    }
  });

  test("no words, or fewer than a shingle", () => {
    expect(find([], ["one", "two"])).toEqual({ passages: [], edges: { start: false, end: false }, bounded: false });
    expect(find(["one", "two"], ["one", "two"]).passages).toEqual([]);
  });
});

describe("texts that repeat themselves finish, and say when they were bounded", () => {
  const random = seeded(7);
  const phrase = randomWords(random, 100_000, 50);
  test.each([
    ["one word 60,000 times", Array.from({ length: 60_000 }, () => "word"), 60_000],
    ["two words in turn", Array.from({ length: 20_000 }, (_, i) => (i % 2 ? "tick" : "tock")), 20_000],
    ["two words at random", randomWords(random, 2, 20_000), 0],
    ["five words at random", randomWords(random, 5, 20_000), 0],
    ["a phrase of 50 words 2,000 times", Array.from({ length: 2000 }, () => phrase).flat(), 100_000],
  ])("%s", (_, words, longest) => {
    const other = longest === 0 ? randomWords(random, new Set(words).size, 20_000) : words;
    const [index, b] = [indexShingles(shingled(words)), shingled(other)];
    const { passages, bounded } = findPassages(kernels, index, b);
    for (const passage of notEmpty(passages.slice(0, 20))) expectSound(passage, words, other);
    if (longest > 0) expect(passages[0]?.longestRunWords).toBe(longest);
    expect(bounded).toBe(true);
  });
});
