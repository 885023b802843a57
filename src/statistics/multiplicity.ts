/**
 * Several tests at once: p-values adjusted so that each can be held against the level that is meant for all.
 *
 * `holm` keeps the chance of any false rejection below the level whatever the dependence; `benjaminiHochberg` keeps the expected share
 * of false rejections among all below it, under independence or positive dependence.
 */

/**
 * Holm (Scandinavian Journal of Statistics 6, 1979). Never above Bonferroni's n · p.
 *
 * @param ps p-values, 0 to 1
 * @returns adjusted p-values in the order given
 * @throws RangeError
 */
export function holm(ps: readonly number[]): number[] {
  const ascending = ranked(ps);
  const adjusted = new Array<number>(ps.length);
  let most = 0;
  ascending.forEach((at, rank) => {
    most = Math.max(most, Math.min(1, ps[at]! * (ps.length - rank)));
    adjusted[at] = most;
  });
  return adjusted;
}

/** Bonferroni's n · p, at most 1. For comparison only: Holm's are smaller and promise the same. */
export function bonferroni(ps: readonly number[]): number[] {
  check(ps);
  return ps.map((p) => Math.min(1, p * ps.length));
}

/** Benjamini and Hochberg (Journal of the Royal Statistical Society B 57, 1995). */
export function benjaminiHochberg(ps: readonly number[]): number[] {
  const ascending = ranked(ps);
  const adjusted = new Array<number>(ps.length);
  let least = 1;
  for (let rank = ps.length; rank > 0; rank--) {
    const at = ascending[rank - 1]!;
    least = Math.min(least, (ps[at]! * ps.length) / rank);
    adjusted[at] = least;
  }
  return adjusted;
}

/** Places of the p-values, smallest first. */
function ranked(ps: readonly number[]): number[] {
  check(ps);
  return [...ps.keys()].sort((a, b) => ps[a]! - ps[b]!);
}

function check(ps: readonly number[]): void {
  if (!ps.every((p) => p >= 0 && p <= 1)) throw new RangeError("A p-value lies between 0 and 1.");
}
