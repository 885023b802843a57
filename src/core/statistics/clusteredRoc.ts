/**
 * The area under the ROC curve for cases in clusters (texts of one author), and its standard error. The variance is
 * that of the clusters' influence: DeLong's components, summed within each cluster. Sources: DeLong, DeLong and
 * Clarke-Pearson, Biometrics 44 (1988); Obuchowski, "Nonparametric analysis of clustered ROC curve data", Biometrics 53
 * (1997).
 */
import { sum } from "../../base/lists/numbers.ts";
import { normalQuantile } from "./normal.ts";

export interface RocCase {
  score: number;
  isPositive: boolean;
  /** All cases of a cluster are of one kind and in one stratum. */
  cluster: number;
  /** Cases that the same cross-validated rule scored. Only cases of one stratum are compared. */
  stratum: number;
}

interface ClusteredArea {
  /** Share of pairs within a stratum in which the positive case scores higher; a tie counts half. */
  area: number;
  standardError: number;
}

/** @returns `null` if a stratum has less than two clusters of a kind: then the variance is unknown */
export function clusteredArea(cases: readonly RocCase[]): ClusteredArea | null {
  const strata = [...new Set(cases.map(({ stratum }) => stratum))].map((stratum) =>
    areaOf(cases.filter((one) => one.stratum === stratum)),
  );
  const pairs = sum(strata, (one) => one.pairs);
  if (pairs === 0 || strata.some(({ variance }) => variance === null)) return null;
  const area = sum(strata, (one) => (one.pairs / pairs) * one.area);
  const variance = sum(strata, (one) => (one.pairs / pairs) * (one.pairs / pairs) * one.variance!);
  return { area, standardError: Math.sqrt(variance) };
}

/** One-sided upper bound of the area at `level` by the normal approximation, at most 1. */
export function upperBoundOfArea({ area, standardError }: ClusteredArea, level = 0.95): number {
  return Math.min(1, area + normalQuantile(level) * standardError);
}

function areaOf(cases: readonly RocCase[]): { pairs: number; area: number; variance: number | null } {
  const positives = cases.filter(({ isPositive }) => isPositive);
  const negatives = cases.filter(({ isPositive }) => !isPositive);
  const pairs = positives.length * negatives.length;
  if (pairs === 0) return { pairs, area: 0.5, variance: null };
  const placements = placementsOf(cases);
  const area = sum(positives, (one) => placements.get(one)!) / positives.length;
  const spreads = [positives, negatives].map((side) => spreadOf(side, placements, area));
  const variance = spreads.some((spread) => spread === null) ? null : spreads[0]! + spreads[1]!;
  return { pairs, area, variance };
}

/** For each case, the share of cases of the other kind that it is ranked correctly against; a tie counts half. */
function placementsOf(cases: readonly RocCase[]): Map<RocCase, number> {
  const ascending = [...cases].sort((a, b) => a.score - b.score);
  const counts = { positives: cases.filter(({ isPositive }) => isPositive).length, negatives: 0 };
  counts.negatives = cases.length - counts.positives;
  const placements = new Map<RocCase, number>();
  const below = { positives: 0, negatives: 0 };
  for (let start = 0, end = 0; start < ascending.length; start = end) {
    while (end < ascending.length && ascending[end]!.score === ascending[start]!.score) end++;
    const ties = ascending.slice(start, end);
    const positives = ties.filter(({ isPositive }) => isPositive).length;
    const negatives = ties.length - positives;
    for (const one of ties) {
      const share = one.isPositive
        ? (below.negatives + negatives / 2) / counts.negatives
        : (counts.positives - below.positives - positives / 2) / counts.positives;
      placements.set(one, share);
    }
    below.positives += positives;
    below.negatives += negatives;
  }
  return placements;
}

/** Variance of the area due to one kind of cases: the variance of the centred sums of the clusters. */
function spreadOf(side: readonly RocCase[], placements: ReadonlyMap<RocCase, number>, area: number): number | null {
  const sums = new Map<number, number>();
  for (const one of side) sums.set(one.cluster, (sums.get(one.cluster) ?? 0) + placements.get(one)! - area);
  if (sums.size < 2) return null;
  const squares = sum([...sums.values()], (value) => value * value);
  return ((sums.size / (sums.size - 1)) * squares) / (side.length * side.length);
}
