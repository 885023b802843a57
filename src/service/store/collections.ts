/** The record operations of `store.ts`, implemented over the rows of any driver. */
import { DECISIONS_MAX } from "../../base/limits.ts";
import { sum } from "../../base/lists/numbers.ts";
import { mappedPage } from "./cursor.ts";
import type { Driver, Rows } from "./driver.ts";
import { tenantOfMode } from "./modes.ts";
import { type Holding, KEPT } from "./plans.ts";
import type { StoredTenant, Tenant } from "./records.ts";
import { collection, first, pageOf } from "./rows/collection.ts";
import { dealsOf, keepDealsOfOthers, keepDealsOfWork } from "./rows/deals.ts";
import { statusOf } from "./rows/status.ts";
import type { RecordStore, Records } from "./store.ts";

const NEWEST_FIRST = { order: ["sequence"], descending: true } as const;

/** The driver of each store of ours. */
const drivers = new WeakMap<RecordStore, Driver>();

export const driverOf = (store: RecordStore): Driver | undefined => drivers.get(store);

export function recordStore(driver: Driver): RecordStore {
  const store: RecordStore = {
    read: (work) => driver.read((rows) => work(recordsOf(rows))),
    write: (work) => driver.write((rows) => work(recordsOf(rows))),
    check: () => driver.check(),
    waiting: () => driver.waiting(),
    close: () => driver.close(),
  };
  drivers.set(store, driver);
  return store;
}

function recordsOf(rows: Rows): Records {
  return {
    tenants: tenantsOf(rows),
    keys: collection(rows, "keys"),
    works: worksOf(rows),
    history: {
      append: (record) => rows.insert("history", record),
      last: (tenant, id) => first(rows, "history", { tenant, id }, { order: ["sequence"], descending: true }),
      list: (tenant, id, from, limit) =>
        rows.select("history", { where: { tenant, id }, order: ["sequence"], after: [from - 1], limit }),
    },
    results: resultsOf(rows),
    monitors: collection(rows, "monitors"),
    runs: collection(rows, "runs"),
    endpoints: collection(rows, "webhook_endpoints"),
    deliveries: {
      ...collection(rows, "deliveries"),
      due: (tenant, endpoint_id, upTo, limit) =>
        rows.select("deliveries", { where: { tenant, endpoint_id }, order: ["due_at", "id"], upTo, limit }),
    },
    jobs: {
      ...collection(rows, "jobs"),
      request: (job) => rows.insertOrFind("jobs", job, ["tenant", "request_hash"]),
      oldest: (tenant, kind, status) => first(rows, "jobs", { tenant, kind, status }, { order: ["created_at", "id"] }),
    },
    jobLines: linesOf(rows),
    turns: turnsOf(rows),
    decisions: {
      ...collection(rows, "decisions"),
      all: (tenant) =>
        rows.select("decisions", { where: { tenant }, order: ["created_at", "id"], limit: DECISIONS_MAX }),
      count: async (tenant) => (await rows.total("decisions", { tenant })).count,
    },
    deals: dealsOf(rows),
    holdings: { count: (tenant, kind) => countOf(rows, tenant, kind) },
    bursts: burstsOf(rows),
    usage: usageOf(rows),
    idempotency: idempotencyOf(rows),
    revokedTokens: {
      add: (token) => rows.insert("revoked_tokens", token),
      has: async (tenant, jti) => (await first(rows, "revoked_tokens", { tenant, jti })) !== null,
    },
    service: serviceOf(rows),
    status: statusOf(rows),
  };
}

function tenantsOf(rows: Rows): Records["tenants"] {
  const find = async (id: string) => {
    const found = await first(rows, "tenants", { id });
    return found?.mode === "live" ? accountIn(found) : null;
  };
  return {
    async add(account) {
      const isNew = await rows.insert("tenants", { ...account, mode: "live" });
      return isNew && rows.insert("tenants", { ...account, id: tenantOfMode(account.id, "test"), mode: "test" });
    },
    find,
    change: async (id, changes) => (await find(id)) !== null && (await rows.update("tenants", { id }, changes)) > 0,
    async remove(id) {
      if ((await find(id)) === null) return false;
      await keepDealsOfOthers(rows, [id, tenantOfMode(id, "test")]);
      await rows.remove("tenants", { id: tenantOfMode(id, "test") });
      return (await rows.remove("tenants", { id })) > 0;
    },
  };
}

const accountIn = ({ mode: _, ...account }: StoredTenant): Tenant => account;

function worksOf(rows: Rows): Records["works"] {
  return {
    ...collection(rows, "works"),
    async register(work, content, sections = null) {
      const { tenant, id, created_at } = work;
      const outcome = await rows.insertOrFind("works", work, ["tenant", "work_hash"]);
      if (outcome.isNew) await rows.insert("work_contents", { tenant, id, created_at, content, sections });
      return outcome;
    },
    findByHash: (tenant, work_hash) => first(rows, "works", { tenant, work_hash }),
    content: async (tenant, id) => (await first(rows, "work_contents", { tenant, id }))?.content ?? null,
    sectioned: (tenant, id) => first(rows, "work_contents", { tenant, id }),
    async remove(tenant, id) {
      await keepDealsOfWork(rows, tenant, id);
      return (await rows.remove("works", { tenant, id })) > 0;
    },
  };
}

function linesOf(rows: Rows): Records["jobLines"] {
  return {
    add: (line) => rows.insert("job_lines", line),
    list: (tenant, id, { after, ...range }) =>
      rows.select("job_lines", { where: { tenant, id }, order: ["line"], after: [after], ...range }),
    async answer({ tenant, id, line }, answer) {
      await rows.update("job_lines", { tenant, id, line }, { request: new Uint8Array(), answer });
    },
    removeWaiting: (tenant, id) => rows.remove("job_lines", { tenant, id }, { answer: null }),
  };
}

function turnsOf(rows: Rows): Records["turns"] {
  return {
    async want(tenant, now) {
      const { isNew } = await rows.insertOrFind("batch_turns", { tenant, due_at: now, submitted: 1 }, ["tenant"]);
      if (isNew) return;
      await rows.increment("batch_turns", { tenant }, { submitted: { add: 1 } });
      await rows.update("batch_turns", { tenant }, { due_at: now }, { due_at: null });
    },
    move: async ({ tenant, due_at: held }, due_at) =>
      (await rows.update("batch_turns", { tenant }, { due_at }, { due_at: held })) > 0,
    end: async ({ tenant, due_at, submitted }) =>
      (await rows.update("batch_turns", { tenant }, { due_at: null }, { due_at, submitted })) > 0,
  };
}

function resultsOf(rows: Rows): Records["results"] {
  return {
    keep: (result) => rows.insertOrFind("results", result, ["tenant", "kind", "id"]),
    find: (tenant, kind, id) => first(rows, "results", { tenant, kind, id }),
    list: (tenant, kind, page = {}, filter = {}) =>
      pageOf(rows, "results", { ...filter, tenant, kind }, ["created_at", "id"], page),
    remove: async (tenant, kind, id) => (await rows.remove("results", { tenant, kind, id })) > 0,
  };
}

function usageOf(rows: Rows): Records["usage"] {
  return {
    async take({ tenant, day, ...amounts }, limits) {
      const counters = Object.fromEntries(
        Object.entries(amounts).map(([name, add]) => {
          const atMost = limits[name as keyof typeof limits];
          return [name, { add: add as number, ...(atMost !== undefined && { atMost }) }];
        }),
      );
      const usage = await rows.increment("usage", { tenant, day }, counters);
      if (usage !== null) return { taken: true, usage };
      const before = await first(rows, "usage", { tenant, day });
      return { taken: false, usage: before ?? { tenant, day, calls: 0, words: 0, entries: 0 } };
    },
    list: (tenant, page = {}) => pageOf(rows, "usage", { tenant }, ["day"], page),
  };
}

async function countOf(rows: Rows, tenant: string, kind: Holding): Promise<number> {
  const kept = KEPT[kind];
  if ("rowsOf" in kept) return (await rows.total(kept.rowsOf, { tenant })).count;
  const totals = await Promise.all(kept.bytesOf.map((table) => rows.total(table, { tenant }, "bytes")));
  return sum(totals, (total) => total.sum);
}

/** Tolerated difference between clocks: of the machines on a store, and of issuers of tokens. */
export const TOLERANCE_SECONDS = 5;

/**
 * Whether an arrival time is later than any call of now, or of a clock that is a little ahead, can have left. Without
 * this, a clock that was an hour ahead for a moment would refuse all calls for an hour.
 */
export const isOfWrongClock = (arrivalUs: number, latestUs: number): boolean =>
  arrivalUs > latestUs + 1e6 * TOLERANCE_SECONDS;

function burstsOf(rows: Rows): Records["bursts"] {
  return {
    async advance(tenant, of, { nowUs, intervalUs, latestUs }) {
      const step = { [of]: { from: nowUs, add: intervalUs, atMost: latestUs } };
      const moved = await rows.increment("bursts", { tenant }, step);
      if (moved !== null) return { isAllowed: true, arrivalUs: moved[of] };
      const arrivalUs = (await first(rows, "bursts", { tenant }))?.[of] ?? nowUs;
      if (!isOfWrongClock(arrivalUs, latestUs)) return { isAllowed: false, arrivalUs };
      await rows.update("bursts", { tenant }, { [of]: nowUs }, { [of]: arrivalUs });
      const again = await rows.increment("bursts", { tenant }, step);
      return { isAllowed: again !== null, arrivalUs: again?.[of] ?? nowUs };
    },
  };
}

function idempotencyOf(rows: Rows): Records["idempotency"] {
  return {
    add: (record) => rows.insertOrFind("idempotency", record, ["tenant", "operation", "key"]),
    find: (tenant, operation, key) => first(rows, "idempotency", { tenant, operation, key }),
    async change({ tenant, operation, key, ...changes }, held) {
      return (await rows.update("idempotency", { tenant, operation, key }, changes, held)) > 0;
    },
    remove: async (tenant, operation, key, held) =>
      (await rows.remove("idempotency", { tenant, operation, key }, held)) > 0,
  };
}

function serviceOf(rows: Rows): Records["service"] {
  return {
    tenants: async (page = {}) =>
      mappedPage(await pageOf(rows, "tenants", { mode: "live" }, ["created_at", "id"], page), accountIn),
    keyByHash: (hash) => first(rows, "keys", { hash }),
    signingKeys: () => rows.select("service_keys", { where: {}, ...NEWEST_FIRST }),
    newestSigningKey: () => first(rows, "service_keys", {}, NEWEST_FIRST),
    retireSigningKey: async (id, retired_at, expected) =>
      (await rows.update("service_keys", { id }, { retired_at }, { retired_at: expected })) > 0,
    addSigningKey: (key) => rows.insertOrFind("service_keys", key, ["sequence"]),
    claim: (kind, now, until, limit) =>
      rows.claim(kind, { column: "due_at", now, until, limit } as never) as Promise<never[]>,
    async prune(kind, upTo, limit) {
      const order = ["prunable_at", "tenant", "id"] as const;
      const found = await rows.select(kind, { where: {}, order, upTo, limit });
      let removed = 0;
      // One that is needed again meanwhile stays.
      for (const { tenant, id, prunable_at } of found)
        removed += await rows.remove(kind, { tenant, id }, { prunable_at });
      return removed;
    },
    async forgetExpired(now, limit) {
      const order = ["expires_at", "tenant", "operation", "key"] as const;
      const expired = await rows.select("idempotency", { where: {}, order, upTo: now, limit });
      let removed = 0;
      for (const { tenant, operation, key, expires_at } of expired)
        removed += await rows.remove("idempotency", { tenant, operation, key }, { expires_at });
      const revoked = await rows.select("revoked_tokens", {
        where: {},
        order: ["expires_at", "tenant", "jti"],
        upTo: now,
        limit: limit - expired.length,
      });
      for (const { tenant, jti } of revoked) removed += await rows.remove("revoked_tokens", { tenant, jti });
      return removed;
    },
  };
}
