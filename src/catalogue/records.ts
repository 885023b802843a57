/**
 * What a record of the catalogue says. `null` means "not established", never zero and never "no". Months are `YYYY-MM`,
 * amounts plain numbers in `currency`, shares 0 to 1. `sources` lists ids of `Source` records and covers the record as
 * a whole; where a part rests on less, a field says so (`released_basis`, `proof_basis`) or the note does.
 */
import type { EvidenceClass } from "../contract/analyze.ts";
import type { Count, Percent, Share } from "../contract/common.ts";

/**
 * `documented` by the developer; `reported` by a court, filing or press; `inferred` from a licence, a component or a
 * category.
 */
export const EVIDENCE_CLASSES = ["documented", "reported", "inferred"] as const satisfies readonly EvidenceClass[];

/**
 * `all`: the whole dataset was the pool that training drew from; `subset`: a part of it, and no record says which
 * documents.
 */
export const PORTION_KINDS = ["all", "subset", "unknown"] as const;

/**
 * `release`: one released model. `series`: released models, such as the sizes of one run, that a document says were
 * trained on the same datasets; its edges are those of each member. `family`: a claim that a court, licence or report
 * does not tie to a version. It is never projected onto a version.
 */
export const MODEL_SCOPES = ["release", "series", "family"] as const;

/** `datasets`: the developer names its datasets; `categories`: kinds of data only; `none`: nothing usable. */
export const DISCLOSURES = ["none", "categories", "datasets"] as const;

/**
 * `source`: a listed source states the month; `arxiv-id`: month of a listed paper; `unsourced`: plausible; where it
 * excludes a work, the words say that no listed source states it.
 */
export const RELEASED_BASES = ["source", "arxiv-id", "unsourced"] as const;

// biome-ignore format: one list of words
export const DATASET_KINDS = [
  "crawl", "web", "mixture", "code", "books", "papers", "reference", "forum", "news", "legal", "math", "subtitles", "synthetic",
  "instruction", "image-text", "shadow-library", "licensed-archive", "other",
] as const;

export const AVAILABILITIES = ["public", "gated", "withdrawn", "private", "live", "licensed"] as const;

// biome-ignore format: one list of words
export const INDEX_KINDS = [
  "infini-gram", "infini-gram-mini", "olmotrace", "data-portrait", "cdx", "search", "works-list",
] as const;

/** Only `full` supports "not found in this dataset"; a hit in a `superset` needs a second check. */
export const INDEX_COVERAGES = ["full", "superset", "part", "sample", "url-only"] as const;

export const INDEX_ACCESSES = ["http-api", "web-page", "self-hosted"] as const;

// biome-ignore format: one list of words
export const MINING_RULES = [
  "allowed", "allowed-unless-reserved", "case-by-case", "licence-needed", "research-only", "unclear", "not-applicable",
] as const;

/** Kinds of amounts are never mixed in one estimate: a settlement is not a rate. */
// biome-ignore format: one list of words
export const RATE_KINDS = [
  "licence", "settlement", "broker", "per-crawl", "marketplace", "example", "statutory", "claim", "award", "proposal",
  "negotiation",
] as const;

export const MEMORISATION_KINDS = ["experiment", "developer report", "court finding", "method"] as const;

// biome-ignore format: one list of words
export const CRAWLER_FUNCTIONS = [
  "training", "search", "user-fetch", "control-token", "research", "customer-build", "open-dataset", "data-vendor",
] as const;

export const ROBOTS_ANSWERS = ["yes", "no", "unclear"] as const;

// biome-ignore format: one list of words
export const SOURCE_KINDS = [
  "paper", "model card", "repository", "court", "press", "statute", "standard", "broker",
] as const;

/**
 * `primary`: the document itself was read; `excerpt`: its decisive passage, possibly as quoted; `secondary`: an account
 * of it.
 */
export const SOURCE_READINGS = ["primary", "secondary", "excerpt"] as const;

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

/** A place where a text or URL can be searched. */
export interface SearchIndex {
  /** `<kind>/<name>`. */
  readonly id: string;
  readonly kind: (typeof INDEX_KINDS)[number];
  readonly name: string;
  readonly endpoint: string;
  readonly access: (typeof INDEX_ACCESSES)[number];
  readonly dataset: string;
  readonly coverage: (typeof INDEX_COVERAGES)[number];
  /** What counts as a hit. */
  readonly match: string;
  readonly tokenizer: string | null;
  readonly documents: number | null;
  readonly tokens: number | null;
  readonly bytes: number | null;
  readonly note: string | null;
  readonly sources: readonly string[];
}

export interface CourtCase {
  /** Name of the case. */
  readonly name: string;
  /** Court and number of the case. */
  readonly ref: string;
  /** What became of the case. */
  readonly state: string;
}

/** The rule of a country, region or regime. Not legal advice. */
export interface Jurisdiction {
  /** ISO 3166 code, or a regime code such as `EU-DSM`. */
  readonly id: string;
  /** Name of the country, region or regime. */
  readonly name: string;
  /** Code of the whole that this one is a part of; `null` for none. */
  readonly parent: string | null;
  /** Whether the id is a code of ISO 3166. */
  readonly iso_3166: boolean;
  /** The rule on text and data mining, in words. */
  readonly rule: string;
  /** Whether text and data mining is allowed for commercial ends. */
  readonly commercial_tdm: (typeof MINING_RULES)[number];
  /** What a reservation of rights is worth. */
  readonly opt_out: string;
  /** In which form a reservation counts. */
  readonly opt_out_format: string;
  /** Cases that bear on the rule. */
  readonly cases: readonly CourtCase[];
  /** Standard of proof in civil procedure. */
  readonly standard_of_proof: string;
  /** `general`: a statement of general procedure that no listed source carries. */
  readonly proof_basis: string;
  /** What developers must disclose; `null` where nobody has established it. */
  readonly transparency: string | null;
  /** State of legislation that is under way; `null` where there is none. */
  readonly status: string | null;
  /** Month up to which the listed sources speak. */
  readonly as_of: string;
  /** What else a reader has to know; `null` where there is nothing. */
  readonly note: string | null;
  /** Ids of the sources of this record. */
  readonly sources: readonly string[];
}

/** An amount of money that was reported. */
export interface Rate {
  readonly id: string;
  readonly deal: string;
  readonly payer: string;
  readonly payee: string;
  readonly content_type: string;
  readonly kind: (typeof RATE_KINDS)[number];
  /** The figure in the words of the source. */
  readonly reported: string;
  readonly low: number | null;
  readonly high: number | null;
  /** ISO 4217. */
  readonly currency: string;
  readonly unit: string;
  readonly term_months: number | null;
  /** Arithmetic on the reported figure by `formula`. */
  readonly derived: readonly { readonly name: string; readonly value: number }[];
  readonly formula: string | null;
  readonly caveat: string;
  /** Month. */
  readonly date: string | null;
  readonly sources: readonly string[];
}

/** An opt-out, licence, identifier or disclosure format. */
export interface Regime {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly status: string;
  readonly format: string;
  readonly how_to_read: string;
  readonly example: string | null;
  readonly can_emit: boolean;
  readonly legal_effect: string;
  readonly sources: readonly string[];
}

/** A published finding on verbatim recall. */
export interface MemorisationFinding {
  readonly id: string;
  /** Ids of the models that were measured: of the releases where they are known, of a series where it was. */
  readonly models: readonly string[];
  readonly kind: (typeof MEMORISATION_KINDS)[number];
  readonly finding: string;
  readonly metric: string;
  /** In `unit`. */
  readonly value: number | null;
  readonly unit: string | null;
  readonly work: string | null;
  readonly method: string;
  readonly sources: readonly string[];
}

/** A robots.txt product token. */
export interface Crawler {
  readonly id: string;
  readonly token: string;
  readonly operator: string;
  readonly function: (typeof CRAWLER_FUNCTIONS)[number];
  readonly respects_robots: (typeof ROBOTS_ANSWERS)[number];
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
}

/** All records, each table sorted by id (edges by model, then dataset). */
export interface CatalogueRecords {
  readonly providers: readonly Provider[];
  readonly models: readonly Model[];
  readonly edges: readonly Edge[];
  readonly datasets: readonly Dataset[];
  readonly indexes: readonly SearchIndex[];
  readonly jurisdictions: readonly Jurisdiction[];
  readonly rates: readonly Rate[];
  readonly regimes: readonly Regime[];
  readonly memorisation: readonly MemorisationFinding[];
  readonly crawlers: readonly Crawler[];
  readonly sources: readonly Source[];
}

export type CatalogueTable = keyof CatalogueRecords;
