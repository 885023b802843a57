/** Multiple tests: adjusts p-values so that each can be compared with the level of the whole family. */

/**
 * Holm (Scandinavian Journal of Statistics 6, 1979): the probability of any false rejection is at most the level, under
 * any dependence. Never above Bonferroni's n · p.
 *
 * @param ps p-values, 0 to 1
 * @returns adjusted p-values in the order given
 * @throws RangeError
 */
export function holm(ps: readonly number[]): number[] {
  if (!ps.every((p) => p >= 0 && p <= 1)) throw new RangeError("A p-value lies between 0 and 1.");
  const ascending = [...ps.keys()].sort((a, b) => ps[a]! - ps[b]!);
  const adjusted = new Array<number>(ps.length);
  let most = 0;
  ascending.forEach((at, rank) => {
    most = Math.max(most, Math.min(1, ps[at]! * (ps.length - rank)));
    adjusted[at] = most;
  });
  return adjusted;
}
