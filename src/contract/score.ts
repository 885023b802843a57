/** `score`: how strongly does what is known support that one model was trained on one work? */
import type { Verdict } from "./analyze.ts";
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
  Share,
} from "./common.ts";
import type { ChannelObservation } from "./observation.ts";

/** Exactly one of `work_hash`, `content` and `fingerprint_data` names the work. */
export interface ScoreRequest {
  /** `sha256:` and 64 hexadecimal digits: SHA-256 of a registered work's UTF-8 bytes as they were sent. */
  work_hash?: string | undefined;
  /** The text itself, up to 32 MiB of UTF-8. */
  content?: string | undefined;
  /** How to read `content`; `text` when absent. */
  content_type?: ContentType | undefined;
  /** Bytes that `fingerprint()` returned, or their base64. */
  fingerprint_data?: string | Uint8Array | undefined;
  /** `<provider>/<model>`; an alias after the slash resolves too. */
  target_model: string;
  /** ISO 3166 code or a regime such as `EU-DSM`. It changes words, never a measured number. */
  jurisdiction: string;
  /** What the caller says about the content. */
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

export type ChannelName =
  | "match"
  | "provenance"
  | "extraction"
  | "canary"
  | "order"
  | "dataset_inference"
  | "membership";
export type Proposition = "in_corpus" | "reproduced" | "trained_on";

/** One kind of evidence, kept apart from the others. */
export interface ScoreChannel {
  /** Name of the channel. */
  name: ChannelName;
  /** What it bears on. */
  proposition: Proposition;
  /** What the channel rests on: a statistic, or documents. */
  basis: "statistical" | "documentary";
  /**
   * `outside_validated_population`: no map from this statistic to ratios was validated on models of this kind; p and
   * e-value only.
   */
  status: "measured" | "not_measured" | "not_calibrated" | "outside_validated_population" | "refused";
  /** What was observed, by name; empty where nothing was. */
  statistic: Record<string, number | string>;
  /** Likelihood ratio, or the e-value where only a p-value is known; `null` where neither can be given. */
  lr: number | null;
  /**
   * 95 % interval of a measured ratio. Of an e-value, which has no sampling error, the range from it to the largest
   * Bayes factor at this p among the alternatives of Sellke, Bayarri and Berger (2001), where −ln p has a failure rate
   * that does not rise; others may exceed it.
   */
  ci_95: Interval | null;
  /** Outcome of the blind gate where the channel needs one. */
  gate: "passed" | "not_passed" | "not_needed" | "not_run";
  /** Why the channel carries no more than it does; `null` where nothing limits it. */
  reason: string | null;
  /** Ids of the catalogue's sources. */
  sources: string[];
}

export interface ScoreJurisdiction {
  /** The code as asked. */
  code: string;
  /** The row that was applied: the code itself or the whole it is a part of. */
  applied: string;
  /** Name of the jurisdiction or regime. */
  name: string;
  /** The rule on text and data mining, in words. */
  rule: string;
  /** Standard of proof in civil procedure; `null` where nobody has established it. */
  standard_of_proof: string | null;
  /** What a reservation of rights is worth there. */
  opt_out: string;
  /** What else applies. */
  notes: string[];
  /** Ids of the catalogue's sources. */
  sources: string[];
}

/** The three propositions in words; none of them is ever blended with another. */
export interface ScorePropositions {
  /** The proposition that a passage of the text stands in a dataset that was searched. */
  in_corpus: string;
  /** The proposition that the model emits the text. */
  reproduced: string;
  /** The proposition that the model was trained on a copy of the work. */
  trained_on: string;
  /** What is true if `trained_on` is not. */
  alternative: string;
}

/** H_D as a measurement: words of the work that stand in datasets documented for this model. */
export interface InDataset {
  /** Whether a dataset of the model could be searched. */
  status: "measured" | "not_measured";
  /** One entry for each corpus that was searched. */
  datasets: {
    /** Id of the dataset, as the catalogue names it. */
    dataset: string;
    /** Name of the corpus. */
    corpus: string;
    /** Words of the work that stand in a passage of this corpus. */
    matched_words: Count;
    /** The same over all words of the work. */
    share: Share;
    /** Words of the longest run that the work and a document share without a change. */
    longest_run_words: Count;
    /** Documents that share a passage with the work. */
    documents: Count;
    /** As `analyze` over this corpus alone would say. */
    verdict: Verdict;
  }[];
  /** Why nothing was measured; `null` where it was. */
  reason: string | null;
}

/** H_R as a measurement. */
export interface Reproduced {
  /** Whether the model was asked. */
  status: "measured" | "not_measured";
  /** Share of the work's windows that the model recites; `null` where it was not asked. */
  rate: Share | null;
  /** 95 % interval of `rate`; `null` where the model was not asked. */
  ci_95: Interval | null;
  /** Why nothing was measured; `null` where it was. */
  reason: string | null;
}

export interface ScoreResult {
  /** `sc_` and a hash of the request, the engine, the corpora and the catalogue: the same question has the same id. */
  score_id: string;
  /** 100 × clip(log10 LR, 0, 6) / 6. Support, never a probability; 0 is "no support", not "not trained". */
  score: Percent;
  /** The score as a band of the ENFSI verbal scale; `insufficient_evidence` where no channel can be measured. */
  tier: ScoreTier;
  /** 95 % interval of `score`. */
  ci_95: PercentInterval;
  /** Whether the evidence speaks for or against the proposition that the model was trained on the work. */
  direction: "for" | "against" | "neutral";
  /**
   * What the score rests on. `documentary`: documents and the error rates of the match, since no statistical channel
   * was measured; `null` where no channel carries a likelihood ratio.
   */
  basis: "statistical" | "documentary" | null;
  /** Whether log10 LR lay outside [0, 6], so that `score` shows less than was found. */
  clipped: boolean;
  /** Decimal logarithm of the likelihood ratio; `null` where no channel carries one. */
  log10_lr: Log10Ratio | null;
  /** Id of the model, `<provider>/<model>`. */
  model_id: string;
  /** What is asked, in words. */
  propositions: ScorePropositions;
  /** Every kind of evidence, measured or not. */
  channels: ScoreChannel[];
  /** Words of the work that stand in datasets documented for this model. */
  in_dataset: InDataset;
  /** How much of the work the model recites. */
  reproduced: Reproduced;
  /** The rule that applies. It changes no number. */
  jurisdiction: ScoreJurisdiction;
  /** What limits the result, in words. */
  caveats: string[];
  /** What would change the answer most, first things first. */
  what_would_change_this: string[];
  /** How the result came about: what is needed to replay it. */
  method: Method;
  completeness: Completeness;
}
