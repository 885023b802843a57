/** Did all of a corpus answer? Nodes and public indexes may not, or not in full. */
import { SpoliaError } from "../../base/errors.ts";
import { counted } from "../../base/plural.ts";
import type { SearchResult } from "./search.ts";

/** What of a corpus did not answer, as a sentence; `null` where all did. Segments are named as in its manifest. */
export function unansweredIn({ index, unansweredSegments: segments = [] }: SearchResult): string | null {
  if (index?.stage.status === "failed") return index.stage.reason ?? "The index did not answer.";
  if (segments.length === 0) return null;
  const which = `${counted(segments.length, "segment")} of this corpus (${segments.join(", ")})`;
  return `No node answered for ${which}; there may be more than was found.`;
}

/** @throws search_incomplete where a part of the corpus did not answer */
export function requireAnswered(corpus: string, found: SearchResult): SearchResult {
  const hint = unansweredIn(found);
  if (hint === null) return found;
  const what = found.index === undefined ? "The corpus" : "The index";
  const how = found.index === undefined ? "a part did not answer" : "a request got no answer";
  throw new SpoliaError("search_incomplete", `${what} ${corpus} was not searched whole: ${how}.`, { hint });
}
