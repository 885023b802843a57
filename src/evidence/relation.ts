/** Which way: is the content the document, a part of it, does it contain the document, or does it quote it? */
import type { ContentRelation } from "../contract/analyze.ts";
import { STANDS_IN_SHARE } from "../passages/agreement.ts";
import { EVENT_WORDS_MIN } from "./event.ts";
import { isWidelyShared } from "./findings.ts";
import type { SharedDocument } from "./sharedDocuments.ts";

export function relationOf(shared: SharedDocument): ContentRelation {
  const { words, commonWords, formulaWords, quotedWords, ownWords, works, contentShare, documentShare } = shared;
  // Words that are neither marked as a quotation, nor formulas, nor such as everybody writes.
  const rest = words - commonWords - formulaWords - quotedWords;
  const isEveryones = isWidelyShared(works) && ownWords < EVENT_WORDS_MIN;
  if (isEveryones || (rest < words && rest < EVENT_WORDS_MIN)) return "quotes";
  if (contentShare >= STANDS_IN_SHARE) return documentShare >= STANDS_IN_SHARE ? "same" : "part_of";
  if (documentShare >= STANDS_IN_SHARE) return "contains";
  return rest < EVENT_WORDS_MIN ? "quotes" : "shares_passages";
}
