/** Likelihood ratios as scores and bands. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bandOf,
  directionOf,
  nearestToNeutral,
  onScale,
  supportScore,
} from "../../../src/engine/evidence/channels/scale.ts";
import { vectorCases } from "../../core/statistics/vectors.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { testWith } from "../../support/shared.ts";

interface ScaleCase {
  name: string;
  tolerance: { rel: number; abs: number };
  input: { log10_lr: number; low: number; high: number };
  expected: {
    support_0_100: number;
    band_point: string;
    direction_point: string;
    band_conservative: string;
    direction_conservative: string;
  };
}

/** The vectors' words for ours. */
const ours = (band: string) => (band === "none" ? "no_support" : band.replace(" ", "_"));
const DIRECTIONS: Record<string, string> = { Hp: "for", Hd: "against", none: "neutral" };

describe("the scale of evidence", () => {
  testWith("reference/vectors/score_scale.json", "agrees with exact fractions", (contents) => {
    const cases = vectorCases<ScaleCase>(contents);
    expect(cases.length).toBe(25);
    for (const { name, input, expected } of notEmpty(cases)) {
      const log10Lr = { estimate: input.log10_lr, lo: input.low, hi: input.high };
      const got = onScale(log10Lr);
      expect(Math.abs(got.score - expected.support_0_100), name).toBeLessThanOrEqual(1e-14 * expected.support_0_100);
      expect(bandOf(input.log10_lr), name).toBe(ours(expected.band_point));
      expect(got.direction, name).toBe(DIRECTIONS[expected.direction_point]);
      expect(got.tier, name).toBe(ours(expected.band_conservative));
      expect(directionOf(nearestToNeutral(log10Lr)), name).toBe(DIRECTIONS[expected.direction_conservative]);
    }
  });

  test("scores rise with the ratio within 0 to 100, and say where they were cut", () => {
    const ends = fc.array(
      fc.integer({ min: -2000, max: 2000 }).map((value) => value / 100),
      { minLength: 3, maxLength: 3 },
    );
    fc.assert(
      fc.property(ends, (drawn) => {
        const [lo, estimate, hi] = drawn.sort((a, b) => a - b) as [number, number, number];
        const { score, ci_95, clipped } = onScale({ estimate, lo, hi });
        expect(ci_95[0]).toBeGreaterThanOrEqual(0);
        expect(ci_95[0]).toBeLessThanOrEqual(score);
        expect(score).toBeLessThanOrEqual(ci_95[1]);
        expect(ci_95[1]).toBeLessThanOrEqual(100);
        expect(clipped).toBe(Math.abs(estimate - (score * 6) / 100) > 1e-12);
      }),
    );
    expect(supportScore(Infinity)).toBe(100);
    expect(bandOf(-Infinity)).toBe("extremely_strong");
  });
});
