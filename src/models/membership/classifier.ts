/**
 * A linear classifier for two kinds of cases: L2-regularised logistic regression, fitted by dual coordinate descent in
 * a fixed order and number of passes, so that the same cases give the same bits. Fitting always ends, also where the
 * cases are separable without error and where there are more features than cases.
 *
 * Minimises ½ |w|² + C Σ ln (1 + exp(−y w·x)). Source: Yu, Huang and Lin, "Dual coordinate descent methods for logistic
 * regression and maximum entropy models", Machine Learning 85 (2011).
 */
import { logistic } from "../../core/statistics/odds.ts";

/** The non-zero features of a case. */
export interface SparseRow {
  features: Uint32Array;
  values: Float64Array;
}

export interface LinearRule {
  weights: Float64Array;
  intercept: number;
}

export interface FitOptions {
  /** Number of features: every feature index is below it. */
  featureCount: number;
  /** C: weight of a case relative to the size of the weights. */
  strength: number;
  passes: number;
}

/**
 * Maximum of Newton steps and bisections in each one-dimensional problem. Six are usual, and so many bisections close
 * any bracket.
 */
const STEPS_MAX = 100;
/** Iteration stops when a step moves the margin relatively less than this. */
const TOLERANCE = 1e-13;

export function fitRule(
  rows: readonly SparseRow[],
  isPositive: readonly boolean[],
  { featureCount, strength, passes }: FitOptions,
): LinearRule {
  const rule: LinearRule = { weights: new Float64Array(featureCount), intercept: 0 };
  const sizes = rows.map(({ values }) => 1 + values.reduce((sum, value) => sum + value * value, 0));
  const duals = new Float64Array(rows.length);
  for (let pass = 0; pass < passes; pass++) {
    rows.forEach((row, i) => {
      const sign = isPositive[i] ? 1 : -1;
      const dual = bestDual(sign * scoreOf(rule, row), sizes[i]!, duals[i]!, strength);
      add(rule, row, sign * (dual - duals[i]!));
      duals[i] = dual;
    });
  }
  return rule;
}

/** w·x and the intercept. */
export function scoreOf({ weights, intercept }: LinearRule, { features, values }: SparseRow): number {
  let score = intercept;
  for (let i = 0; i < features.length; i++) score += weights[features[i]!]! * values[i]!;
  return score;
}

function add(rule: LinearRule, { features, values }: SparseRow, amount: number): void {
  rule.intercept += amount;
  for (let i = 0; i < features.length; i++) rule.weights[features[i]!]! += amount * values[i]!;
}

/**
 * The optimal dual variable of one case with all others fixed: C · logistic(−m) at the margin m that results from it. m
 * is the root of a function with a slope of at least 1. Newton's method alone may oscillate around the root for ever
 * where the case is large and its margin is far away, so it is safeguarded by a bracket that contains the root.
 */
function bestDual(margin: number, size: number, dual: number, strength: number): number {
  let least = margin - size * dual;
  let most = margin + size * (strength - dual);
  let at = margin;
  for (let step = 0; step < STEPS_MAX; step++) {
    const share = logistic(-at);
    const excess = at - margin - size * (strength * share - dual);
    if (excess > 0) most = at;
    else least = at;
    const newton = at - excess / (1 + size * strength * share * (1 - share));
    const next = newton > least && newton < most ? newton : (least + most) / 2;
    const isThere = Math.abs(next - at) <= TOLERANCE * (1 + Math.abs(at));
    at = next;
    if (isThere) break;
  }
  return strength * logistic(-at);
}
