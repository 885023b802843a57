/** The verdict on what a content shares with the searched corpora. */
import type { Verdict } from "../contract/analyze.ts";
import { log2 } from "../kernels/numbers/log.reference.ts";
import { JUDGED_SHINGLES_MIN, JUDGED_WORDS_MIN, PASSAGE_WORDS_MIN } from "../limits.ts";
import { counted } from "../plural.ts";
import type { ContentHit, ContentLength } from "./findings.ts";

/**
 * Minimum surprise, in bits beyond log2 of all searched words, of a significant passage without a run of
 * `PASSAGE_WORDS_MIN` words. Unrelated statutes share formulas of 100 to 200 bits; planted passages of 50 words that
 * were changed throughout have more. Chosen on the fit and select splits (README.md states the cost).
 */
const SIGNIFICANT_BITS_MIN = 200;

/** The reason why a content is too short to judge, or `null`. */
export function tooShortToJudge({ lengthWords, distinctShingles }: ContentLength): string | null {
  if (lengthWords < JUDGED_WORDS_MIN) {
    return `The content has ${counted(lengthWords, "word")}; a passage that would count has at least ${JUDGED_WORDS_MIN}.`;
  }
  if (distinctShingles < JUDGED_SHINGLES_MIN) {
    return `The content has ${counted(distinctShingles, "distinct shingle")}; fewer than ${JUDGED_SHINGLES_MIN} do not identify a text.`;
  }
  return null;
}

/**
 * Whether conclusions may rest on a passage: it has a long verbatim run, or more surprise than unrelated texts of one
 * field share. Other passages are reported as facts; no verdict and no attribution rests on them.
 */
export function isSignificant(
  { passage: { longestRunWords, rarityBits } }: ContentHit,
  searchedWords: number,
): boolean {
  return longestRunWords >= PASSAGE_WORDS_MIN || rarityBits - log2(Math.max(1, searchedWords)) >= SIGNIFICANT_BITS_MIN;
}

interface VerdictFacts {
  /** Why the content cannot be judged, or `null`. */
  tooShort: string | null;
  /** Whether a passage is significant (`isSignificant`). */
  hasSignificant: boolean;
  /** log10 of the likelihood ratio of event G; `null` if it is unknown. */
  log10Lr: number | null;
  /** Whether the content only quotes the document with which it shares most. */
  isQuotation: boolean;
  /** Whether every corpus was searched in full. */
  isComplete: boolean;
}

/**
 * `match`: significant passages that are no quotation, and the event G is at least as probable with what was found as
 * without; `partial`: other significant passages; `none_found`: a complete search without significant passages;
 * `insufficient_evidence`: the content is too short to judge, or a search that was not complete found nothing.
 */
export function verdictOf({ tooShort, hasSignificant, log10Lr, isQuotation, isComplete }: VerdictFacts): Verdict {
  if (tooShort !== null) return "insufficient_evidence";
  if (hasSignificant) return log10Lr !== null && log10Lr >= 0 && !isQuotation ? "match" : "partial";
  return isComplete ? "none_found" : "insufficient_evidence";
}
