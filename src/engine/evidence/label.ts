/**
 * The label of a corpus in words. Whoever builds a corpus names its dataset, and the listing of hashes that its files
 * stand in: what is said of models holds only if the label, or the listing, is true.
 */

import type { CorpusReference } from "../../base/contract/common.ts";
import type { AttributionSource } from "../../base/contract/operations/analyze.ts";
import { plural } from "../../base/plural.ts";

/** Corpora named in one sentence. */
const LABELS_NAMED_MAX = 3;

/** Corpora that say what their labels rest on: results of 0.1.0 do not. */
export function labelled(corpora: readonly CorpusReference[]): CorpusReference[] {
  return corpora.filter((corpus) => (corpus as Partial<CorpusReference>).dataset_basis !== undefined);
}

/** The condition on corpora, to be set before or after a statement. Nothing ties a listing to a dataset either. */
export function ifLabelled(corpora: readonly Pick<CorpusReference, "dataset_basis">[]): string {
  const listed = corpora.filter(({ dataset_basis }) => dataset_basis === "manifest").length;
  const conditions = [ifLabels(corpora.length - listed), ifListings(listed)].filter((one) => one !== "");
  return conditions.join(" and ");
}

function ifLabels(corpora: number): string {
  if (corpora === 0) return "";
  return corpora === 1 ? "if this corpus is what its label says" : "if these corpora are what their labels say";
}

function ifListings(corpora: number): string {
  if (corpora === 0) return "";
  return corpora === 1
    ? "if the listing of the corpus's files is that of the dataset's publisher"
    : "if the listings of the corpora's files are those of the datasets' publishers";
}

/** The same behind a statement about models, or nothing where there is none. */
export function ifLabelsHold(sources: readonly Pick<AttributionSource, "corpus" | "dataset_basis">[]): string {
  const corpora = [...new Map(sources.map((source) => [source.corpus, source])).values()];
  return corpora.length === 0 ? "" : `, ${ifLabelled(corpora)}`;
}

/**
 * The labels of corpora, each with how much of its dataset the corpus holds: `four: books3, 4 of 196640 documents`.
 *
 * @param figure writes a number
 */
export function labelsOf(corpora: readonly CorpusReference[], figure: (value: number) => string = String): string {
  const named = corpora
    .slice(0, LABELS_NAMED_MAX)
    .map(({ name, dataset, documents, dataset_documents: all, complete }) => {
      const part =
        complete === "no" && all !== null ? `, ${figure(documents)} of ${figure(all)} ${plural(all, "document")}` : "";
      return `${name}: ${dataset}${part}`;
    });
  const more = corpora.length - named.length;
  return named.join("; ") + (more > 0 ? `; and ${figure(more)} more` : "");
}

/** A caveat of a result that names models; `null` without corpora. */
export function labelCaveat(corpora: readonly CorpusReference[]): string | null {
  if (corpora.length === 0) return null;
  return `What is said of datasets of this model holds only ${ifLabelled(corpora)} (${labelsOf(corpora)}).`;
}
