/** `assess`: how likely is a model to have memorised a work, by what is known of both, without asking it? */
import type { RiskLevel, Verdict } from "./analyze.ts";
import type { Completeness, ContentMetadata, ContentType, Count, Method, Share, ShareInterval } from "./common.ts";

/** Exactly one of `work_hash` and `content` names the work. */
export interface AssessRequest {
  /** `sha256:` and 64 hexadecimal digits: SHA-256 of a registered work's UTF-8 bytes as they were sent. */
  work_hash?: string | undefined;
  /** The text itself, up to 32 MiB of UTF-8. */
  content?: string | undefined;
  /** How to read `content`; `text` when absent. */
  content_type?: ContentType | undefined;
  /** `<provider>/<model>`; an alias after the slash resolves too, and says which size is meant. */
  target_model: string;
  /** What the caller says about the content. */
  metadata?: ContentMetadata | undefined;
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
  /** Whether it raises or lowers the level; `none` where it does neither, or nothing is known. */
  weighs: "up" | "down" | "none";
  /** The figure that was judged, in `unit`; `null` where there is none. */
  value: number | null;
  /** Unit of `value`; `null` where there is no value. */
  unit: string | null;
  /** What was found, and what it says. */
  because: string;
  /** Ids of the catalogue's sources; of what was measured here, the corpora in `method` are the source. */
  sources: string[];
}

/** How often the work stands in one corpus of a dataset that the model is documented to have trained on. */
export interface AssessedCopies {
  /** Id of the dataset, as the catalogue names it. */
  dataset: string;
  /** Name of the corpus. */
  corpus: string;
  /** Words of the corpus. */
  corpus_words: Count;
  /** Documents that carry a passage of the work, identical ones counted each. */
  documents: Count;
  /** Of them, those that carry nine tenths of it word for word. */
  copies: Count;
  /** Of the others, those that carry at least a half of it. */
  near_copies: Count;
  /** Different works in which its passages stand, editions and copies of one counted once. */
  works: Count;
  /** The most of the work that one document carries, 0 to 1. */
  share: Share;
  /** Words of the longest run that the work and a document share without a change. */
  longest_run_words: Count;
  /** What `analyze` over this corpus alone says. */
  verdict: Verdict;
}

/** A published figure that an expectation is taken from. */
export interface ComparableStudy {
  /** Id of the finding in the catalogue. */
  id: string;
  /** What was found, in words. */
  finding: string;
  /** What the value is a share of. */
  metric: string;
  /** The value, in `unit`. */
  value: number;
  /** `fraction`, or `upper bound` of one. */
  unit: string;
  /** The work that was studied; `null` where it was no single one. */
  work: string | null;
  /** How the value was measured. */
  method: string;
  /** Ids of the catalogue's sources. */
  sources: string[];
}

export interface ExpectedExtraction {
  /**
   * Lowest and highest comparable figure, 0 to 1: a range of what was met in other works, no interval of confidence.
   */
  range: ShareInterval | null;
  /** What the figures are shares of; `null` where there is no range. */
  metric: string | null;
  /** The findings that the range is taken from; empty where there is none. */
  studies: ComparableStudy[];
  /** Why there is no range, or what it does not say. */
  reason: string;
}

export interface AssessResult {
  /** `as_` and a hash of the request, the engine, the corpora and the catalogue: the same question has the same id. */
  assess_id: string;
  /** Id of the model, `<provider>/<model>`. */
  model_id: string;
  /** Orders cases for attention: no measurement of the model. `none`: a complete search met nothing. */
  level: RiskLevel | "insufficient_evidence";
  /** Why the level is what it is. */
  because: string;
  /** What raises or lowers the level, each with its source. */
  factors: AssessFactor[];
  /** How often the work stands in datasets of the model. */
  copies: {
    /** Whether a dataset of the model could be searched. */
    status: "measured" | "not_measured";
    /** One entry for each corpus that was searched. */
    datasets: AssessedCopies[];
    /** Why nothing was measured; `null` where it was. */
    reason: string | null;
  };
  /** How much of comparable works was extracted from models. */
  expected_extraction: ExpectedExtraction;
  /** What limits the result, in words. */
  caveats: string[];
  /** How the result came about: what is needed to replay it. */
  method: Method;
  completeness: Completeness;
}
