/** Types that only HTTP requests have. */

import type { ContentType, Count, Sha256, TextSection } from "../../../base/contract/common.ts";
import type { AnalyzeOptions, AnalyzeRequest } from "../../../base/contract/operations/analyze.ts";
import type { AuditItem, AuditResult } from "../../../base/contract/operations/audit.ts";
import type { AskedModel, CanaryPoolRequest, CanarySecret } from "../../../base/contract/operations/canary.ts";
import type { Decision } from "../../../base/contract/operations/decision.ts";
import type { TitleList } from "../../../remote/publicIndexes/leads/titles.ts";

/** Several requests to `analyze`. */
export interface BatchRequest {
  /** The requests, answered in this order. */
  requests: AnalyzeRequest[];
}

/** Parameters of a new canary; the service chooses the seed. */
export interface NewCanaryRequest extends Omit<CanaryPoolRequest, "seed"> {
  /** `sha256:` hash of a registered work, whose history records the commitment. */
  work_hash?: Sha256;
}

/** A revealed canary, and scores of a model. */
export interface OneCanaryTest extends AskedModel {
  /** The `secret` from the response of `createCanary`. */
  secret: CanarySecret;
  /**
   * Ranks (1 is the best) of positive controls: strings on which this model is known to have been trained equally
   * often, in pools of the same size. They give the power of the test.
   */
  positive_ranks?: number[];
  /** The statistic of every string of the pool, in order; a larger value is more like a seen string. */
  scores: number[];
}

/** A query of the protocol of infini-gram, or infini-gram mini. */
export interface IndexQuery {
  /** Name of the corpus. */
  index: string;
  /** What is asked. */
  query_type: "count" | "find" | "get_doc_by_rank";
  /** The string, of 12 words or more and up to 1,000 characters. */
  query: string;
  /** Shard, which is 0; for `get_doc_by_rank`. */
  s?: Count;
  /** Rank within the segment of the shard; for `get_doc_by_rank`. */
  rank?: Count;
}

/** A text to search for in one corpus. */
export interface SearchRequest {
  /** The text itself, up to 32 MiB of UTF-8. */
  content: string;
  /** How to read `content`; default `text`. */
  content_type?: ContentType;
  /** Headings and pages of `content`, as for `analyze`. */
  sections?: TextSection[];
  /** Maximum number of passages to list, 1 to 10,000; default 100. */
  max_matches?: Count;
  /** Whether an answer over what was reached is wanted where a part of the corpus does not answer, as for `analyze`. */
  partial?: boolean;
}

/** A text whose fingerprint is computed. */
export interface FingerprintRequest {
  /** The text itself, up to 32 MiB of UTF-8. */
  content: string;
}

/** Texts that are looked for in the documents of a corpus. */
export interface AuditRequest {
  /** Items of evaluations, or works; their ids differ. */
  items: AuditItem[];
  /** Documents listed for each item; all are counted. Default 100. */
  findings?: number;
  /** By the index, or streamed past the items, which finds more; by default searched, unless an item is short. */
  way?: AuditResult["way"];
  /** Texts that do not count, as for `analyze`. */
  ignore?: string[];
}

/** A quotation, and what it cites. */
export interface QuotationRequest {
  /** Up to 2,000 words. */
  quotation: string;
  /** The cited text; without it, only corpora are searched. */
  document?: string;
  /** Corpora to search if it is not there; default: all but public indexes. */
  corpora?: string[];
  /** Texts that do not count, as for `analyze`. */
  ignore?: string[];
}

/** Leads of one kind. */
export interface LeadsRequest {
  /** Their kind. */
  kind: "rows" | "captures" | "titles";
  /** The text. Of captures it is not sent. */
  content?: string;
  /** Of rows: its name. */
  dataset?: string;
  /** Of rows: its subset; default: all. */
  config?: string;
  /** Of rows: its split; default: all. */
  split?: string;
  /** Of rows: parts of the text to send; default 4. */
  queries?: Count;
  /** Of rows: how many to read for each; default 10. */
  rows?: Count;
  /** Of captures: the page. */
  url?: string;
  /** Of captures; default: the newest four. */
  crawls?: string[];
  /** Of captures: how many of each crawl; default 20. */
  captures?: Count;
  /** Of captures: how many to read; default none. */
  records?: Count;
  /** Of titles. */
  title?: string;
  /** Of titles. */
  authors?: string[];
  /** Of titles. */
  isbns?: string[];
  /** Of titles. */
  lists?: LeadList[];
  /** Send nothing: `sent` is what would be. */
  dry_run?: boolean;
}

/** A list of titles. */
export interface LeadList {
  /** Another for each. */
  name: string;
  /** Its text. */
  text: string;
  /** A table names its columns first. */
  format: TitleList["format"];
}

/** Options for the analysis of a registered work. */
export interface AnalyzeWorkRequest {
  options?: AnalyzeOptions;
  /** Decisions of people, as for `analyze`. */
  decisions?: Decision[];
}

/** The client-credentials grant (RFC 6749, section 4.4). */
export interface TokenForm {
  /** Always `client_credentials`. */
  grant_type: "client_credentials";
  /** Id of a key, if it is not sent by HTTP Basic. */
  client_id?: string;
  /** The key, if it is not sent by HTTP Basic. */
  client_secret?: string;
  /** Requested scopes of the token, separated by spaces; default: all scopes of the key. */
  scope?: string;
}

/** A token, for revocation or introspection. */
export interface PresentedTokenForm {
  /** The token. */
  token: string;
  /** Changes nothing: there are access tokens only. */
  token_type_hint?: string;
  /** Id of a key, if it is not sent by HTTP Basic. */
  client_id?: string;
  /** The key, if it is not sent by HTTP Basic. */
  client_secret?: string;
}

/** A token of a licence. */
export interface LicenceIntrospectionRequest {
  /** The token. */
  token: string;
}

/** Changes of an account. */
export interface AccountChanges {
  /** Name of the plan. */
  plan: string;
}
