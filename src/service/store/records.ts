/**
 * The kinds of records and their fields. Times are milliseconds since 1970 in UTC; `tenant` is the account that owns
 * the record, with `:test` behind its id where a test key made it (`modes.ts`).
 *
 * Ids, names of plans and the like are plain ASCII. Free text of users is stored in fields of JSON or bytes, so that no
 * store has to support NUL or unpaired surrogates in a text.
 */
import type {
  ContentMetadata,
  ContentType,
  Count,
  Sha256,
  TextSection,
  Timestamp,
} from "../../base/contract/common.ts";
import type { DealKind, DealState } from "../../base/contract/resources/marketplace.ts";

/** The owner of works: an account, not a person. */
export interface Tenant {
  id: string;
  /** Name of a plan. */
  plan: string;
  created_at: number;
  /** Label that the operator gave it. */
  label: string;
}

/** Whether a key, and what is made with it, is for tests. */
export type KeyMode = "live" | "test";

/** A tenant as it is stored: each account has one of each mode. Name of the plan and label belong to the live one. */
export interface StoredTenant extends Tenant {
  mode: KeyMode;
}

/** Fields that every record of a tenant has. */
export interface Owned {
  tenant: string;
  id: string;
  created_at: number;
}

/** The record of a key. It contains only a hash, from which the key cannot be recovered. */
export interface KeyRecord extends Owned {
  /** SHA-256 of the whole key, hexadecimal. */
  hash: string;
  /** Which records the key reaches: those of the account, or its test records. */
  mode: KeyMode;
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
  /** Bytes of the content in UTF-8, and of its sections as JSON. */
  bytes: number;
  metadata: ContentMetadata;
}

/** Content of a work, in a record of its own so that lists do not read it. `id` is that of the work. */
export interface WorkContent extends Owned {
  /** UTF-8. */
  content: Uint8Array;
  /** Headings and pages; `null` where there are none. */
  sections: TextSection[] | null;
}

/** One signed entry of a work's history. `id` is that of the work. */
export interface HistoryRecord extends Owned {
  sequence: number;
  entry: HistoryEntry;
}

/** An event of a work, in its signed form. */
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

/** A stored result, complete. */
export interface ResultRecord extends Owned {
  kind: ResultKind;
  /** The registered work that the result is about, or `null`. Removing the work removes the result. */
  work_id: string | null;
  /** `sha256:` of the canonical JSON of `result`. */
  digest: string;
  /** The request, each text replaced by its hash; `null` where it was not stored. */
  request: unknown;
  result: unknown;
}

export interface Monitor extends Owned {
  work_id: string;
  status: "active" | "paused";
  /** When it is due, or `null` while it is not scheduled. */
  due_at: number | null;
  /** What is watched, how often, and which webhook receives messages (`MonitorSettings`). */
  settings: unknown;
  /** The last findings, to detect changes (`MonitorState`). */
  state: unknown;
}

/** One run of a monitor. */
export interface Run extends Owned {
  monitor_id: string;
  status: "running" | "unchanged" | "changed" | "failed";
  /** Triggers, findings and errors of the run (`RunReport`). */
  report: unknown;
  /** From when on its age counts (`prune.ts`); `null` while it runs or is the last of its monitor. */
  prunable_at: number | null;
}

/** The address and settings of a webhook. */
export interface WebhookEndpoint extends Owned {
  status: "active" | "disabled";
  /** Address, secrets (the newest first) and kinds of events; the secrets must be readable, since they sign. */
  settings: unknown;
  /** When a process may send to it; `null` where no message waits. */
  due_at: number | null;
  /** Until when nothing is sent to it, and since when it gives no answers (`SendingState`); `null` before the first. */
  sending: unknown;
}

/**
 * One message to one endpoint. `dead`: no further attempts; it is stored so that it can be inspected and sent again.
 */
export interface Delivery extends Owned {
  endpoint_id: string;
  status: "pending" | "delivered" | "dead";
  /** How often it was tried. */
  attempts: number;
  /** Time of the next attempt; `null` where there is none. */
  due_at: number | null;
  /** The message in its signed form. */
  payload: string;
  /** The endpoint's answers, one for each attempt. */
  log: unknown;
  /** From when on its age counts (`prune.ts`); `null` while it is pending. */
  prunable_at: number | null;
}

/** A long operation that can be polled and cancelled. */
export interface Job extends Owned {
  kind: string;
  status: "queued" | "running" | "done" | "failed" | "cancelled";
  /** When a process may claim the job; for a running job, when its lease ends. `null` after its end. */
  due_at: number | null;
  input: unknown;
  progress: unknown;
  output: unknown;
  /** Hash of kind and input while the job waits or runs, so that an equal one is not stored; `null` after its end. */
  request_hash: string | null;
  /** Bytes of the requests of a batch that wait for their answers; 0 for other jobs. */
  bytes: number;
  /** From when on its age counts (`prune.ts`); `null` until its end. */
  prunable_at: number | null;
}

/** One line of a batch. `id` is that of the job. */
export interface JobLine extends Owned {
  /** From 0 on. */
  line: number;
  /** The request as JSON in UTF-8; empty once it is answered. */
  request: Uint8Array;
  /** What came of it (`LineOutcome`); `null` until then. */
  answer: unknown;
}

/** The turn of a tenant whose batches wait: tenants take turns, not batches. */
export interface BatchTurn {
  tenant: string;
  /** When a process may claim the turn; while one has it, when its lease ends. `null` where no batch waits. */
  due_at: number | null;
  /** How many batches the tenant has submitted. */
  submitted: number;
}

/** The last calls of a tenant. */
export interface Burst {
  tenant: string;
  /** Theoretical arrival time (`burst.ts`) in microseconds since 1970. */
  arrival_us: number;
  /** The same of words. */
  words_us: number;
}

/** Calls of a tenant on one day. */
export interface Usage {
  /** The account. */
  tenant: string;
  /** `YYYY-MM-DD` in UTC. */
  day: string;
  /** Calls that count for the plan. */
  calls: Count;
  /**
   * Words of the texts of these calls, and of the works of runs of monitors; 0 for days before 0.2.0.
   *
   * @since 0.2.0
   */
  words: Count;
  /**
   * Entries that the account wrote into the histories of works of others; 0 for days before 0.2.0.
   *
   * @since 0.2.0
   */
  entries: Count;
}

/** What a person decided about findings. */
export interface DecisionRecord extends Owned {
  /** The decision (`Decision`). */
  decision: unknown;
}

/**
 * An offer of a work, a quote of it, or a licence; `tenant` is that of the work. Where a party was removed, `:removed`
 * stands in the place of its account.
 */
export interface DealRecord extends Owned {
  kind: DealKind;
  /** The work; `null` where it was removed. */
  work_id: string | null;
  /** Tenant of the licensee; `null` for an offer. */
  counterpart: string | null;
  state: DealState;
  /** Mode of the accounts that find an open offer; `null` for what others do not find. */
  market: KeyMode | null;
  /** Place in the status list, of all deals of the service. */
  place: number;
  /** How often it was changed, so that of two changes at once one is refused. */
  version: number;
  /** When it expires; `null` for never. */
  expires_at: number | null;
  /** Its terms (`DealTerms`). */
  terms: unknown;
  /** Its signed events (`DealEvent[]`). */
  events: unknown;
}

/** The fingerprint of an offered work, in a record of its own so that lists do not read it. `id`: of the offer. */
export interface OfferPrint extends Owned {
  print: Uint8Array;
}

/** A number that only grows, whatever is removed: how many places of the status list were given. */
export interface Counter {
  name: "deal_places";
  value: number;
}

/** The state or stored answer of a request with an idempotency key. */
export interface IdempotencyRecord {
  tenant: string;
  operation: string;
  /** SHA-256 of the client's key, so that keys of any length fit. */
  key: string;
  request_hash: string;
  /** Id of the request that is running; `null` once it is answered. */
  holder: string | null;
  /** From this time on the record is ignored. */
  expires_at: number;
  status: number | null;
  /** The answer's headers that a replay repeats. */
  headers: Record<string, string>;
  body: Uint8Array;
}

/** A token that was revoked before its time. */
export interface RevokedToken {
  /** Its subject: the tenant. */
  tenant: string;
  /** Its id. A hash of its text would not do: base64url has several texts for the same bytes. */
  jti: string;
  /** From this time on no process accepts the token anyway. */
  expires_at: number;
}

/** A signing key of the service. */
export interface ServiceKey {
  /** Thumbprint of the public key (RFC 7638). */
  id: string;
  created_at: number;
  /** JSON Web Key with its private part. */
  jwk: unknown;
  /** From when on its signatures are not trusted; `null` where it is not retired. */
  retired_at: number | null;
  /** 0 for the first key, and one more for each further one. The largest signs. */
  sequence: number;
}

/** What all processes together saw of the service on one day. */
export interface StatusDay {
  /** UTC day, `YYYY-MM-DD`. */
  day: string;
  /** The slot of time of the first check, counted from 1970. */
  begun_slot: number;
  /** Checks whose write came through. */
  checks: number;
  /** Slots in which one did, each counted once. */
  ready_slots: number;
  /** The latest of these slots. */
  latest_slot: number;
  /** Answered requests, without those for public documents. */
  requests: number;
  /** Those with a status of 500 or more. */
  failed: number;
}

/** How many requests of a day were answered in at most this time, and in more than the class before. */
export interface StatusLatency {
  day: string;
  up_to_ms: number;
  answers: number;
}

/** When a part of the service last worked, and when it last failed; 0 for never. */
export interface StatusPart {
  part: string;
  passed_at: number;
  failed_at: number;
}

/** Every kind of record by the name of its table. */
export interface RecordTypes {
  tenants: StoredTenant;
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
  job_lines: JobLine;
  batch_turns: BatchTurn;
  decisions: DecisionRecord;
  deals: DealRecord;
  offer_prints: OfferPrint;
  counters: Counter;
  bursts: Burst;
  usage: Usage;
  idempotency: IdempotencyRecord;
  revoked_tokens: RevokedToken;
  service_keys: ServiceKey;
  status_days: StatusDay;
  status_latencies: StatusLatency;
  status_parts: StatusPart;
}

export type TableName = keyof RecordTypes;
