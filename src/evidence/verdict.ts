/**
 * The verdict follows the passages. Event G: a document of the searched corpora and the content share a derived passage of at least
 * max(50 words, 20 % of the content).
 */
import type { Verdict } from "../contract/analyze.ts";
import { JUDGED_SHINGLES_MIN, JUDGED_WORDS_MIN } from "../limits.ts";
import { type ContentFacts, type Finding, passageWords } from "./findings.ts";

/** Words that a passage of event G has at least. */
const EVENT_WORDS_MIN = 50;
/** Share of the content that it has at least. */
const EVENT_SHARE_MIN = 0.2;

/** Why a content cannot be judged at all, or `null`. */
export function tooShortToJudge({ lengthWords, distinctShingles }: ContentFacts): string | null {
  if (lengthWords < JUDGED_WORDS_MIN) {
    return `The content has ${lengthWords} words; a passage that would count has at least ${JUDGED_WORDS_MIN}.`;
  }
  if (distinctShingles < JUDGED_SHINGLES_MIN) {
    return `The content has ${distinctShingles} distinct shingles; fewer than ${JUDGED_SHINGLES_MIN} do not identify a text.`;
  }
  return null;
}

/** Words that a passage of event G has at least in a content of so many words. */
export function eventWords(lengthWords: number): number {
  return Math.max(EVENT_WORDS_MIN, EVENT_SHARE_MIN * lengthWords);
}

/** Whether a passage meets event G in a content of so many words. */
function meetsEvent(finding: Finding, lengthWords: number): boolean {
  return passageWords(finding) >= eventWords(lengthWords);
}

/**
 * `match`: a passage that meets event G; `partial`: passages below it; `none_found`: a complete search without any;
 * `insufficient_evidence`: too short to judge, or nothing found by a search that was not complete.
 */
export function verdictOf(content: ContentFacts, findings: readonly Finding[], searchComplete: boolean): Verdict {
  if (tooShortToJudge(content) !== null) return "insufficient_evidence";
  if (findings.some((finding) => meetsEvent(finding, content.lengthWords))) return "match";
  if (findings.length > 0) return "partial";
  return searchComplete ? "none_found" : "insufficient_evidence";
}
