/**
 * Inductive Venn-Abers prediction: maps a score to two probabilities, p0 ≤ p1, from isotonic regressions of the
 * calibration cases with the new case added once as negative and once as positive. If new and calibration cases are
 * exchangeable, one of the two is perfectly calibrated for any distribution (Vovk and Petej, UAI 2014).
 *
 * A new case needs no regression. All possible answers are computed in advance, in one pass in each direction over the
 * cumulative sums: Algorithms 1 to 4 of Vovk, Petej and Fedorova, "Large-scale probabilistic predictors with and
 * without guarantees of validity" (NIPS 2015). A new case is a binary search among the scores. Sums are integers, so
 * slopes compare exactly.
 *
 *   sums of positives   P₋₁ = (−1, −1) is the new case, placed first; the lower hull of all points
 *   against cases       gives p1 at the first score; moving the new case to the next score shifts the
 *                       points before it and changes the hull only at its beginning
 */
import { partitionPoint } from "../../base/lists/sorted.ts";
import type { ScoreGroups } from "./scoreGroups.ts";

interface VennAbers {
  /** Distinct scores of the calibration cases, ascending. */
  scores: Float64Array;
  /** p1 of a new case at each score, then above all scores. */
  upper: Float64Array;
  /** p0 of a new case below all scores, then at each score. */
  lower: Float64Array;
}

/**
 * Both probabilities of a new case, and their minimax merger under log loss, p1 / (1 − p0 + p1).
 */
interface VennAbersPrediction {
  /**
   * p0 to p1 is not a confidence interval: it narrows with the number of cases and has no stated coverage.
   */
  p0: number;
  p1: number;
  /** Strictly between 0 and 1. */
  merged: number;
}

/** A point of the cumulative sums. */
interface Point {
  cases: number;
  positives: number;
}

/** Fits in time n log n for n distinct scores, including the sort. */
export function fitVennAbers({ scores, positives, cases }: ScoreGroups): VennAbers {
  const rising = slopesWithPositive(positives, cases);
  // A negative new case is a positive one after the kinds are exchanged and the order is reversed.
  const negatives = positives.map((count, group) => cases[group]! - count);
  const falling = slopesWithPositive(negatives.reverse(), cases.slice().reverse()).reverse();
  return {
    scores,
    upper: Float64Array.from([...rising.map(({ cases, positives }) => positives / cases), 1]),
    lower: Float64Array.from([0, ...falling.map(({ cases, positives }) => (cases - positives) / cases)]),
  };
}

/** @throws RangeError if the score is NaN */
export function predictVennAbers({ scores, lower, upper }: VennAbers, score: number): VennAbersPrediction {
  if (Number.isNaN(score)) throw new RangeError("A score is a number.");
  const notBelow = partitionPoint(scores.length, (index) => scores[index]! < score);
  const above = scores[notBelow] === score ? notBelow + 1 : notBelow;
  const [p0, p1] = [lower[above]!, upper[notBelow]!];
  return { p0, p1, merged: p1 / (1 - p0 + p1) };
}

/** For each group, the isotonic probability when the group has one more positive case, as a step of the sums. */
function slopesWithPositive(positives: Float64Array, cases: Float64Array): Point[] {
  const points: Point[] = [
    { cases: -1, positives: -1 },
    { cases: 0, positives: 0 },
  ];
  positives.forEach((count, group) => {
    const { cases: before, positives: positivesBefore } = points[group + 1]!;
    points.push({ cases: before + cases[group]!, positives: positivesBefore + count });
  });
  const hull = lowerHull(points).reverse();
  return Array.from(positives, (_, group) => {
    const slope = difference(hull.at(-2)!, hull.at(-1)!);
    shift(points, hull, group);
    return slope;
  });
}

/** Corners of the greatest convex minorant, from left to right. */
function lowerHull(points: readonly Point[]): Point[] {
  const hull: Point[] = [];
  for (const point of points) push(hull, point);
  return hull;
}

/**
 * Appends a point to a hull whose corners are ordered towards the point, and drops corners that are no longer corners.
 */
function push(hull: Point[], point: Point): void {
  while (hull.length > 1 && turn(hull.at(-2)!, hull.at(-1)!, point) <= 0) hull.pop();
  hull.push(point);
}

/** Moves the new case from before the group to after it, and repairs the hull, whose last element is its beginning. */
function shift(points: Point[], hull: Point[], group: number): void {
  const [before, here, next] = [points[group]!, points[group + 1]!, points[group + 2]!];
  const moved = {
    cases: before.cases + next.cases - here.cases,
    positives: before.positives + next.positives - here.positives,
  };
  points[group + 1] = moved;
  if (turn(hull.at(-1)!, hull.at(-2)!, moved) >= 0) return;
  hull.pop();
  while (hull.length > 1 && turn(moved, hull.at(-1)!, hull.at(-2)!) <= 0) hull.pop();
  hull.push(moved);
}

/** Positive if the path through the three points turns left. */
function turn(one: Point, other: Point, third: Point): number {
  const [a, b] = [difference(other, one), difference(third, other)];
  return a.cases * b.positives - a.positives * b.cases;
}

function difference(one: Point, other: Point): Point {
  return { cases: one.cases - other.cases, positives: one.positives - other.positives };
}
