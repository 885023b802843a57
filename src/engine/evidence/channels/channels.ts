/**
 * The channels of a score, each with the likelihood ratio that it supports. This file combines nothing: `headline.ts`
 * decides which channels the score rests on.
 */

import type { ChannelObservation } from "../../../base/contract/operations/observation.ts";
import type { ChannelName, Proposition, ScoreChannel } from "../../../base/contract/operations/score.ts";
import { greatest } from "../../../base/lists/numbers.ts";
import { ratioOf } from "./documentary.ts";
import { observedChannels } from "./observations.ts";
import { type FoundMatch, type ProvenanceFacts, provenanceChannel } from "./provenance.ts";
import { ratioFields } from "./scale.ts";

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
export interface ChannelFacts extends ProvenanceFacts {
  /** The match over all searched corpora; `null` where nothing was searched. */
  match: FoundMatch | null;
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

/** The channel for H_D (the text is in the dataset): the ratio that `analyze` states over the same corpora. */
function matchChannel({ inDataset: { status, datasets, reason }, match }: ChannelFacts): ScoreChannel {
  const base = { name: "match", proposition: "in_corpus", basis: "statistical", gate: "not_needed" } as const;
  const none = { ...base, lr: null, ci_95: null, range_basis: null, sources: [] };
  if (match === null) return { ...none, status, statistic: {}, reason };
  const longest = greatest(datasets, ({ longest_run_words }) => longest_run_words);
  const matched = greatest(datasets, ({ matched_words }) => matched_words);
  const statistic = { matched_words: matched, longest_run_words: longest, datasets: datasets.length };
  const { ratio, verdict } = match;
  if (typeof ratio === "string") return { ...none, status: "not_calibrated", statistic, reason: ratio };
  return {
    ...base,
    ...ratioFields(ratioOf(ratio.estimate), [ratioOf(ratio.lo), ratioOf(ratio.hi)], "sampling"),
    status: "measured",
    statistic,
    reason: verdict === "match" ? OF_PRESENCE : NO_MATCH,
    sources: [],
  };
}

const OF_PRESENCE =
  "The ratio that `analyze` states over these corpora. It is for presence in a dataset; what follows for training is in the channel `provenance`.";
const NO_MATCH =
  "The ratio that `analyze` states over these corpora. No passage is long enough for a match; that is no evidence against training, since a corpus may hold a part of its dataset only.";

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
    range_basis: null,
    gate,
    reason,
    sources: [],
  };
}
