/**
 * Suspects among matched controls: conformal p-values of single texts, permutation tests of all. Where suspects and controls are
 * exchangeable, p ≤ α has a probability of at most α; whether they are nobody can prove afterwards, so nothing here is more than exploratory.
 */
import type { Interval } from "../contract/common.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { exp } from "../kernels/numbers/exp.twin.ts";
import { logEValue, meanEValue } from "../statistics/evalues.ts";
import { holm } from "../statistics/multiplicity.ts";
import { permutationTest } from "../statistics/permutation.ts";

/** Random divisions; where there are no more than that, all are looked at. */
export const PERMUTATIONS = 9_999;

/** A statistic of one text. */
export interface Clustered<Value> {
  cluster: string;
  value: Value;
}

export interface ConformalP {
  /** Taking every bound against the observed. */
  p: number;
  /** Taking every bound for it: the same where values are known. */
  least: number;
}

/**
 * Conformal p-value among controls by clusters: (1 + Σ share of a cluster at or above the observed) / (clusters + 1), ties against. With
 * one text a cluster it is that of ranks. Source: Lee, Barber and Willett, "Distribution-free inference with hierarchical data" (2023).
 *
 * @param controls a value of `null` is undefined and counts as above
 */
export function conformalP(observed: Interval, controls: readonly Clustered<Interval | null>[]): ConformalP {
  const clusters = byCluster(controls);
  let [against, inFavour] = [0, 0];
  for (const texts of clusters.values()) {
    against += texts.filter(({ value }) => value === null || value[1] >= observed[0]).length / texts.length;
    inFavour += texts.filter(({ value }) => value === null || value[0] >= observed[1]).length / texts.length;
  }
  // The quotients of a cluster may sum to a little more than their number.
  const of = (above: number) => Math.min(1, (1 + above) / (clusters.size + 1));
  return { p: of(against), least: of(inFavour) };
}

/** What each cluster has, in the order in which clusters first appear. */
export function byCluster<Item extends { cluster: string }>(items: readonly Item[]): Map<string, Item[]> {
  const clusters = new Map<string, Item[]>();
  for (const item of items) {
    const cluster = clusters.get(item.cluster);
    if (cluster === undefined) clusters.set(item.cluster, [item]);
    else cluster.push(item);
  }
  return clusters;
}

/** The mean of each cluster, in the order in which clusters first appear. */
export function clusterMeans(values: readonly Clustered<number>[]): Float64Array {
  const clusters = [...byCluster(values).values()];
  return Float64Array.from(clusters, (texts) => texts.reduce((sum, { value }) => sum + value, 0) / texts.length);
}

/** p of "the suspects' mean over clusters is no larger", by dividing the clusters anew. `null` where a side is empty. */
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

export interface Combined {
  /** By Holm's method, in the order of the statistics. */
  corrected: (number | null)[];
  p: number | null;
  e: number | null;
}

/**
 * Several statistics of the same texts. p by Holm over all that were tried, those without a p-value among them as p = 1; e as the mean of
 * e-values, which holds whatever their dependence (Vovk and Wang 2021).
 */
export function combined(ps: readonly (number | null)[]): Combined {
  const known = ps.filter((p) => p !== null);
  if (known.length === 0) return { corrected: ps.map(() => null), p: null, e: null };
  const corrected = holm(ps.map((p) => p ?? 1)).map((p, i) => (ps[i] === null ? null : p));
  const e = meanEValue(ps.map((p) => eValueOf(p ?? 1)));
  return { corrected, p: Math.min(...corrected.filter((p) => p !== null)), e };
}

export const eValueOf = (p: number): number => exp(logEValue(p));
