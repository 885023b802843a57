/** What is said in other words: what two texts name, and sentences that stand in each other's place. */
import type { PlacedSpan } from "../common.ts";

/**
 * Whether a text says in other words what another says. `likely`: a reader of both would say so, and numbers or names
 * agree; `possible`: worth reading; `not_searched`: there was no encoder that could be used, or the text is too short.
 */
export type RewordedVerdict = "likely" | "possible" | "none_found" | "not_searched";

/** Numbers of two texts, in digits or in words. */
export interface ComparedNumbers {
  /** That both name. */
  agree: number[];
  /** That only `a` names. */
  a_only: number[];
  /** That only `b` names. */
  b_only: number[];
}

/**
 * Names of two texts: words with a capital letter inside of sentences. None where nouns are written so, as in German.
 */
export interface ComparedNames {
  /** That both name, as `a` writes them. */
  agree: string[];
  /** That only `a` names. */
  a_only: string[];
  /** That only `b` names. */
  b_only: string[];
}

/** What two texts name. */
export interface ComparedFacts {
  /** Numbers in these sentences. */
  numbers: ComparedNumbers;
  /** Names in these sentences. */
  names: ComparedNames;
}

/**
 * Sentences, or clauses of long ones, that stand in each other's place: one of each text, or one of one and two of the
 * other.
 */
export interface CorrespondingSentences extends ComparedFacts {
  /** Position in `a`. */
  a: PlacedSpan;
  /** Position in `b`. */
  b: PlacedSpan;
  /** How near the two are for the encoder, 1 at most. */
  cosine: number;
  /**
   * How much nearer than to any other sentence, on a scale from unrelated texts, 0, to the same, 1; below 0 if less.
   */
  margin: number;
}
