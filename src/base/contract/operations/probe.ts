/** `probe`: tests, from a model's log-probabilities of texts, whether it was trained on them. */

import type { ScoredText } from "../answer.ts";
import type { Completeness, Count, Interval, Method, Share } from "../common.ts";
import type { CanaryEvidence, CanaryTest, OrderEvidence } from "./canary.ts";
import type { ChannelObservation } from "./observation.ts";

/**
 * Statistics of one text; a larger value is more like a text that the model was trained on. All need the text's own
 * log-probabilities. In addition, `lowercase` needs those of the text in lower case, `reference_*` those under
 * `reference_model`, `recall` those after `recall_prefix`, and `neighbourhood` those of the text's `neighbours`.
 * `dc_pdd` needs `token_counts`, `gap_k` the most likely token, and `min_k_plus_plus` and `surp` the whole vocabulary,
 * or bounds from the most likely tokens.
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
  /** Id of the text, unique in the request. */
  id: string;
  /** The text itself. */
  text: string;
  /**
   * Name of the text's cluster. Texts that are not independent (same author, same work) share a cluster, whose texts
   * are all on one side. Default: the text is its own cluster.
   */
  cluster?: string | undefined;
  /** The text with some words replaced, for `neighbourhood`. */
  neighbours?: string[] | undefined;
}

/** Recorded scores of a text, as plain JSON. */
export type RecordedScores = Pick<ScoredText, "tokens" | "vocabulary_size">;

/** Recorded scores of one text and its variants. */
export interface RecordedViews {
  /** Scores of the text itself. */
  text: RecordedScores;
  /** Scores of the text in lower case. */
  lowercase?: RecordedScores | undefined;
  /** Scores of the text under the reference model. */
  reference?: RecordedScores | undefined;
  /** Scores of `recall_prefix` followed by the text. */
  prefixed?: RecordedScores | undefined;
  /** Scores of the text's neighbours, in their order. */
  neighbours?: RecordedScores[] | undefined;
}

/**
 * A documented random split of the texts into suspects and controls, which makes dataset inference exact. The result
 * repeats it; the engine does not check it.
 */
export interface DocumentedSplit {
  /** The split was random, and is documented. */
  kind: "random_documented";
  /** Where the split is documented. */
  source: string;
  /** The commitment to the split that was published before the model was trained. */
  commitment?: string | undefined;
}

/**
 * Exactly one of `model` and `observations` is the source of the log-probabilities. At least one of `suspects`,
 * `canaries` and `order` is required.
 */
export interface ProbeRequest {
  /** Name of a model that the host configured. */
  model?: string | undefined;
  /** Recorded answers, so that no model is queried. */
  observations?:
    | {
        /** Name of the queried model for the result. */
        model: string;
        /** Stated by who queried the model: `absent` if it answers from its weights alone. */
        retrieval: "absent" | "possible";
        /** Scores by the id of the text; a text without an entry counts as unanswered. */
        texts: Record<string, RecordedViews>;
      }
    | undefined;
  /** Texts that the model may have been trained on. */
  suspects?: ProbeText[] | undefined;
  /** Texts of the same kind that it was not trained on: matched controls, and the held-out set of dataset inference. */
  controls?: ProbeText[] | undefined;
  /** Revealed canaries, each with its commitment. They are verified before the model is queried. Requires `model`. */
  canaries?: CanaryEvidence["canaries"] | undefined;
  /** Ranks of positive controls, which give the power of the test of one canary. */
  positive_ranks?: CanaryEvidence["positive_ranks"];
  /** A revealed order with its commitment, verified before the model is queried. Requires `model`. */
  order?: OrderEvidence | undefined;
  /** The documented random split into suspects and controls, if there was one. */
  split?: DocumentedSplit | undefined;
  /** Name of another configured model, for the `reference_*` statistics. */
  reference_model?: string | undefined;
  /** An unrelated text that the model was not trained on, for `recall`. */
  recall_prefix?: string | undefined;
  /** Token frequencies in a reference corpus, for `dc_pdd`. Tokens are written as in the text. */
  token_counts?:
    | {
        /** Occurrences by token. */
        counts: Record<string, number>;
        /** Number of tokens in the reference corpus. */
        total: number;
        /** Size of the model's vocabulary. */
        vocabulary: number;
      }
    | undefined;
  /** Statistics to try; default: all that have their inputs, except `lowercase`, which queries every text twice. */
  statistics?: MembershipStatistic[] | undefined;
}

export interface StatisticValue {
  /** The value; `null` if there is none. */
  value: number | null;
  /** Bounds of the value, if only bounds are known and both are finite; otherwise `null`. */
  interval: Interval | null;
  /** One-sided conformal p-value of a suspect among the controls; `null` for controls, or if there is none. */
  p: Share | null;
  /** Why there is no value; `null` if there is one. */
  reason: string | null;
}

/** The tried statistics of one text. A larger value is more like a text that the model was trained on. */
export interface TextStatistics {
  /** Mean log-probability of the text's tokens, in nats. */
  loss?: StatisticValue;
  /** Mean log-probability divided by the bytes of the text after deflate. */
  zlib?: StatisticValue;
  /** Mean log-probability of the text in lower case divided by that of the text. */
  lowercase?: StatisticValue;
  /** Mean log-probability minus that under the reference model. */
  reference_difference?: StatisticValue;
  /** Mean log-probability under the reference model divided by that under the model. */
  reference_ratio?: StatisticValue;
  /** Min-K %: mean log-probability of the least likely tokens. */
  min_k?: StatisticValue;
  /** Max-K %: mean log-probability of the most likely tokens. */
  max_k?: StatisticValue;
  /** Min-K %++: log-probabilities of the least likely tokens, standardised by the distribution at their position. */
  min_k_plus_plus?: StatisticValue;
  /** Gap-K %: distance of the tokens' log-probability from that of the most likely token at their position. */
  gap_k?: StatisticValue;
  /** SURP: mean log-probability of the unlikely tokens at positions where the model is certain. */
  surp?: StatisticValue;
  /** ReCaLL: mean log-probability after `recall_prefix` divided by that without it. */
  recall?: StatisticValue;
  /** DC-PDD: divergence of the token probabilities from the token frequencies of a reference corpus. */
  dc_pdd?: StatisticValue;
  /** Mean log-probability minus that of the text's neighbours. */
  neighbourhood?: StatisticValue;
}

export interface ProbedText {
  /** Id of the text in the request. */
  id: string;
  /** Whether the text is a suspect or a control. */
  side: "suspect" | "control";
  /** Cluster of the text; its own id if the request states none. */
  cluster: string;
  /** Whether the model answered. */
  status: "answered" | "unanswered";
  /** Why there is no answer; `null` if there is one. */
  reason: string | null;
  /** Number of tokens with a log-probability. */
  tokens: Count;
  /** Number of tokens that Min-K%++ omits, because the distribution has no variance at their position. */
  positions_left_out: Count;
  /** Bytes of the text after deflate with this engine's implementation; other implementations differ. */
  compressed_bytes: Count;
  statistics: TextStatistics;
  /**
   * The smallest of the statistics' p-values after Holm's correction for the number of statistics; not corrected for
   * the number of suspects. `null` if no statistic has a p-value.
   */
  p: Share | null;
  /** Mean of the statistics' e-values; `null` if there is none. */
  e: number | null;
}

/** Counts for each side. */
export interface SideCounts {
  /** Count for the suspects. */
  suspects: Count;
  /** Count for the controls. */
  controls: Count;
}

/** The test of one statistic over all suspects and controls. */
export interface StatisticTest {
  statistic: MembershipStatistic;
  /** Mean over the suspects' clusters; `null` if no value is known. */
  suspect_mean: number | null;
  /** Mean over the controls' clusters; `null` if no value is known. */
  control_mean: number | null;
  /** p-value of the permutation test over clusters that the suspects' mean is larger; `null` if it is not possible. */
  p: Share | null;
  /** The p-value after Holm's correction for all tried statistics; `null` if there is none. */
  p_corrected: Share | null;
  /** The p-value as an e-value; `null` if there is none. */
  e: number | null;
  /** Why there is no p-value; `null` if there is one. */
  reason: string | null;
}

export interface MembershipTest {
  /** Whether the test was run. */
  status: "measured" | "not_measured";
  /** Why it was not run; `null` if it was. */
  reason: string | null;
  /** Number of tried statistics, including those without a p-value. */
  tests: Count;
  /** Number of independent clusters with answers. */
  clusters: SideCounts;
  /** One entry for each statistic. */
  statistics: StatisticTest[];
  /** The smallest corrected p-value; `null` if there is none. */
  p: Share | null;
  /** Mean of the statistics' e-values, which is an e-value under any dependence; `null` if there is none. */
  e: number | null;
}

/**
 * Checks whether the texts can be told apart without the model. If they can, differences in log-probabilities are no
 * evidence of training.
 */
export interface BlindGate {
  /** `passed`: the texts cannot be distinguished without the model. */
  outcome: "passed" | "not_passed" | "not_run";
  /** Cross-validated area under the ROC curve of a classifier of words and characters; `null` if it was not run. */
  auc: Share | null;
  /** One-sided upper 95 % bound of `auc`; `null` if it was not run. */
  auc_upper_95: Share | null;
  /** Maximum of `auc_upper_95` for the gate to pass. */
  limit: Share;
  /** Number of independent clusters on each side. */
  clusters: SideCounts;
  /** Number of independent clusters that each side needs. */
  clusters_needed: Count;
  /** Number of UTF-16 units of each text that the classifier reads at most, in addition to the text's length. */
  characters_max: Count;
  /** Why the gate was not run or not passed; `null` if it was passed. */
  reason: string | null;
}

/** Tests whether a rule learnt on some of the texts separates suspects from controls in the others. */
export interface DatasetInference {
  /** Whether the test was run. */
  status: "measured" | "not_measured";
  /** Why it was not run; `null` if it was. */
  reason: string | null;
  /** `exact`: the split is random and documented; `conditional`: otherwise. */
  exactness: "exact" | "conditional";
  /** Features of the rule. */
  features: {
    /** Name of the feature. */
    name: string;
    /** Weight of the feature in the rule. */
    weight: number;
  }[];
  /** Number of clusters on which the rule was learnt. */
  fitted: SideCounts;
  /** Number of clusters on which the rule was tested. */
  tested: SideCounts;
  /** Permutation test over the tested clusters; `null` if it was not run. */
  test: {
    /** Mean of the rule over suspects minus that over controls. */
    difference: number;
    /** Number of compared divisions of the clusters. */
    divisions: Count;
    /** Number of these with at least this difference. */
    at_least: Count;
    /** Whether all divisions were compared rather than a random sample. */
    complete: boolean;
    /** p-value of the test. */
    p: Share;
    /** The test's e-value. */
    e: number;
  } | null;
  /**
   * Mean log-probability of the tested suspects minus that of the controls; training makes it positive. `null` if it
   * was not measured.
   */
  loss_difference: number | null;
}

/**
 * A test that is exact because of a random choice before publication. Unanswered strings or orders count against the
 * work.
 */
interface RandomisedTest {
  /** Whether the test was run. */
  status: "measured" | "not_measured";
  /** Why it was not run; `null` if it was. */
  reason: string | null;
  /** Number of queried strings or orders. */
  asked: Count;
  /** Number of these that were answered. */
  answered: Count;
}

export interface ProbedCanaries extends RandomisedTest {
  /** The test by the log-probability of each string; `null` if it was not run. */
  test: CanaryTest | null;
}

export interface ProbedOrder extends RandomisedTest {
  /**
   * The rank test of the published order among all orders, by the log-probability of its items, one per line; `null` if
   * it was not run.
   */
  test: {
    /** Rank of the published order, 1 for the most likely. */
    rank: Count;
    /** p-value of the test; ties raise it. */
    p: Share;
    /** The smallest p-value that this number of orders can give. */
    smallest_p: Share;
    /** Number of items of the order. */
    items: Count;
  } | null;
}

export interface ProbeResult {
  /** `pr_` and a hash of the request, the answers and the engine: the same request and answers have the same id. */
  probe_id: string;
  /** Name of the queried model, as its connector reports it. */
  model: string;
  /** Name of the reference model, as its connector reports it; `null` without one. */
  reference_model: string | null;
  /** One entry for each text, in the order of the request. */
  texts: ProbedText[];
  /** Tests whether the suspects' statistics are larger than the controls'. */
  membership: MembershipTest;
  /** Checks whether the texts can be told apart without the model. */
  gate: BlindGate;
  dataset_inference: DatasetInference;
  /** The documented split of the request; `null` if there is none. */
  split: DocumentedSplit | null;
  /** The test of revealed canaries; `null` if there are none. */
  canaries: ProbedCanaries | null;
  /** The test of a revealed order; `null` if there is none. */
  order: ProbedOrder | null;
  /** The results in the form that `score` accepts as `observations`. */
  observations: ChannelObservation[];
  /** SHA-256 of all answers, as canonical JSON. */
  observed_sha256: string;
  /** Seed of the random divisions, derived from the request, so that nobody can choose it. */
  seed: string;
  /** What limits the result, in words. */
  caveats: string[];
  /** How the result came about: what is needed to replay it. */
  method: Method;
  completeness: Completeness;
}
