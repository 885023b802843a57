/** `score`: how strongly does what is known support that one model was trained on one work? */
import type { Verdict } from "./analyze.ts";
import type { Completeness, ContentMetadata, ContentType, Interval, Method } from "./common.ts";
import type { ChannelObservation } from "./observation.ts";

/** Exactly one of `work_hash`, `content` and `fingerprint_data` names the work. */
export interface ScoreRequest {
  /** `sha256:` and 64 hexadecimal digits: SHA-256 of a registered work's UTF-8 bytes as they were sent. */
  work_hash?: string | undefined;
  content?: string | undefined;
  /** How to read `content`; `text` when absent. */
  content_type?: ContentType | undefined;
  /** Bytes that `fingerprint()` returned, or their base64. */
  fingerprint_data?: string | Uint8Array | undefined;
  /** `<provider>/<model>`; an alias after the slash resolves too. */
  target_model: string;
  /** ISO 3166 code or a regime such as `EU-DSM`. It changes words, never a measured number. */
  jurisdiction: string;
  metadata?: ContentMetadata | undefined;
  /** What `probe`, `extract` and canary tests observed of the target model; each channel at most once. */
  observations?: ChannelObservation[] | undefined;
}

/** Bands of the ENFSI verbal scale, and `insufficient_evidence` where no channel can be measured. */
export type ScoreTier =
  | "no_support"
  | "weak"
  | "moderate"
  | "moderately_strong"
  | "strong"
  | "very_strong"
  | "extremely_strong"
  | "insufficient_evidence";

export type ChannelName = "match" | "provenance" | "extraction" | "canary" | "order" | "dataset_inference" | "membership";
export type Proposition = "in_corpus" | "reproduced" | "trained_on";

/** One kind of evidence, kept apart from the others. */
export interface ScoreChannel {
  name: ChannelName;
  /** What it bears on. */
  proposition: Proposition;
  basis: "statistical" | "documentary";
  /** `outside_validated_population`: no map from this statistic to ratios was validated on models of this kind; p and e-value only. */
  status: "measured" | "not_measured" | "not_calibrated" | "outside_validated_population" | "refused";
  /** What was observed, by name; empty where nothing was. */
  statistic: Record<string, number | string>;
  /** Likelihood ratio, or the e-value where only a p-value is known; `null` where neither can be given. */
  lr: number | null;
  /**
   * 95 % interval of a measured ratio. Of an e-value, which has no sampling error, the range from it to the largest Bayes factor at this p
   * among the alternatives of Sellke, Bayarri and Berger (2001), where −ln p has a failure rate that does not rise; others may exceed it.
   */
  ci_95: Interval | null;
  /** Outcome of the blind gate where the channel needs one. */
  gate: "passed" | "not_passed" | "not_needed" | "not_run";
  /** Why the channel carries no more than it does. */
  reason: string | null;
  sources: string[];
}

export interface ScoreJurisdiction {
  /** The code as asked. */
  code: string;
  /** The row that was applied: the code itself or the whole it is a part of. */
  applied: string;
  name: string;
  rule: string;
  standard_of_proof: string | null;
  opt_out: string;
  notes: string[];
  sources: string[];
}

/** The three propositions in words; none of them is ever blended with another. */
export interface ScorePropositions {
  in_corpus: string;
  reproduced: string;
  trained_on: string;
  /** What is true if `trained_on` is not. */
  alternative: string;
}

/** H_D as a measurement: words of the work that stand in datasets documented for this model. */
export interface InDataset {
  status: "measured" | "not_measured";
  datasets: {
    dataset: string;
    corpus: string;
    matched_words: number;
    share: number;
    longest_run_words: number;
    documents: number;
    /** As `analyze` over this corpus alone would say. */
    verdict: Verdict;
  }[];
  reason: string | null;
}

/** H_R as a measurement. */
export interface Reproduced {
  status: "measured" | "not_measured";
  rate: number | null;
  ci_95: Interval | null;
  reason: string | null;
}

export interface ScoreResult {
  score_id: string;
  /** 100 × clip(log10 LR, 0, 6) / 6. Support, never a probability; 0 is "no support", not "not trained". */
  score: number;
  tier: ScoreTier;
  /** 95 % interval of `score`. */
  ci_95: Interval;
  direction: "for" | "against" | "neutral";
  /**
   * What the score rests on. `documentary`: documents and the error rates of the match, since no statistical channel was measured; `null`
   * where no channel carries a likelihood ratio.
   */
  basis: "statistical" | "documentary" | null;
  /** Whether log10 LR lay outside [0, 6], so that `score` shows less than was found. */
  clipped: boolean;
  log10_lr: { estimate: number; lo: number; hi: number } | null;
  model_id: string;
  propositions: ScorePropositions;
  channels: ScoreChannel[];
  in_dataset: InDataset;
  reproduced: Reproduced;
  jurisdiction: ScoreJurisdiction;
  caveats: string[];
  /** What would change the answer most, first things first. */
  what_would_change_this: string[];
  method: Method;
  completeness: Completeness;
}
