/** What the confidence of an analysis rests on. */
import type { Count, Percent, PercentInterval, Share } from "../../common.ts";

/** The confidence under another prior. */
export interface ConfidenceAtPrior {
  /** The prior probability. */
  prior: Share;
  /** The probability under this prior, in per cent. */
  confidence: Percent;
  /** 95 % interval of `confidence`. */
  confidence_ci_95: PercentInterval;
}

/**
 * The inputs of the confidence. Except for the first two and `longest_run_words`, they describe what the content shares
 * with one document: the one with most own words.
 */
export interface ConfidenceFeatures {
  /** Words of the content, without those that everybody writes where something was found (`Match.commonplace`). */
  content_words: Count;
  /** Words of the searched corpora. */
  searched_words: Count;
  /**
   * Words of the content in the document's passages, each counted once, without those that everybody writes but with
   * formulas; 0 if nothing was found.
   */
  passage_words: Count;
  /**
   * The same words, each divided by the number of works that share it: Σ 1 / (1 + w), where w is the number of other
   * works. Copies and editions of a work count once.
   *
   * @since 0.2.0
   */
  own_words: number;
  /** The longest run of all matches, `coverage.longest_run_words`. */
  longest_run_words: Count;
  /** Share of `passage_words` that agree with the document. */
  identity: Share;
  /** Surprise of the words that agree, in bits. */
  rarity_bits: number;
  /**
   * The same, each word's divided by the number of works that share it.
   *
   * @since 0.2.0
   */
  own_bits: number;
  /** Number of works that share the passages, in the mean over their words: passage_words / own_words, rounded. */
  documents: Count;
  /**
   * Words of `passage_words` in passages that the content marks as quotations. They count for `passage_confidence`, not
   * for `confidence`.
   *
   * @since 0.2.0
   */
  quoted_words: Count;
  /**
   * Words of `passage_words` in passages that are formulas of numbered provisions (`Match.commonplace`): the verdict
   * does not rest on them, and the confidence counts them for less.
   *
   * @since 0.2.0
   */
  formula_words: Count;
}
