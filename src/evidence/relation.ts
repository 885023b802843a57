/** Which way: is the content the document, a part of it, does it contain the document, or does it quote it? */
import type { ContentRelation } from "../contract/analyze.ts";
import { STANDS_IN_SHARE } from "../passages/agreement.ts";
import { eventWords } from "./event.ts";
import { isWidelyShared } from "./findings.ts";
import type { SharedDocument } from "./sharedDocuments.ts";

/** Least share of the shared words inside quotation marks for a quotation. */
const QUOTED_SHARE = 0.5;

/** @param lengthWords words of the content */
export function relationOf(shared: SharedDocument, lengthWords: number): ContentRelation {
  const { words, quotedWords, works, contentShare, documentShare } = shared;
  if (quotedWords >= QUOTED_SHARE * words || isWidelyShared(works)) return "quotes";
  if (contentShare >= STANDS_IN_SHARE) return documentShare >= STANDS_IN_SHARE ? "same" : "part_of";
  if (documentShare >= STANDS_IN_SHARE) return "contains";
  return words < eventWords(lengthWords) ? "quotes" : "shares_passages";
}
