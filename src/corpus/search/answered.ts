/** Did all of a corpus answer? Public indexes may not, or not in full. */
import { SpoliaError } from "../../base/errors.ts";
import type { SearchResult } from "./search.ts";

/** What of a corpus did not answer, as a sentence; `null` where all did. */
export function unansweredIn({ index }: SearchResult): string | null {
  return index?.stage.status === "failed" ? (index.stage.reason ?? "The index did not answer.") : null;
}

/** @throws search_incomplete where a part of the corpus did not answer */
export function requireAnswered(corpus: string, found: SearchResult): SearchResult {
  const hint = unansweredIn(found);
  if (hint === null) return found;
  const message = `The index ${corpus} was not searched whole: a request got no answer.`;
  throw new SpoliaError("search_incomplete", message, { hint });
}
