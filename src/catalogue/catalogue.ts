/** The catalogue: the shipped records combined with a user's ledgers, validated, identified by a hash, with lookups. */
import { checkArguments, isRecord } from "../base/arguments.ts";
import type { OpenedFeed } from "./feed/feed.ts";
import { sourceAddress } from "./graph/address.ts";
import { type AgedRecords, checkedBefore } from "./graph/age.ts";
import { type DomainAnswer, domainAnswer } from "./graph/domains.ts";
import { type AppliedJurisdiction, appliedJurisdiction } from "./graph/jurisdictions.ts";
import { lineageGraph, lineageOf, type TrainedDataset, type TrainingPath, trainedOn } from "./graph/lineage.ts";
import { catalogueInvalid, pointerTo } from "./ledger/faults.ts";
import { completeLedger, type Ledger, layOver } from "./ledger/ledger.ts";
import { modelsByName, unknownDataset } from "./ledger/names.ts";
import type { CatalogueRecords, Dataset, Model, Provider, Source } from "./ledger/records.ts";
import { revisionOf } from "./ledger/revision.ts";
import { SHIPPED_RECORDS } from "./ledger/shipped.ts";
import { validate } from "./ledger/validate.ts";

/** A source and its line in a list of references. */
export interface Citation extends Source {
  /** `Org (year). Title. Locator (kind; read: how far)`, on one line. */
  readonly citation: string;
  /**
   * Where it can be read; `null` where its locator names no place on the web.
   *
   * @since 0.2.0
   */
  readonly url: string | null;
}

/** All records, and lookups over them. A loaded catalogue never changes. */
export interface Catalogue extends CatalogueRecords {
  /** `cat_` and 16 hexadecimal digits: equal for equal records. */
  readonly revision: string;
  /**
   * The model of this name, ignoring case: its id, an alias with or without its provider, or provider and model as
   * results write them ("EleutherAI/GPT-J-6B"). Otherwise throws `unknown_model` with near names in the hint; nothing
   * is guessed.
   */
  model(name: string): Model;
  provider(id: string): Provider | undefined;
  dataset(id: string): Dataset | undefined;
  /** As `dataset`, but throws `unknown_dataset` with near names in the hint. */
  requireDataset(id: string): Dataset;
  source(id: string): Source | undefined;
  /** A source in one line, for a report; `undefined` where there is none of that id. */
  citation(sourceId: string): string | undefined;
  /** The sources of these ids, each once, in the order of their first mention; unknown ids are left out. */
  citations(sourceIds: Iterable<string>): Citation[];
  /**
   * The rule that applies at an ISO 3166 or regime code; otherwise throws `unknown_jurisdiction` with near codes in the
   * hint.
   */
  jurisdiction(code: string): AppliedJurisdiction;
  /**
   * Models that trained on a dataset, one path each, strongest first; empty for a dataset that no record names. Paths
   * that the date of a work's first publication or the language of the text (ISO 639-1) excludes come last. A series
   * stands for its members; the path to one model alone, member or not, is given for its id.
   */
  trainedOn(datasetId: string, published?: string, language?: string, modelId?: string): TrainingPath[];
  /**
   * The lists that name a domain as origin of training data, with the models that trained on what they describe.
   * `domain` is a host (`example.org`), a part of one (`github.com/python/peps`) or an address; otherwise throws
   * `invalid_request`.
   *
   * @since 0.2.0
   */
  domain(domain: string): DomainAnswer;
  /**
   * Models, edges, datasets and lists of domains with a source that was last checked over so many months (default 0)
   * before a month (`YYYY-MM`), or of which no check is noted; the longest ago first.
   *
   * @since 0.2.0
   */
  checkedBefore(month: string, months?: number): AgedRecords;
  /** What a model (id or alias) was trained on; throws `unknown_model`. */
  lineageOf(modelName: string): TrainedDataset[];
}

/**
 * Loads the shipped records, or those of a feed that is given first, and lays ledgers over them, in order: a record of
 * the same id, or an edge of the same model and dataset, replaces.
 *
 * @throws SpoliaError `catalogue_invalid`; its `fields` point into the arguments: `/0/edges/2/sources` is of the first
 *   ledger
 */
export async function loadCatalogue(...ledgers: (OpenedFeed | Ledger)[]): Promise<Catalogue> {
  checkArguments(
    "loadCatalogue",
    ledgers.map((ledger, i) => [
      `/ledgers/${i}`,
      isRecord(ledger) && (i === 0 || !("records" in ledger)),
      "a ledger, not its path: parseLedger(JSON.parse(…)); before all of them, one feed may stand",
    ]),
  );
  const [first] = ledgers;
  const feed = first !== undefined && "records" in first ? first : null;
  const complete = ledgers.map((one, position) => completeLedger("records" in one ? {} : one, pointerTo(position)));
  const { records, origins } = layOver(feed?.records ?? SHIPPED_RECORDS, complete);
  // Of the shipped records a test says that they keep the rules.
  const faults = ledgers.length === 0 ? [] : validate(records, origins);
  if (faults.length > 0) throw catalogueInvalid(faults);
  return catalogueOf(records, await revisionOf(records));
}

/** Makes the lookups over records that keep the rules. */
export function catalogueOf(records: CatalogueRecords, revision: string): Catalogue {
  const model = modelsByName(records.models, records.providers);
  const datasets = byId(records.datasets);
  const providers = byId(records.providers);
  const sources = byId(records.sources);
  const jurisdictions = byId(records.jurisdictions);
  const graph = lineageGraph(records);
  const trained = (datasetId: string) => trainedOn(graph, datasetId);
  return {
    ...records,
    revision,
    model,
    provider: (id) => providers.get(id),
    dataset: (id) => datasets.get(id),
    requireDataset: (id) => datasets.get(id) ?? unknownDataset(records.datasets, id),
    source: (id) => sources.get(id),
    citation(sourceId) {
      const source = sources.get(sourceId);
      return source && citationOf(source);
    },
    citations: (sourceIds) =>
      [...new Set(sourceIds)].flatMap((id) => {
        const source = sources.get(id);
        return source === undefined ? [] : [{ ...source, citation: citationOf(source), url: sourceAddress(source) }];
      }),
    jurisdiction: (code) => appliedJurisdiction(jurisdictions, code),
    trainedOn: (datasetId, published, language, modelId) =>
      trainedOn(graph, datasetId, { published, language }, modelId),
    domain: (domain) => domainAnswer({ domains: records.domains, model, trainedOn: trained }, domain),
    checkedBefore: (month, months = 0) => checkedBefore(records, month, months),
    lineageOf: (modelName) => lineageOf(graph, model(modelName).id),
  };
}

/** `Citation.citation`, on one line even if fields of a ledger contain line breaks. */
function citationOf({ org, year, title, locator, kind, read }: Source): string {
  return `${org} (${year}). ${title}. ${locator} (${kind}; read: ${read})`.replaceAll(/\s+/g, " ");
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
