/** Which public indexes can be searched, by the catalogue? */
import { checkArguments, hasMethods } from "../../base/arguments.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { SEARCHED_KINDS } from "../../catalogue/graph/searched.ts";
import type { SearchableIndex } from "../../report/views/catalogue/catalogue.ts";

/** The public indexes of a catalogue that `openPublicCorpus` opens, sorted by dataset. */
export function searchableIndexes(catalogue: Catalogue): SearchableIndex[] {
  const isCatalogue = hasMethods(catalogue, "dataset", "source") && Array.isArray(catalogue.indexes);
  checkArguments("searchableIndexes", [["/catalogue", isCatalogue, "a catalogue: await loadCatalogue()"]]);
  const { indexes, dataset, source } = catalogue;
  return indexes
    .filter(({ kind }) => SEARCHED_KINDS.includes(kind))
    .map(({ kind, name, dataset: id, coverage, documents, tokens, bytes, endpoint, note, sources }) => ({
      corpus: `${kind}:${name}`,
      dataset: id,
      coverage,
      data_until: dataset(id)?.period?.to ?? null,
      documents,
      tokens,
      bytes,
      address: endpoint,
      note,
      checked: earliest(sources.map((one) => source(one)?.checked ?? null)),
    }))
    .sort((one, other) => (one.dataset < other.dataset ? -1 : one.dataset > other.dataset ? 1 : 0));
}

/** The month of the oldest check; `null` where one is not noted. */
function earliest(months: readonly (string | null)[]): string | null {
  const noted = months.filter((month) => month !== null).sort();
  return noted.length === months.length ? (noted[0] ?? null) : null;
}
