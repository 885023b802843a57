/** The rule that tells two kinds of cases apart: it minimises what it says it does, whatever the cases. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { RandomStream } from "../../../src/core/kernels/numbers/random.ts";
import { fitRule, type LinearRule, type SparseRow, scoreOf } from "../../../src/models/membership/classifier.ts";

const STRENGTH = 1;

interface Sample {
  rows: SparseRow[];
  isPositive: boolean[];
}

/** Scaled features that rise and fall together, as shares of the same log-probabilities do; those of positive cases lie higher by `shift`. */
function sampleOf(seed: number, cases: number, featureCount: number, shift: number): Sample {
  const random = new RandomStream(`rule ${seed}`);
  const drawn = () => Math.sqrt(12) * (random.fraction() - 0.5);
  const features = Uint32Array.from({ length: featureCount }, (_, i) => i);
  const isPositive = Array.from({ length: cases }, (_, i) => i % 2 === 0);
  const rows = isPositive.map((isOne) => {
    const level = drawn() + (isOne ? shift : 0);
    return { features, values: Float64Array.from(features, () => level + drawn() / 2) };
  });
  return { rows, isPositive };
}

function objective({ rows, isPositive }: Sample, rule: LinearRule): number {
  const size = rule.weights.reduce((sum, weight) => sum + weight * weight, rule.intercept * rule.intercept) / 2;
  const margins = rows.map((row, i) => (isPositive[i] ? 1 : -1) * scoreOf(rule, row));
  // ln (1 + exp(-m)) without overflow.
  return margins.reduce((sum, m) => sum + STRENGTH * (Math.max(0, -m) + Math.log1p(Math.exp(-Math.abs(m)))), size);
}

test("never does worse than no rule, nor than any rule that leans one way", () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.integer({ min: 1, max: 60 }),
      fc.double({ min: 0, max: 3, noNaN: true }),
      (seed, count, shift) => {
        const sample = sampleOf(seed, 60, count, shift);
        const fitted = objective(
          sample,
          fitRule(sample.rows, sample.isPositive, { featureCount: count, strength: STRENGTH, passes: 400 }),
        );
        for (const weight of [0, 0.01, 0.03, 0.1, 0.3, 1]) {
          const leaning = { weights: new Float64Array(count).fill(weight / count), intercept: 0 };
          expect(fitted).toBeLessThanOrEqual(1.05 * objective(sample, leaning));
        }
      },
    ),
    { numRuns: 100 },
  );
});

test("tells apart new cases of the two kinds, of as many large features as dataset inference has", () => {
  const seen = sampleOf(1, 400, 29, 1);
  const rule = fitRule(seen.rows, seen.isPositive, { featureCount: 29, strength: STRENGTH, passes: 100 });
  const fresh = sampleOf(2, 400, 29, 1);
  const right = fresh.rows.filter((row, i) => scoreOf(rule, row) > 0 === fresh.isPositive[i]).length;
  // Levels spread evenly over 3.5 and apart by 1: the best rule is right in 64 % of cases.
  expect(right / fresh.rows.length).toBeGreaterThan(0.57);
});
