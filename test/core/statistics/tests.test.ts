/** Exact tests and what is made of their p-values: ranks, signs, several at once, e-values. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { likelihoodRatioCap } from "../../../bench/statistics/binomial.ts";
import { RandomStream } from "../../../src/core/kernels/numbers/random.ts";
import { clopperPearson } from "../../../src/core/statistics/binomial.ts";
import {
  logEValue,
  logProductOfEValues,
  meanEValue,
  pOfEValue,
  sellkeBound,
} from "../../../src/core/statistics/evalues.ts";
import { holm } from "../../../src/core/statistics/multiplicity.ts";
import { likelihoodRatioOfRank, randomisedP, rankSumP, rankTest } from "../../../src/core/statistics/ranks.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { testWith } from "../../support/shared.ts";
import { expectClose, type VectorCase, vectorCases } from "./vectors.ts";

interface Case extends VectorCase {
  input: Record<string, number & number[]>;
  expected: Record<string, number & number[]>;
}

const p = fc.double({ min: 0, max: 1, noNaN: true });
const casesOf = (contents: string, fn: string | undefined) =>
  notEmpty(vectorCases<Case>(contents).filter(({ input }) => String(input["fn"]) === String(fn)));

describe("ranks", () => {
  testWith("reference/vectors/rank_pvalues.json", "agree with counting", (contents) => {
    const cases = casesOf(contents, undefined);
    expect(cases.length).toBe(30);
    for (const { name, input, expected, tolerance } of notEmpty(cases)) {
      const got = rankTest(input["observed"]!, input["controls"]!);
      expect([got.greater, got.equal, 1 + got.greater], name).toEqual([
        expected["greater"],
        expected["equal"],
        expected["rank_from_top"],
      ]);
      expectClose(got.p, expected["p_conservative"]!, tolerance, name);
      expectClose(got.exposureBits, expected["exposure_bits"]!, tolerance, name);
      expectClose(1 / (got.controls + 1), expected["min_attainable_p"]!, tolerance, name);
      expectClose(randomisedP(got, 0), expected["p_randomised_min"]!, tolerance, name);
      expectClose(randomisedP(got, got.equal), expected["p_randomised_max"]!, tolerance, name);
      expected["p_randomised_for_draw"]!.forEach((value, draw) => {
        expectClose(randomisedP(got, draw), value, tolerance, name);
      });
    }
  });

  testWith("reference/vectors/rank_pvalues.json", "likelihood ratios and sums of ranks", (contents) => {
    for (const { name, input, expected, tolerance } of casesOf(contents, "lr_from_power")) {
      const got = likelihoodRatioOfRank(input["power_at_rank"]!, input["rank"]!, input["m"]!);
      expectClose(got, expected["lr"]!, tolerance, name);
    }
    const sums = casesOf(contents, "rank_sum");
    expect(sums.length).toBe(8);
    for (const { name, input, expected, tolerance } of sums)
      expectClose(rankSumP(input["ranks"]!, input["m"]!), expected["p"]!, tolerance, name);
  });

  test("sums of ranks: every sum of three, by counting", () => {
    for (let sum = 3; sum <= 18; sum++) {
      const ranks = [1, 1, 1];
      for (let left = sum - 3; left > 0; left--) ranks[left % 3]!++;
      let atMost = 0;
      for (let i = 0; i < 216; i++) atMost += Number(3 + (i % 6) + (Math.floor(i / 6) % 6) + Math.floor(i / 36) <= sum);
      expect(rankSumP(ranks, 5)).toBeCloseTo(atMost / 216, 14);
    }
    expect(rankSumP([], 5)).toBe(1);
  });

  test("are exact: p ≤ α has a chance of at most α, and of α where ties are broken", () => {
    const random = new RandomStream("ranks");
    const tests = Array.from({ length: 4000 }, () =>
      rankTest(
        random.below(30),
        Array.from({ length: 19 }, () => random.below(30)),
      ),
    );
    const broken = tests.map((test) => randomisedP(test, random.below(test.equal + 1)));
    for (const alpha of [0.05, 0.1, 0.5]) {
      const share = (ps: number[]) => clopperPearson(ps.filter((one) => one <= alpha).length, ps.length, 0.999);
      expect(share(tests.map((test) => test.p))[0]).toBeLessThanOrEqual(alpha);
      const [low, high] = share(broken);
      expect(low).toBeLessThanOrEqual(alpha);
      expect(high).toBeGreaterThanOrEqual(alpha);
    }
  });

  test("what is no rank is refused", () => {
    expect(() => rankTest(Number.NaN, [1])).toThrow(RangeError);
    expect(() => rankTest(1, [Number.NaN])).toThrow(RangeError);
    expect(() => randomisedP(rankTest(1, [1]), 2)).toThrow(RangeError);
    expect(() => likelihoodRatioOfRank(0.5, 0, 9)).toThrow(RangeError);
    expect(() => likelihoodRatioOfRank(1.5, 1, 9)).toThrow(RangeError);
    expect(() => rankSumP([11], 9)).toThrow(RangeError);
  });
});

describe("several tests", () => {
  testWith("reference/vectors/permutation_multiplicity.json", "agree with exact fractions", (contents) => {
    const cases = casesOf(contents, "adjust");
    expect(cases.length).toBe(8);
    for (const { name, input, expected, tolerance } of notEmpty(cases)) {
      const got = holm(input["p"]!);
      expect(got.length).toBe(expected["holm"]!.length);
      got.forEach((value, i) => {
        expectClose(value, expected["holm"]![i]!, tolerance, name);
      });
    }
  });

  test("p ≤ Holm ≤ Bonferroni ≤ 1, in the order of the p-values", () => {
    fc.assert(
      fc.property(fc.array(p, { maxLength: 40 }), (ps) => {
        const adjusted = holm(ps);
        ps.forEach((one, i) => {
          expect(adjusted[i]!).toBeGreaterThanOrEqual(one);
          expect(adjusted[i]!).toBeLessThanOrEqual(Math.min(1, ps.length * one));
          ps.forEach((other, k) => {
            if (one < other) expect(adjusted[i]!).toBeLessThanOrEqual(adjusted[k]!);
          });
        });
      }),
    );
    expect(() => holm([0.5, 1.1])).toThrow(RangeError);
    expect(() => holm([Number.NaN])).toThrow(RangeError);
  });
});

describe("e-values", () => {
  testWith("reference/vectors/evalues.json", "agree with values of 50 digits", (contents) => {
    const cases = casesOf(contents, "p_to_e");
    expect(cases.length).toBe(21);
    for (const { name, input, expected, tolerance } of notEmpty(cases)) {
      const one = input["p"]!;
      if (one === 0) {
        // The vectors give the limits, and say that an engine should refuse.
        expect(() => logEValue(one)).toThrow(RangeError);
        continue;
      }
      expectClose(Math.exp(logEValue(one)), expected["e_integral"]!, tolerance, name);
      expectClose(logEValue(one) / Math.LN10, expected["log10_e_integral"]!, tolerance, name);
      expectClose(sellkeBound(one), expected["sellke_upper_bound"]!, tolerance, name);
    }
  });

  testWith("reference/vectors/evalues.json", "combined, and capped", (contents) => {
    for (const { name, input, expected, tolerance } of notEmpty(casesOf(contents, "combine_e"))) {
      const es = input["e"]!;
      expectClose(logProductOfEValues(es), expected["ln_product"]!, tolerance, name);
      if (es.length === 0) expect(() => meanEValue(es)).toThrow(RangeError);
      else {
        expectClose(meanEValue(es), expected["mean"]!, tolerance, name);
        expectClose(pOfEValue(meanEValue(es)), expected["p_from_mean"]!, tolerance, name);
      }
    }
    const caps = casesOf(contents, "lr_cap");
    expect(caps.length).toBe(4);
    for (const { name, input, expected, tolerance } of notEmpty(caps)) {
      const positives = { hits: input["tp_hits"]!, cases: input["tp_trials"]! };
      const low = clopperPearson(positives.hits, positives.cases)[0];
      expectClose(low, expected["tpr_low_cp95"]!, tolerance, name);
      // Ours divides by what the negatives allow; the vectors' takes one in n + 1, which is less strict.
      expect(likelihoodRatioCap(positives, { hits: 0, cases: input["n_d"]! })).toBeLessThan(expected["cap"]!);
    }
  });

  test("the expectation over a uniform p is 1, and so never more over a valid one", () => {
    // The mean of e over the quantiles of p of a fine grid, each taken at the end where e is larger, and the other: above and below 1.
    // Over (0, 1e-12) it has 1 / ln 1e12 = 0.036 of its mean.
    const rest = 1 / Math.log(1e12);
    const edges = Array.from({ length: 200_001 }, (_, i) => 1e-12 ** (1 - i / 200_000));
    const sum = (end: 0 | 1) =>
      edges
        .slice(1)
        .reduce((total, edge, i) => total + (edge - edges[i]!) * Math.exp(logEValue(edges[i + end]!)), rest);
    expect(sum(0)).toBeGreaterThanOrEqual(1);
    expect(sum(0)).toBeLessThan(1.001);
    expect(sum(1)).toBeLessThanOrEqual(1);
    expect(sum(1)).toBeGreaterThan(0.999);
  });

  test("have a bound that alternatives of its class reach and others exceed", () => {
    for (const p of [1e-9, 0.001, 0.05, 0.3]) {
      const bound = sellkeBound(p);
      const ofPowers = Array.from({ length: 10_000 }, (_, i) => ((i + 1) / 10_000) * p ** ((i + 1) / 10_000 - 1));
      expect(Math.max(...ofPowers) / bound).toBeGreaterThan(0.999);
      expect(Math.max(...ofPowers) / bound).toBeLessThan(1 + 1e-12);
      // p spread evenly from 0 to 2 p: outside the class, since it leaves nothing above.
      expect(1 / (2 * p)).toBeGreaterThan(bound);
    }
  });

  test("fall as p rises, and stay below that bound", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-300, max: 1, noNaN: true }),
        fc.double({ min: 1e-300, max: 1, noNaN: true }),
        (a, b) => {
          expect(logEValue(Math.min(a, b))).toBeGreaterThanOrEqual(logEValue(Math.max(a, b)) - 1e-12);
          expect(Math.exp(logEValue(a))).toBeLessThanOrEqual(sellkeBound(a) * (1 + 1e-12));
        },
      ),
    );
  });

  test("caps of the design: half of the positives, none or ten of the negatives", () => {
    expect(likelihoodRatioCap({ hits: 150, cases: 300 }, { hits: 0, cases: 300 })).toBeCloseTo(44.5, 1);
    expect(likelihoodRatioCap({ hits: 500, cases: 1000 }, { hits: 10, cases: 1000 })).toBeCloseTo(27.7, 1);
    expect(() => meanEValue([-1])).toThrow(RangeError);
    expect(() => pOfEValue(Number.NaN)).toThrow(RangeError);
  });
});
