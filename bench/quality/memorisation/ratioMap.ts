/**
 * Likelihood ratios of tiny models: was this model trained on the suspects? A map from areas under ROC curves, fitted on models whose truth
 * is known, and held to what other models validated. It is for tiny models only: no operation of the library applies it.
 *
 *   fitted on some models       log-odds of six areas, less the odds of the models
 *   validated on others         of each claim (LR ≥ k, LR ≤ 1/k): how many members and nulls come so far? TPR_lo / FPR_hi is the most
 *                               that the claim may be worth, counted in models
 *   LR = the fitted ratio, within the best claim that it reaches
 */
import { log } from "../../../src/core/kernels/numbers/log.reference.ts";
import { likelihoodRatioCap } from "../../statistics/binomial.ts";
import { fitLogistic, logOddsOf } from "../../statistics/logistic.ts";
import { count } from "./part.ts";
import { OWN_STATISTICS, type Statistic, type Summary } from "./summary.ts";

export const MAP_VERSION = "tiny-models-1";
/** Claims that are validated: settled before anything was fitted. */
const CLAIMS = [1, 3, 10, 30, 100, 300, 1_000, 10_000];

/** SURP is undefined for models that are never sure of a token. */
const FEATURES = OWN_STATISTICS.filter((name) => name !== "surp");

export interface RatioMap {
  version: string;
  features: readonly Statistic[];
  /** ln LR as fitted, without any cap. */
  fitted: (one: Summary) => number;
  /** ln LR, capped. */
  logLr: (one: Summary) => number;
  /** Most that each claim may be worth, for and against. */
  caps: { claim: number; for: number; against: number }[];
}

export interface Truth {
  members: readonly Summary[];
  nulls: readonly Summary[];
}

/** `null` where the fitted models can be told apart without error, so that no ratio follows. */
export function fitRatioMap(
  fitted: Truth,
  validation: Truth,
  features: readonly Statistic[] = FEATURES,
): RatioMap | null {
  const rowOf = (one: Summary) => features.map((name) => one.areas[name]!);
  const models = [...fitted.members, ...fitted.nulls];
  const fit = fitLogistic(
    models.map(rowOf),
    models.map(({ kind }) => kind === "member"),
  );
  if (fit === null) return null;
  const odds = log(fitted.members.length / fitted.nulls.length);
  const fittedRatio = (one: Summary) => logOddsOf(fit, rowOf(one)).logOdds - odds;
  const caps = CLAIMS.map((claim) => capsOf(claim, validation, fittedRatio));
  const logLr = (one: Summary) => {
    const own = fittedRatio(one);
    const reached = caps.filter(({ claim }) => Math.abs(own) >= log(claim));
    const most = Math.max(1, ...reached.map((cap) => (own >= 0 ? cap.for : cap.against)));
    return Math.sign(own) * Math.min(Math.abs(own), log(most));
  };
  return { version: MAP_VERSION, features, fitted: fittedRatio, logLr, caps };
}

function capsOf(claim: number, { members, nulls }: Truth, ratioOf: (one: Summary) => number) {
  const counted = (models: readonly Summary[], reaches: (ratio: number) => boolean) => ({
    hits: count(models, (one) => reaches(ratioOf(one))),
    cases: models.length,
  });
  const [least, most] = [log(claim), -log(claim)];
  const above = [members, nulls].map((models) => counted(models, (ratio) => ratio >= least));
  const below = [nulls, members].map((models) => counted(models, (ratio) => ratio <= most));
  return { claim, for: likelihoodRatioCap(above[0]!, above[1]!), against: likelihoodRatioCap(below[0]!, below[1]!) };
}
