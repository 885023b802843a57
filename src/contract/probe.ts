/** `probe`: what do a model's log-probabilities of texts say about whether it was trained on them? */

import type { ScoredText } from "./answer.ts";
import type { CanaryEvidence, CanaryTestResult, OrderEvidence } from "./canary.ts";
import type { Completeness, Count, Interval, Method, Share } from "./common.ts";
import type { ChannelObservation } from "./observation.ts";

/**
 * Statistics of one text, each so that larger is more like a text that the model was trained on. Beside the text's own
 * log-probabilities `lowercase` asks for those of the text in lower case, `reference_*` for those of `reference_model`,
 * `recall` for those behind `recall_prefix`, `neighbourhood` for those of the text's `neighbours`; `dc_pdd` needs
 * `token_counts`, `gap_k` the likeliest token, `min_k_plus_plus` and `surp` the whole vocabulary or bounds from the
 * likeliest tokens.
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
  /** The text itself. */
  text: string;
  /**
   * Texts that are not independent (of one author, of one work) share a cluster, which stands on one side only; a text
   * alone when absent.
   */
  cluster?: string | undefined;
  /** The text with some words replaced, for `neighbourhood`. */
  neighbours?: string[] | undefined;
}

/** What a model said of a text, as a plain document. */
export type RecordedScores = Pick<ScoredText, "tokens" | "vocabulary_size">;

/** What was observed of one text before, so that no model is asked. */
export interface RecordedViews {
  /** Scores of the text itself. */
  text: RecordedScores;
  /** Scores of the text in lower case. */
  lowercase?: RecordedScores | undefined;
  /** Scores of the text under the reference model. */
  reference?: RecordedScores | undefined;
  /** Of `recall_prefix` and the text, one behind the other. */
  prefixed?: RecordedScores | undefined;
  /** Scores of the text's neighbours, in their order. */
  neighbours?: RecordedScores[] | undefined;
}

/**
 * How suspects and controls came apart, where that was by chance and is documented: then dataset inference is exact.
 * Repeated in the result and not checked here.
 */
export interface DocumentedSplit {
  /** Chance divided the texts, and that is documented. */
  kind: "random_documented";
  /** Where the division is documented. */
  source: string;
  /** Of what was published before the model was trained. */
  commitment?: string | undefined;
}

/**
 * Exactly one of `model` and `observations` says where the log-probabilities come from. At least one of `suspects`,
 * `canaries` and `order` says what is asked.
 */
export interface ProbeRequest {
  /** Name under which the host configured the model. */
  model?: string | undefined;
  /** What was observed before, so that no model is asked. */
  observations?:
    | {
        /** The model that was asked, as results shall name it. */
        model: string;
        /** What whoever asked attests: `absent` when the model answers from its weights alone. */
        retrieval: "absent" | "possible";
        /** By the text's id; a text that is absent counts as unanswered. */
        texts: Record<string, RecordedViews>;
      }
    | undefined;
  /** Texts that the model may have been trained on. */
  suspects?: ProbeText[] | undefined;
  /** Texts of the same kind that it was not trained on: matched controls, and the held-out set of dataset inference. */
  controls?: ProbeText[] | undefined;
  /**
   * Canaries that are revealed, each with its commitment; they are verified before the model is asked. Needs a model.
   */
  canaries?: CanaryEvidence["canaries"] | undefined;
  /** Ranks that give the test of one canary its power. */
  positive_ranks?: CanaryEvidence["positive_ranks"];
  /** An order that is revealed, verified likewise. Needs a model. */
  order?: OrderEvidence | undefined;
  /** How suspects and controls came apart, where chance divided them. */
  split?: DocumentedSplit | undefined;
  /** Another configured model, to compare with. */
  reference_model?: string | undefined;
  /** Foreign text that the model was not trained on, for `recall`. */
  recall_prefix?: string | undefined;
  /** How often tokens stand in a reference corpus, for `dc_pdd`: by the token as it stands in the text. */
  token_counts?:
    | {
        /** Occurrences by token. */
        counts: Record<string, number>;
        /** Tokens of the reference corpus. */
        total: number;
        /** Different tokens that the model chooses from. */
        vocabulary: number;
      }
    | undefined;
  /** Statistics to try; when absent, all whose inputs are there but `lowercase`, which asks every text twice. */
  statistics?: MembershipStatistic[] | undefined;
}

export interface StatisticValue {
  /** The value; `null` where there is none. */
  value: number | null;
  /** Bounds of the value, where only these are known and both are finite; `null` otherwise. */
  interval: Interval | null;
  /** One-sided conformal p-value among the controls, of suspects only; `null` where there is none. */
  p: Share | null;
  /** Why there is no value; `null` where there is one. */
  reason: string | null;
}

/** Statistics of one text, those that were tried. Of each, larger is more like a text that the model was trained on. */
export interface TextStatistics {
  /** Mean log-probability of the text's tokens, in nats. */
  loss?: StatisticValue;
  /** Mean log-probability over the bytes of the text after deflate. */
  zlib?: StatisticValue;
  /** Mean log-probability of the text in lower case over that of the text. */
  lowercase?: StatisticValue;
  /** Mean log-probability less that under the reference model. */
  reference_difference?: StatisticValue;
  /** Mean log-probability under the reference model over that under the model. */
  reference_ratio?: StatisticValue;
  /** Min-K %: mean log-probability of the least likely tokens. */
  min_k?: StatisticValue;
  /** Max-K %: mean log-probability of the most likely tokens. */
  max_k?: StatisticValue;
  /** Min-K %++: log-probabilities of the least likely tokens, standardised by the distribution at their place. */
  min_k_plus_plus?: StatisticValue;
  /** Gap-K %: distance of the tokens from the likeliest token at their place. */
  gap_k?: StatisticValue;
  /** SURP: mean log-probability of the unlikely tokens at places where the model is sure. */
  surp?: StatisticValue;
  /** ReCaLL: mean log-probability behind `recall_prefix` over that without it. */
  recall?: StatisticValue;
  /** DC-PDD: divergence of the token probabilities from the token frequencies of a reference corpus. */
  dc_pdd?: StatisticValue;
  /** Mean log-probability less that of the text's neighbours. */
  neighbourhood?: StatisticValue;
}

export interface ProbedText {
  /** Id of the text, as the request has it. */
  id: string;
  /** Whether the text is a suspect or a control. */
  side: "suspect" | "control";
  /** Cluster of the text; its own id where the request names none. */
  cluster: string;
  /** Whether the model answered. */
  status: "answered" | "unanswered";
  /** Why there is no answer; `null` where there is one. */
  reason: string | null;
  /** Tokens that have a log-probability. */
  tokens: Count;
  /** Of them without a place in Min-K%++, since the distribution has no variance there. */
  positions_left_out: Count;
  /** Bytes of the text after deflate, by our implementation: others count others. */
  compressed_bytes: Count;
  statistics: TextStatistics;
  /**
   * The least of the statistics' p-values after Holm's correction for as many; not corrected for the number of
   * suspects. `null` where none has one.
   */
  p: Share | null;
  /** Mean of the statistics' e-values; `null` where there is none. */
  e: number | null;
}

/** How many there are on each side. */
export interface SideCounts {
  /** Of the suspects. */
  suspects: Count;
  /** Of the controls. */
  controls: Count;
}

/** One statistic over all suspects and controls. */
export interface StatisticTest {
  statistic: MembershipStatistic;
  /** Mean over the suspects' clusters; `null` where no value is known. */
  suspect_mean: number | null;
  /** Mean over the controls' clusters; `null` where no value is known. */
  control_mean: number | null;
  /** Permutation test over clusters that the suspects' mean is larger; `null` where it cannot be carried out. */
  p: Share | null;
  /** The p-value after Holm's correction for all statistics tried; `null` where there is none. */
  p_corrected: Share | null;
  /** What the p-value carries as an e-value; `null` where there is none. */
  e: number | null;
  /** Why there is no p-value; `null` where there is one. */
  reason: string | null;
}

export interface MembershipTest {
  /** Whether the test was carried out. */
  status: "measured" | "not_measured";
  /** Why it was not carried out; `null` where it was. */
  reason: string | null;
  /** Statistics tried, those without a p-value among them. */
  tests: Count;
  /** Independent clusters that were answered. */
  clusters: SideCounts;
  /** One entry for each statistic. */
  statistics: StatisticTest[];
  /** The least of the corrected p-values; `null` where there is none. */
  p: Share | null;
  /**
   * Mean of the e-values of the statistics, which is an e-value whatever their dependence; `null` where there is none.
   */
  e: number | null;
}

/** Can the texts be told apart without the model? Then differences in log-probabilities say nothing of training. */
export interface BlindGate {
  /** Whether the texts passed: `passed` where they cannot be told apart without the model. */
  outcome: "passed" | "not_passed" | "not_run";
  /** Cross-validated area under the ROC curve of a classifier of words and characters; `null` where it was not run. */
  auc: Share | null;
  /** One-sided upper 95 % bound of `auc`; `null` where it was not run. */
  auc_upper_95: Share | null;
  /** The bound may not be above this. */
  limit: Share;
  /** Independent clusters of each side. */
  clusters: SideCounts;
  /** Independent clusters that each side needs. */
  clusters_needed: Count;
  /** Of each text the classifier saw no more than so many UTF-16 units, and its length. */
  characters_max: Count;
  /** Why the gate was not run or not passed; `null` where it was passed. */
  reason: string | null;
}

/** Do suspects differ from held-out texts by a rule that was learnt on other ones? */
export interface DatasetInference {
  /** Whether the test was carried out. */
  status: "measured" | "not_measured";
  /** Why it was not carried out; `null` where it was. */
  reason: string | null;
  /** `exact` where chance divided the texts and that is documented. */
  exactness: "exact" | "conditional";
  /** What the rule looks at. */
  features: {
    /** Name of the feature. */
    name: string;
    /** Weight of the feature in the rule. */
    weight: number;
  }[];
  /** Clusters that the rule was learnt on. */
  fitted: SideCounts;
  /** Clusters that the rule was tested on. */
  tested: SideCounts;
  /** Permutation test over the tested clusters; `null` where it was not carried out. */
  test: {
    /** Mean of the rule over suspects less that over controls. */
    difference: number;
    /** Divisions of the clusters that were compared. */
    divisions: Count;
    /** Of these, divisions with at least this difference. */
    at_least: Count;
    /** Whether all divisions were compared; otherwise a random sample was. */
    complete: boolean;
    /** p-value of the test. */
    p: Share;
    /** What the test carries as an e-value. */
    e: number;
  } | null;
  /**
   * Mean log-probability of the tested suspects less that of the controls, which training makes positive; `null` where
   * it was not measured.
   */
  loss_difference: number | null;
}

/**
 * A test that is exact because chance decided before publication. Strings or orders that were not answered count
 * against the work.
 */
interface RandomisedTest {
  /** Whether the test was carried out. */
  status: "measured" | "not_measured";
  /** Why it was not carried out; `null` where it was. */
  reason: string | null;
  /** Strings or orders that the model was asked about. */
  asked: Count;
  /** Of these, strings or orders that were answered. */
  answered: Count;
}

export interface ProbedCanaries extends RandomisedTest {
  /** The test by the log-probability of each string; `null` where it was not carried out. */
  test: Omit<CanaryTestResult, "observations"> | null;
}

export interface ProbedOrder extends RandomisedTest {
  /**
   * The test of the published order among all of them, by the log-probability of its items, one a line; `null` where it
   * was not carried out.
   */
  test: {
    /** Place of the published order, 1 for the most likely. */
    rank: Count;
    /** p-value of the test: ties count against. */
    p: Share;
    /** The smallest p-value that so many orders can give. */
    smallest_p: Share;
    /** Items of the order. */
    items: Count;
  } | null;
}

export interface ProbeResult {
  /** `pr_` and a hash of the request, the answers and the engine: the same question has the same id. */
  probe_id: string;
  /** As its connector names it. */
  model: string;
  /** The reference model, as its connector names it; `null` without one. */
  reference_model: string | null;
  /** One entry for each text, in the order of the request. */
  texts: ProbedText[];
  /** Do the suspects' statistics differ from the controls'? */
  membership: MembershipTest;
  /** Can the texts be told apart without the model? */
  gate: BlindGate;
  dataset_inference: DatasetInference;
  /** The documented division of the request; `null` where there is none. */
  split: DocumentedSplit | null;
  /** The test of revealed canaries; `null` where none were revealed. */
  canaries: ProbedCanaries | null;
  /** The test of a revealed order; `null` where none was revealed. */
  order: ProbedOrder | null;
  /** What `score` takes as `observations`. */
  observations: ChannelObservation[];
  /** SHA-256 of all answers, as canonical JSON. */
  observed_sha256: string;
  /** Name of the random divisions, made from the request, so that nobody chooses among them. */
  seed: string;
  /** What limits the result, in words. */
  caveats: string[];
  /** How the result came about: what is needed to replay it. */
  method: Method;
  completeness: Completeness;
}
