/** Near-verbatim recall against a plain implementation of its source, and on whole books. */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Kernels } from "../../../src/core/kernels/kernels.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { WordNumbers } from "../../../src/models/extraction/answers.ts";
import { indexWords, orderedRuns, ownWordsAfter } from "../../../src/models/extraction/longRuns.ts";
import { nearVerbatimBlocks, rangeOf, shortBlocks } from "../../../src/models/extraction/nearVerbatim.ts";
import { ownWords, type RecitedBlock } from "../../../src/models/extraction/recitation.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { NO_SHARED, sharedText } from "../../support/shared.ts";
import { skippable } from "../../support/skippable.ts";
import { seeded } from "../../support/texts.ts";

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const runsOf = (reference: ArrayLike<number>, candidate: ArrayLike<number>) =>
  orderedRuns(indexWords(Uint32Array.from(reference)), Uint32Array.from(candidate));
const blocksOf = (reference: ArrayLike<number>, candidate: ArrayLike<number>) =>
  nearVerbatimBlocks(runsOf(reference, candidate));
const recallOf = (reference: ArrayLike<number>, candidate: ArrayLike<number>) =>
  blocksOf(reference, candidate).reduce((sum, { words }) => sum + words, 0) / reference.length;

/** `find_longest_match` and `get_matching_blocks` of difflib without junk, as they are described: no shortcut. */
function difflib(a: readonly number[], b: readonly number[], a0 = 0, b0 = 0): RecitedBlock[] {
  const best = { lengthWords: 0, reference: 0, candidate: 0 };
  a.forEach((_, i) => {
    b.forEach((__, j) => {
      let k = 0;
      while (i + k < a.length && j + k < b.length && a[i + k] === b[j + k]) k++;
      if (k > best.lengthWords) Object.assign(best, { lengthWords: k, reference: i, candidate: j });
    });
  });
  const { lengthWords: k, reference: i, candidate: j } = best;
  if (k === 0) return [];
  return [
    ...difflib(a.slice(0, i), b.slice(0, j), a0, b0),
    { lengthWords: k, reference: a0 + i, candidate: b0 + j },
    ...difflib(a.slice(i + k), b.slice(j + k), a0 + i + k, b0 + j + k),
  ];
}

/** Algorithm 1 of arXiv 2601.02671 for blocks (place in the book, place in the answer, matched words). */
function algorithm1(base: readonly RecitedBlock[]): number {
  type Block = { b: [number, number]; g: [number, number]; m: number };
  const merge = (blocks: Block[], gap: number, align: number): Block[] => {
    const merged: Block[] = [];
    for (const { b, g, m } of blocks) {
      const last = merged.at(-1);
      const [ofBook, ofAnswer] = last ? [b[0] - last.b[1], g[0] - last.g[1]] : [Infinity, Infinity];
      if (last && Math.max(ofBook, ofAnswer) <= gap && Math.abs(ofBook - ofAnswer) <= align)
        Object.assign(last, { b: [last.b[0], b[1]], g: [last.g[0], g[1]], m: last.m + m });
      else merged.push({ b, g, m });
    }
    return merged;
  };
  const blocks = base.map(({ reference: b, candidate: g, lengthWords: m }): Block => {
    return { b: [b, b + m], g: [g, g + m], m };
  });
  const first = merge(blocks, 2, 1).filter(({ m }) => m >= 20);
  return merge(first, 10, 3)
    .filter(({ m }) => m >= 100)
    .reduce((sum, { m }) => sum + m, 0);
}

/** A text and its copy with errors: words changed, left out, added, or moved. */
const copies = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 0, maxLength: 260, size: "max" }),
    fc.array(fc.tuple(fc.nat(300), fc.constantFrom("change", "drop", "add", "move"), fc.nat(60)), { maxLength: 24 }),
  )
  .map(([text, edits]) => {
    const copy = [...text];
    for (const [place, kind, word] of edits) {
      const at = copy.length === 0 ? 0 : place % copy.length;
      if (kind === "change" && copy.length > 0) copy[at] = word;
      if (kind === "drop") copy.splice(at, 1 + (word % 4));
      if (kind === "add") copy.splice(at, 0, word, word + 1);
      if (kind === "move") copy.push(...copy.splice(at, 9));
    }
    return [text, copy] as const;
  });

describe("against a plain implementation", () => {
  test("runs are those of difflib", () => {
    const few = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 });
    fc.assert(
      fc.property(few, few, (reference, candidate) => {
        expect(runsOf(reference, candidate)).toEqual(difflib(reference, candidate));
      }),
      { numRuns: 300 },
    );
  });

  test("so are those of copies with errors, and the blocks are those of algorithm 1", () => {
    let kept = 0;
    fc.assert(
      fc.property(copies, ([reference, candidate]) => {
        const wanted = difflib(reference, candidate);
        const runs = runsOf(reference, candidate);
        // Short runs between distant ones are not looked for: only runs of three words and more are compared there.
        const long = ({ lengthWords }: RecitedBlock) => lengthWords >= 3;
        expect(runs.filter(long)).toEqual(wanted.filter(long));
        const words = nearVerbatimBlocks(wanted).reduce((sum, one) => sum + one.words, 0);
        expect(words).toBe(algorithm1(wanted));
        expect(nearVerbatimBlocks(runs).reduce((sum, one) => sum + one.words, 0)).toBe(words);
        kept += Number(words > 0);
      }),
      { numRuns: 120 },
    );
    expect(kept).toBeGreaterThan(10);
  });

  test("own words after a prompt are those of the direct comparison", () => {
    const few = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 60 });
    fc.assert(
      fc.property(few, few, (prompt, text) => {
        const [before, after] = [Uint32Array.from(prompt), Uint32Array.from(text)];
        expect(ownWordsAfter(before, after)).toEqual(ownWords(before, after));
      }),
    );
  });

  test("blocks lie in order, hold their words in both texts, and count no word twice", () => {
    fc.assert(
      fc.property(copies, ([reference, candidate]) => {
        let [book, answer] = [0, 0];
        for (const { runs, words } of notAlwaysEmpty(blocksOf(reference, candidate))) {
          expect(words).toBe(runs.reduce((sum, { lengthWords }) => sum + lengthWords, 0));
          for (const { reference: b, candidate: g, lengthWords } of notAlwaysEmpty(runs)) {
            expect(reference.slice(b, b + lengthWords)).toEqual(candidate.slice(g, g + lengthWords));
            expect(b).toBeGreaterThanOrEqual(book);
            expect(g).toBeGreaterThanOrEqual(answer);
            [book, answer] = [b + lengthWords, g + lengthWords];
          }
        }
      }),
    );
  });
});

describe("known cases", () => {
  const from = (start: number, count: number) => Array.from({ length: count }, (_, i) => start + i);
  let unknown = 1_000_000;
  const gap = (count: number) => {
    unknown += 1_000;
    return from(unknown, count);
  };

  test("figure 4a of the source: six runs become one block of 141 words", () => {
    const gaps = [3, 1, 1, 1, 3];
    const runs = [32, 4, 4, 2, 12, 87].map((count, i) => from(1_000 * i, count));
    const text = () => runs.flatMap((run, i) => [...run, ...gap(gaps[i] ?? 0)]);
    const blocks = blocksOf(text(), text());
    expect(blocks.map(({ words, runs: joined }) => [words, joined.length])).toEqual([[141, 6]]);
    expect(rangeOf(blocks[0]!)).toEqual({ start: 0, end: 150 });
  });

  test("each threshold at its edge", () => {
    const book = (...parts: number[][]) => parts.flat();
    const recited = (words: number, gapWords: number, otherGap = gapWords) => {
      const [left, right] = [from(0, words), from(5_000, 60)];
      return blocksOf(book(left, gap(gapWords), right), book(left, gap(otherGap), right)).length;
    };
    expect([recited(40, 10), recited(40, 11)]).toEqual([1, 0]);
    expect([recited(39, 10), recited(40, 0)]).toEqual([0, 1]);
    expect([recited(40, 10, 7), recited(40, 10, 6)]).toEqual([1, 0]);
    const small = (words: number, gaps: [number, number]) => {
      const [left, right] = [from(0, 10), from(5_000, words)];
      return shortBlocks(runsOf(book(left, gap(gaps[0]), right), book(left, gap(gaps[1]), right))).length;
    };
    expect([small(10, [2, 2]), small(9, [2, 2]), small(10, [3, 3])]).toEqual([1, 0, 0]);
    expect([small(10, [2, 1]), small(10, [2, 0])]).toEqual([1, 0]);
    expect([blocksOf(from(0, 100), from(0, 100)).length, blocksOf(from(0, 99), from(0, 99)).length]).toEqual([1, 0]);
  });

  test("a passage that is given back twice counts once, and one in another order not at all", () => {
    const text = from(0, 600);
    expect(recallOf(text, [...text, ...text, ...text.slice(100, 400)])).toBe(1);
    expect(recallOf(text, [...text.slice(300), ...text.slice(0, 300)])).toBe(0.5);
    expect(recallOf([], text)).toBeNaN();
    expect(blocksOf(text, [])).toEqual([]);
  });

  test("an answer that goes round in circles costs no more than another", () => {
    const circle = Array.from({ length: 100_000 }, (_, i) => i % 7);
    expect(blocksOf(circle, circle)).toEqual([]);
    expect(blocksOf(from(0, 1_000), circle)).toEqual([]);
    // What is popular is found where it stands beside something that is not.
    const refrain = Array.from({ length: 100 }, (_, i) => [i + 100, ...from(0, 9)]).flat();
    expect(recallOf(refrain, refrain)).toBe(1);
  });

  test("a word's number must leave room for pairs", () => {
    expect(() => indexWords(Uint32Array.of(0x400_0000))).toThrow(RangeError);
    expect(indexWords(Uint32Array.of(0x3ff_ffff, 1, 0x3ff_ffff)).triples.size).toBe(1);
  });
});

interface Document {
  id: string;
  title: string;
  text: string;
}

const documentsOf = (path: string): Document[] | null =>
  sharedText(path)
    ?.split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Document) ?? null;

describe("whole books", () => {
  const novels = documentsOf("data/corpora/eltec-eng/eltec-eng-000.jsonl.gz");
  const scripture = documentsOf("data/corpora/bible-en/bible-en.jsonl.gz");
  const isAbsent = novels === null || scripture === null;

  test.skipIf(isAbsent)(skippable("what is near verbatim and what is not", isAbsent, NO_SHARED), () => {
    const numbers = new WordNumbers(kernels);
    const words = (text: string) => numbers.read(text).words;
    const [novel, other] = novels!.filter(({ text }) => text.length > 800_000).map(({ text }) => words(text));
    expect(novel!.length).toBeGreaterThan(150_000);
    expect(recallOf(novel!, novel!)).toBe(1);
    expect(recallOf(novel!, other!)).toBe(0);

    const random = seeded(5);
    const wrong = novel!.map((word) => (random() < 0.05 ? novel![Math.floor(random() * novel!.length)]! : word));
    const right = novel!.reduce((sum, word, i) => sum + Number(wrong[i] === word), 0) / novel!.length;
    // A wrong word may be right elsewhere in its gap, and a block may be lost among many errors.
    expect(Math.abs(recallOf(novel!, wrong) - right)).toBeLessThan(0.001);

    // Translations of one book say the same in the same order. Only those that revise one older translation share wording.
    const gospel = (translation: string) =>
      words(
        scripture!
          .filter(({ id }) => id.startsWith(`${translation}/Matthew/`))
          .map(({ text }) => text)
          .join("\n"),
      );
    const one = gospel("Anderson");
    expect(one.length).toBeGreaterThan(20_000);
    expect(["OEB", "Twenty", "Tyndale"].map((name) => recallOf(one, gospel(name)))).toEqual([0, 0, 0]);
    expect(recallOf(one, gospel("Noyes"))).toBeGreaterThan(0.2);
  });
});
