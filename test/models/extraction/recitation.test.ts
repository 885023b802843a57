import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Kernels } from "../../../src/core/kernels/kernels.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import {
  BLOCK_WORDS_MIN,
  commonBlocks,
  ownWords,
  recitationOf,
  rougeL,
} from "../../../src/models/extraction/recitation.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { testWith } from "../../support/shared.ts";

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const numbered = () => {
  const numbers = new Map<string, number>();
  return (words: readonly string[]) =>
    Uint32Array.from(words, (word) => {
      if (!numbers.has(word)) numbers.set(word, numbers.size);
      return numbers.get(word)!;
    });
};

interface NearVerbatimCase {
  name: string;
  input: { candidate: string[]; reference: string[] };
  expected: {
    lcs_words: number;
    rouge_l_precision: number | null;
    rouge_l_recall: number | null;
    rouge_l_f1: number | null;
    longest_run_words: number;
    acs_min3: number;
    acs_blocks: [number, number, number][];
  };
}

interface LcsCase {
  name: string;
  input: { a: string; b: string };
  expected: {
    lcs_subsequence: number;
    longest_common_substring: number;
    start_a: number | null;
    start_b: number | null;
  };
}

describe("published numbers", () => {
  testWith("reference/vectors/near_verbatim.json", "blocks, runs, ROUGE-L", (contents) => {
    const { cases } = JSON.parse(contents) as { cases: NearVerbatimCase[] };
    expect(cases).toHaveLength(33);
    for (const { name, input, expected } of notEmpty(cases)) {
      const symbols = numbered();
      const [candidate, reference] = [symbols(input.candidate), symbols(input.reference)];
      const { lcsWords, precision, recall, f1 } = rougeL(kernels, candidate, reference);
      expect(lcsWords, name).toBe(expected.lcs_words);
      for (const [got, wanted] of [
        [precision, expected.rouge_l_precision],
        [recall, expected.rouge_l_recall],
        [f1, expected.rouge_l_f1],
      ] as const) {
        if (wanted === null) expect(got, name).toBeNull();
        else expect(got, name).toBeCloseTo(wanted, 14);
      }
      expect(commonBlocks(candidate, reference, 1)[0]?.lengthWords ?? 0, name).toBe(expected.longest_run_words);
      const blocks = commonBlocks(candidate, reference, BLOCK_WORDS_MIN);
      expect(
        blocks.map((block) => [block.lengthWords, block.candidate, block.reference]),
        name,
      ).toEqual(expected.acs_blocks);
    }
  });

  testWith("reference/vectors/lcs.json", "the longest block is the longest common substring", (contents) => {
    const { cases } = JSON.parse(contents) as { cases: LcsCase[] };
    expect(cases).toHaveLength(61);
    for (const { name, input, expected } of notEmpty(cases)) {
      const symbols = numbered();
      const [a, b] = [symbols([...input.a]), symbols([...input.b])];
      const longest = commonBlocks(a, b, 1)[0];
      expect([longest?.lengthWords ?? 0, longest?.candidate ?? null, longest?.reference ?? null], name).toEqual([
        expected.longest_common_substring,
        expected.start_a,
        expected.start_b,
      ]);
      expect(rougeL(kernels, a, b).lcsWords, name).toBe(expected.lcs_subsequence);
    }
  });
});

/** Few kinds of words, so that runs are everywhere. */
const words = (maxLength: number) =>
  fc.array(fc.integer({ min: 1, max: 4 }), { maxLength }).map((some) => Uint32Array.from(some));
const longer = fc
  .array(fc.integer({ min: 1, max: 6 }), { minLength: 5, maxLength: 60 })
  .map((some) => Uint32Array.from(some));

/** The definition, tried out: the longest run of free words, leftmost in the candidate, then in the reference, again and again. */
function bruteBlocks(candidate: Uint32Array, reference: Uint32Array, wordsMin: number): number[][] {
  const [usedC, usedR] = [new Set<number>(), new Set<number>()];
  const blocks: number[][] = [];
  for (;;) {
    let best = [0, 0, 0];
    for (let c = 0; c < candidate.length; c++) {
      for (let r = 0; r < reference.length; r++) {
        let length = 0;
        while (
          c + length < candidate.length &&
          candidate[c + length] === reference[r + length] &&
          !usedC.has(c + length) &&
          !usedR.has(r + length)
        )
          length++;
        if (length > best[0]!) best = [length, c, r];
      }
    }
    if (best[0]! < wordsMin) return blocks;
    blocks.push(best);
    for (let i = 0; i < best[0]!; i++) {
      usedC.add(best[1]! + i);
      usedR.add(best[2]! + i);
    }
  }
}

describe("blocks", () => {
  test("are those of the definition", () => {
    fc.assert(
      fc.property(words(40), words(40), fc.integer({ min: 1, max: 4 }), (candidate, reference, wordsMin) => {
        const blocks = commonBlocks(candidate, reference, wordsMin);
        expect(blocks.map((block) => [block.lengthWords, block.candidate, block.reference])).toEqual(
          bruteBlocks(candidate, reference, wordsMin),
        );
      }),
      { numRuns: fewOrAll(150, 1_000) },
    );
  });

  test("one word over and over, as long as an extraction reads", () => {
    const blocks = commonBlocks(new Uint32Array(2_000).fill(7), new Uint32Array(500).fill(7), 3);
    expect(blocks).toEqual([{ lengthWords: 500, candidate: 0, reference: 0 }]);
  });
});

describe("recall", () => {
  test("of an echo of the prompt, whole, in parts or over again, is 0", () => {
    fc.assert(
      fc.property(longer, longer, fc.nat(), fc.nat(), (prompt, suffix, from, to) => {
        const own = ownWords(prompt, suffix);
        const part = prompt.subarray(from % prompt.length, to % (prompt.length + 1));
        for (const echo of [prompt, part]) {
          const { recall, longestRunWords, spanShare } = recitationOf(kernels, suffix, own, echo);
          expect([recall, longestRunWords, spanShare]).toEqual([0, 0, 0]);
        }
        // Between two echoes stands a word that is in neither.
        const twice = Uint32Array.of(...prompt, 99, ...part);
        expect(recitationOf(kernels, suffix, own, twice).recall).toBe(0);
      }),
      { numRuns: fewOrAll(150, 500) },
    );
  });

  test("of the suffix itself is 1, with whatever stands around it", () => {
    fc.assert(
      fc.property(longer, longer, words(20), words(20), (prompt, suffix, before, after) => {
        const own = ownWords(prompt, suffix);
        const exact = recitationOf(kernels, suffix, own, suffix);
        const hasOwn = own.includes(1);
        expect(exact.isVerbatim).toBe(true);
        expect([exact.recall, exact.spanShare]).toEqual(hasOwn ? [1, 1] : [0, 0]);
        expect([exact.rougeLF1, exact.lcsShare]).toEqual([1, 1]);
        expect(exact.longestRunWords).toBe(own.reduce((sum, one) => sum + one, 0));
        const apart = (some: Uint32Array, by: number) => some.map((word) => word + by);
        const around = Uint32Array.of(...apart(before, 100), ...suffix, ...apart(after, 200));
        const within = recitationOf(kernels, suffix, own, around);
        expect([within.isVerbatim, within.recall]).toEqual([before.length === 0, hasOwn ? 1 : 0]);
      }),
      { numRuns: fewOrAll(150, 500) },
    );
  });

  test("lies between 0 and 1, and foreign words have none", () => {
    fc.assert(
      fc.property(longer, longer, words(80), (prompt, suffix, continuation) => {
        const one = recitationOf(kernels, suffix, ownWords(prompt, suffix), continuation);
        for (const share of [one.recall, one.rougeLF1, one.lcsShare, one.spanShare]) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
        }
        const foreign = recitationOf(
          kernels,
          suffix,
          ownWords(prompt, suffix),
          continuation.map((word) => word + 50),
        );
        expect([foreign.recall, foreign.longestRunWords, foreign.rougeLF1, foreign.isVerbatim]).toEqual([
          0,
          0,
          0,
          false,
        ]);
      }),
    );
  });

  test("a tenth of the words off, evenly, is what still recites", () => {
    const suffix = Uint32Array.from({ length: 50 }, (_, i) => i);
    const edited = suffix.map((word, i) => (i % 10 === 9 ? 1_000 + i : word));
    expect(recitationOf(kernels, suffix, new Uint8Array(50).fill(1), edited).recall).toBeCloseTo(0.9, 12);
  });
});
