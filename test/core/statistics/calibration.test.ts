/** Scores, probabilities and likelihood ratios against the truth: isotonic fits, Cllr, Venn-Abers, monotone intervals. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  calibrationError,
  calibrationErrorInterval,
  calibrationLine,
} from "../../../bench/statistics/calibrationError.ts";
import { likelihoodRatioCosts, misleadingRates } from "../../../bench/statistics/cllr.ts";
import { boundedIsotonicFit, isotonicFit } from "../../../bench/statistics/isotonic.ts";
import { RandomStream } from "../../../src/core/kernels/numbers/random.ts";
import { monotoneInterval } from "../../../src/core/statistics/monotoneInterval.ts";
import { scoreGroups } from "../../../src/core/statistics/scoreGroups.ts";
import { fitVennAbers, predictVennAbers } from "../../../src/core/statistics/vennAbers.ts";
import { fewOrAll } from "../../support/scale.ts";
import { testWith } from "../../support/shared.ts";
import {
  arbitraryScore,
  arbitraryScores,
  expectAllClose,
  expectClose,
  type NumbersCase,
  vectorCases,
} from "./vectors.ts";

const numbers = (values: ArrayLike<number | string>) => Array.from(values, Number);

describe("isotonic fits and the cost of likelihood ratios", () => {
  testWith("reference/vectors/cllr_pav.json", "agree with exact fractions and 50 digits", (contents) => {
    const cases = vectorCases<NumbersCase>(contents);
    expect(cases.length).toBe(28);
    for (const { name, input, expected, tolerance } of cases) {
      const [positives, negatives] = [numbers(input["ln_lr_hp"]!), numbers(input["ln_lr_hd"]!)];
      const groups = scoreGroups(positives, negatives);
      const fit = isotonicFit(groups);
      const costs = likelihoodRatioCosts(positives, negatives);
      const misleading = misleadingRates(positives, negatives);
      expectAllClose(fit.scores, expected["scores"]!, tolerance, name);
      expectAllClose(fit.probabilities, expected["pav_probability"]!, tolerance, name);
      expectAllClose(fit.logLrs, expected["pav_ln_lr"]!, tolerance, name);
      expectAllClose(boundedIsotonicFit(groups).logLrs, expected["pav_pseudo_ln_lr"]!, tolerance, name);
      expectAllClose([costs.cllr, costs.cllrMin], [expected["cllr"]!, expected["cllr_min"]!], tolerance, name);
      expectClose(costs.cllrCal, expected["cllr_cal"]!, tolerance, name);
      expectAllClose(
        [misleading.positives, misleading.negatives],
        [expected["misleading_hp"]!, expected["misleading_hd"]!],
        tolerance,
        name,
      );
    }
  });

  test("probabilities rise, are those of their cases, and no rising ones fit better", () => {
    fc.assert(
      fc.property(
        arbitraryScores,
        arbitraryScores,
        fc.array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), { maxLength: 80 }),
        (a, b, moves) => {
          const groups = scoreGroups(a, b);
          const { probabilities } = isotonicFit(groups);
          const loss = (of: ArrayLike<number>) =>
            groups.positives.reduce((sum, count, i) => sum + of[i]! ** 2 * groups.cases[i]! - 2 * of[i]! * count, 0);
          for (let i = 1; i < probabilities.length; i++)
            expect(probabilities[i]!).toBeGreaterThanOrEqual(probabilities[i - 1]!);
          const stated = probabilities.reduce((sum, probability, i) => sum + probability * groups.cases[i]!, 0);
          expect(stated).toBeCloseTo(a.length, 9);
          const moved = Array.from(probabilities, (probability, i) => probability + (moves[i] ?? 0)).sort(
            (x, y) => x - y,
          );
          expect(loss(moved)).toBeGreaterThanOrEqual(loss(probabilities) - 1e-9);
          expect(boundedIsotonicFit(groups).logLrs.every(Number.isFinite)).toBe(true);
        },
      ),
    );
  });

  test("0 ≤ Cllr_min ≤ Cllr, Cllr_min ≤ 1; the order of scores is all that Cllr_min sees", () => {
    fc.assert(
      fc.property(arbitraryScores, arbitraryScores, (positives, negatives) => {
        const { cllr, cllrMin, cllrCal } = likelihoodRatioCosts(positives, negatives);
        expect(cllrMin).toBeGreaterThanOrEqual(0);
        expect(cllrMin).toBeLessThanOrEqual(1 + 1e-12);
        expect(cllrCal).toBeGreaterThanOrEqual(0);
        expect(cllrMin + cllrCal).toBeCloseTo(cllr, 12);
        const stretched = (values: number[]) => values.map((value) => value * 8);
        expect(likelihoodRatioCosts(stretched(positives), stretched(negatives)).cllrMin).toBeCloseTo(cllrMin, 9);
      }),
    );
  });

  test("likelihood ratios of 1 cost one bit, certain and wrong ones everything", () => {
    expect(likelihoodRatioCosts([0, 0], [0])).toEqual({ cllr: 1, cllrMin: 1, cllrCal: 0 });
    expect(likelihoodRatioCosts([Infinity], [-Infinity])).toEqual({ cllr: 0, cllrMin: 0, cllrCal: 0 });
    expect(likelihoodRatioCosts([Infinity], [Infinity]).cllr).toBe(Infinity);
    expect([...scoreGroups([-0], [0]).scores]).toEqual([0]);
    expect(() => likelihoodRatioCosts([], [1])).toThrow(RangeError);
    expect(() => misleadingRates([1], [])).toThrow(RangeError);
    expect(() => scoreGroups([1], [Number.NaN])).toThrow(RangeError);
  });
});

describe("Venn-Abers", () => {
  test("is what the two isotonic fits with the new case say, to the last bit", () => {
    fc.assert(
      fc.property(arbitraryScores, arbitraryScores, arbitraryScore, (positives, negatives, asked) => {
        const prediction = predictVennAbers(fitVennAbers(scoreGroups(positives, negatives)), asked);
        const at = (more: number[], less: number[]) => {
          const { scores, probabilities } = isotonicFit(scoreGroups(more, less));
          return probabilities[scores.indexOf(asked + 0)]!;
        };
        expect(prediction.p0).toBe(at(positives, [...negatives, asked]));
        expect(prediction.p1).toBe(at([...positives, asked], negatives));
      }),
      { numRuns: fewOrAll(200, 2_000) },
    );
  });

  test("p0 < merged < p1, all rising with the score, merged never 0 or 1", () => {
    fc.assert(
      fc.property(
        arbitraryScores,
        arbitraryScores,
        fc.array(arbitraryScore, { minLength: 2, maxLength: 10 }),
        (positives, negatives, asked) => {
          const fit = fitVennAbers(scoreGroups(positives, negatives));
          const predictions = asked.sort((a, b) => a - b).map((one) => predictVennAbers(fit, one));
          predictions.forEach(({ p0, p1, merged }, i) => {
            expect(p0).toBeLessThan(p1);
            expect(merged).toBeGreaterThan(0);
            expect(merged).toBeLessThan(1);
            expect(merged).toBeGreaterThanOrEqual(p0 - 1e-15);
            expect(merged).toBeLessThanOrEqual(p1 + 1e-15);
            if (i > 0) expect(p0).toBeGreaterThanOrEqual(predictions[i - 1]!.p0);
            if (i > 0) expect(p1).toBeGreaterThanOrEqual(predictions[i - 1]!.p1);
          });
        },
      ),
    );
    const fit = fitVennAbers(scoreGroups([1], [0]));
    expect(predictVennAbers(fit, -Infinity)).toEqual({ p0: 0, p1: 0.5, merged: 1 / 3 });
    expect(predictVennAbers(fit, Infinity)).toEqual({ p0: 0.5, p1: 1, merged: 2 / 3 });
    expect(() => predictVennAbers(fit, Number.NaN)).toThrow(RangeError);
  });

  test("merged probabilities are calibrated on new cases", () => {
    const random = new RandomStream("venn");
    const draw = (count: number) =>
      Array.from({ length: count }, () => ({ at: random.fraction(), chance: random.fraction() }));
    const isTrue = ({ at, chance }: { at: number; chance: number }) => chance < (at < 0.7 ? at / 5 : 0.9);
    const calibration = draw(3000);
    const fit = fitVennAbers(
      scoreGroups(
        calibration.filter(isTrue).map(({ at }) => at),
        calibration.filter((one) => !isTrue(one)).map(({ at }) => at),
      ),
    );
    const fresh = draw(20_000).map((one) => ({
      probability: predictVennAbers(fit, one.at).merged,
      isTrue: isTrue(one),
    }));
    expect(calibrationError(fresh)).toBeLessThan(0.03);
    expect(calibrationLine(fresh)!.slope).toBeCloseTo(1, 0);
  });

  test.each([0, 0.05])("the interval of an error of %f holds it where works are unlike", (off) => {
    const random = new RandomStream("unlike works");
    const stated = [0.1, 0.3, 0.5, 0.7, 0.9];
    let held = 0;
    for (let world = 0; world < 60; world++) {
      const effects = Array.from({ length: 60 }, () => random.fraction() - 0.5);
      const forecasts = Array.from({ length: 400 }, () => {
        const work = Math.floor(60 * random.fraction());
        const probability = stated[Math.floor(stated.length * random.fraction())]!;
        return {
          probability,
          isTrue: random.fraction() < probability + off + 0.1 * effects[work]!,
          cluster: `${work}`,
        };
      });
      const [lo, hi] = calibrationErrorInterval(forecasts, () => random.fraction());
      held += Number(lo <= off && off <= hi);
    }
    expect(held / 60).toBeGreaterThanOrEqual(0.94);
  });
});

describe("monotone intervals", () => {
  const groups = scoreGroups([3, 4, 5, 5, 6], [1, 2, 3, 4]);

  test("by hand: nine cases, five on either side", () => {
    // 9^(2/3) = 4.33. At 4: below or at 1 (0/1), 2 (0/1), 3 (1/2), 4 (1/2), from 4 downwards five: 4, 3, 2. Above: 4, 5, 6.
    const [lo, hi] = monotoneInterval(groups, 4);
    expect(lo).toBeCloseTo(0.0527449505, 8); // 2 of 5
    expect(hi).toBeCloseTo(0.994949, 5); // 4 of 5
    expect(monotoneInterval(groups, 0)[0]).toBe(0);
    expect(monotoneInterval(groups, 7)[1]).toBe(1);
    expect(() => monotoneInterval(groups, Number.NaN)).toThrow(RangeError);
  });

  test("hold a share that rises, at least as often as they say", () => {
    const random = new RandomStream("monotone");
    let held = 0;
    for (let round = 0; round < 1000; round++) {
      const cases = Array.from({ length: 200 }, () => random.below(40) / 40);
      const positive = cases.map((at) => random.fraction() < at * at);
      const asked = random.below(40) / 40;
      const [lo, hi] = monotoneInterval(
        scoreGroups(
          cases.filter((_, i) => positive[i]),
          cases.filter((_, i) => !positive[i]),
        ),
        asked,
      );
      held += Number(lo <= asked * asked && asked * asked <= hi);
    }
    expect(held).toBeGreaterThanOrEqual(940);
  });
});
