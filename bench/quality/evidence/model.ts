/** From observations to a calibration: logistic weights from `fit`, steps from `select`. */
import type { Calibration } from "../../../src/evidence/calibration/calibration.ts";
import { independentCases } from "../../../src/evidence/calibration/independent.ts";
import { type ScoredCase, stepsOf } from "../../../src/evidence/calibration/recalibrate.ts";
import { type Regressors, regressorsOf } from "../../../src/evidence/confidence.features.ts";
import { logOddsOfFeatures } from "../../../src/evidence/confidence.ts";
import { Random } from "../../random.ts";
import { fitLogistic } from "../../statistics/logistic.ts";
import { WEIGHTS } from "./kinds.ts";
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

export function recalibrated(weights: Weights, fit: readonly Observation[], select: readonly Observation[]) {
  const shuffled = new Random("one case of each cluster").shuffled(weighted(select));
  const independent = independentCases(shuffled.map((one) => ({ ...one, cluster: `${one.set} ${one.cluster}` })));
  const steps = stepsOf(edgesOf(weights, fit), scored(weights, weighted(select)), scored(weights, independent));
  return { steps, independent: independent.length };
}
