/** Public indexes of training data: which there are, and what a search of one sends. */
import { loadCatalogue } from "../../../catalogue/catalogue.ts";
import { openPublicCorpus, type PublicCorpus } from "../../../remote/publicIndexes/corpus.ts";
import { searchableIndexes } from "../../../remote/publicIndexes/searchable.ts";
import type { ChosenIndex, ListedIndex, PlannedSending } from "../messages.ts";

export async function listedIndexes(): Promise<ListedIndex[]> {
  return searchableIndexes(await loadCatalogue()).map(({ corpus, dataset, tokens, data_until, address }) => ({
    name: corpus,
    address,
    dataset,
    tokens,
    until: data_until,
  }));
}

/** Opening sends nothing. */
export const openIndex = ({ name, address, dataset }: ChosenIndex): Promise<PublicCorpus> =>
  openPublicCorpus(name, dataset === null ? {} : { address, dataset });

export function planned(text: string, indexes: readonly ChosenIndex[]): Promise<PlannedSending[]> {
  return Promise.all(
    indexes.map(async (place) => {
      const corpus = await openIndex(place);
      const { address, strings, requests_max: requestsMax } = corpus.plan(text);
      await corpus.close();
      return { name: place.name, address, strings, requestsMax };
    }),
  );
}
