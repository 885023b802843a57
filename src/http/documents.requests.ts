/** Forms that only requests over HTTP have. */
import type { AnalyzeOptions, AnalyzeRequest } from "../contract/analyze.ts";
import type { AskedModel, CanaryPoolRequest, CanarySecret } from "../contract/canary.ts";
import type { ContentType, Count, Sha256 } from "../contract/common.ts";

/** Many requests to `analyze`. */
export interface BatchRequest {
  /** The requests, answered in this order. */
  requests: AnalyzeRequest[];
}

/** What a canary is made from; the service chooses the seed. */
export interface NewCanaryRequest extends Omit<CanaryPoolRequest, "seed"> {
  /** `sha256:` hash of a registered work, in whose history the commitment is noted. */
  work_hash?: Sha256;
}

/** A canary that is revealed, and scores of a model. */
export interface OneCanaryTest extends AskedModel {
  /** What `createCanary` showed as `secret`. */
  secret: CanarySecret;
  /**
   * Ranks (1 is the best) that strings reached which this model is known to have been trained on as often, in pools of
   * as many strings. They give the power of the test.
   */
  positive_ranks?: number[];
  /** The statistic at each string of the pool, in its order; larger means more like seen. */
  scores: number[];
}

/** A text to search one corpus for. */
export interface SearchRequest {
  /** The text itself, up to 32 MiB of UTF-8. */
  content: string;
  /** How to read `content`; `text` when absent. */
  content_type?: ContentType;
  /** Most passages to list, 1 to 10,000; 100 when absent. */
  max_matches?: Count;
}

/** A text to make a fingerprint of. */
export interface FingerprintRequest {
  /** The text itself, up to 32 MiB of UTF-8. */
  content: string;
}

/** How a registered work is to be analysed. */
export interface AnalyzeWorkRequest {
  options?: AnalyzeOptions;
}

/** The client-credentials grant (RFC 6749, section 4.4). */
export interface TokenForm {
  /** Always `client_credentials`. */
  grant_type: "client_credentials";
  /** Id of a key, where it is not sent with HTTP Basic. */
  client_id?: string;
  /** The key, where it is not sent with HTTP Basic. */
  client_secret?: string;
  /** Scopes that the token is to have, separated by spaces; all of the key's when absent. */
  scope?: string;
}
