/**
 * What a record of the catalogue says. `null` means "not established", never zero and never "no". Months are `YYYY-MM`,
 * amounts plain numbers in `currency`, shares 0 to 1. `sources` lists ids of `Source` records and covers the record as
 * a whole; where a part rests on less, a field says so (`released_basis`, `proof_basis`) or the note does.
 */

import type { Count, Percent, Share } from "../../base/contract/common.ts";
import type { EvidenceClass } from "../../base/contract/operations/analyze.ts";
import type { Crawler, Jurisdiction, MemorisationFinding, Rate, Regime, SearchIndex } from "./references.ts";
import type {
  AVAILABILITIES,
  DATASET_KINDS,
  DISCLOSURES,
  DOMAIN_COVERAGES,
  INDEX_KINDS,
  MODALITIES,
  MODEL_SCOPES,
  PORTION_KINDS,
  RELEASED_BASES,
  SOURCE_KINDS,
  SOURCE_READINGS,
} from "./words.ts";

/** A developer. */
export interface Provider {
  /** Id of the provider. */
  readonly id: string;
  /** Name of the provider. */
  readonly name: string;
  /** ISO 3166-1 alpha-2 code of its seat. It describes; it is not evidence. `null` where nobody has established it. */
  readonly country: string | null;
  /** Ids of `Crawler` records. */
  readonly crawlers: readonly string[];
  /** Score in the 2025 Foundation Model Transparency Index, 0 to 100; `null` where it was not scored. */
  readonly fmti_2025: Percent | null;
  /** Ids of the sources of this record. */
  readonly sources: readonly string[];
}

/**
 * A released model, a series of them that share their data, or a family. A model without edges, of its own, its series
 * or its base, has no training data that can be shown.
 */
export interface Model {
  /** `<provider>/<model>`. */
  readonly id: string;
  /** Id of the provider. */
  readonly provider: string;
  /** Name of the model. */
  readonly name: string;
  /** Other slugs for the part after the slash; each belongs to one model only. */
  readonly aliases: readonly string[];
  /**
   * `series`: what it says of training data holds for each member; a measurement of one member is not one of another.
   * `family`: a claim that is not tied to a version. It is never projected onto a version.
   */
  readonly scope: (typeof MODEL_SCOPES)[number];
  /** Month of the release, `YYYY-MM`; `null` where nobody has established it. */
  readonly released: string | null;
  /** What the month of the release rests on; `null` without one. */
  readonly released_basis: (typeof RELEASED_BASES)[number] | null;
  /** Whether the weights can be downloaded; `null` where nobody has established it. */
  readonly open_weights: boolean | null;
  /** Parameters of each size; empty where they are not known. */
  readonly parameters: readonly Count[];
  /** What the developer says of the training data; `null` where nobody has established it. */
  readonly disclosure: (typeof DISCLOSURES)[number] | null;
  /** Training tokens; `null` where nobody has established them. */
  readonly tokens: Count | null;
  /** Last month of the training data as a listed source states it, `YYYY-MM`; `null` where none does. */
  readonly cutoff: string | null;
  /** Id of the model that this one was tuned from, whose edges are inherited and reported as such; `null` for none. */
  readonly base: string | null;
  /**
   * Id of the series that this release is one of, whose edges are its own; `null` for none.
   *
   * @since 0.2.0
   */
  readonly series: string | null;
  /** What else a reader has to know; `null` where there is nothing. */
  readonly note: string | null;
  /** Ids of the sources of this record. */
  readonly sources: readonly string[];
}

/** How much of a dataset went into a model. */
export interface Portion {
  /** How much of the dataset went in. */
  readonly kind: (typeof PORTION_KINDS)[number];
  /** Passes over what went in; `null` where nobody has established them. */
  readonly epochs: number | null;
  /**
   * Tokens of what training drew from, each document counted once; `null` where no source states them.
   *
   * @since 0.2.0
   */
  readonly size_tokens: Count | null;
  /**
   * Tokens of it that training read, repetitions counted; `null` where no source states them.
   *
   * @since 0.2.0
   */
  readonly seen_tokens: Count | null;
  /**
   * Share of the model's training mix, never a probability that a document was used; `null` where nobody has
   * established it.
   */
  readonly share: Share | null;
}

/** Documents of a dataset, drawn by chance, that were looked up in a published order or manifest of training data. */
export interface Lookup {
  /** How many were looked up. */
  readonly documents: Count;
  /** How many of them were missing. */
  readonly missing: Count;
  /** Id of the source with the order or manifest; `sources` of the edge lists it. */
  readonly source: string;
}

/** "This model was trained on this dataset": one record for each pair. */
export interface Edge {
  readonly model: string;
  readonly dataset: string;
  readonly evidence: EvidenceClass;
  readonly portion: Portion;
  /**
   * Ids of the datasets inside this one that went in, where the source says that the others stayed out; empty where it
   * says so without naming any. `null`: nothing is said, and any part may have gone in.
   */
  readonly parts: readonly string[] | null;
  /**
   * Languages of what went in: ISO 639-1, `mul` or `code`; `null` where no source says so. A dataset that went in as a
   * whole then has its own.
   */
  readonly languages: readonly string[] | null;
  /** Documents that were looked up in the training data; only for a whole dataset. `null`: nobody did. */
  readonly lookup: Lookup | null;
  /** Whether parties dispute the fact; the note then carries neutral wording. */
  readonly contested: boolean;
  readonly note: string | null;
  /**
   * Where in its sources it stands: a section, a table, a field; `null` where nobody noted it.
   *
   * @since 0.2.0
   */
  readonly place: string | null;
  /**
   * Month in which somebody who saw the claim alone found it in a source again, `YYYY-MM`; `null` where nobody did.
   *
   * @since 0.2.0
   */
  readonly confirmed: string | null;
  readonly sources: readonly string[];
}

/** First and last month of what a dataset holds. */
export interface Period {
  /** First month, `YYYY-MM`; `null` where nobody has established it. */
  readonly from: string | null;
  /** Last month, `YYYY-MM`; `null` where nobody has established it. */
  readonly to: string | null;
}

/** A place where a dataset can be searched; details stand in the `SearchIndex` of that kind and name. */
export interface IndexReference {
  /** Kind of the index. */
  readonly kind: (typeof INDEX_KINDS)[number];
  /** Name of the index. */
  readonly name: string;
  /** Address of the index. */
  readonly endpoint: string;
}

/** A corpus, a component of one, or a live upstream source. */
export interface Dataset {
  /** Id of the dataset. */
  readonly id: string;
  /** Name of the dataset. */
  readonly name: string;
  /** What the dataset is made of. */
  readonly kind: (typeof DATASET_KINDS)[number];
  /** Tokens of the dataset; `null` where nobody has established them. */
  readonly tokens: Count | null;
  /** Bytes of the dataset; `null` where nobody has established them. */
  readonly bytes: Count | null;
  /** Documents of the dataset; `null` where nobody has established them. */
  readonly documents: Count | null;
  /** Languages: ISO 639-1, `mul` or `code`; `null` where nobody has established them. */
  readonly languages: readonly string[] | null;
  /** First and last month of what the dataset holds; `null` where nobody has established them. */
  readonly period: Period | null;
  /** Licence of the dataset; `null` where nobody has established it. */
  readonly licence: string | null;
  /** How its collector lets owners opt out; `null` where nobody has established it. */
  readonly opt_out: string | null;
  /** Who can have the dataset; `null` where nobody has established it. */
  readonly availability: (typeof AVAILABILITIES)[number] | null;
  /** Datasets whose material is part of this one: of material, not of every document. */
  readonly contains: readonly string[];
  /** Datasets that this one was filtered or processed from. Nothing follows through it for a given document. */
  readonly derived_from: readonly string[];
  /** Places where the dataset can be searched. */
  readonly indexes: readonly IndexReference[];
  /** What else a reader has to know; `null` where there is nothing. */
  readonly note: string | null;
  /** Ids of the sources of this record. */
  readonly sources: readonly string[];
}

/**
 * The domains that a source names as origin of a dataset, or of what a model was trained on. That pages of a domain
 * went in follows; which pages, no record says.
 *
 * @since 0.2.0
 */
export interface DomainList {
  /** Id of the list. */
  readonly id: string;
  /** Id of the dataset that the source speaks of; `null` where it speaks of models. */
  readonly dataset: string | null;
  /** Ids of the models that the source speaks of; empty where it speaks of a dataset. */
  readonly models: readonly string[];
  /**
   * `all`: the text came from these domains only; `largest`: those with the most text, the largest first; `some`:
   * named among others; `none`: the source tells kinds of websites and names no domain.
   */
  readonly coverage: (typeof DOMAIN_COVERAGES)[number];
  /** What `largest` counts, for example tokens; `null` for the other lists. */
  readonly measure: string | null;
  /** First and last month of the collection; `null` where nobody has established it. */
  readonly period: Period | null;
  /** What was taken from the domains; empty where the source does not say so. */
  readonly modalities: readonly (typeof MODALITIES)[number][];
  /** Whether the developer, a court or the press names the domains, or they were counted by others. */
  readonly evidence: EvidenceClass;
  /**
   * Hosts in lower case without `www.`, where needed with the path of a part of it (`github.com/python/peps`).
   * `nytimes.*` where the source leaves the end of the name out.
   */
  readonly domains: readonly string[];
  /** What else a reader has to know; `null` where there is nothing. */
  readonly note: string | null;
  /** Ids of the sources of this record. */
  readonly sources: readonly string[];
}

/** A document that records rest on. */
export interface Source {
  /** Id of the source. */
  readonly id: string;
  /** Title of the document. */
  readonly title: string;
  /** Who published it. */
  readonly org: string;
  /** Year of publication. */
  readonly year: Count;
  /** What kind of document it is. */
  readonly kind: (typeof SOURCE_KINDS)[number];
  /**
   * Where it is: arXiv id, `github:owner/name path`, `hf:owner/name`, case number, statute citation, or host and path.
   */
  readonly locator: string;
  /** How far the fact was checked against the document. */
  readonly read: (typeof SOURCE_READINGS)[number];
  /**
   * Month in which the fact was last checked against the document, `YYYY-MM`; `null` where nobody noted it.
   *
   * @since 0.2.0
   */
  readonly checked: string | null;
  /**
   * SHA-256 of the file that was read, hexadecimal; `null` where nobody noted it.
   *
   * @since 0.2.0
   */
  readonly sha256: string | null;
}

/** All records, each table sorted by id (edges by model, then dataset). */
export interface CatalogueRecords {
  readonly providers: readonly Provider[];
  readonly models: readonly Model[];
  readonly edges: readonly Edge[];
  readonly datasets: readonly Dataset[];
  readonly domains: readonly DomainList[];
  readonly indexes: readonly SearchIndex[];
  readonly jurisdictions: readonly Jurisdiction[];
  readonly rates: readonly Rate[];
  readonly regimes: readonly Regime[];
  readonly memorisation: readonly MemorisationFinding[];
  readonly crawlers: readonly Crawler[];
  readonly sources: readonly Source[];
}

export type CatalogueTable = keyof CatalogueRecords;
