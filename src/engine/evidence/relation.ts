/** Which way: is the content the document, a part of it, does it contain the document, or does it quote it? */
import type { ContentRelation } from "../../base/contract/operations/analyze.ts";
import { STANDS_IN_SHARE } from "../../core/passages/agreement.ts";
import { EVENT_WORDS_MIN } from "./confidence/event.ts";
import { isWidelyShared } from "./findings.ts";
import type { SharedDocument } from "./sharedDocuments.ts";

/** From this share on a document stands whole in the content. */
const WHOLE_SHARE = 0.95;
/** Least share of the content that makes text of its own before or behind a document, such as a foreword. */
const OWN_TEXT_SHARE = 0.1;

export function relationOf(shared: SharedDocument): ContentRelation {
  const { words, ownWords, works, contentShare, documentShare } = shared;
  const rest = derivedWords(shared);
  const isEveryones = isWidelyShared(works) && ownWords < EVENT_WORDS_MIN;
  if (isEveryones || (rest < words && rest < EVENT_WORDS_MIN)) return "quotes";
  if (documentShare >= STANDS_IN_SHARE && (contentShare < STANDS_IN_SHARE || hasOwnText(shared))) return "contains";
  if (contentShare >= STANDS_IN_SHARE) return documentShare >= STANDS_IN_SHARE ? "same" : "part_of";
  return "shares_passages";
}

/**
 * Whether the content shares with its document less than makes any event: by the words of either side, since a refrain
 * that the content repeats is derived once. What stands in the other text as a whole is none of these.
 */
export function isBelowEvent(shared: SharedDocument): boolean {
  const fewest = Math.min(derivedWords(shared), shared.documentWords);
  return relationOf(shared) === "shares_passages" && fewest < EVENT_WORDS_MIN;
}

/** Words that are neither marked as a quotation, nor formulas, nor such as everybody writes. */
function derivedWords({ words, commonWords, formulaWords, quotedWords }: SharedDocument): number {
  return words - commonWords - formulaWords - quotedWords;
}

function hasOwnText({ words, contentShare, documentShare, wordsBeside }: SharedDocument): boolean {
  const ownMin = Math.max(EVENT_WORDS_MIN, (OWN_TEXT_SHARE * words) / contentShare);
  return documentShare >= WHOLE_SHARE && wordsBeside >= ownMin;
}
