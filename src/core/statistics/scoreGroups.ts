/** Cases of two kinds, grouped by score: equal scores form one group. */
export interface ScoreGroups {
  /** Distinct scores, ascending. */
  scores: Float64Array;
  /** Number of positive cases, and of all cases, at each score. */
  positives: Float64Array;
  cases: Float64Array;
}

/**
 * @throws RangeError if a kind has no cases, or a score is NaN
 */
export function scoreGroups(positives: ArrayLike<number>, negatives: ArrayLike<number>): ScoreGroups {
  if (positives.length === 0 || negatives.length === 0) throw new RangeError("There are cases of both kinds.");
  const all = Float64Array.from([...Array.from(positives), ...Array.from(negatives)]);
  if (all.some(Number.isNaN)) throw new RangeError("Each score is a number.");
  // + 0 makes -0 and 0 one score.
  const scores = Float64Array.from(new Set(all.map((score) => score + 0))).sort();
  const places = new Map(Array.from(scores, (score, place) => [score, place]));
  const groups = { scores, positives: new Float64Array(scores.length), cases: new Float64Array(scores.length) };
  all.forEach((score, i) => {
    const place = places.get(score + 0)!;
    groups.cases[place]!++;
    if (i < positives.length) groups.positives[place]!++;
  });
  return groups;
}
