/** `compare`: finds what two texts share. */

import type {
  Completeness,
  ContentType,
  Count,
  Method,
  PlacedSpan,
  Share,
  ShareInterval,
  TextSection,
} from "../common.ts";
import type { EncoderIdentity } from "../resources/encoder.ts";
import type { PassageKind } from "./analyze.ts";
import type { ComparedFacts, CorrespondingSentences, RewordedVerdict } from "./rewording.ts";

/** One side: exactly one of its fields, and `content_type` only together with `content`. */
export interface CompareSide {
  /** The text itself, up to 32 MiB of UTF-8. */
  content?: string | undefined;
  /** How to read `content`; default `text`. */
  content_type?: ContentType | undefined;
  /**
   * Headings and pages of `content`, as for `analyze`.
   *
   * @since 0.2.0
   */
  sections?: TextSection[] | undefined;
  /** Bytes that `fingerprint()` returned, or their base64. The result then has no passages. */
  fingerprint_data?: string | Uint8Array | undefined;
  /** Hash of a registered work: `sha256:` and 64 hexadecimal digits. */
  work_hash?: string | undefined;
}

export interface CompareOptions {
  /**
   * Texts that do not count, such as a form, a handout or a footer: runs of eight of their words are left out of both
   * sides, which are compared as though they had never been there. At most 100; both sides must be texts.
   *
   * @since 0.2.0
   */
  ignore?: string[] | undefined;
  /**
   * Whether an encoder, where there is one, reads both texts, to tell what they say in other words. Default `true`.
   * Over HTTP the words of a request without count as they are.
   *
   * @since 0.2.0
   */
  reworded?: boolean | undefined;
}

/** The two texts to compare. */
export interface CompareRequest {
  /** One side: a text, or an object that identifies one. */
  a: string | CompareSide;
  /** The other side: a text, or an object that identifies one. */
  b: string | CompareSide;
  /** What is left out, and whether an encoder reads the texts. */
  options?: CompareOptions | undefined;
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
 * A share of distinct shingles, 0 to 1, with its 95 % interval. If every shingle was counted, both ends equal the
 * value. If none was counted, the interval is [0, 1] and the value is a guess.
 */
export interface ShareWithInterval {
  /** The share. */
  value: Share;
  /** 95 % interval of `value`. */
  ci_95: ShareInterval;
}

export interface ComparedPassage {
  /** How similar the two sides of the passage are. */
  kind: PassageKind;
  /** Position of the passage in `a`. */
  a: PlacedSpan;
  /** Position of the passage in `b`. */
  b: PlacedSpan;
  /** Words of `a` in the passage. */
  words: Count;
  /** Number of words in both sides in the same order, divided by the words of the longer side. */
  identity: Share;
}

/** Identifies a compared text. */
export interface ComparedText {
  /** `spolia1_` id of the text. */
  fingerprint: string;
  /** Words of the text. */
  words: Count;
  /**
   * Those of them that do not count, by `options.ignore`; absent where none was given.
   *
   * @since 0.2.0
   */
  ignored_words?: Count;
}

/**
 * What two texts say in the same order without the same words. A sentence of over 30 words counts as its clauses, each
 * of them as a sentence here. What a shared passage has half or more of does not count.
 *
 * @since 0.2.0
 */
export interface ComparedRewording extends ComparedFacts {
  /**
   * `likely`: a reader of both would say so, and numbers or names agree; `possible`: worth reading, as two
   * translations of a third text are too; `not_searched`: a text has fewer than 4 such sentences or 50 words in them,
   * or the encoder could not be used, which `completeness` says then.
   */
  verdict: RewordedVerdict;
  /** Whether both texts are in one language, as far as it is told; `null` unless `likely` or `possible`. */
  kind: "paraphrase" | "translation" | null;
  /** Share of the sentences and clauses of `a` that have a counterpart in `b`, in the same order. */
  share_a: Share;
  /** Share of the sentences and clauses of `b` that have a counterpart in `a`. */
  share_b: Share;
  /**
   * Margin of a sentence between the first that corresponds and the last, on average, where one without a counterpart
   * has 0: `likely` needs .42, in five sentences or clauses. `possible` needs .9 of all together, and as much again for
   * each number or name too many that differs. `null` unless `likely` or `possible`.
   */
  margin: number | null;
  /** The sentences and clauses that correspond, in the order of `a`; none unless `likely` or `possible`. */
  sentences: CorrespondingSentences[];
  /** What this shows and does not show, in words. */
  meaning: string;
  /** What read the sentences. */
  encoder: EncoderIdentity;
}

export interface CompareResult {
  /** `cmp_` and a hash of the two texts and the engine: the same request has the same id. */
  comparison_id: string;
  /**
   * Relation of `a` to `b`. `contains`: at least 0.8 of the words of `b` are in `a`; `excerpt`: at least 0.8 of the
   * words of `a` are in `b`; `near_duplicate`: both. With fingerprint data, the relation that the lower ends of the
   * intervals establish; then `partial` only means that sequences of words are shared, and `unrelated` that no run of
   * 12 words is shared.
   *
   * Texts of up to 1 MiB that share little as they are written, and much in another spelling, are compared in that, and
   * code in `names_in_code` wherever it shares half of its runs and more than as it is written, unless that is 0.9: all
   * shares, passages and runs are of this reading, which `method.parameters.spelling` names. `letters_apart`: letters
   * with blanks between them are words. `early_print`: f and s, u and v, i, j and y are one letter, w is uu, ä is ae.
   * `old_german`: Thür, seyn, giebt, Classe, daß. `russian_before_reform`: ѣ, і, ѳ and ъ. `arabic`: marks and forms of
   * letters that writers vary. `simplified_chinese`: from traditional characters. `names_in_code`: programs of up to
   * 256 KiB with one name for all names, one number and one string, each sign a word. Such texts are never `identical`.
   * With `options.ignore` no other spelling is tried.
   */
  relation: Relation;
  /**
   * With fingerprint data, the relations that are compatible with the intervals, the most likely first; otherwise
   * `null`.
   */
  possible_relations: Relation[] | null;
  /** Number of shingles in both sides, divided by the number in either. */
  jaccard: ShareWithInterval;
  /** Share of the shingles of `a` that are in `b`. */
  containment_a_in_b: ShareWithInterval;
  /** Share of the shingles of `b` that are in `a`. */
  containment_b_in_a: ShareWithInterval;
  /**
   * Words of the longest unchanged run in the passages, or of the whole text if both have the same words. 0 if there is
   * no passage: runs of fewer than 12 words are not looked for. `null` with fingerprint data.
   */
  longest_run_words: Count | null;
  /** Passages that both sides share, in the order of `a`; `null` with fingerprint data. */
  passages: ComparedPassage[] | null;
  /**
   * What the texts say in other words; absent without an encoder.
   *
   * @since 0.2.0
   */
  reworded?: ComparedRewording;
  /** Identifies `a`. */
  a: ComparedText;
  /** Identifies `b`. */
  b: ComparedText;
  /** Unit of every offset of this result. */
  offset_unit: "utf16";
  /** How the result came about: what is needed to replay it. */
  method: Method;
  completeness: Completeness;
}
