/**
 * The channels of a score, each with the likelihood ratio that it supports. This file combines nothing: `headline.ts`
 * decides which channels the score rests on.
 */
import { greatest } from "../base/numbers.ts";
import { excludedByDate } from "../catalogue/dates.ts";
import type { TrainingPath } from "../catalogue/lineage.ts";
import type { ChannelObservation } from "../contract/observation.ts";
import type { ChannelName, InDataset, Proposition, ScoreChannel } from "../contract/score.ts";
import { documentaryLine } from "./documentary.ts";
import { type MatchErrorRates, matchCap } from "./errorRates.ts";
import { observedChannels } from "./observations.ts";
import { ratioDigits } from "./scale.ts";

/** Channels that only observations measure, with the reason that is given where there is none. */
const OBSERVED_CHANNELS: readonly { name: ChannelName; proposition: Proposition; reason: string }[] = [
  { name: "extraction", proposition: "reproduced", reason: "The model was not asked to continue the text." },
  { name: "canary", proposition: "trained_on", reason: "No committed canary was given." },
  { name: "order", proposition: "trained_on", reason: "No randomised and committed order was given." },
  {
    name: "dataset_inference",
    proposition: "trained_on",
    reason: "No held-out texts and no log-probabilities were given.",
  },
  { name: "membership", proposition: "trained_on", reason: "No log-probabilities and no matched controls were given." },
];

/** Facts that the channels are computed from. */
export interface ChannelFacts {
  inDataset: InDataset;
  /** Training paths from the searched datasets to the model. */
  paths: readonly TrainingPath[];
  /** Date of the work's first publication, as the caller states it. */
  published: string | undefined;
  /** Error rates of the match, or the reason why they are unknown. */
  rates: MatchErrorRates | string;
  /** Observations of the model, already checked by `checkObservations`. */
  observations: readonly ChannelObservation[];
}

export function scoreChannels(facts: ChannelFacts): ScoreChannel[] {
  const observed = observedChannels(facts.observations);
  const fromObservations = OBSERVED_CHANNELS.flatMap((one) => {
    const channels = observed.filter(({ name }) => name === one.name);
    return channels.length > 0 ? channels : [notMeasured(one)];
  });
  return [matchChannel(facts), provenanceChannel(facts), ...fromObservations];
}

/**
 * The channel for H_D (the text is in the dataset). The ratio equals the cap, since the quotient of the two rates
 * exceeds it.
 */
function matchChannel({ inDataset: { status, datasets, reason }, rates }: ChannelFacts): ScoreChannel {
  const base = { name: "match", proposition: "in_corpus", basis: "statistical", gate: "not_needed" } as const;
  const none = { ...base, lr: null, ci_95: null, sources: [] };
  if (status === "not_measured") return { ...none, status, statistic: {}, reason };
  const longest = greatest(datasets, ({ longest_run_words }) => longest_run_words);
  const matched = greatest(datasets, ({ matched_words }) => matched_words);
  const statistic = { matched_words: matched, longest_run_words: longest, datasets: datasets.length };
  if (typeof rates === "string") return { ...none, status: "not_calibrated", statistic, reason: rates };
  if (!datasets.some(({ verdict }) => verdict === "match"))
    return { ...none, status: "measured", statistic, reason: NO_MATCH };
  const cap = matchCap(rates);
  const { truePositive, falsePositive } = rates;
  const most = falsePositive.lo > 0 ? Math.min(LR_MAX, truePositive.hi / falsePositive.lo) : LR_MAX;
  return {
    ...base,
    status: "measured",
    statistic: { ...statistic, ...statisticOf(rates) },
    lr: ratioDigits(cap),
    ci_95: [ratioDigits(cap), ratioDigits(Math.max(cap, most))],
    reason:
      "As much as the lower end of the true-positive rate over the upper bound of the false-positive rate carries.",
    sources: [],
  };
}

const NO_MATCH =
  "No passage is long enough for the event that error rates are measured for; fewer words, or none, are evidence against nothing, since a corpus may hold a part of its dataset only.";

/** Upper end of an unbounded interval: 10^6, the end of the scale. */
const LR_MAX = 1e6;

/** The documentary line for the strongest training path. */
function provenanceChannel({ inDataset, paths, published, rates }: ChannelFacts): ScoreChannel {
  const base = { name: "provenance", proposition: "trained_on", basis: "documentary", gate: "not_needed" } as const;
  const none = { ...base, lr: null, ci_95: null };
  const verdictIn = (path: TrainingPath) => inDataset.datasets.filter(({ dataset }) => dataset === path.dataset);
  const met = paths.filter((path) => verdictIn(path).some(({ matched_words }) => matched_words > 0));
  const documented = met.filter(({ evidence }) => evidence === "documented");
  const sources = [...new Set(documented.flatMap((path) => path.sources))].sort();
  const notMeasured = (reason: string): ScoreChannel => ({
    ...none,
    status: "not_measured",
    statistic: {},
    reason,
    sources,
  });
  if (documented.length === 0) return notMeasured(undocumented(met, inDataset));
  const possible = documented.filter((path) => excludedByDate(published, path) === null);
  if (possible.length === 0) return notMeasured(excludedByDate(published, documented[0]!)!);
  const matched = possible.filter((path) => verdictIn(path).some(({ verdict }) => verdict === "match"));
  if (matched.length === 0)
    return notMeasured("The passages that were met are too short for a match, which the line is built on.");

  const path = matched.reduce(strongerInclusion);
  const { lo, hi, basis } = path.inclusion;
  const statistic = { training_dataset: path.trainedDataset, inclusion_lo: lo, inclusion_hi: hi };
  const ofPath = { ...base, sources: [...path.sources].sort() };
  if (lo === 0) {
    const reason = `Likelihood ratio 1 by rule, since the document may not have been used: ${basis}`;
    return { ...ofPath, status: "measured", statistic, lr: 1, ci_95: [1, 1], reason };
  }
  if (typeof rates === "string") {
    const reason = `The line needs the error rates of the match. ${rates}`;
    return { ...ofPath, status: "not_calibrated", statistic, lr: null, ci_95: null, reason };
  }
  const { lr, interval } = documentaryLine(rates, path.inclusion);
  return {
    ...ofPath,
    status: "measured",
    statistic: { ...statistic, ...statisticOf(rates), cap: ratioDigits(matchCap(rates)) },
    lr: ratioDigits(lr),
    ci_95: [ratioDigits(interval[0]), ratioDigits(interval[1])],
    reason:
      "From documents and the error rates of the match; the share of such works in the dataset is unknown and taken from 10 % to 90 %.",
  };
}

function undocumented(met: readonly TrainingPath[], { status, datasets }: InDataset): string {
  if (status === "not_measured") return "No dataset of this model was searched.";
  if (met.length === 0 && datasets.some(({ verdict }) => verdict === "partial")) return COMMONPLACE_ONLY;
  if (met.length === 0) return "The text was not met in a dataset of this model.";
  const classes = [...new Set(met.map(({ evidence }) => evidence))].sort().join(" or ");
  return `No document of the developer says that the model was trained on a dataset in which the text was met; that is only ${classes}.`;
}

const COMMONPLACE_ONLY =
  "All that was met in a dataset of this model is text that many works carry, such as a licence.";

function strongerInclusion(best: TrainingPath, path: TrainingPath): TrainingPath {
  const difference = path.inclusion.lo - best.inclusion.lo || path.inclusion.hi - best.inclusion.hi;
  return difference > 0 ? path : best;
}

function statisticOf({ truePositive, falsePositive, source }: MatchErrorRates) {
  return { true_positive_rate: truePositive.value, false_positive_rate: falsePositive.value, error_rates: source };
}

function notMeasured({ name, proposition, reason }: (typeof OBSERVED_CHANNELS)[number]): ScoreChannel {
  const gate = name === "dataset_inference" || name === "membership" ? "not_run" : "not_needed";
  return {
    name,
    proposition,
    basis: "statistical",
    status: "not_measured",
    statistic: {},
    lr: null,
    ci_95: null,
    gate,
    reason,
    sources: [],
  };
}
