/** From observations to a calibration: logistic weights from `fit`, steps from `select`. */
import type { Calibration, EventModel } from "../../../src/engine/evidence/calibration/calibration.ts";
import { independentCases } from "../../../src/engine/evidence/calibration/independent.ts";
import { type ScoredCase, stepsOf } from "../../../src/engine/evidence/calibration/recalibrate.ts";
import { logOddsOfFeatures, withoutQuotations } from "../../../src/engine/evidence/confidence/confidence.ts";
import { REGRESSORS, regressorsOf } from "../../../src/engine/evidence/confidence/features.ts";
import { Random } from "../../harness/random.ts";
import { fitLogistic } from "../../statistics/logistic.ts";
import { eventWords, PASSAGE_EVENT_WORDS } from "./cases/cases.ts";
import { WEIGHTS } from "./cases/kinds.ts";
import type { Observation } from "./observe.ts";

/** Steps where something was found; fewer are shipped where neighbours say the same. */
const BINS = 40;
/** Cases of `fit` for each step of a table of one length, and the least number of steps. */
const BIN_CASES = 25;
const BINS_MIN = 5;

export type Weights = Pick<EventModel, "intercept" | "coefficients">;
export type Label = "isEvent" | "isPassageEvent";

/** Form of the regressors that are fitted. */
export const FORM = "g2";

/** What the event of a label asks for. */
const neededWords = (label: Label, { content_words }: Observation["features"]): number =>
  label === "isEvent" ? eventWords(content_words) : PASSAGE_EVENT_WORDS;

/** What the model of a label is applied to: quotations count for event G50 alone. */
const featuresFor = (label: Label, { features }: Observation): Observation["features"] =>
  label === "isEvent" ? withoutQuotations(features) : features;

/** Cases that count: neither too short nor of an edit that is only tested. */
export const weighted = (cases: readonly Observation[]): Observation[] => cases.filter(({ kind }) => kind in WEIGHTS);

export function fitWeights(observations: readonly Observation[], label: Label): Weights {
  const found = weighted(observations).filter((one) => featuresFor(label, one).passage_words > 0);
  const regressors = found
    .map((one) => featuresFor(label, one))
    .map((features) => regressorsOf(FORM, features, neededWords(label, features)));
  // Event G50 asks for the same words in every content: what is beyond it follows from the words of the passages, and the length of the content
  // says nothing of it.
  const names = REGRESSORS[FORM].filter(
    (name) => label === "isEvent" || (name !== "beyond_event" && name !== "ln_content_words"),
  );
  const fit = fitLogistic(
    regressors.map((one) => names.map((name) => one[name]!)),
    found.map((one) => one[label]),
  );
  if (fit === null) throw new Error("The cases have no logistic fit.");
  const rounded = (value: number) => Math.round(1e6 * value) / 1e6;
  const fitted = new Map<string, number>(names.map((name, i) => [name, rounded(fit.coefficients[i + 1]!)]));
  return {
    intercept: rounded(fit.coefficients[0]!),
    coefficients: Object.fromEntries(REGRESSORS[FORM].map((name) => [name, fitted.get(name) ?? 0])),
  };
}

type Strata = Calibration["strata"];

export function scored(
  strata: Strata,
  weights: Weights,
  observations: readonly Observation[],
  label: Label,
): ScoredCase[] {
  return observations.map((one) => {
    const features = featuresFor(label, one);
    const logOdds = logOddsOfFeatures({ form: FORM, strata }, weights, features, neededWords(label, features));
    return { isEvent: one[label], logOdds };
  });
}

/** Log-odds at which as many cases of `fit` lie in each bin. */
function edgesOf(scoredFit: readonly ScoredCase[], bins: number): number[] {
  const ascending = scoredFit.flatMap(({ logOdds }) => (logOdds === null ? [] : [logOdds])).sort((a, b) => a - b);
  const edges = Array.from({ length: bins - 1 }, (_, i) => ascending[Math.floor(((i + 1) * ascending.length) / bins)]!);
  // The first bin is of what was found at all, so that nothing found stands alone.
  return [...new Set([-1e6, ...edges.map((edge) => Math.round(1e4 * edge) / 1e4)])];
}

/** One case of each cluster. */
export function independentOf(select: readonly Observation[]): Observation[] {
  const shuffled = new Random("one case of each cluster").shuffled(weighted(select));
  return independentCases(shuffled.map((one) => ({ ...one, cluster: `${one.set} ${one.cluster}` })));
}

/** @param lengths closed ranges of words of contents that get a table of their own */
export function modelOf(
  strata: Strata,
  fit: readonly Observation[],
  select: readonly Observation[],
  label: Label,
  lengths: readonly (readonly [least: number, most: number])[] = [],
): EventModel {
  const weights = fitWeights(fit, label);
  const scoredBy = (some: readonly Observation[]) => scored(strata, weights, some, label);
  const table = (isOfTable: (one: Observation) => boolean, bins: number) => {
    const [fitted, selected] = [weighted(fit).filter(isOfTable), weighted(select).filter(isOfTable)];
    return stepsOf(edgesOf(scoredBy(fitted), bins), scoredBy(selected), scoredBy(independentOf(selected)));
  };
  const byLength = lengths.map(([least, most]) => {
    const isOfLength = ({ features }: Observation) => least <= features.content_words && features.content_words <= most;
    const cases = weighted(fit).filter(isOfLength).length;
    const bins = Math.min(Math.max(Math.floor(cases / BIN_CASES), BINS_MIN), BINS);
    return { content_words: [least, most] as [number, number], steps: table(isOfLength, bins) };
  });
  return { ...weights, steps: table(() => true, BINS), ...(byLength.length > 0 && { by_length: byLength }) };
}
