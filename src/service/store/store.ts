/**
 * The store of records, with operations in domain terms. Every operation takes its tenant first, and treats a record of
 * another tenant as if it did not exist. The few operations without a tenant serve the service itself (`service`, and
 * the lookup of a key's owner).
 */
import type { TextSection } from "../../base/contract/common.ts";
import type { Page, PageRequest } from "./cursor.ts";
import type { Stored } from "./driver.ts";
import type { Holding } from "./plans.ts";
import type {
  BatchTurn,
  DealRecord,
  DecisionRecord,
  Delivery,
  HistoryRecord,
  IdempotencyRecord,
  Job,
  JobLine,
  KeyMode,
  KeyRecord,
  Monitor,
  OfferPrint,
  Owned,
  ResultKind,
  ResultRecord,
  RevokedToken,
  Run,
  ServiceKey,
  StatusDay,
  StatusLatency,
  StatusPart,
  Tenant,
  Usage,
  WebhookEndpoint,
  Work,
  WorkContent,
} from "./records.ts";
import type { Tallied } from "./tally.ts";

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
  /**
   * Reads from the medium anew, past everything that is remembered.
   *
   * @throws registry_failed where what is stored is damaged
   * @since 0.2.0
   */
  check(): Promise<void>;
  /** Number of writes of this process that have not begun. @since 0.2.0 */
  waiting(): number;
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
  /**
   * Changes a record, if it still has the values of `expected`. What was read is changed in this way, since another
   * process may have changed it meanwhile.
   *
   * @returns whether it was changed
   */
  change(
    tenant: string,
    id: string,
    changes: Partial<Omit<Item, keyof Owned>>,
    expected?: Partial<Omit<Item, keyof Owned>>,
  ): Promise<boolean>;
  /** Removes a record and all records that belong to it. @returns whether there was one */
  remove(tenant: string, id: string): Promise<boolean>;
}

/** Records with a due time. */
export type DueKind = "monitors" | "webhook_endpoints" | "jobs";

/** Who holds an idempotency key, and until when. */
type Held = Partial<Pick<IdempotencyRecord, "holder" | "expires_at">>;

export interface Records {
  /** Accounts, by their ids. */
  tenants: {
    /** Adds an account, with a tenant for its live records and one for its test records. */
    add(account: Tenant): Promise<boolean>;
    find(account: string): Promise<Tenant | null>;
    change(account: string, changes: Partial<Pick<Tenant, "plan" | "label">>): Promise<boolean>;
    /**
     * Removes an account and all of its records of both modes. Quotes and licences stay with the other party, in which
     * the account's id is told no more.
     */
    remove(account: string): Promise<boolean>;
  };
  /** Keys of both modes, under the account. */
  keys: Collection<KeyRecord, "mode">;
  works: Collection<Work, "fingerprint"> & {
    /** Adds a work with its content. @returns the stored one where the tenant has a work of this hash */
    register(work: Work, content: Uint8Array, sections?: TextSection[] | null): Promise<Stored<Work>>;
    findByHash(tenant: string, workHash: string): Promise<Work | null>;
    /** Removes a work and what belongs to it. Quotes and licences of it stay, without it. */
    remove(tenant: string, id: string): Promise<boolean>;
    /** UTF-8 of the content. */
    content(tenant: string, id: string): Promise<Uint8Array | null>;
    /** The content with its headings and pages. */
    sectioned(tenant: string, id: string): Promise<Pick<WorkContent, "content" | "sections"> | null>;
  };
  history: {
    /** @returns `false` where the history has an entry of this sequence number */
    append(record: HistoryRecord): Promise<boolean>;
    last(tenant: string, workId: string): Promise<HistoryRecord | null>;
    /** Entries in order, from a sequence number on. */
    list(tenant: string, workId: string, from: number, limit: number): Promise<HistoryRecord[]>;
  };
  results: {
    /** Adds a result. @returns the stored one where the tenant has a result of this kind and id */
    keep(result: ResultRecord): Promise<Stored<ResultRecord>>;
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
  jobs: Collection<Job, "status"> & {
    /** Adds a job. @returns the stored one where the tenant has one with this `request_hash` */
    request(job: Job): Promise<Stored<Job>>;
    oldest(tenant: string, kind: string, status: Job["status"]): Promise<Job | null>;
  };
  jobLines: {
    add(line: JobLine): Promise<boolean>;
    /** Lines of a job in order, those behind `after` up to `upTo`. */
    list(tenant: string, jobId: string, range: { after: number; upTo: number; limit: number }): Promise<JobLine[]>;
    /** Stores the answer of a line, and removes its request. */
    answer(line: JobLine, answer: object): Promise<void>;
    /** Removes the lines that have no answer. @returns number of them */
    removeWaiting(tenant: string, jobId: string): Promise<number>;
  };
  turns: {
    /** A tenant has one more batch that waits: it gets a turn. */
    want(tenant: string, now: number): Promise<void>;
    /** Moves the due time of a turn, as long as it is as it was. @returns whether it was moved */
    move(turn: BatchTurn, due_at: number): Promise<boolean>;
    /** Ends a turn, unless it is not held any more or a batch was submitted since. @returns whether it was ended */
    end(turn: BatchTurn): Promise<boolean>;
  };
  decisions: Collection<DecisionRecord> & {
    /** The first that were registered, oldest first, up to `DECISIONS_MAX`. */
    all(tenant: string): Promise<DecisionRecord[]>;
    count(tenant: string): Promise<number>;
  };
  deals: Collection<DealRecord, "kind"> & {
    /** Of any tenant: the caller has to check whose it is. */
    byId(id: string): Promise<DealRecord | null>;
    /** What a tenant may see: its own on either side, and open offers; `null` alike for others and for none. */
    seenBy(tenant: string, market: DealRecord["market"], id: string): Promise<DealRecord | null>;
    /** Those in which a tenant is the licensee, the newest first. */
    ofCounterpart(
      tenant: string,
      page?: PageRequest,
      filter?: Partial<Pick<DealRecord, "kind">>,
    ): Promise<Page<DealRecord>>;
    /** Open offers of all tenants that accounts of this mode find, the newest first. */
    open(market: KeyMode, page?: PageRequest): Promise<Page<DealRecord>>;
    /** Number of places of the status list that were given, those of removed deals included. */
    places(): Promise<number>;
    /** Gives a place that no deal has had. */
    givePlace(): Promise<number>;
    /** Quotes of a licensee that are open. */
    openQuotes(tenant: string): Promise<number>;
    /** Quotes that are open: of a work, of all works of a tenant, or those that a tenant has asked for. */
    openQuotesOf(of: Partial<Pick<DealRecord, "tenant" | "work_id" | "counterpart">>): Promise<DealRecord[]>;
    /** Number of licences of a work that are in one of these states, and have not ended by now. */
    licences(tenant: string, workId: string, states: readonly DealRecord["state"][], now: number): Promise<number>;
    /** Deals in one of these states whose time has come. */
    ended(states: readonly DealRecord["state"][], now: number, limit: number): Promise<DealRecord[]>;
    /** Places that are revoked, ascending: some after the given one; none at the end. */
    revokedPlaces(after: number): Promise<number[]>;
    addPrint(print: OfferPrint): Promise<boolean>;
    print(tenant: string, offerId: string): Promise<Uint8Array | null>;
  };
  usage: {
    /**
     * Counts all or, where a counter would exceed its limit, nothing. @returns whether it was counted, and what the
     * day has now
     */
    take(
      usage: Pick<Usage, "tenant" | "day"> & Partial<Usage>,
      limits: Partial<Omit<Usage, "tenant" | "day">>,
    ): Promise<{ taken: boolean; usage: Usage }>;
    /** Usage by day, the latest first. */
    list(tenant: string, page?: PageRequest): Promise<Page<Usage>>;
  };
  holdings: {
    /** How many, or how many bytes, a tenant keeps now. */
    count(tenant: string, kind: Holding): Promise<number>;
  };
  bursts: {
    /**
     * Moves an arrival time of a tenant on by `intervalUs`, from now at least, unless it would be later than
     * `latestUs`. One of a clock that was wrong (`collections.ts`) counts as now.
     *
     * @returns whether it was moved on, and the time that is stored now
     */
    advance(
      tenant: string,
      of: "arrival_us" | "words_us",
      times: { nowUs: number; intervalUs: number; latestUs: number },
    ): Promise<{ isAllowed: boolean; arrivalUs: number }>;
  };
  idempotency: {
    /** Adds a record. @returns the stored one where the tenant has one of this operation and key */
    add(record: IdempotencyRecord): Promise<Stored<IdempotencyRecord>>;
    find(tenant: string, operation: string, key: string): Promise<IdempotencyRecord | null>;
    /** Changes a record as long as it is held like this. @returns whether it was changed */
    change(record: IdempotencyRecord, held: Held): Promise<boolean>;
    /** Removes a record as long as it is held like this. @returns whether it was removed */
    remove(tenant: string, operation: string, key: string, held: Held): Promise<boolean>;
  };
  revokedTokens: {
    /** @returns `false` where it was revoked before */
    add(token: RevokedToken): Promise<boolean>;
    has(tenant: string, jti: string): Promise<boolean>;
  };
  /** The status of the service, of no tenant. */
  status: {
    /** Counts a check whose write comes through with this: its slot of time once for all processes. */
    checked(day: string, slot: number, seen: Tallied): Promise<void>;
    /** All days, the earliest first. */
    days(): Promise<StatusDay[]>;
    latencies(day: string): Promise<StatusLatency[]>;
    parts(): Promise<StatusPart[]>;
    /** Number of records of all tenants with a status. */
    count(kind: "jobs" | "deliveries", status: string): Promise<number>;
    /** By part of the service, for how long its longest waiting work is due, in milliseconds; 0 where none is. */
    overdue(now: number): Promise<(readonly [part: string, ms: number])[]>;
    /** Removes days before this one, but for the latest of them, which tells that the service is older. */
    forget(before: string): Promise<void>;
  };
  /** Operations over all tenants, for the service itself. Never call them with input from a tenant. */
  service: {
    /** Accounts. */
    tenants(page?: PageRequest): Promise<Page<Tenant>>;
    keyByHash(hash: string): Promise<KeyRecord | null>;
    /** All, the newest first: that one signs. */
    signingKeys(): Promise<ServiceKey[]>;
    newestSigningKey(): Promise<ServiceKey | null>;
    /** Adds a key. @returns the stored one where there is a key of this sequence number */
    addSigningKey(key: ServiceKey): Promise<Stored<ServiceKey>>;
    /** @returns whether there is such a key, retired at the time that is expected */
    retireSigningKey(id: string, retired_at: number, expected: number | null): Promise<boolean>;
    /**
     * Claims due records, the longest overdue first, and moves their due time to `until`: the caller has a lease until
     * then, and after that they are due again. No two callers get the same record.
     */
    claim<Kind extends DueKind | "batch_turns">(
      kind: Kind,
      now: number,
      until: number,
      limit: number,
    ): Promise<{ monitors: Monitor; webhook_endpoints: WebhookEndpoint; jobs: Job; batch_turns: BatchTurn }[Kind][]>;
    /** Removes records that could be pruned since this time, the oldest first. @returns number of them */
    prune(kind: "runs" | "deliveries" | "jobs", upTo: number, limit: number): Promise<number>;
    /** Removes expired answers to repeated requests, and revoked tokens. @returns number of them, up to `limit` */
    forgetExpired(now: number, limit: number): Promise<number>;
  };
}
