import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PASSAGE_WORDS_MIN } from "../../../src/base/limits.ts";
import { PASSAGE } from "../../../src/core/fingerprint/profile.ts";
import { shingle } from "../../../src/core/fingerprint/shingles.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { chainAnchors } from "../../../src/core/kernels/passages/chain.reference.ts";
import { alignGap } from "../../../src/core/kernels/passages/gap.reference.ts";
import type { Anchor } from "../../../src/core/kernels/passages/kernels.ts";
import { GAP_WORDS_MAX } from "../../../src/core/kernels/passages/scoring.ts";
import { findAnchors } from "../../../src/core/passages/passages.ts";
import { indexShingles } from "../../../src/core/passages/shingleIndex.ts";
import { readText } from "../../../src/core/text/text.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { seeded } from "../../support/texts.ts";
import { commonRuns, randomWords } from "./words.ts";

const kernels = await loadKernels();
const read = (words: readonly string[]) => readText(kernels, words.join(" "));
const shingled = (words: readonly string[]) => shingle(kernels, read(words), PASSAGE);
const byPlace = (x: Anchor, y: Anchor) => x.a - y.a || x.b - y.b;
/** Cutting an overlap moves a beginning, never an end, so that the end tells anchors apart. */
const identify = (anchor: Anchor) => `${anchor.a + anchor.lengthWords} ${anchor.b + anchor.lengthWords}`;
const end = (anchor: Anchor) => ({ a: anchor.a + anchor.lengthWords, b: anchor.b + anchor.lengthWords });

test("anchors are the maximal common runs of at least a shingle", () => {
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom(4, 8, 30), (seed, vocabulary) => {
      const random = seeded(seed);
      const piece = randomWords(random, vocabulary, 30);
      const text = () => [...randomWords(random, vocabulary, 40), ...piece, ...randomWords(random, vocabulary, 40)];
      const [a, b] = [text(), text()];
      const { anchors, bounded } = findAnchors(kernels, indexShingles(shingled(a)), shingled(b));
      if (!bounded) expect([...anchors].sort(byPlace)).toEqual(commonRuns(a, b, 5).sort(byPlace));
    }),
    { numRuns: fewOrAll(150, 500) },
  );
});

describe("chains", () => {
  const anchor = fc.record({ a: fc.nat(120), b: fc.nat(120), lengthWords: fc.integer({ min: 1, max: 25 }) });

  test("ascend in both texts without overlap, with gaps within bounds, and use each anchor once", () => {
    fc.assert(
      fc.property(fc.uniqueArray(anchor, { maxLength: 40, selector: identify }), (anchors) => {
        const chains = chainAnchors(anchors);
        for (const chain of notAlwaysEmpty(chains)) {
          expect(chain.anchors.every(({ lengthWords }) => lengthWords > 0)).toBe(true);
          chain.anchors.slice(1).forEach((later, i) => {
            const before = end(chain.anchors[i]!);
            const gaps = [later.a - before.a, later.b - before.b];
            expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
            expect(Math.max(...gaps)).toBeLessThanOrEqual(GAP_WORDS_MAX);
          });
        }
        const used = chains.flatMap((chain) => chain.anchors.map(identify));
        expect(used.sort()).toEqual(anchors.map(identify).sort());
        expect(chains.map(({ score }) => score)).toEqual(chains.map(({ score }) => score).sort((x, y) => y - x));
      }),
      { numRuns: fewOrAll(300, 3_000) },
    );
  });

  test("no long run is lost in a chain that is too short to report", () => {
    fc.assert(
      fc.property(fc.uniqueArray(anchor, { maxLength: 40, selector: identify }), (anchors) => {
        for (const chain of notAlwaysEmpty(chainAnchors(anchors))) {
          const ends = new Set(chain.anchors.map(identify));
          const whole = anchors.filter((one) => ends.has(identify(one)));
          const words = chain.anchors.reduce((sum, { lengthWords }) => sum + lengthWords, 0);
          const longest = Math.max(...whole.map(({ lengthWords }) => lengthWords));
          expect(words).toBeGreaterThanOrEqual(longest);
          if (longest >= PASSAGE_WORDS_MIN)
            expect(chain.anchors.some(({ lengthWords }) => lengthWords >= PASSAGE_WORDS_MIN)).toBe(true);
        }
      }),
      { numRuns: fewOrAll(300, 3_000) },
    );
  });

  test.each(["a", "b"] as const)("a gap of 26 words in %s is bridged, one of 27 is not", (text) => {
    const chainsAcross = (gapWords: number) => {
      const later = { a: 100, b: 100, lengthWords: 100 };
      return chainAnchors([
        { a: 0, b: 0, lengthWords: 100 },
        { ...later, [text]: 100 + gapWords },
      ]).length;
    };
    expect([chainsAcross(26), chainsAcross(27)]).toEqual([1, 2]);
  });

  test("the drawing in the source: two blocks that stand in another order are two chains", () => {
    const first = [
      { a: 0, b: 0, lengthWords: 8 },
      { a: 10, b: 10, lengthWords: 8 },
      { a: 20, b: 21, lengthWords: 8 },
    ];
    const second = [
      { a: 30, b: 90, lengthWords: 8 },
      { a: 41, b: 100, lengthWords: 8 },
    ];
    expect(chainAnchors([...second, ...first].reverse()).map(({ anchors }) => anchors)).toEqual([first, second]);
  });
});

describe("alignment of a gap", () => {
  const gapWords = fc.array(fc.constantFrom(..."abcd"), { maxLength: GAP_WORDS_MAX });

  test("is a longest common subsequence", () => {
    fc.assert(
      fc.property(gapWords, gapWords, (a, b) => {
        const runs = alignGap(read(a), read(b), { a: 0, b: 0, aEnd: a.length, bEnd: b.length });
        let next = { a: 0, b: 0 };
        for (const run of notAlwaysEmpty(runs)) {
          expect(run.a >= next.a && run.b >= next.b).toBe(true);
          expect(a.slice(run.a, run.a + run.lengthWords)).toEqual(b.slice(run.b, run.b + run.lengthWords));
          next = end(run);
        }
        expect(runs.reduce((sum, { lengthWords }) => sum + lengthWords, 0)).toBe(longestCommonSubsequence(a, b));
      }),
      { numRuns: fewOrAll(150, 500) },
    );
  });

  function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
    let row = new Array<number>(b.length + 1).fill(0);
    for (const word of a) {
      const next = [0];
      for (const [j, other] of b.entries()) next.push(word === other ? row[j]! + 1 : Math.max(next[j]!, row[j + 1]!));
      row = next;
    }
    return row.at(-1)!;
  }
});
