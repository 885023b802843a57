/**
 * The store of records, in the words of what is remembered. Every question names its tenant first, and what is another's is answered
 * as if it were not there; the few that do not are the service's own (`service`, and finding out whose key it is).
 */
import type { Page, PageRequest } from "./cursor.ts";
import type {
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
  /** Looks at records as they are between two writes. */
  read<Result>(work: (records: Records) => Promise<Result>): Promise<Result>;
  /**
   * A transaction: all of it or, where `work` rejects, nothing. Once it resolves, it is durable. Await nothing slow inside, since all
   * other writers wait, and never another `write`, which would wait for this one for ever.
   *
   * @throws registry_failed where the store refuses
   */
  write<Result>(work: (records: Records) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Records of tenants that can be listed, the newest first. `Filter` names the columns that a list can be narrowed by. */
export interface Collection<Item extends Owned, Filter extends keyof Item = never> {
  /**
   * @returns `false` where it is there already, by its id or by what else no two may share
   * @throws not_found where the tenant, or what it belongs to, is not there
   */
  add(item: Item): Promise<boolean>;
  find(tenant: string, id: string): Promise<Item | null>;
  /** @throws invalid_request where the page is not one of this list */
  list(tenant: string, page?: PageRequest, filter?: Partial<Pick<Item, Filter>>): Promise<Page<Item>>;
  /** @returns whether there is one */
  change(tenant: string, id: string, changes: Partial<Omit<Item, keyof Owned>>): Promise<boolean>;
  /** Takes along what belongs to it. @returns whether there was one */
  remove(tenant: string, id: string): Promise<boolean>;
}

export interface Records {
  tenants: {
    add(tenant: Tenant): Promise<boolean>;
    find(tenant: string): Promise<Tenant | null>;
    change(tenant: string, changes: Partial<Pick<Tenant, "plan" | "label">>): Promise<boolean>;
    /** With everything that is theirs. */
    remove(tenant: string): Promise<boolean>;
  };
  keys: Collection<KeyRecord>;
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
    /** In order, from a sequence number on. */
    list(tenant: string, workId: string, from: number, limit: number): Promise<HistoryRecord[]>;
  };
  results: {
    /** @returns `false` where this result is there already */
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
  deliveries: Collection<Delivery, "endpoint_id" | "status">;
  jobs: Collection<Job, "status">;
  usage: {
    /** Counts calls, all of them or, where they would be more than the limit, none. @returns what is counted now */
    take(usage: Usage, limit: number): Promise<{ taken: boolean; calls: number }>;
    /** From day to day, the latest first. */
    list(tenant: string, page?: PageRequest): Promise<Page<Usage>>;
  };
  idempotency: {
    add(record: IdempotencyRecord): Promise<boolean>;
    find(tenant: string, operation: string, key: string): Promise<IdempotencyRecord | null>;
    change(record: IdempotencyRecord): Promise<boolean>;
    remove(tenant: string, operation: string, key: string): Promise<boolean>;
  };
  /** Of all tenants: for whoever runs the service, and for nothing that a tenant asks. */
  service: {
    tenants(page?: PageRequest): Promise<Page<Tenant>>;
    keyByHash(hash: string): Promise<KeyRecord | null>;
    /** The newest first. */
    signingKeys(): Promise<ServiceKey[]>;
    addSigningKey(key: ServiceKey): Promise<boolean>;
    /** Takes what is due and moves it to `until`: whoever took it up has until then, and after that it is due again. */
    claim<Kind extends "monitors" | "deliveries" | "jobs">(
      kind: Kind,
      now: number,
      until: number,
      limit: number,
    ): Promise<{ monitors: Monitor; deliveries: Delivery; jobs: Job }[Kind][]>;
    /** Removes answers to repeated requests that nobody may ask for any more. */
    forgetExpired(now: number, limit: number): Promise<number>;
  };
}
