/**
 * Suspects among matched controls: conformal p-values of single texts, permutation tests of all texts. If suspects and
 * controls are exchangeable, p ≤ α has a probability of at most α. Exchangeability cannot be proved afterwards, so all
 * these results are exploratory.
 */

import type { Interval } from "../../base/contract/common.ts";
import { groupBy } from "../../base/lists/groups.ts";
import { partitionPoint } from "../../base/lists/sorted.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { exp } from "../../core/kernels/numbers/exp.reference.ts";
import { logEValue, meanEValue } from "../../core/statistics/evalues.ts";
import { holm } from "../../core/statistics/multiplicity.ts";
import { permutationTest } from "../../core/statistics/permutation.ts";

/** Number of random divisions; if at most so many exist, all of them are enumerated. */
export const PERMUTATIONS = 9_999;

/** A statistic of one text, with the cluster of the text. */
export interface Clustered<Value> {
  cluster: string;
  value: Value;
}

export interface ConformalP {
  /** The p-value if every bounded value is as unfavourable to the observed text as its interval allows. */
  p: number;
  /**
   * The p-value if every bounded value is as favourable as its interval allows; equals `p` where all values are known.
   */
  least: number;
}

/**
 * Conformal p-values among clustered controls: (1 + Σ share of a cluster at or above the observed) / (clusters + 1),
 * with ties counted against the observed text. With one text per cluster they equal the p-values of ranks. Source: Lee,
 * Barber and Willett, "Distribution-free inference with hierarchical data" (2023).
 *
 * @param controls a value of `null` is undefined and counts as above
 */
export function conformalAmong(controls: readonly Clustered<Interval | null>[]): (observed: Interval) => ConformalP {
  const clusters = byCluster(controls);
  const weighed = controls.map(({ cluster, value }) => ({
    weight: 1 / clusters.get(cluster)!.length,
    value: value ?? ([Infinity, Infinity] as const),
  }));
  const [fromLower, fromUpper] = [0, 1].map((end) =>
    weightAtOrAbove(weighed.map(({ weight, value }) => ({ weight, at: value[end]! }))),
  ) as [(at: number) => number, (at: number) => number];
  // Rounding may make the shares of a cluster sum to slightly more than 1.
  const of = (above: number) => Math.min(1, (1 + above) / (clusters.size + 1));
  return ([lo, hi]) => ({ p: of(fromUpper(lo)), least: of(fromLower(hi)) });
}

/** Sums the weights once, so that each call costs one binary search. */
function weightAtOrAbove(points: { weight: number; at: number }[]): (at: number) => number {
  const descending = points.sort((a, b) => (a.at === b.at ? 0 : b.at > a.at ? 1 : -1));
  const sums = [0];
  for (const { weight } of descending) sums.push(sums.at(-1)! + weight);
  return (at) => sums[partitionPoint(descending.length, (index) => descending[index]!.at >= at)]!;
}

/** The items of each cluster, in the order in which clusters first appear. */
export function byCluster<Item extends { cluster: string }>(items: readonly Item[]): Map<string, Item[]> {
  return groupBy(items, ({ cluster }) => cluster);
}

/** The mean of each cluster, in the order in which clusters first appear. */
export function clusterMeans(values: readonly Clustered<number>[]): Float64Array {
  const clusters = [...byCluster(values).values()];
  return Float64Array.from(clusters, (texts) => texts.reduce((sum, { value }) => sum + value, 0) / texts.length);
}

/**
 * p of the hypothesis that the suspects' mean over clusters is not larger, by permuting the clusters. `null` where a
 * side is empty.
 */
export function permutationP(
  kernels: Kernels,
  suspects: readonly Clustered<number>[],
  controls: readonly Clustered<number>[],
  stream: string,
): number | null {
  if (suspects.length === 0 || controls.length === 0) return null;
  const options = { alternative: "greater", permutations: PERMUTATIONS, stream } as const;
  return permutationTest(kernels, clusterMeans(suspects), clusterMeans(controls), options).p;
}

interface Combined {
  /** p-values corrected by Holm's method, in the order of the statistics. */
  corrected: (number | null)[];
  p: number | null;
  e: number | null;
}

/**
 * Combines several statistics of the same texts. p is corrected by Holm over all statistics tried, where those without
 * a p-value count as p = 1; e is the mean of the e-values, which is valid under any dependence (Vovk and Wang 2021).
 */
export function combined(ps: readonly (number | null)[]): Combined {
  const known = ps.filter((p) => p !== null);
  if (known.length === 0) return { corrected: ps.map(() => null), p: null, e: null };
  const corrected = holm(ps.map((p) => p ?? 1)).map((p, i) => (ps[i] === null ? null : p));
  const e = meanEValue(ps.map((p) => eValueOf(p ?? 1)));
  return { corrected, p: Math.min(...corrected.filter((p) => p !== null)), e };
}

export const eValueOf = (p: number): number => exp(logEValue(p));
