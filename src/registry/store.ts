/**
 * The store of records, with operations in domain terms. Every operation takes its tenant first, and treats a record of
 * another tenant as if it did not exist. The few operations without a tenant serve the service itself (`service`, and
 * the lookup of a key's owner).
 */
import type { Page, PageRequest } from "./cursor.ts";
import type {
  DecisionRecord,
  Delivery,
  HistoryRecord,
  IdempotencyRecord,
  Job,
  KeyRecord,
  Monitor,
  Owned,
  ResultKind,
  ResultRecord,
  Run,
  ServiceKey,
  Tenant,
  Usage,
  WebhookEndpoint,
  Work,
} from "./records.ts";

export interface RecordStore {
  /** Reads a consistent state of the records, as between two writes. */
  read<Result>(work: (records: Records) => Promise<Result>): Promise<Result>;
  /**
   * Runs a transaction: it takes effect as a whole or, where `work` rejects, not at all. Once it resolves, it is
   * durable. Await nothing slow inside, since all other writers wait, and never another `write`, which would wait for
   * this one for ever.
   *
   * @throws registry_failed where the store refuses
   */
  write<Result>(work: (records: Records) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Records of tenants that can be listed, the newest first. `Filter` names the columns that a list can be narrowed by.
 */
export interface Collection<Item extends Owned, Filter extends keyof Item = never> {
  /**
   * @returns `false` where a record with this id, or with the same unique columns, already exists
   * @throws not_found where the tenant, or the record that it belongs to, does not exist
   */
  add(item: Item): Promise<boolean>;
  find(tenant: string, id: string): Promise<Item | null>;
  /** @throws invalid_request where the page is not one of this list */
  list(tenant: string, page?: PageRequest, filter?: Partial<Pick<Item, Filter>>): Promise<Page<Item>>;
  /** @returns whether there is one */
  change(tenant: string, id: string, changes: Partial<Omit<Item, keyof Owned>>): Promise<boolean>;
  /** Removes a record and all records that belong to it. @returns whether there was one */
  remove(tenant: string, id: string): Promise<boolean>;
}

export interface Records {
  /** Accounts, by their ids. */
  tenants: {
    /** Adds an account, with a tenant for its live records and one for its test records. */
    add(account: Tenant): Promise<boolean>;
    find(account: string): Promise<Tenant | null>;
    change(account: string, changes: Partial<Pick<Tenant, "plan" | "label">>): Promise<boolean>;
    /** Removes an account and all of its records of both modes. */
    remove(account: string): Promise<boolean>;
  };
  /** Keys of both modes, under the account. */
  keys: Collection<KeyRecord, "mode">;
  works: Collection<Work, "fingerprint"> & {
    /** @returns `false` where the tenant has a work of this hash */
    register(work: Work, content: Uint8Array): Promise<boolean>;
    findByHash(tenant: string, workHash: string): Promise<Work | null>;
    /** UTF-8 of the content. */
    content(tenant: string, id: string): Promise<Uint8Array | null>;
  };
  history: {
    append(record: HistoryRecord): Promise<boolean>;
    last(tenant: string, workId: string): Promise<HistoryRecord | null>;
    /** Entries in order, from a sequence number on. */
    list(tenant: string, workId: string, from: number, limit: number): Promise<HistoryRecord[]>;
  };
  results: {
    /** @returns `false` where this result is already stored */
    keep(result: ResultRecord): Promise<boolean>;
    find(tenant: string, kind: ResultKind, id: string): Promise<ResultRecord | null>;
    list(
      tenant: string,
      kind: ResultKind,
      page?: PageRequest,
      filter?: Partial<Pick<ResultRecord, "work_id">>,
    ): Promise<Page<ResultRecord>>;
    remove(tenant: string, kind: ResultKind, id: string): Promise<boolean>;
  };
  monitors: Collection<Monitor, "work_id">;
  runs: Collection<Run, "monitor_id">;
  endpoints: Collection<WebhookEndpoint>;
  deliveries: Collection<Delivery, "endpoint_id" | "status"> & {
    /** Messages of an endpoint that wait for an attempt up to this time, the earliest first. */
    due(tenant: string, endpointId: string, upTo: number, limit: number): Promise<Delivery[]>;
  };
  jobs: Collection<Job, "status">;
  decisions: Collection<DecisionRecord> & {
    /** The first that were registered, oldest first, up to `DECISIONS_MAX`. */
    all(tenant: string): Promise<DecisionRecord[]>;
  };
  usage: {
    /**
     * Counts all calls or, where they would exceed the limit, none. @returns whether they were counted, and the new
     * count
     */
    take(usage: Usage, limit: number): Promise<{ taken: boolean; calls: number }>;
    /** Usage by day, the latest first. */
    list(tenant: string, page?: PageRequest): Promise<Page<Usage>>;
  };
  idempotency: {
    add(record: IdempotencyRecord): Promise<boolean>;
    find(tenant: string, operation: string, key: string): Promise<IdempotencyRecord | null>;
    change(record: IdempotencyRecord): Promise<boolean>;
    remove(tenant: string, operation: string, key: string): Promise<boolean>;
  };
  /** Operations over all tenants, for the service itself. Never call them with input from a tenant. */
  service: {
    /** Accounts. */
    tenants(page?: PageRequest): Promise<Page<Tenant>>;
    keyByHash(hash: string): Promise<KeyRecord | null>;
    /** All, the newest first: that one signs. */
    signingKeys(): Promise<ServiceKey[]>;
    newestSigningKey(): Promise<ServiceKey | null>;
    addSigningKey(key: ServiceKey): Promise<boolean>;
    /** @returns whether there is such a key */
    retireSigningKey(id: string, retired_at: number): Promise<boolean>;
    /**
     * Claims due records and moves their due time to `until`: the caller has a lease until then, and after that they
     * are due again.
     */
    claim<Kind extends "monitors" | "webhook_endpoints" | "jobs">(
      kind: Kind,
      now: number,
      until: number,
      limit: number,
    ): Promise<{ monitors: Monitor; webhook_endpoints: WebhookEndpoint; jobs: Job }[Kind][]>;
    /** Removes expired answers to repeated requests. */
    forgetExpired(now: number, limit: number): Promise<number>;
  };
}
