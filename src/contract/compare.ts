/** `compare`: what do two texts share? */
import type { PassageKind } from "./analyze.ts";
import type { Completeness, ContentType, Count, Method, Share, ShareInterval, Span } from "./common.ts";

/** One side: exactly one of its fields (and `content_type` beside `content`). */
export interface CompareSide {
  /** The text itself, up to 32 MiB of UTF-8. */
  content?: string | undefined;
  /** How to read `content`; `text` when absent. */
  content_type?: ContentType | undefined;
  /** Bytes that `fingerprint()` returned, or their base64. Then there are no passages, and the result says so. */
  fingerprint_data?: string | Uint8Array | undefined;
  /** `sha256:` and 64 hexadecimal digits: names a registered work. */
  work_hash?: string | undefined;
}

/** Each side is a text, or says what it is. */
export interface CompareRequest {
  /** One side: a text, or an object that names one. */
  a: string | CompareSide;
  /** The other side: a text, or an object that names one. */
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
 * A share of distinct shingles, 0 to 1, with its 95 % interval: its own value twice where every shingle was counted,
 * [0, 1] where none was and the value is a guess.
 */
export interface ShareWithInterval {
  /** The share. */
  value: Share;
  /** 95 % interval of `value`. */
  ci_95: ShareInterval;
}

export interface ComparedPassage {
  /** How alike the two sides of the passage are. */
  kind: PassageKind;
  /** Where the passage stands in `a`. */
  a: Span;
  /** Where the passage stands in `b`. */
  b: Span;
  /** Words of `a` inside the passage. */
  words: Count;
  /** Words that stand in both, in order, over the words of the longer side. */
  identity: Share;
}

/** What identifies a text that was compared. */
export interface ComparedText {
  /** `spolia1_` id of the text. */
  fingerprint: string;
  /** Words of the text. */
  words: Count;
}

export interface CompareResult {
  /** `cmp_` and a hash of the two texts and the engine: the same question has the same id. */
  comparison_id: string;
  /**
   * Seen from `a`: `contains` says that `b` stands in `a`, `excerpt` that `a` stands in `b`: at least 0.8 of its words
   * do; `near_duplicate` says both. Where a side came as fingerprint data: what the lower ends of the intervals
   * establish; then `partial` says no more than that sequences of words are shared, and `unrelated` that no run of 12
   * words is.
   */
  relation: Relation;
  /**
   * Where a side came as fingerprint data: the relations that the intervals leave open, the likeliest first. Otherwise
   * `null`.
   */
  possible_relations: Relation[] | null;
  /** Shingles that stand in both over those that stand in either. */
  jaccard: ShareWithInterval;
  /** Share of a's shingles that stand in b. */
  containment_a_in_b: ShareWithInterval;
  /** Share of b's shingles that stand in a. */
  containment_b_in_a: ShareWithInterval;
  /** Words of the longest run that both sides share without a change; `null` where a side came as fingerprint data. */
  longest_run_words: Count | null;
  /** Passages that both sides share, in the order of `a`; `null` where a side came as fingerprint data. */
  passages: ComparedPassage[] | null;
  /** What identifies `a`. */
  a: ComparedText;
  /** What identifies `b`. */
  b: ComparedText;
  /** Unit of every offset of this result. */
  offset_unit: "utf16";
  /** How the result came about: what is needed to replay it. */
  method: Method;
  completeness: Completeness;
}
