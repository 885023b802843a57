/**
 * The verdict follows the passages. Event G: a document of the searched corpora and the content share a derived passage of at least
 * max(50 words, 20 % of the content).
 */
import type { Verdict } from "../contract/analyze.ts";
import { log2 } from "../kernels/numbers/log.reference.ts";
import { JUDGED_SHINGLES_MIN, JUDGED_WORDS_MIN, PASSAGE_WORDS_MIN } from "../limits.ts";
import { counted } from "../plural.ts";
import { type ContentHit, type ContentLength, passageWords } from "./findings.ts";

/** Words that a passage of event G has at least. */
const EVENT_WORDS_MIN = 50;
/** Share of the content that it has at least. */
const EVENT_SHARE_MIN = 0.2;

/**
 * Bits of surprise beyond those that name a place among all searched words, for a passage without a run of `PASSAGE_WORDS_MIN` words. Statutes
 * that have nothing to do with each other share formulas of 100 to 200; planted passages of 50 words that were changed throughout have more.
 * Chosen on the fit and select splits (README.md has what it costs).
 */
const TELLING_BITS_MIN = 200;

/** Why a content cannot be judged at all, or `null`. */
export function tooShortToJudge({ lengthWords, distinctShingles }: ContentLength): string | null {
  if (lengthWords < JUDGED_WORDS_MIN) {
    return `The content has ${counted(lengthWords, "word")}; a passage that would count has at least ${JUDGED_WORDS_MIN}.`;
  }
  if (distinctShingles < JUDGED_SHINGLES_MIN) {
    return `The content has ${counted(distinctShingles, "distinct shingle")}; fewer than ${JUDGED_SHINGLES_MIN} do not identify a text.`;
  }
  return null;
}

/** Words that a passage of event G has at least in a content of so many words. */
export function eventWords(lengthWords: number): number {
  return Math.max(EVENT_WORDS_MIN, EVENT_SHARE_MIN * lengthWords);
}

/**
 * Whether anything follows from a passage: a long verbatim run, or more surprise than unrelated texts of one field have in common. The others are
 * told, as facts; no verdict rests on them, and nobody is named for them.
 */
export function isSignificant({ passage: { longestRunWords, rarityBits } }: ContentHit, searchedWords: number): boolean {
  return longestRunWords >= PASSAGE_WORDS_MIN || rarityBits - log2(Math.max(1, searchedWords)) >= TELLING_BITS_MIN;
}

/** Whether a passage meets event G in a content of so many words. */
function meetsEvent(finding: ContentHit, lengthWords: number): boolean {
  return passageWords(finding) >= eventWords(lengthWords);
}

/**
 * `match`: a passage that meets event G; `partial`: passages below it; `none_found`: a complete search without any;
 * `insufficient_evidence`: too short to judge, or nothing found by a search that was not complete.
 *
 * @param findings that are telling
 */
export function verdictOf(content: ContentLength, findings: readonly ContentHit[], searchComplete: boolean): Verdict {
  if (tooShortToJudge(content) !== null) return "insufficient_evidence";
  if (findings.some((finding) => meetsEvent(finding, content.lengthWords))) return "match";
  if (findings.length > 0) return "partial";
  return searchComplete ? "none_found" : "insufficient_evidence";
}
