/** Characters by which a text looks to readers as it does not to a comparison. */
import type { Count, Span } from "../../common.ts";

/**
 * What makes a text look the same to readers but different to a comparison. Folding undoes all kinds except the order
 * of words under bidirectional overrides.
 */
export type DisguiseKind =
  /** Letters of another script that look like those of the word's script: «реорle». */
  | "look_alike_letters"
  /** Zero-width and other invisible characters between two letters of an alphabet that needs none. */
  | "invisible_characters"
  /** Mathematical, enclosed and full-width letters that spell words. */
  | "styled_letters"
  /** Several consecutive letters under a stroke, or a letter with four or more marks. */
  | "covering_marks"
  /** Characters that reverse the direction of left-to-right text. */
  | "bidirectional_overrides"
  /** Tag characters (invisible copies of ASCII) outside the flags of regions. */
  | "tag_characters";

/** Characters that disguise the content; characters that are usual in their context do not count. */
export interface DisguisedCharacters {
  /** Number of disguising characters of all kinds. */
  total: Count;
  /** The kinds that occur. */
  kinds: DisguisedKind[];
}

export interface DisguisedKind {
  /** Kind of the disguise. */
  kind: DisguiseKind;
  /** Number of characters of this kind. */
  characters: Count;
  /** The first ten words or runs that contain such characters. */
  spans: Span[];
}
