/**
 * Records beside the training data: places where texts can be searched, legal rules, amounts of money, published
 * findings and crawlers. As in `records.ts`, `null` means "not established".
 */
import type {
  CRAWLER_FUNCTIONS,
  INDEX_ACCESSES,
  INDEX_COVERAGES,
  INDEX_KINDS,
  MEMORISATION_KINDS,
  MINING_RULES,
  RATE_KINDS,
  ROBOTS_ANSWERS,
} from "./words.ts";

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
