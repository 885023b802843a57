/**
 * Logistic regression: the log-odds of an outcome as a weighted sum of features, by maximum likelihood (Newton's method with halved
 * steps). Features are centred and scaled while fitting, so that their units do not matter.
 */
import { log1pExp, logistic } from "../../src/core/statistics/odds.ts";

export interface LogisticFit {
  /** Intercept first, then one for each feature. */
  coefficients: readonly number[];
  /** Of the coefficients, from the inverse information. */
  covariance: readonly (readonly number[])[];
}

const STEPS_MAX = 100;
const HALVINGS_MAX = 40;
/** Of a step, in squared standard errors: what is left after it is of the size of its square. */
const CONVERGED = 1e-18;
/** A pivot that is so much smaller than its diagonal is rounding: features or data leave a direction open. */
const PIVOT_MIN = 1e-12;

/**
 * @param rows     features of each case, equally many and finite; the intercept is added
 * @param outcomes of each case
 * @returns `null` where there is no finite or no unique maximum: one outcome only, features that follow from each other, or data that
 *          the features divide without error (Albert and Anderson, Biometrika 71, 1984)
 * @throws RangeError where rows differ in length, a feature is not finite, or outcomes and rows are not equally many
 */
export function fitLogistic(rows: readonly (readonly number[])[], outcomes: readonly boolean[]): LogisticFit | null {
  check(rows, outcomes);
  const scales = Array.from({ length: rows[0]?.length ?? 0 }, (_, feature) => scaleOf(rows, feature));
  if (rows.length === 0 || scales.some(({ size }) => size === 0)) return null;
  const scaled = rows.map((row) => [1, ...row.map((value, i) => (value - scales[i]!.centre) / scales[i]!.size)]);
  const maximum = maximize(scaled, outcomes);
  return maximum && unscaled(maximum, scales);
}

/** The log-odds that a fit gives to a case, and their standard error. */
export function logOddsOf(fit: LogisticFit, features: readonly number[]): { logOdds: number; error: number } {
  const row = [1, ...features];
  return { logOdds: dot(fit.coefficients, row), error: Math.sqrt(dot(row, times(fit.covariance, row))) };
}

function maximize(rows: readonly (readonly number[])[], outcomes: readonly boolean[]): LogisticFit | null {
  let at = rows[0]!.map(() => 0);
  let likelihood = logLikelihood(rows, outcomes, at);
  for (let step = 0; step < STEPS_MAX; step++) {
    const covariance = inverse(information(rows, at));
    if (covariance === null) return null;
    const slope = gradient(rows, outcomes, at);
    const move = times(covariance, slope);
    if (dot(move, slope) < CONVERGED) return { coefficients: at.map((value, i) => value + move[i]!), covariance };
    for (let halving = 0, share = 1; ; halving++, share /= 2) {
      const next = at.map((value, i) => value + share * move[i]!);
      const there = logLikelihood(rows, outcomes, next);
      // Close to the maximum only rounding tells the two apart.
      if (there >= likelihood - 1e-13 * Math.abs(likelihood) || halving === HALVINGS_MAX) {
        [at, likelihood] = [next, there];
        break;
      }
    }
    if (divides(rows, outcomes, at)) return null;
  }
  return null;
}

/** Whether these coefficients put no case on the wrong side: then larger ones always fit better. */
function divides(rows: readonly (readonly number[])[], outcomes: readonly boolean[], at: readonly number[]): boolean {
  return rows.every((row, i) => (outcomes[i] ? 1 : -1) * dot(row, at) >= 0);
}

function logLikelihood(
  rows: readonly (readonly number[])[],
  outcomes: readonly boolean[],
  at: readonly number[],
): number {
  return rows.reduce((sum, row, i) => sum - log1pExp((outcomes[i] ? -1 : 1) * dot(row, at)), 0);
}

function gradient(rows: readonly (readonly number[])[], outcomes: readonly boolean[], at: readonly number[]): number[] {
  const sums = at.map(() => 0);
  rows.forEach((row, i) => {
    const logOdds = dot(row, at);
    const rest = outcomes[i] ? logistic(-logOdds) : -logistic(logOdds);
    row.forEach((value, k) => {
      sums[k]! += rest * value;
    });
  });
  return sums;
}

function information(rows: readonly (readonly number[])[], at: readonly number[]): number[][] {
  const sums = at.map(() => at.map(() => 0));
  for (const row of rows) {
    const logOdds = dot(row, at);
    const weight = logistic(logOdds) * logistic(-logOdds);
    row.forEach((left, i) => {
      row.forEach((right, k) => {
        sums[i]![k]! += weight * left * right;
      });
    });
  }
  return sums;
}

/** The inverse of a symmetric positive definite matrix by Cholesky's factors, or `null` where it is not safely one. */
function inverse(matrix: readonly (readonly number[])[]): number[][] | null {
  const size = matrix.length;
  const factor = matrix.map(() => new Array<number>(size).fill(0));
  for (let i = 0; i < size; i++) {
    for (let k = 0; k <= i; k++) {
      const rest = matrix[i]![k]! - dot(factor[i]!.slice(0, k), factor[k]!);
      if (i !== k) factor[i]![k] = rest / factor[k]![k]!;
      else if (rest > PIVOT_MIN * matrix[i]![i]!) factor[i]![i] = Math.sqrt(rest);
      else return null;
    }
  }
  const columns = matrix.map((_, column) => solved(factor, column));
  return columns.map((left) => columns.map((right) => dot(left, right)));
}

/** The column of the factor's inverse: a unit vector carried forward through the factor. */
function solved(factor: readonly (readonly number[])[], column: number): number[] {
  const solution: number[] = [];
  factor.forEach((row, i) => {
    solution.push((Number(i === column) - dot(solution, row)) / row[i]!);
  });
  return solution;
}

interface Standardisation {
  centre: number;
  size: number;
}

function scaleOf(rows: readonly (readonly number[])[], feature: number): Standardisation {
  const values = rows.map((row) => row[feature]!);
  const centre = values.reduce((sum, value) => sum + value / values.length, 0);
  const size = Math.sqrt(values.reduce((sum, value) => sum + ((value - centre) * (value - centre)) / values.length, 0));
  return { centre, size: values.every((value) => value === values[0]) ? 0 : size };
}

/** The fit in the features' own units: coefficients = T × scaled ones, covariance = T × scaled × Tᵀ. */
function unscaled({ coefficients, covariance }: LogisticFit, scales: readonly Standardisation[]): LogisticFit {
  const rows = coefficients.map((_, i) =>
    coefficients.map((_, k) => {
      if (i === 0) return k === 0 ? 1 : -scales[k - 1]!.centre / scales[k - 1]!.size;
      return i === k ? 1 / scales[i - 1]!.size : 0;
    }),
  );
  return {
    coefficients: times(rows, coefficients),
    covariance: rows.map((left) => rows.map((right) => dot(left, times(covariance, right)))),
  };
}

function times(matrix: readonly (readonly number[])[], vector: readonly number[]): number[] {
  return matrix.map((row) => dot(row, vector));
}

/** Over the places of the first. */
function dot(left: readonly number[], right: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < left.length; i++) sum += left[i]! * right[i]!;
  return sum;
}

function check(rows: readonly (readonly number[])[], outcomes: readonly boolean[]): void {
  if (rows.length !== outcomes.length) throw new RangeError("Each case has features and an outcome.");
  if (rows.some((row) => row.length !== rows[0]!.length || !row.every(Number.isFinite)))
    throw new RangeError("Each case has equally many features, all finite.");
}
