/** `assess`: how likely is a model to have memorised a work, by what is known of both, without asking it? */
import type { RiskLevel, Verdict } from "./analyze.ts";
import type { Completeness, ContentMetadata, ContentType, Interval, Method } from "./common.ts";

/** Exactly one of `work_hash` and `content` names the work. */
export interface AssessRequest {
  /** `sha256:` and 64 hexadecimal digits: SHA-256 of a registered work's UTF-8 bytes as they were sent. */
  work_hash?: string | undefined;
  content?: string | undefined;
  /** How to read `content`; `text` when absent. */
  content_type?: ContentType | undefined;
  /** `<provider>/<model>`; an alias after the slash resolves too, and says which size is meant. */
  target_model: string;
  metadata?: ContentMetadata | undefined;
}

export interface AssessFactor {
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
  unit: string | null;
  because: string;
  /** Ids of the catalogue's sources; of what was measured here, the corpora in `method` are the source. */
  sources: string[];
}

/** How often the work stands in one corpus of a dataset that the model is documented to have trained on. */
export interface AssessedCopies {
  dataset: string;
  corpus: string;
  /** Words of the corpus. */
  corpus_words: number;
  /** Documents that carry a passage of the work, identical ones counted each. */
  documents: number;
  /** Of them, those that carry nine tenths of it word for word. */
  copies: number;
  /** Of the others, those that carry at least a half of it. */
  near_copies: number;
  /** Different works in which its passages stand, editions and copies of one counted once. */
  works: number;
  /** The most of the work that one document carries, 0 to 1. */
  share: number;
  longest_run_words: number;
  verdict: Verdict;
}

/** A published figure that an expectation is taken from. */
export interface ComparableStudy {
  id: string;
  finding: string;
  metric: string;
  value: number;
  /** `fraction`, or `upper bound` of one. */
  unit: string;
  work: string | null;
  method: string;
  sources: string[];
}

export interface ExpectedExtraction {
  /** Lowest and highest comparable figure, 0 to 1: a range of what was met in other works, no interval of confidence. */
  range: Interval | null;
  /** What the figures are shares of. */
  metric: string | null;
  studies: ComparableStudy[];
  /** Why there is no range, or what it does not say. */
  reason: string;
}

export interface AssessResult {
  assess_id: string;
  model_id: string;
  /** Orders cases for attention: no measurement of the model. `none`: a complete search met nothing. */
  level: RiskLevel | "insufficient_evidence";
  /** Why the level is what it is. */
  because: string;
  factors: AssessFactor[];
  copies: { status: "measured" | "not_measured"; datasets: AssessedCopies[]; reason: string | null };
  expected_extraction: ExpectedExtraction;
  caveats: string[];
  method: Method;
  completeness: Completeness;
}
