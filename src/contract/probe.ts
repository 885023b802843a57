/** `probe`: what do a model's log-probabilities of texts say about whether it was trained on them? */

import type { ScoredText } from "./answer.ts";
import type { CanaryEvidence, CanaryTestResult, OrderEvidence } from "./canary.ts";
import type { Completeness, Interval, Method } from "./common.ts";
import type { ChannelObservation } from "./observation.ts";

/**
 * Statistics of one text, each so that larger is more like a text that the model was trained on. Beside the text's own log-probabilities
 * `lowercase` asks for those of the text in lower case, `reference_*` for those of `reference_model`, `recall` for those behind
 * `recall_prefix`, `neighbourhood` for those of the text's `neighbours`; `dc_pdd` needs `token_counts`, `gap_k` the likeliest token,
 * `min_k_plus_plus` and `surp` the whole vocabulary or bounds from the likeliest tokens.
 */
export type MembershipStatistic =
  | "loss"
  | "zlib"
  | "lowercase"
  | "reference_difference"
  | "reference_ratio"
  | "min_k"
  | "max_k"
  | "min_k_plus_plus"
  | "gap_k"
  | "surp"
  | "recall"
  | "dc_pdd"
  | "neighbourhood";

export interface ProbeText {
  /** Unlike every other id of the request. */
  id: string;
  text: string;
  /** Texts that are not independent (of one author, of one work) share a cluster, which stands on one side only; a text alone when absent. */
  cluster?: string | undefined;
  /** The text with some words replaced, for `neighbourhood`. */
  neighbours?: string[] | undefined;
}

/** What a model said of a text, as a plain document. */
export type RecordedScores = Pick<ScoredText, "tokens" | "vocabulary_size">;

/** What was observed of one text before, so that no model is asked. */
export interface RecordedViews {
  text: RecordedScores;
  lowercase?: RecordedScores | undefined;
  reference?: RecordedScores | undefined;
  /** Of `recall_prefix` and the text, one behind the other. */
  prefixed?: RecordedScores | undefined;
  neighbours?: RecordedScores[] | undefined;
}

/**
 * How suspects and controls came apart, where that was by chance and is documented: then dataset inference is exact. Repeated in the result
 * and not checked here.
 */
export interface DocumentedSplit {
  kind: "random_documented";
  source: string;
  /** Of what was published before the model was trained. */
  commitment?: string | undefined;
}

/**
 * Exactly one of `model` and `observations` says where the log-probabilities come from. At least one of `suspects`, `canaries` and `order`
 * says what is asked.
 */
export interface ProbeRequest {
  /** Name under which the host configured the model. */
  model?: string | undefined;
  observations?:
    | {
        /** The model that was asked, as results shall name it. */
        model: string;
        retrieval: "absent" | "possible";
        /** By the text's id; a text that is absent counts as unanswered. */
        texts: Record<string, RecordedViews>;
      }
    | undefined;
  /** Texts that the model may have been trained on. */
  suspects?: ProbeText[] | undefined;
  /** Texts of the same kind that it was not trained on: matched controls, and the held-out set of dataset inference. */
  controls?: ProbeText[] | undefined;
  /** Canaries that are revealed, each with its commitment; they are verified before the model is asked. Needs a model. */
  canaries?: CanaryEvidence["canaries"] | undefined;
  /** Ranks that give the test of one canary its power. */
  positive_ranks?: CanaryEvidence["positive_ranks"];
  /** An order that is revealed, verified likewise. Needs a model. */
  order?: OrderEvidence | undefined;
  split?: DocumentedSplit | undefined;
  /** Another configured model, to compare with. */
  reference_model?: string | undefined;
  /** Foreign text that the model was not trained on, for `recall`. */
  recall_prefix?: string | undefined;
  /** How often tokens stand in a reference corpus, for `dc_pdd`: by the token as it stands in the text. */
  token_counts?: { counts: Record<string, number>; total: number; vocabulary: number } | undefined;
  /** Statistics to try; when absent, all whose inputs are there but `lowercase`, which asks every text twice. */
  statistics?: MembershipStatistic[] | undefined;
}

export interface StatisticValue {
  value: number | null;
  /** Where only bounds are known, and both are finite. */
  interval: Interval | null;
  /** One-sided conformal p-value among the controls, of suspects only; `null` where there is none. */
  p: number | null;
  /** Why there is no value. */
  reason: string | null;
}

export interface ProbedText {
  id: string;
  side: "suspect" | "control";
  cluster: string;
  status: "answered" | "unanswered";
  reason: string | null;
  /** Tokens that have a log-probability. */
  tokens: number;
  /** Of them without a place in Min-K%++, since the distribution has no variance there. */
  positions_left_out: number;
  /** Bytes of the text after deflate, by our implementation: others count others. */
  compressed_bytes: number;
  statistics: Partial<Record<MembershipStatistic, StatisticValue>>;
  /** The least of the statistics' p-values after Holm's correction for as many; not corrected for the number of suspects. */
  p: number | null;
  /** Mean of the statistics' e-values. */
  e: number | null;
}

/** One statistic over all suspects and controls. */
export interface StatisticTest {
  statistic: MembershipStatistic;
  suspect_mean: number | null;
  control_mean: number | null;
  /** Permutation test over clusters that the suspects' mean is larger. */
  p: number | null;
  /** After Holm's correction for all statistics tried. */
  p_corrected: number | null;
  e: number | null;
  reason: string | null;
}

export interface MembershipTest {
  status: "measured" | "not_measured";
  reason: string | null;
  /** Statistics tried, those without a p-value among them. */
  tests: number;
  /** Independent clusters that were answered. */
  clusters: { suspects: number; controls: number };
  statistics: StatisticTest[];
  /** The least of the corrected p-values. */
  p: number | null;
  /** Mean of the e-values of the statistics: an e-value whatever their dependence. */
  e: number | null;
}

/** Can the texts be told apart without the model? Then differences in log-probabilities say nothing of training. */
export interface BlindGate {
  outcome: "passed" | "not_passed" | "not_run";
  /** Cross-validated area under the ROC curve of a classifier of words and characters, and its one-sided upper 95 % bound. */
  auc: number | null;
  auc_upper_95: number | null;
  /** The bound may not be above this. */
  limit: number;
  clusters: { suspects: number; controls: number };
  /** Independent clusters that each side needs. */
  clusters_needed: number;
  /** Of each text the classifier saw no more than so many UTF-16 units, and its length. */
  characters_max: number;
  reason: string | null;
}

/** Do suspects differ from held-out texts by a rule that was learnt on other ones? */
export interface DatasetInference {
  status: "measured" | "not_measured";
  reason: string | null;
  /** `exact` where chance divided the texts and that is documented. */
  exactness: "exact" | "conditional";
  features: { name: string; weight: number }[];
  /** Clusters that the rule was learnt on, and that it was tested on. */
  fitted: { suspects: number; controls: number };
  tested: { suspects: number; controls: number };
  /** Permutation test over the tested clusters. */
  test: { difference: number; divisions: number; at_least: number; complete: boolean; p: number; e: number } | null;
  /** Mean log-probability of the tested suspects less that of the controls; training makes it positive. */
  loss_difference: number | null;
}

/** A test that is exact because chance decided before publication. Strings or orders that were not answered count against the work. */
interface RandomisedTest {
  status: "measured" | "not_measured";
  reason: string | null;
  /** Strings or orders that the model was asked about, and those of them that were answered. */
  asked: number;
  answered: number;
}

export interface ProbedCanaries extends RandomisedTest {
  /** By the log-probability of each string. */
  test: Omit<CanaryTestResult, "observations"> | null;
}

export interface ProbedOrder extends RandomisedTest {
  /** Of the published order among all of them, by the log-probability of its items, one a line. */
  test: { rank: number; p: number; smallest_p: number; items: number } | null;
}

export interface ProbeResult {
  probe_id: string;
  /** As its connector names it. */
  model: string;
  reference_model: string | null;
  texts: ProbedText[];
  membership: MembershipTest;
  gate: BlindGate;
  dataset_inference: DatasetInference;
  split: DocumentedSplit | null;
  /** `null` where none were revealed. */
  canaries: ProbedCanaries | null;
  order: ProbedOrder | null;
  /** What `score` takes. */
  observations: ChannelObservation[];
  /** SHA-256 of all answers, as canonical JSON. */
  observed_sha256: string;
  /** Name of the random divisions, made from the request, so that nobody chooses among them. */
  seed: string;
  caveats: string[];
  method: Method;
  completeness: Completeness;
}
