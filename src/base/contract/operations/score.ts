/** `score`: how strongly the known evidence supports that a model was trained on a work. */

import type {
  Completeness,
  ContentMetadata,
  ContentType,
  Count,
  Interval,
  Log10Ratio,
  Method,
  Percent,
  PercentInterval,
  SearchOptions,
  Share,
  ShareInterval,
} from "../common.ts";
import type { Verdict } from "./analyze.ts";
import type { RevealedSecrets } from "./canary.ts";
import type { ChannelObservation } from "./observation.ts";

/** Exactly one of `work_hash`, `content` and `fingerprint_data` names the work. */
export interface ScoreRequest {
  /** Hash of a registered work: `sha256:` and 64 hexadecimal digits, the SHA-256 of its UTF-8 bytes as sent. */
  work_hash?: string | undefined;
  /** The text itself, up to 32 MiB of UTF-8. */
  content?: string | undefined;
  /** How to read `content`; default `text`. */
  content_type?: ContentType | undefined;
  /** Bytes that `fingerprint()` returned, or their base64. */
  fingerprint_data?: string | Uint8Array | undefined;
  /** `<provider>/<model>`; the part after the slash may be an alias. */
  target_model: string;
  /** ISO 3166 code or a regime such as `EU-DSM`. It changes the wording, never a measured number. */
  jurisdiction: string;
  /** What the caller says about the content. */
  metadata?: ContentMetadata | undefined;
  /**
   * How to search.
   *
   * @since 0.2.0
   */
  options?: SearchOptions | undefined;
  /**
   * Observations of the target model from `probe`, `extract` and canary tests; each channel at most once. Only those
   * count that are as they were made and about this text.
   */
  observations?: ChannelObservation[] | undefined;
  /**
   * The secrets behind observations of canaries and orders, which count only if they can be computed again. They are
   * stored with the request and stand in reports, so reveal none that is to be tested again.
   */
  secrets?: RevealedSecrets | undefined;
}

/** Bands of the ENFSI verbal scale, and `insufficient_evidence` if no channel can be measured. */
export type ScoreTier =
  | "no_support"
  | "weak"
  | "moderate"
  | "moderately_strong"
  | "strong"
  | "very_strong"
  | "extremely_strong"
  | "insufficient_evidence";

export type ChannelName =
  | "match"
  | "provenance"
  | "extraction"
  | "canary"
  | "order"
  | "dataset_inference"
  | "membership";
export type Proposition = "in_corpus" | "reproduced" | "trained_on";

/**
 * What a range is. `sampling`: a 95 % confidence interval. `alternatives`: for an e-value, which has no sampling error,
 * the range from it to the largest Bayes factor at this p among the alternatives of Sellke, Bayarri and Berger (2001),
 * in which the failure rate of −ln p does not increase; other alternatives may exceed it. `sensitivity`: the extremes
 * over stated ranges of what is not known; it claims no coverage. `rule`: a rule sets the ratio, which has no range.
 */
export type RangeBasis = "sampling" | "alternatives" | "sensitivity" | "rule";

/** One kind of evidence. */
export interface ScoreChannel {
  /** Name of the channel. */
  name: ChannelName;
  /** The proposition that the channel concerns. */
  proposition: Proposition;
  /** The basis of the channel: a statistic, or documents. */
  basis: "statistical" | "documentary";
  /**
   * Whether the channel was measured. `outside_validated_population`: no mapping from this statistic to likelihood
   * ratios was validated for models of this kind, so there are only a p-value and an e-value. `unverified`: the
   * observation of the request does not count; `observations` says why.
   */
  status: "measured" | "not_measured" | "not_calibrated" | "outside_validated_population" | "refused" | "unverified";
  /** The observed values, by name; empty if nothing was observed. */
  statistic: Record<string, number | string>;
  /** Likelihood ratio, or the e-value if only a p-value is known; `null` if neither is known. */
  lr: number | null;
  /** Range of `lr`; `range_basis` says of what kind. `null` where `lr` is. */
  ci_95: Interval | null;
  /**
   * What kind of range `ci_95` is; `null` without a ratio.
   *
   * @since 0.2.0
   */
  range_basis: RangeBasis | null;
  /** Outcome of the blind gate, if the channel needs one. */
  gate: "passed" | "not_passed" | "not_needed" | "not_run";
  /** What limits the strength of the channel; `null` if nothing does. */
  reason: string | null;
  /** Ids of the catalogue's sources. */
  sources: string[];
}

export interface ScoreJurisdiction {
  /** The code in the request. */
  code: string;
  /** The code whose rule applies: the requested one, or the larger jurisdiction that contains it. */
  applied: string;
  /** Name of the jurisdiction or regime. */
  name: string;
  /** The rule on text and data mining, in words. */
  rule: string;
  /** Standard of proof in civil procedure; `null` if it is not established. */
  standard_of_proof: string | null;
  /** The effect of a reservation of rights. */
  opt_out: string;
  /** Other rules that apply. */
  notes: string[];
  /** Ids of the catalogue's sources. */
  sources: string[];
}

/** The three propositions in words; evidence for one is never counted for another. */
export interface ScorePropositions {
  /** The proposition that a searched dataset contains a passage of the text. */
  in_corpus: string;
  /** The proposition that the model emits the text. */
  reproduced: string;
  /** The proposition that the model was trained on a copy of the work. */
  trained_on: string;
  /** The alternative to `trained_on`. */
  alternative: string;
}

/** Measurement of `in_corpus`: words of the work in datasets that are documented for this model. */
export interface InDataset {
  /** Whether a dataset of the model could be searched. */
  status: "measured" | "not_measured";
  /** One entry for each searched corpus. */
  datasets: {
    /** Id of the dataset in the catalogue. */
    dataset: string;
    /** Name of the corpus. */
    corpus: string;
    /** Words of the work that are in a passage of this corpus. */
    matched_words: Count;
    /** `matched_words` divided by the words of the work. */
    share: Share;
    /** Words of the longest unchanged run that the work and a document share. */
    longest_run_words: Count;
    /** Documents that share a passage with the work. */
    documents: Count;
    /** The verdict of `analyze` for this corpus alone. */
    verdict: Verdict;
  }[];
  /** Why nothing was measured; `null` if it was measured. */
  reason: string | null;
}

/** How often labelled cases of one kind got the verdict `match`. */
export interface KindErrorRate {
  /** Kind of case, as the calibration names it. */
  kind: string;
  /** Whether the content of such a case derives from the work that it matches, in a passage long enough for a match. */
  is_event: boolean;
  /** Share of the cases with the verdict `match`: it is right where `is_event`, and wrong elsewhere. */
  match: Share;
  /** 95 % interval of `match`, computed for as many cases as there are clusters of works. */
  ci_95: ShareInterval;
}

/** Measurement of `reproduced`. */
export interface Reproduced {
  /** Whether the model was queried. */
  status: "measured" | "not_measured";
  /** Share of the work's windows that the model recites; `null` if the model was not queried. */
  rate: Share | null;
  /** 95 % interval of `rate`; `null` if the model was not queried. */
  ci_95: Interval | null;
  /** Why nothing was measured; `null` if it was measured. */
  reason: string | null;
}

/** What became of an observation of the request. */
export interface ScoredObservation {
  /** The kind of observation. */
  channel: ChannelObservation["channel"];
  /** Name of the queried model. */
  model: string;
  /**
   * `recomputed`: the p-value was computed again from secret, commitment and scores. `verified`: its hashes fit, and it
   * is about this text. `unverified`: neither, so it gives no ratio.
   */
  custody: "recomputed" | "verified" | "unverified";
  /** The p-value as it was handed in; `null` if there was none. */
  p: Share | null;
  /** The validity of the p-value as it was handed in. */
  exactness: ChannelObservation["exactness"];
  /** Engine and connector that made the observation, as it says; `null` if it says nothing. */
  made_by: string | null;
  /** Why it is not verified, or what the check leaves open. */
  reason: string;
}

export interface ScoreResult {
  /** `sc_` and a hash of the request, the engine, the corpora and the catalogue: the same request has the same id. */
  score_id: string;
  /** 100 × clip(log10 LR, 0, 6) / 6. Support, never a probability; 0 is "no support", not "not trained". */
  score: Percent;
  /** The score as a band of the ENFSI verbal scale; `insufficient_evidence` if no channel can be measured. */
  tier: ScoreTier;
  /** Range of `score`; `range_basis` says of what kind. [0, 100] if no channel has a likelihood ratio. */
  ci_95: PercentInterval;
  /**
   * What kind of range `ci_95` is: the first of `sensitivity`, `alternatives`, `sampling` and `rule` that one of the
   * channels has which the score rests on. `null` if no channel has a likelihood ratio.
   *
   * @since 0.2.0
   */
  range_basis: RangeBasis | null;
  /** Whether the evidence speaks for or against the proposition that the model was trained on the work. */
  direction: "for" | "against" | "neutral";
  /**
   * The basis of the score. `documentary`: documents and the likelihood ratio of the match, because no statistical
   * channel was measured; `null` if no channel has a likelihood ratio.
   */
  basis: "statistical" | "documentary" | null;
  /** Whether log10 LR is outside [0, 6], so that `score` does not show it in full. */
  clipped: boolean;
  /** Decimal logarithm of the likelihood ratio, with its range as in `ci_95`; `null` if no channel has one. */
  log10_lr: Log10Ratio | null;
  /** Id of the model, `<provider>/<model>`. */
  model_id: string;
  /** The propositions, in words. */
  propositions: ScorePropositions;
  /** Every kind of evidence, measured or not. */
  channels: ScoreChannel[];
  /**
   * What became of each observation of the request, in its order.
   *
   * @since 0.2.0
   */
  observations: ScoredObservation[];
  /** Words of the work in datasets that are documented for this model. */
  in_dataset: InDataset;
  /**
   * How often the verdict `match` was right and wrong on the labelled cases of the calibration, by kind of case; how
   * common each kind is depends on the content. Empty if no calibration applies.
   *
   * @since 0.2.0
   */
  error_rates: KindErrorRate[];
  /** How much of the work the model recites. */
  reproduced: Reproduced;
  /** The legal rule that applies. It does not change any number. */
  jurisdiction: ScoreJurisdiction;
  /** What limits the result, in words. */
  caveats: string[];
  /** Further evidence that would change the score, the most important first. */
  what_would_change_this: string[];
  /** How the result came about: what is needed to replay it. */
  method: Method;
  completeness: Completeness;
}
