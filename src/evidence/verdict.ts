/**
 * The verdict on the passages that were found. A match is a derived passage of at least max(50 words, 20 % of the
 * content) that a document of the searched corpora and the content share.
 */
import type { Verdict } from "../contract/analyze.ts";
import { log2 } from "../kernels/numbers/log.reference.ts";
import { JUDGED_SHINGLES_MIN, JUDGED_WORDS_MIN, PASSAGE_WORDS_MIN } from "../limits.ts";
import { counted } from "../plural.ts";
import { type ContentHit, type ContentLength, passageWords } from "./findings.ts";

/** Minimum of words in a passage that makes a match. */
const EVENT_WORDS_MIN = 50;
/** Minimum share of the content in such a passage. */
const EVENT_SHARE_MIN = 0.2;

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

/** Minimum of words in a passage that makes a match, for a content of so many words. */
export function eventWords(lengthWords: number): number {
  return Math.max(EVENT_WORDS_MIN, EVENT_SHARE_MIN * lengthWords);
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

/** Whether a passage is long enough for a match in a content of so many words. */
function isLongEnough(finding: ContentHit, lengthWords: number): boolean {
  return passageWords(finding) >= eventWords(lengthWords);
}

/**
 * `match`: a passage of at least `eventWords`; `partial`: only shorter passages; `none_found`: a complete search
 * without findings; `insufficient_evidence`: the content is too short to judge, or a search that was not complete found
 * nothing.
 *
 * @param findings the significant ones only (`isSignificant`)
 */
export function verdictOf(content: ContentLength, findings: readonly ContentHit[], searchComplete: boolean): Verdict {
  if (tooShortToJudge(content) !== null) return "insufficient_evidence";
  if (findings.some((finding) => isLongEnough(finding, content.lengthWords))) return "match";
  if (findings.length > 0) return "partial";
  return searchComplete ? "none_found" : "insufficient_evidence";
}
