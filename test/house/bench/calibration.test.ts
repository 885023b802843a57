/** Scores, probabilities and likelihood ratios against the truth: ROC, calibration error, logistic fits. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  brier,
  calibrationError,
  calibrationLine,
  type Forecast,
  logLoss,
} from "../../../bench/statistics/calibrationError.ts";
import { fitLogistic, logOddsOf } from "../../../bench/statistics/logistic.ts";
import { calibrateLogistic, log10LrOf } from "../../../bench/statistics/logisticCalibration.ts";
import { areaUnderRoc, sensitivityAt, thresholdRates } from "../../../bench/statistics/roc.ts";
import { RandomStream } from "../../../src/core/kernels/numbers/random.ts";
import { logistic, logit } from "../../../src/core/statistics/odds.ts";
import { scoreGroups } from "../../../src/core/statistics/scoreGroups.ts";
import {
  arbitraryScores,
  expectAllClose,
  expectClose,
  type NumbersCase,
  vectorCases,
} from "../../core/statistics/vectors.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { testWith } from "../../support/shared.ts";

const forecast = fc.record({ probability: fc.double({ min: 0, max: 1, noNaN: true }), isTrue: fc.boolean() });

describe("ROC", () => {
  testWith("reference/vectors/roc_brier.json", "agrees with counting pairs", (contents) => {
    const cases = vectorCases<NumbersCase>(contents).filter(({ input }) => input["fn"] === undefined);
    expect(cases.length).toBe(24);
    for (const { name, input, expected, tolerance } of cases) {
      const groups = scoreGroups(input["positives"]!, input["negatives"]!);
      expectClose(areaUnderRoc(groups), expected["auc"]!, tolerance, name);
      for (const [limit, key] of [
        [0, "0"],
        [0.01, "01"],
        [0.05, "05"],
        [0.1, "10"],
      ] as const) {
        expectClose(sensitivityAt(groups, limit), expected[`tpr_at_fpr_${key}`]!, tolerance, name);
      }
    }
  });

  test("both shares rise to 1 as the threshold falls; kinds exchanged, the area is what is left to 1", () => {
    fc.assert(
      fc.property(arbitraryScores, arbitraryScores, (positives, negatives) => {
        const rates = thresholdRates(scoreGroups(positives, negatives));
        for (const [i, { threshold, positives: share }] of notAlwaysEmpty(rates.entries())) {
          expect(share).toBe(positives.filter((one) => one >= threshold).length / positives.length);
          if (i > 0) expect(threshold).toBeLessThan(rates[i - 1]!.threshold);
        }
        expect(rates.at(-1)).toMatchObject({ positives: 1, negatives: 1 });
        const exchanged = areaUnderRoc(scoreGroups(negatives, positives));
        expect(areaUnderRoc(scoreGroups(positives, negatives)) + exchanged).toBeCloseTo(1, 14);
      }),
    );
  });
});

describe("stated probabilities", () => {
  testWith("reference/vectors/roc_brier.json", "Brier score and log loss agree with exact fractions", (contents) => {
    const cases = vectorCases<NumbersCase>(contents).filter(({ input }) => input["fn"] === "brier");
    expect(cases.length).toBe(8);
    for (const { name, input, expected, tolerance } of cases) {
      const forecasts = input["p"]!.map((probability, i) => ({ probability, isTrue: input["y"]![i] === 1 }));
      expectClose(brier(forecasts), expected["brier"]!, tolerance, name);
      expectClose(logLoss(forecasts), expected["log_loss"]!, tolerance, name);
    }
  });

  const drawn = (count: number, stated: (truth: number) => number): Forecast[] => {
    const random = new RandomStream("forecasts");
    return Array.from({ length: count }, () => {
      const truth = 0.02 + 0.96 * random.fraction();
      return { probability: stated(truth), isTrue: random.fraction() < truth };
    });
  };

  test("calibrated ones: error near 0, slope near 1; too extreme and too low ones show it", () => {
    const right = drawn(20_000, (truth) => truth);
    expect(calibrationError(right)).toBeLessThan(0.02);
    const line = calibrationLine(right)!;
    expect(line.slope).toBeCloseTo(1, 1);
    expect(line.intercept).toBeCloseTo(0, 1);
    const extreme = drawn(20_000, (truth) => logistic(3 * logit(truth)));
    expect(calibrationError(extreme)).toBeGreaterThan(0.1);
    expect(calibrationLine(extreme)!.slope).toBeCloseTo(1 / 3, 1);
    expect(calibrationLine(drawn(20_000, (truth) => logistic(logit(truth) - 1)))!.intercept).toBeCloseTo(1, 1);
  });

  test("calibration error by hand: one bin for what is stated alike", () => {
    const alike = Array.from({ length: 40 }, (_, i) => ({ probability: 0.5, isTrue: i < 30 }));
    expect(calibrationError(alike)).toBe(0.25);
    // Two values, 15 bins: each in its own, half of all cases in each.
    const two = alike.map(({ isTrue }, i) => ({ probability: i % 2 === 0 ? 0.1 : 0.9, isTrue }));
    expect(calibrationError(two)).toBeCloseTo((Math.abs(0.1 - 0.75) + Math.abs(0.9 - 0.75)) / 2, 14);
  });

  test("the order of forecasts does not matter; errors lie between 0 and 1", () => {
    fc.assert(
      fc.property(fc.array(forecast, { minLength: 1, maxLength: 60 }), (forecasts) => {
        const error = calibrationError(forecasts);
        expect(error).toBeGreaterThanOrEqual(0);
        expect(error).toBeLessThanOrEqual(1);
        expect(calibrationError([...forecasts].reverse())).toBeCloseTo(error, 12);
        expect(brier(forecasts)).toBeLessThanOrEqual(1);
        expect(logLoss(forecasts)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("what cannot be judged is refused, what has no line is null", () => {
    expect(() => brier([])).toThrow(RangeError);
    expect(() => calibrationError([{ probability: 1.1, isTrue: true }])).toThrow(RangeError);
    expect(() => calibrationLine([{ probability: 1, isTrue: true }])).toThrow(RangeError);
    expect(calibrationLine([{ probability: 0.5, isTrue: true }])).toBeNull();
  });
});

describe("logistic calibration", () => {
  testWith("reference/vectors/logistic_calibration.json", "agrees with Newton's method in 50 digits", (contents) => {
    const cases = vectorCases<NumbersCase>(contents);
    expect(cases.length).toBe(19);
    for (const { name, input, expected, tolerance } of notEmpty(cases)) {
      const calibration = calibrateLogistic(input["scores_hp"]!, input["scores_hd"]!);
      expect(calibration !== null, name).toBe(expected["converged"]);
      if (calibration === null) continue;
      const { coefficients, covariance } = calibration.fit;
      expectAllClose(coefficients, [expected["intercept"]!, expected["slope"]!], tolerance, name);
      expectAllClose(covariance.flat(), (expected["covariance"] as unknown as number[][]).flat(), tolerance, name);
      input["at"]!.forEach((at, i) => {
        const { log10Lr, interval } = log10LrOf(calibration, at, Number(input["level"]));
        expectClose(log10Lr, expected["log10_lr"]![i]!, tolerance, name);
        expectAllClose(interval, (expected["log10_lr_wald"] as unknown as number[][])[i]!, tolerance, name);
      });
    }
  });

  /** Cases of two features whose log-odds are a plane, with a share that goes the other way. */
  const plane = (seed: string, count = 300) => {
    const random = new RandomStream(seed);
    const rows = Array.from({ length: count }, () => [random.fraction() * 4 - 2, random.fraction() * 4 - 2]);
    return { rows, outcomes: rows.map(([a, b]) => random.fraction() < logistic(0.5 + a! - 2 * b!)) };
  };

  test("of several features: at the maximum residuals do not go with any of them", () => {
    for (let round = 0; round < 30; round++) {
      const { rows, outcomes } = plane(`maximum ${round}`);
      const fit = fitLogistic(rows, outcomes)!;
      const residuals = rows.map((row, i) => Number(outcomes[i]) - logistic(logOddsOf(fit, row).logOdds));
      for (const feature of [() => 1, ([a]: number[]) => a!, ([, b]: number[]) => b!])
        expect(residuals.reduce((sum, residual, i) => sum + residual * feature(rows[i]!), 0)).toBeCloseTo(0, 8);
    }
    expect(fitLogistic(plane("large", 20_000).rows, plane("large", 20_000).outcomes)!.coefficients).toEqual([
      expect.closeTo(0.5, 0),
      expect.closeTo(1, 0),
      expect.closeTo(-2, 0),
    ]);
  });

  test("units and places of zero do not matter", () => {
    const { rows, outcomes } = plane("units");
    const fit = fitLogistic(rows, outcomes)!;
    const other = fitLogistic(
      rows.map(([a, b]) => [1e6 * a! + 1e7, b! / 1e3 - 3]),
      outcomes,
    )!;
    rows.slice(0, 20).forEach(([a, b]) => {
      const [one, moved] = [logOddsOf(fit, [a!, b!]), logOddsOf(other, [1e6 * a! + 1e7, b! / 1e3 - 3])];
      expect(moved.logOdds).toBeCloseTo(one.logOdds, 4);
      expect(moved.error).toBeCloseTo(one.error, 4);
    });
  });

  test("no maximum, no fit: divided data, all but divided ones, and features that follow from each other", () => {
    const { rows, outcomes } = plane("none");
    const divided = rows.map(([a, b]) => a! + b! > 0.3);
    expect(fitLogistic(rows, divided)).toBeNull();
    expect(
      fitLogistic(
        rows,
        outcomes.map(() => true),
      ),
    ).toBeNull();
    expect(
      fitLogistic(
        rows.map(([a, b]) => [a!, b!, a! - 2 * b!]),
        outcomes,
      ),
    ).toBeNull();
    expect(fitLogistic([], [])).toBeNull();
    expect(calibrateLogistic([1, 2], [3, 4])).toBeNull(); // divided the other way round
    expect(calibrateLogistic([1, 2, 3], [3, 4])).toBeNull();
    // On the dividing line are cases of both outcomes.
    const touching = [
      [-1, 0],
      [0, 1],
      [0, -1],
      [0, 1],
      [0, -1],
      [1, 0],
    ];
    expect(fitLogistic(touching, [false, true, false, false, true, true])).toBeNull();
    expect(calibrateLogistic([1, 2, 3], [2, 2.5, 0])).not.toBeNull();
  });

  test("a case so far out that a full step overshoots", () => {
    const [positives, negatives] = [
      [0.1, 0.2, 1000],
      [0, 0.15, -5],
    ];
    const { fit } = calibrateLogistic(positives, negatives)!;
    const residuals = [...positives, ...negatives].map(
      (one, i) => Number(i < 3) - logistic(logOddsOf(fit, [one]).logOdds),
    );
    expect(residuals.reduce((sum, one) => sum + one)).toBeCloseTo(0, 8);
  });

  test("what is malformed is refused", () => {
    expect(() => fitLogistic([[1], [2]], [true])).toThrow(RangeError);
    expect(() => fitLogistic([[1], [2, 3]], [true, false])).toThrow(RangeError);
    expect(() => fitLogistic([[1], [Infinity]], [true, false])).toThrow(RangeError);
    expect(() => calibrateLogistic([], [1])).toThrow(RangeError);
    expect(() => calibrateLogistic([1, Number.NaN], [1])).toThrow(RangeError);
    expect(() => log10LrOf(calibrateLogistic([1, 0, 2], [0.5, 0, -1])!, 1, 1)).toThrow(RangeError);
  });
});
