/** The tests of a work against its controls: valid under exchangeability, whatever the number of windows. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atLeast } from "../../../src/core/statistics/hypergeometric.ts";
import { claimsOf, controlTest } from "../../../src/models/extraction/claims.ts";
import { endsText, iterationTest } from "../../../src/models/extraction/iterated.ts";
import type { Known, TextReadings } from "../../../src/models/extraction/readings.ts";
import { seeded } from "../../support/texts.ts";

const textOf = (outcomes: readonly Known[]): TextReadings => ({
  id: "text",
  words: 1_000,
  population: outcomes.length,
  windows: outcomes.map((recited, startWord) => ({
    startWord,
    suffix: { start: 0, end: 1 },
    status: "answered",
    answer: {
      recited,
      isDiscoverable: false,
      isExplained: false,
      logPz: null,
      greedy: null,
      run: null,
      drawn: { of: 0, verbatim: 0, open: 0 },
    },
  })),
});
const count = (outcomes: readonly Known[], unknown: boolean) => outcomes.filter((one) => one ?? unknown).length;

/** All subsets of a size. */
function* subsets<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  if (size === 0) yield [];
  else
    for (let i = 0; i + size <= items.length; i++)
      for (const rest of subsets(items.slice(i + 1), size - 1)) yield [items[i]!, ...rest];
}

const known = fc.constantFrom<Known>(true, false, null);
const outcomes = (length: number) => fc.array(known, { minLength: length, maxLength: length });

describe("with all windows of the work", () => {
  test("the share of choices above every control is that of all subsets, one by one", () => {
    let between = 0;
    fc.assert(
      fc.property(outcomes(9), fc.array(outcomes(3), { minLength: 1, maxLength: 6 }), (work, controls) => {
        const result = controlTest(textOf(work), controls.map(textOf));
        const most = Math.max(...controls.map((one) => count(one, true)));
        const all = [...subsets(work, 3)];
        const share = all.filter((some) => count(some, false) > most).length / all.length;
        const { windows, outranking, p } = result.allWindows!;
        expect([windows, result.windowsEach]).toEqual([9, 3]);
        expect(outranking).toBeCloseTo(share, 12);
        expect(p).toBeCloseTo(Math.min(1, 1 / (share * (controls.length + 1))), 9);
        expect(p).toBeGreaterThanOrEqual(result.pMin);
        between += Number(share > 0 && share < 1);
      }),
      { numRuns: 400 },
    );
    expect(between).toBeGreaterThan(10);
  });

  test("p is at most α no more often than α says, for texts that are exchangeable", () => {
    const random = seeded(12);
    const [controls, each, windows, runs] = [9, 4, 60, 4_000];
    // One-sided bound of a binomial at about .001.
    const most = (alpha: number) => runs * alpha + 3.1 * Math.sqrt(runs * alpha * (1 - alpha));
    const rateOf = (of: readonly Known[]) => count(of, false) / of.length;
    // Shares of texts that a model never saw: different from text to text, or all alike and small.
    const worlds = [() => random() ** 6, () => 0.02];
    const outranked = worlds.map((share) => {
      const drawn = (length: number) => {
        const rate = share();
        return Array.from({ length }, () => random() < rate);
      };
      const cases = Array.from({ length: runs }, () => {
        const [work, others] = [drawn(windows), Array.from({ length: controls }, () => drawn(each))];
        const { p, allWindows } = controlTest(textOf(work), others.map(textOf));
        return { ps: [p!, allWindows!.p], isAbove: others.every((one) => rateOf(work) > rateOf(one)) };
      });
      for (const alpha of [0.1, 0.2, 0.5]) {
        const times = [0, 1].map((place) => cases.filter(({ ps }) => ps[place]! <= alpha + 1e-12).length);
        expect(Math.max(...times)).toBeLessThanOrEqual(most(alpha));
      }
      return {
        above: cases.filter(({ isAbove }) => isAbove).length,
        least: Math.min(...cases.map(({ ps }) => ps[1]!)),
      };
    });
    // The test can find something, and shares of all windows against shares of few would find too much.
    expect(outranked[0]!.least).toBeLessThan(0.11);
    expect(outranked[1]!.above).toBeGreaterThan(2 * most(0.1));
  });

  test("what was answered after a refusal of the budget does not count, however good it was", () => {
    const work = textOf([true, ...Array<Known>(9).fill(false)]);
    const controls = Array.from({ length: 19 }, () => textOf(Array<Known>(4).fill(false)));
    const later = textOf(Array<Known>(8).fill(true)).windows;
    const refused = { ...later[0]!, status: "budget", answer: null } as unknown as TextReadings["windows"][number];
    const cut = { ...work, windows: [...work.windows, refused, ...later] };
    expect(controlTest(cut, controls)).toEqual(controlTest(work, controls));
  });

  test("a claim calls eighteen controls few, and nineteen not", () => {
    const reasonOf = (controls: number) => {
      const control = () => textOf([false, false]);
      return claimsOf(controlTest(textOf([true, true]), Array.from({ length: controls }, control)), "absent")
        .reproduced;
    };
    expect(reasonOf(18)).toMatchObject({
      p: 1 / 19,
      reason: expect.stringMatching(/18 controls are few.* 0\.053; 19 /),
    });
    expect(reasonOf(19)).toMatchObject({ p: 1 / 20, reason: expect.not.stringMatching(/few/) });
  });

  test("nothing that could be compared, and a tail beyond the sample", () => {
    expect(controlTest(textOf([true, true]), []).allWindows).toBeNull();
    expect([atLeast(4, 3, 9, 9), atLeast(0, 3, 0, 9), atLeast(1, 3, 0, 9), atLeast(3, 3, 9, 9)]).toEqual([0, 1, 0, 1]);
  });
});

describe("by iterated continuation", () => {
  const text = (recited: number | null, words = 1_000) => ({ words, recited });
  const p = (work: ReturnType<typeof text>, controls: ReturnType<typeof text>[], answersEach = 5) =>
    iterationTest(work, controls, answersEach).p;

  test("the work is ranked by words, and ties count against it", () => {
    expect(p(text(400), [text(0), text(399), text(0)])).toBe(1 / 4);
    expect(p(text(400), [text(0), text(400), text(401)])).toBe(3 / 4);
    expect(p(text(0), [text(0), text(0), text(0)])).toBe(1);
  });

  test("what is not known counts against the work", () => {
    expect(p(text(400), [text(0), text(null), text(0)])).toBe(2 / 4);
    expect(p(text(null), [text(0), text(0), text(0)])).toBe(1);
  });

  test("no text counts for more words than the shortest has", () => {
    expect(p(text(400), [text(300, 300), text(0)])).toBe(2 / 3);
    expect(p(text(400), [text(299, 300), text(0)])).toBe(1 / 3);
    expect(p(text(300, 300), [text(900), text(0)])).toBe(2 / 3);
  });

  test("without controls, or an answer of every text, there is no p", () => {
    expect([p(text(400), []), p(text(400), [text(0)], 0), p(text(400), [text(0)], 1)]).toEqual([null, null, 1 / 2]);
  });

  test.each([
    ["The End", true],
    ["and so they went home.\n\nTHE END.", true],
    ["and so they went home. The end", true],
    ["He saw the end.", false],
    ["the end of the road", false],
    ["", false],
  ])("“%s” ends a text: %s", (answer, ends) => {
    expect(endsText(answer)).toBe(ends);
  });
});
