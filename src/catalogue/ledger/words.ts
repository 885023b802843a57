/** The words that fields of records may have. */
import type { EvidenceClass } from "../../base/contract/operations/analyze.ts";

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

/** How much of what was collected the domains of a list are. */
export const DOMAIN_COVERAGES = ["all", "largest", "some", "none"] as const;

export const MODALITIES = ["text", "image", "audio", "video"] as const;

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
