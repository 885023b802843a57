/** What the label of a corpus rests on. */

import type { DatasetBasis } from "../../base/contract/common.ts";
import type { CorpusInfo } from "../../base/contract/resources/corpus.ts";
import { sum } from "../../base/lists/numbers.ts";

/** What it rests on that a corpus holds documents of its dataset; `DatasetBasis` defines the words. */
export function basisOf({ provenance }: Pick<CorpusInfo, "provenance">): DatasetBasis {
  // Corpora that others implement may lack the field.
  if (!provenance) return "none";
  const { sources, unrecorded, listings } = provenance;
  // Each file was compared with one listing at most.
  const areListed = sources !== null && sum(listings, ({ files }) => files) === sources.files;
  return areListed && unrecorded === 0 ? "manifest" : "declared";
}
