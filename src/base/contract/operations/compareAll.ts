/** `compareAll`: finds which of many texts share something, and what each such pair shares. */

import type { Completeness, ContentType, Count, Method, TextSection } from "../common.ts";
import type { ComparedText, CompareResult } from "./compare.ts";

/** One of the texts. */
export interface NamedContent {
  /** Name of the text, which no other text of the request has. */
  id: string;
  /** The text itself. */
  content: string;
  /** How to read `content`; default `text`. */
  content_type?: ContentType | undefined;
  /** Headings and pages of `content`, as for `analyze`. */
  sections?: TextSection[] | undefined;
}

/** @since 0.2.0 */
export interface CompareAllOptions {
  /** Texts that do not count, as for `compare`. */
  ignore?: string[] | undefined;
}

/** @since 0.2.0 */
export interface CompareAllRequest {
  /** Texts that are compared with each other: with the references at most 10,000, and 100,000,000 characters. */
  texts: NamedContent[];
  /** Texts that are compared with these, but not with each other, such as those of earlier years. */
  references?: NamedContent[] | undefined;
  /** What is left out. */
  options?: CompareAllOptions | undefined;
}

/** Two texts that share something: what `compare` says of them. */
export interface ComparedPair
  extends Pick<
    CompareResult,
    "relation" | "jaccard" | "containment_a_in_b" | "containment_b_in_a" | "longest_run_words" | "passages"
  > {
  /** Id of the first text. */
  a: string;
  /** Id of the second text, which stands behind the first in the request. */
  b: string;
  /** The spelling in which both are read, `method.parameters.spelling` of `compare`; absent where it is their own. */
  spelling?: string;
}

/** One of the texts, with its id. */
export interface ComparedMember extends ComparedText {
  /** Its id in the request. */
  id: string;
}

export interface CompareAllResult {
  /** `cmps_` and a hash of the texts and the engine: the same request has the same id. */
  comparisons_id: string;
  /** The texts, and behind them the references, in the order of the request. */
  texts: ComparedMember[];
  /** Number of the references, the last of `texts`. */
  references: Count;
  /**
   * Pairs that are identical or share a passage: those first of which one text is most in the other. As far as
   * `completeness` says, all others are `unrelated`, or too short to tell.
   */
  pairs: ComparedPair[];
  /**
   * Groups of ids, the largest first: texts that are linked by pairs of which one text is in the other by half of its
   * sequences of five words.
   */
  clusters: string[][];
  /**
   * Number of pairs that were aligned. Of more than 1,000 pairs, those are that share a sequence of five words, or half
   * of their code with one name for all names. A sequence that very many texts have links each to the next alone, as
   * `completeness` says.
   */
  aligned_pairs: Count;
  /** Unit of every offset of this result. */
  offset_unit: "utf16";
  /** How the result came about: what is needed to replay it. */
  method: Method;
  completeness: Completeness;
}
