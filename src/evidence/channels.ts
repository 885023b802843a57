/**
 * The channels of a score, each apart. What a channel can carry is defined in evidence.md of the design; without a calibration none
 * of the statistical ones carries a likelihood ratio, and the documentary one needs the match's error rates.
 */
import type { TrainingPath } from "../catalogue/lineage.ts";
import type { ChannelName, InDataset, Proposition, ScoreChannel } from "../contract/score.ts";
import { NOT_CALIBRATED } from "./confidence.ts";

const NOT_ASKED: readonly { name: ChannelName; proposition: Proposition; reason: string }[] = [
  { name: "extraction", proposition: "reproduced", reason: "The model was not asked to continue the text." },
  { name: "canary", proposition: "trained_on", reason: "No committed canary was given." },
  { name: "order", proposition: "trained_on", reason: "No randomised and committed order was given." },
  { name: "dataset_inference", proposition: "trained_on", reason: "No held-out texts and no log-probabilities were given." },
  { name: "membership", proposition: "trained_on", reason: "No log-probabilities and no matched controls were given." },
];

export function scoreChannels(inDataset: InDataset, paths: readonly TrainingPath[]): ScoreChannel[] {
  return [matchChannel(inDataset), provenanceChannel(inDataset, paths), ...NOT_ASKED.map(notMeasured)];
}

function matchChannel({ status, datasets, reason }: InDataset): ScoreChannel {
  const base = {
    name: "match",
    proposition: "in_corpus",
    basis: "statistical",
    gate: "not_needed",
    lr: null,
    ci_95: null,
  } as const;
  if (status === "not_measured") return { ...base, status, statistic: {}, reason, sources: [] };
  const longest = datasets.reduce((most, { longest_run_words }) => Math.max(most, longest_run_words), 0);
  const matched = datasets.reduce((most, { matched_words }) => Math.max(most, matched_words), 0);
  const statistic = { matched_words: matched, longest_run_words: longest, datasets: datasets.length };
  return { ...base, status: "not_calibrated", statistic, reason: NOT_CALIBRATED, sources: [] };
}

/** The documentary line. An inclusion that may be nothing carries LR 1 by rule. */
function provenanceChannel({ datasets }: InDataset, paths: readonly TrainingPath[]): ScoreChannel {
  const base = { name: "provenance", proposition: "trained_on", basis: "documentary", gate: "not_needed" } as const;
  const met = paths.filter(({ dataset }) => datasets.some((one) => one.dataset === dataset && one.matched_words > 0));
  const documented = met.filter(({ evidence }) => evidence === "documented");
  const sources = [...new Set(documented.flatMap((path) => path.sources))].sort();
  if (documented.length === 0) {
    const reason = "No document says that the model was trained on a dataset in which the text was met.";
    return { ...base, status: "not_measured", statistic: {}, lr: null, ci_95: null, reason, sources };
  }
  const strongest = documented.reduce((best, path) => (path.inclusion.lo > best.inclusion.lo ? path : best));
  const { lo, hi, basis } = strongest.inclusion;
  const statistic = { training_dataset: strongest.trainedDataset, inclusion_lo: lo, inclusion_hi: hi };
  if (lo === 0) {
    const reason = `Likelihood ratio 1 by rule, since the document may not have been used: ${basis}`;
    return { ...base, status: "measured", statistic, lr: 1, ci_95: [1, 1], reason, sources };
  }
  const reason = "The line needs the error rates of the match, which have not been measured.";
  return { ...base, status: "not_calibrated", statistic, lr: null, ci_95: null, reason, sources };
}

function notMeasured({ name, proposition, reason }: (typeof NOT_ASKED)[number]): ScoreChannel {
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
