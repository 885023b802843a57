/**
 * What is remembered, record by record. Times are milliseconds since 1970 in UTC; `tenant` is whoever the record belongs to.
 *
 * Ids, names of plans and the like are plain ASCII. What users write freely stands in fields that are kept as JSON or as bytes, so
 * that no store has to carry NUL or halves of surrogate pairs in a text.
 */
import type { ContentMetadata, ContentType, Count, Sha256, Timestamp } from "../contract/common.ts";

/** Whoever has works of their own: an account, not a person. */
export interface Tenant {
  id: string;
  /** Name of a plan. */
  plan: string;
  created_at: number;
  /** The operator's words about it. */
  label: string;
}

/** What every record of a tenant has. */
export interface Owned {
  tenant: string;
  id: string;
  created_at: number;
}

/** A key to the service, without the key: what is kept cannot be turned back into it. */
export interface KeyRecord extends Owned {
  /** SHA-256 of the whole key, hexadecimal. */
  hash: string;
  mode: "live" | "test";
  /** The last four characters, to tell keys apart on a screen. */
  last_four: string;
  label: string;
  scopes: string[];
  expires_at: number | null;
  revoked_at: number | null;
  /** To the minute. */
  last_used_at: number | null;
}

export interface Work extends Owned {
  /** `sha256:` and the SHA-256 of the content's UTF-8 bytes as they were sent. */
  work_hash: string;
  content_type: ContentType;
  /** `spolia1_` id of the text that was read. */
  fingerprint: string;
  iscc: string;
  words: number;
  metadata: ContentMetadata;
}

/** Content of a work, apart from it so that lists do not carry it. `id` is the work's. */
export interface WorkContent extends Owned {
  /** UTF-8. */
  content: Uint8Array;
}

/** One signed entry of a work's history. `id` is the work's. */
export interface HistoryRecord extends Owned {
  sequence: number;
  entry: HistoryEntry;
}

/** What happened to a work, as it is signed. The forms are explained in README.md. */
export interface HistoryEntry {
  /** `wk_` id of the work. */
  work_id: string;
  /** 0 for the registration. */
  sequence: Count;
  /** Hash of the entry before, or of nothing for the first: `sha256:` and hexadecimal digits. */
  previous: Sha256;
  /** ISO 8601, UTC, to the millisecond; never before the entry before. */
  at: Timestamp;
  /** What happened, such as `registered` or `analysis`. */
  kind: string;
  /** What it is about: hash of the content or of the result's canonical JSON. */
  digest: Sha256;
  /** Id of the key that signed. */
  key: string;
  /** Ed25519, base64url. */
  signature: string;
}

export const RESULT_KINDS = ["analysis", "score", "report", "probe", "extraction", "canary"] as const;
export type ResultKind = (typeof RESULT_KINDS)[number];

/** An answer that was given, whole. */
export interface ResultRecord extends Owned {
  kind: ResultKind;
  /** The work that it is about, where that is registered. It goes with the work. */
  work_id: string | null;
  /** `sha256:` of the canonical JSON of `result`. */
  digest: string;
  /** What was asked, each text replaced by its hash; `null` where that was not kept. */
  request: unknown;
  result: unknown;
}

export interface Monitor extends Owned {
  work_id: string;
  status: "active" | "paused";
  /** When it is due, or `null` while it is not scheduled. */
  due_at: number | null;
  /** What is watched, how often, and whom to tell. */
  settings: unknown;
  /** What was found last, to see whether anything changed. */
  state: unknown;
}

/** One look of a monitor. */
export interface Run extends Owned {
  monitor_id: string;
  status: "running" | "unchanged" | "changed" | "failed";
  /** What was looked at, found, or went wrong. */
  report: unknown;
}

/** Where webhooks are sent. */
export interface WebhookEndpoint extends Owned {
  status: "active" | "disabled";
  /** Address, secrets (the newest first) and kinds of events; the secrets must be readable, since they sign. */
  settings: unknown;
}

/** One message to one endpoint. `dead`: given up, and kept to be seen and sent again. */
export interface Delivery extends Owned {
  endpoint_id: string;
  status: "pending" | "delivered" | "dead";
  /** How often it was tried. */
  attempts: number;
  /** When it is to be tried next, or `null` where it is not. */
  due_at: number | null;
  /** The message, as it is signed. */
  payload: string;
  /** What the endpoint answered, attempt by attempt. */
  log: unknown;
}

/** Long work that can be polled and cancelled. */
export interface Job extends Owned {
  kind: string;
  status: "queued" | "running" | "done" | "failed" | "cancelled";
  /** When it is to be taken up: again, where it is running and whoever ran it died. `null` once it has ended. */
  due_at: number | null;
  input: unknown;
  progress: unknown;
  output: unknown;
}

/** Calls of a tenant on one day. */
export interface Usage {
  /** The account. */
  tenant: string;
  /** `YYYY-MM-DD` in UTC. */
  day: string;
  /** Calls that count for the plan. */
  calls: Count;
}

/** What a request with an idempotency key did. */
export interface IdempotencyRecord {
  tenant: string;
  operation: string;
  /** SHA-256 of the client's key, so that any key fits. */
  key: string;
  request_hash: string;
  /** Who is at it; `null` once it is answered. */
  holder: string | null;
  /** From then on the record is as if it were not there. */
  expires_at: number;
  status: number | null;
  /** Headers of the answer that are replayed with it. */
  headers: Record<string, string>;
  body: Uint8Array;
}

/** A key that the service signs with. */
export interface ServiceKey {
  /** Thumbprint of the public key (RFC 7638). */
  id: string;
  created_at: number;
  /** JSON Web Key with its private part. */
  jwk: unknown;
}

/** Every kind of record by the name of its table. */
export interface RecordTypes {
  tenants: Tenant;
  keys: KeyRecord;
  works: Work;
  work_contents: WorkContent;
  history: HistoryRecord;
  results: ResultRecord;
  monitors: Monitor;
  runs: Run;
  webhook_endpoints: WebhookEndpoint;
  deliveries: Delivery;
  jobs: Job;
  usage: Usage;
  idempotency: IdempotencyRecord;
  service_keys: ServiceKey;
}

export type TableName = keyof RecordTypes;
