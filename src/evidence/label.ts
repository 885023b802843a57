/**
 * The label of a corpus in words. Whoever builds a corpus names its dataset; where no listing of hashes confirms it,
 * what is said of models holds only if the label is true.
 */
import type { AttributionSource } from "../contract/analyze.ts";
import type { CorpusReference } from "../contract/common.ts";
import { plural } from "../plural.ts";

/** Corpora named in one sentence. */
const LABELS_NAMED_MAX = 3;

/** Corpora whose label no listing confirms. Results of 0.1.0 do not say what labels rest on, and so give none. */
export function labelled(corpora: readonly CorpusReference[]): CorpusReference[] {
  const basis = (corpus: CorpusReference) => (corpus as Partial<CorpusReference>).dataset_basis;
  return corpora.filter((corpus) => basis(corpus) !== undefined && basis(corpus) !== "manifest");
}

/** The condition on so many corpora, to be set before or after a statement. */
export const ifLabelled = (corpora: number): string =>
  corpora === 1 ? "if this corpus is what its label says" : "if these corpora are what their labels say";

/** The same behind a statement about models, or nothing where listings confirm all labels. */
export function ifLabelsHold(sources: readonly Pick<AttributionSource, "corpus" | "dataset_basis">[]): string {
  const unconfirmed = sources.filter(({ dataset_basis }) => dataset_basis !== "manifest");
  if (unconfirmed.length === 0) return "";
  const some = unconfirmed.length < sources.length ? `${unconfirmed.length} of them only ` : "";
  return `, ${some}${ifLabelled(new Set(unconfirmed.map(({ corpus }) => corpus)).size)}`;
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

/** A caveat of a result that names models; `null` where listings confirm the labels of all these corpora. */
export function labelCaveat(corpora: readonly CorpusReference[]): string | null {
  const unconfirmed = labelled(corpora);
  if (unconfirmed.length === 0) return null;
  return `What is said of datasets of this model holds only ${ifLabelled(unconfirmed.length)} (${labelsOf(unconfirmed)}): no listing of hashes confirms it.`;
}
