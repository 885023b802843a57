/** From observations to a calibration: logistic weights from `fit`, steps from `select`. */
import type { Calibration } from "../../../src/evidence/calibration/calibration.ts";
import { type ScoredCase, stepsOf } from "../../../src/evidence/calibration/recalibrate.ts";
import { type Regressors, regressorsOf } from "../../../src/evidence/confidence.features.ts";
import { logOddsOfFeatures } from "../../../src/evidence/confidence.ts";
import { fitLogistic } from "../../../src/statistics/logistic.ts";
import { Random } from "../../random.ts";
import { grouped } from "../figures.ts";
import { TOO_SHORT, WEIGHTS } from "./kinds.ts";
import type { Observation } from "./observe.ts";

/** Steps where something was found; fewer are shipped where neighbours say the same. */
const BINS = 40;

export type Weights = Pick<Calibration, "intercept" | "coefficients">;

/** Cases that count: neither too short nor of an edit that is only tested. */
export const weighted = (cases: readonly Observation[]): Observation[] => cases.filter(({ kind }) => kind in WEIGHTS);

export function fitWeights(observations: readonly Observation[]): Weights {
  const found = weighted(observations).filter(({ features }) => features.passage_words > 0);
  const regressors = found.map(({ features }) => regressorsOf(features));
  const names = Object.keys(regressors[0]!) as (keyof Regressors)[];
  const fit = fitLogistic(
    regressors.map((one) => names.map((name) => one[name])),
    found.map(({ isEvent }) => isEvent),
  );
  if (fit === null) throw new Error("The cases have no logistic fit.");
  const rounded = (value: number) => Math.round(1e6 * value) / 1e6;
  return {
    intercept: rounded(fit.coefficients[0]!),
    coefficients: Object.fromEntries(
      names.map((name, i) => [name, rounded(fit.coefficients[i + 1]!)]),
    ) as Weights["coefficients"],
  };
}

export function scored(weights: Weights, observations: readonly Observation[]): ScoredCase[] {
  return observations.map(({ features, isEvent }) => ({ isEvent, logOdds: logOddsOfFeatures(weights, features) }));
}

/** Log-odds at which as many cases of `fit` lie in each bin. */
export function edgesOf(weights: Weights, fit: readonly Observation[]): number[] {
  const ascending = scored(weights, weighted(fit))
    .flatMap(({ logOdds }) => (logOdds === null ? [] : [logOdds]))
    .sort((a, b) => a - b);
  const edges = Array.from({ length: BINS - 1 }, (_, i) => ascending[Math.floor(((i + 1) * ascending.length) / BINS)]!);
  // The first bin is of what was found at all, so that nothing found stands alone.
  return [...new Set([-1e6, ...edges.map((edge) => Math.round(1e4 * edge) / 1e4)])];
}

/**
 * One case of each cluster, with the kinds in proportion to their weights as far as cases of other clusters go: whichever kind is furthest
 * behind is next.
 */
export function independentCases(observations: readonly Observation[]): Observation[] {
  const random = new Random("one case of each cluster");
  const waiting = new Map(
    grouped(weighted(observations), ({ kind }) => kind).map(([kind, cases]) => [kind, random.shuffled(cases)]),
  );
  const share = new Map([...waiting].map(([kind, { length }]) => [kind, length]));
  const [taken, used] = [new Map<string, number>(), new Set<string>()];
  const chosen: Observation[] = [];
  const fullness = (kind: string) => ((taken.get(kind) ?? 0) + 1) / share.get(kind)!;
  for (;;) {
    const kind = [...waiting.keys()].reduce((one, other) => (fullness(other) < fullness(one) ? other : one));
    const cases = waiting.get(kind)!;
    let next = cases.pop();
    while (next !== undefined && used.has(`${next.set} ${next.cluster}`)) next = cases.pop();
    if (next === undefined) return chosen;
    used.add(`${next.set} ${next.cluster}`);
    taken.set(kind, (taken.get(kind) ?? 0) + 1);
    chosen.push(next);
  }
}

export function recalibrated(weights: Weights, fit: readonly Observation[], select: readonly Observation[]) {
  const independent = independentCases(select);
  const steps = stepsOf(edgesOf(weights, fit), scored(weights, weighted(select)), scored(weights, independent));
  return { steps, independent: independent.length };
}

export const isTooShort = ({ kind }: Observation): boolean => kind === TOO_SHORT;
