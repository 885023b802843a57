/** What corpora and the catalogue tell of training data, each fact with its sources. Nothing else is known here. */

import type { EvidenceClass } from "../../../base/contract/operations/analyze.ts";
import type { CorpusInfo, CorpusProvenance, SourceFile, SourceFiles } from "../../../base/contract/resources/corpus.ts";
import type { StatementSource } from "../../../base/contract/resources/trainingStatement.ts";
import type { Catalogue } from "../../../catalogue/catalogue.ts";
import { sourceAddress } from "../../../catalogue/graph/address.ts";
import type { Dataset, DomainList, Model } from "../../../catalogue/ledger/records.ts";
import { Said } from "./draft.ts";

/** What a statement reads of a corpus; names of its files may be kept back. */
export interface StatedCorpus
  extends Pick<
    CorpusInfo,
    "name" | "dataset" | "revision" | "documents" | "words" | "text_bytes" | "identical_documents"
  > {
  /** Inputs that were left out. */
  readonly unread: { readonly inputs: number } | null;
  /** Where the documents came from. */
  readonly provenance:
    | (Pick<CorpusProvenance, "declared"> & {
        readonly sources: (Pick<SourceFiles, "files"> & Partial<Pick<SourceFiles, "listed" | "origins">>) | null;
      })
    | null;
}

/** What was counted in one corpus. */
interface CorpusFacts {
  name: Said<string>;
  revision: Said<string>;
  documents: Said<number>;
  words: Said<number>;
  bytes: Said<number>;
  identical: Said<number>;
  /** Who declared that it is of the dataset. */
  declared: Said<string> | null;
  /** Files that it was read from, with their hashes, where the corpus lists them. */
  files: readonly Said<SourceFile>[];
  /** Dataset and revision of its files, where they are of a hub. */
  origins: readonly Said<string>[];
  /** Inputs that were left out. */
  unread: Said<number> | null;
}

/** What is known of one dataset. */
export interface DatasetFacts {
  id: string;
  name: Said<string>;
  corpora: readonly CorpusFacts[];
  /** The record; `null` for a dataset that no record names. */
  record: Dataset | null;
  /** A value of the record, with its sources; `null` where it is not established. */
  told<Value>(value: Value | null): Said<Value> | null;
  /** Where the record's sources can be read. */
  addresses: readonly Said<string>[];
  /** On whose word the model was trained on it; `null` without a model. */
  evidence: Said<EvidenceClass> | null;
  /** Domains that it was taken from, as lists name them. */
  domains: readonly Said<string>[];
  /** Names of the datasets of this statement that are made of it among others: their figures have it in them. */
  within: readonly Said<string>[];
}

interface ModelFacts {
  record: Model;
  provider: Said<string>;
  told<Value>(value: Value | null): Said<Value> | null;
  /** Crawlers of its provider. */
  crawlers: readonly Said<string>[];
  /** Domains that its provider names. */
  domains: readonly Said<string>[];
}

export interface TrainingFacts {
  created: string;
  model: ModelFacts | null;
  datasets: readonly DatasetFacts[];
}

/** Domains of a list that a statement names. */
const DOMAINS_TOLD_MAX = 100;

/** @throws unknown_dataset, unknown_model */
export function trainingFacts(
  catalogue: Catalogue,
  { corpora, datasets, model }: { corpora: readonly StatedCorpus[]; datasets: readonly string[]; model: string | null },
  created: string,
): TrainingFacts {
  const record = model === null ? null : catalogue.model(model);
  const trained = new Map((record === null ? [] : catalogue.lineageOf(record.id)).map((one) => [one.dataset, one]));
  for (const id of datasets) catalogue.requireDataset(id);
  const ids = [...new Set([...corpora.map(({ dataset }) => dataset), ...datasets, ...trained.keys()])];
  const facts = ids.map((id): DatasetFacts => {
    const found = catalogue.dataset(id) ?? null;
    const of = corpora.filter(({ dataset }) => dataset === id);
    const told = teller(catalogue, found?.sources ?? []);
    const edge = trained.get(id);
    return {
      id,
      name: found === null ? new Said(id, of.map(corpusSource)) : told(found.name)!,
      corpora: of.map(corpusFacts),
      record: found,
      told,
      addresses: catalogue
        .citations(found?.sources ?? [])
        .flatMap((one) => (one.url === null ? [] : [new Said(one.url, citationSources(catalogue, [one.id]))])),
      evidence: edge === undefined ? null : new Said(edge.evidence, citationSources(catalogue, edge.sources)),
      domains: domainsOf(catalogue, ({ dataset }) => dataset === id),
      within: ids.flatMap((one) => {
        const other = catalogue.dataset(one);
        return other?.contains?.includes(id) === true ? [teller(catalogue, other.sources)(other.name)!] : [];
      }),
    };
  });
  return { created, model: record && modelFacts(catalogue, record), datasets: facts };
}

const domainsOf = (catalogue: Catalogue, isOf: (list: DomainList) => boolean): Said<string>[] =>
  catalogue.domains
    .filter(isOf)
    .flatMap((list) =>
      list.domains.slice(0, DOMAINS_TOLD_MAX).map((domain) => teller(catalogue, list.sources)(domain)!),
    );

function modelFacts(catalogue: Catalogue, record: Model): ModelFacts {
  const provider = catalogue.provider(record.provider);
  const crawlers = catalogue.crawlers.filter(({ id }) => provider?.crawlers.includes(id));
  const word = { yes: "respects robots.txt", no: "does not respect robots.txt", unclear: "robots.txt: unclear" };
  return {
    record,
    provider: new Said(
      provider?.name ?? record.provider,
      citationSources(catalogue, provider?.sources ?? record.sources),
    ),
    told: teller(catalogue, record.sources),
    domains: domainsOf(catalogue, ({ models }) => models.includes(record.id)),
    crawlers: crawlers.map(
      ({ token, function: purpose, respects_robots, sources }) =>
        teller(catalogue, sources)(`${token} (${purpose}; ${word[respects_robots]})`)!,
    ),
  };
}

/** Tells values that rest on the same sources; `null` stays `null`. */
const teller =
  (catalogue: Catalogue, ids: readonly string[]) =>
  <Value>(value: Value | null): Said<Value> | null =>
    value === null ? null : new Said(value, citationSources(catalogue, ids));

function citationSources(catalogue: Catalogue, ids: readonly string[]): StatementSource[] {
  return ids.flatMap((id) => {
    const source = catalogue.source(id);
    if (source === undefined) return [];
    const { title, checked } = source;
    return [{ kind: "catalogue" as const, id, title, url: sourceAddress(source), checked }];
  });
}

const corpusSource = ({ name, revision }: StatedCorpus): StatementSource => ({
  kind: "corpus",
  id: name,
  title: revision,
  url: null,
  checked: null,
});

function corpusFacts(info: StatedCorpus): CorpusFacts {
  const said = <Value>(value: Value) => new Said(value, [corpusSource(info)]);
  const { provenance, unread } = info;
  const { declared = null, sources = null } = provenance ?? {};
  const { listed = [] } = sources ?? {};
  return {
    name: said(info.name),
    revision: said(info.revision),
    documents: said(info.documents),
    words: said(info.words),
    bytes: said(info.text_bytes),
    identical: said(info.identical_documents),
    declared: declared && said(declared.on === null ? declared.by : `${declared.by}, ${declared.on}`),
    // Of a list that was cut, a part would look like the whole.
    files: listed.length < (sources?.files ?? 0) ? [] : listed.map(said),
    origins: (sources?.origins ?? []).flatMap(({ dataset, revision }) =>
      dataset === null ? [] : [said(revision === null ? dataset : `${dataset} at ${revision}`)],
    ),
    unread: unread === null ? null : said(unread.inputs),
  };
}
