/** `compare`: what do two texts share? */
import type { PassageKind } from "./analyze.ts";
import type { Completeness, ContentType, Interval, Method, Span } from "./common.ts";

/** One side: exactly one of its fields (and `content_type` beside `content`). */
export interface CompareSide {
  content?: string | undefined;
  content_type?: ContentType | undefined;
  /** Bytes that `fingerprint()` returned, or their base64. Then there are no passages, and the result says so. */
  fingerprint_data?: string | Uint8Array | undefined;
  work_hash?: string | undefined;
}

/** Each side is a text, or says what it is. */
export interface CompareRequest {
  a: string | CompareSide;
  b: string | CompareSide;
}

export type Relation =
  | "identical"
  | "near_duplicate"
  | "contains"
  | "excerpt"
  | "partial"
  | "unrelated"
  | "insufficient_evidence";

/**
 * A share of distinct shingles, 0 to 1, with its 95 % interval: its own value twice where every shingle was counted, [0, 1] where none
 * was and the value is a guess.
 */
export interface Share {
  value: number;
  ci_95: Interval;
}

export interface ComparedPassage {
  kind: PassageKind;
  a: Span;
  b: Span;
  /** Words of `a` inside the passage. */
  words: number;
  identity: number;
}

export interface CompareResult {
  comparison_id: string;
  /**
   * Seen from `a`: `contains` says that `b` stands in `a`, `excerpt` that `a` stands in `b`: at least 0.8 of its words do; `near_duplicate`
   * says both. Where a side came as fingerprint data: what the lower ends of the intervals establish; then `partial` says no more than that
   * sequences of words are shared, and `unrelated` that no run of 12 words is.
   */
  relation: Relation;
  /** Where a side came as fingerprint data: the relations that the intervals leave open, the likeliest first. Otherwise `null`. */
  possible_relations: Relation[] | null;
  jaccard: Share;
  /** Share of a's shingles that stand in b. */
  containment_a_in_b: Share;
  containment_b_in_a: Share;
  longest_run_words: number | null;
  /** `null` where a side came as fingerprint data. */
  passages: ComparedPassage[] | null;
  a: { fingerprint: string; words: number };
  b: { fingerprint: string; words: number };
  offset_unit: "utf16";
  method: Method;
  completeness: Completeness;
}
