/** What labelled cases rest on: connected works are found as a naive scan finds them, and independent cases are independent. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "../../../../bench/harness/random.ts";
import { linkedClusters } from "../../../../bench/quality/evidence/cases/clusters.ts";
import { recognised } from "../../../../bench/quality/evidence/cases/noise.ts";
import { independentCases } from "../../../../src/engine/evidence/calibration/independent.ts";
import { notAlwaysEmpty } from "../../../support/notAlwaysEmpty.ts";

describe("connected works", () => {
  const texts = fc.array(
    fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 14 }).map((words) => words.join(" ")),
    { minLength: 1, maxLength: 9 },
  );

  test("as a naive scan connects them, over any number of steps", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 5 }), (all, runWords) => {
        const runs = all.map((text) => {
          const words = text.split(" ").filter(Boolean);
          return new Set(
            words
              .map((_, at) => words.slice(at, at + runWords))
              .filter((run) => run.length === runWords)
              .map(String),
          );
        });
        const naive = all.map((_, i) => i);
        for (let changed = true; changed; ) {
          changed = false;
          for (const [i, one] of runs.entries())
            for (const [k, other] of runs.entries()) {
              if (naive[k]! <= naive[i]! || ![...one].some((run) => other.has(run))) continue;
              naive[k] = naive[i]!;
              changed = true;
            }
        }
        expect(linkedClusters(all, runWords)).toEqual(naive);
      }),
    );
  });
});

test("independent cases: one of each cluster, kinds in proportion", () => {
  const cases = fc.array(fc.record({ kind: fc.constantFrom("x", "y", "z"), cluster: fc.nat(20).map(String) }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(cases, (all) => {
      const chosen = independentCases(all);
      expect(new Set(chosen.map(({ cluster }) => cluster)).size).toBe(chosen.length);
      for (const kind of notAlwaysEmpty(new Set(all.map((one) => one.kind)))) {
        const share = all.filter((one) => one.kind === kind).length / all.length;
        const taken = chosen.filter((one) => one.kind === kind).length;
        // Within one case a kind of the proportion.
        expect(Math.abs(taken - share * chosen.length)).toBeLessThanOrEqual(2);
      }
    }),
  );
});

test("noise repeats, strikes about as often as its rate says, and leaves clean text alone", () => {
  const text = "The quick brown fox jumps over the lazy dog. ".repeat(200);
  expect(recognised(text, 0, new Random("n"))).toBe(text);
  const noisy = recognised(text, 0.1, new Random("n"));
  expect(recognised(text, 0.1, new Random("n"))).toBe(noisy);
  expect(Math.abs(noisy.length / text.length - 1)).toBeLessThan(0.03);
  expect(noisy).not.toBe(text);
});
