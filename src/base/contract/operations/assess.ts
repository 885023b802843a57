/** `assess`: how likely a model has memorised a work, from what is known about both, without querying the model. */

import type {
  Completeness,
  ContentMetadata,
  ContentType,
  Count,
  Method,
  SearchOptions,
  Share,
  ShareInterval,
} from "../common.ts";
import type { RiskLevel, Verdict } from "./analyze.ts";

/** Exactly one of `work_hash` and `content` names the work. */
export interface AssessRequest {
  /** Hash of a registered work: `sha256:` and 64 hexadecimal digits, the SHA-256 of its UTF-8 bytes as sent. */
  work_hash?: string | undefined;
  /** The text itself, up to 32 MiB of UTF-8. */
  content?: string | undefined;
  /** How to read `content`; default `text`. */
  content_type?: ContentType | undefined;
  /** `<provider>/<model>`; the part after the slash may be an alias, which states the size of the model. */
  target_model: string;
  /** What the caller says about the content. */
  metadata?: ContentMetadata | undefined;
  /**
   * How to search.
   *
   * @since 0.2.0
   */
  options?: SearchOptions | undefined;
}

export interface AssessFactor {
  /** Name of the factor. */
  factor:
    | "copies"
    | "inclusion"
    | "deduplication"
    | "length"
    | "rarity"
    | "model_size"
    | "documented_memorisation"
    | "documented_mitigation";
  /** Whether the factor raises or lowers the level; `none` if it does neither, or is unknown. */
  weighs: "up" | "down" | "none";
  /** The value of the factor, in `unit`; `null` if there is none. */
  value: number | null;
  /** Unit of `value`; `null` without a value. */
  unit: string | null;
  /** What was found, and what it means. */
  because: string;
  /** Ids of the catalogue's sources; the source of a measurement is the corpora in `method`. */
  sources: string[];
}

/** How often the work occurs in one corpus of a dataset that the model is documented to have trained on. */
export interface AssessedCopies {
  /** Id of the dataset in the catalogue. */
  dataset: string;
  /** Name of the corpus. */
  corpus: string;
  /** Words of the corpus. */
  corpus_words: Count;
  /** Documents that contain a passage of the work; identical documents count separately. */
  documents: Count;
  /** Of these, documents that contain at least nine tenths of the work word for word. */
  copies: Count;
  /** Of the others, documents that contain at least half of the work. */
  near_copies: Count;
  /** Different works that contain its passages; editions and copies of a work count once. */
  works: Count;
  /** The largest share of the work that one document contains, 0 to 1. */
  share: Share;
  /** Words of the longest unchanged run that the work and a document share. */
  longest_run_words: Count;
  /** The verdict of `analyze` for this corpus alone. */
  verdict: Verdict;
}

/** A published figure on which an expectation is based. */
export interface ComparableStudy {
  /** Id of the finding in the catalogue. */
  id: string;
  /** The finding, in words. */
  finding: string;
  /** What the value is a share of. */
  metric: string;
  /** The value, in `unit`. */
  value: number;
  /** `fraction`, or `upper bound` of a fraction. */
  unit: string;
  /** The studied work; `null` if the study had several works. */
  work: string | null;
  /** How the value was measured. */
  method: string;
  /** Ids of the catalogue's sources. */
  sources: string[];
}

export interface ExpectedExtraction {
  /** Lowest and highest comparable figure, 0 to 1: a range of figures for other works, not a confidence interval. */
  range: ShareInterval | null;
  /** What the figures are shares of; `null` without a range. */
  metric: string | null;
  /** The findings behind the range; empty without a range. */
  studies: ComparableStudy[];
  /** Why there is no range, or what the range does not show. */
  reason: string;
}

export interface AssessResult {
  /** `as_` and a hash of the request, the engine, the corpora and the catalogue: the same request has the same id. */
  assess_id: string;
  /** Id of the model, `<provider>/<model>`. */
  model_id: string;
  /** Ranks cases for attention; it is not a measurement of the model. `none`: a complete search found nothing. */
  level: RiskLevel | "insufficient_evidence";
  /** Why the level is what it is. */
  because: string;
  /** What raises or lowers the level, each with its source. */
  factors: AssessFactor[];
  /** How often the work occurs in datasets of the model. */
  copies: {
    /** Whether a dataset of the model could be searched. */
    status: "measured" | "not_measured";
    /** One entry for each searched corpus. */
    datasets: AssessedCopies[];
    /** Why nothing was measured; `null` if it was measured. */
    reason: string | null;
  };
  /** How much of comparable works was extracted from models in published studies. */
  expected_extraction: ExpectedExtraction;
  /** What limits the result, in words. */
  caveats: string[];
  /** How the result came about: what is needed to replay it. */
  method: Method;
  completeness: Completeness;
}
