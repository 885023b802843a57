/** The record operations of `store.ts`, implemented over the rows of any driver. */
import { DECISIONS_MAX } from "../limits.ts";
import { mappedPage, type Page, type PageRequest, pageSizeOf, placeOf, tokenOf } from "./cursor.ts";
import { eachDeal, keepDealsOfOthers, keepDealsOfWork } from "./deals.rows.ts";
import type { Driver, Rows } from "./driver.ts";
import { tenantOfMode } from "./modes.ts";
import type { Holding } from "./plans.ts";
import type { Owned, RecordTypes, StoredTenant, TableName, Tenant } from "./records.ts";
import { statusOf } from "./status.rows.ts";
import type { Collection, RecordStore, Records } from "./store.ts";
import { tableOf } from "./tables.ts";

/** Deals whose rows are read at once for the status list. */
const PLACES_READ = 200;
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

async function first<Name extends TableName>(
  rows: Rows,
  table: Name,
  where: Partial<RecordTypes[Name]>,
  more: { order?: readonly (keyof RecordTypes[Name] & string)[]; descending?: boolean } = {},
): Promise<RecordTypes[Name] | null> {
  return (await rows.select(table, { where, ...more, limit: 1 }))[0] ?? null;
}

/** A page of rows, the last in order first. */
async function pageOf<Name extends TableName>(
  rows: Rows,
  table: Name,
  where: Partial<RecordTypes[Name]>,
  order: readonly (keyof RecordTypes[Name] & string)[],
  page: PageRequest,
): Promise<Page<RecordTypes[Name]>> {
  const list = [table, where];
  const size = pageSizeOf(page);
  const { columns } = tableOf(table);
  const form = order.map((column) => (columns[column] === "integer" ? "number" : "string"));
  const after = placeOf(list, form, page);
  const items = await rows.select(table, { where, order, descending: true, after, limit: size + 1 });
  if (items.length <= size) return { items, next_page_token: "" };
  const last = items[size - 1]!;
  const place = order.map((column) => last[column] as string | number);
  return { items: items.slice(0, size), next_page_token: tokenOf(list, place) };
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

type OwnedTable = { [Name in TableName]: RecordTypes[Name] extends Owned ? Name : never }[TableName];

function collection<Name extends OwnedTable>(
  rows: Rows,
  table: Name,
): Collection<RecordTypes[Name], keyof RecordTypes[Name]> {
  type Item = RecordTypes[Name];
  const only = (tenant: string, id: string) => ({ tenant, id }) as Partial<Item>;
  return {
    add: (item) => rows.insert(table, item),
    find: (tenant, id) => first(rows, table, only(tenant, id)),
    list: (tenant, page = {}, filter = {}) =>
      pageOf(rows, table, { ...filter, tenant } as Partial<Item>, ["created_at", "id"], page),
    change: async (tenant, id, changes, expected = {}) =>
      (await rows.update(table, only(tenant, id), changes as Partial<Item>, expected as Partial<Item>)) > 0,
    remove: async (tenant, id) => (await rows.remove(table, only(tenant, id))) > 0,
  };
}

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

const PLACES = "deal_places";

function dealsOf(rows: Rows): Records["deals"] {
  const pageBy = (where: Partial<RecordTypes["deals"]>, page: PageRequest = {}) =>
    pageOf(rows, "deals", where, ["created_at", "id"], page);
  return {
    ...collection(rows, "deals"),
    byId: (id) => first(rows, "deals", { id }),
    async seenBy(tenant, market, id) {
      const deal = await first(rows, "deals", { id });
      const isParty = deal !== null && (deal.tenant === tenant || deal.counterpart === tenant);
      const isOpen = deal !== null && deal.kind === "offer" && deal.market === market;
      return isParty || isOpen ? deal : null;
    },
    ofCounterpart: (tenant, page, filter = {}) => pageBy({ counterpart: tenant, ...filter }, page),
    open: (market, page) => pageBy({ market }, page),
    places: async () => (await first(rows, "counters", { name: PLACES }))?.value ?? 0,
    givePlace: async () => (await rows.increment("counters", { name: PLACES }, { value: { add: 1 } }))!.value - 1,
    openQuotes: async (tenant) =>
      (await rows.total("deals", { counterpart: tenant, kind: "quote", state: "quoted" })).count,
    openQuotesOf: async (of) => {
      const open: RecordTypes["deals"][] = [];
      for await (const deal of eachDeal(rows, of))
        if (deal.kind === "quote" && deal.state === "quoted") open.push(deal);
      return open;
    },
    async licences(tenant, work_id, states, now) {
      let count = 0;
      for await (const { kind, state, expires_at } of eachDeal(rows, { tenant, work_id })) {
        const isIn = kind === "licence" && states.includes(state);
        if (isIn && (expires_at === null || expires_at > now)) count += 1;
      }
      return count;
    },
    async ended(states, now, limit) {
      const found: RecordTypes["deals"][] = [];
      for (const state of states) {
        const selection = { where: { state }, order: ["expires_at", "tenant", "id"], upTo: now } as const;
        if (found.length < limit)
          found.push(...(await rows.select("deals", { ...selection, limit: limit - found.length })));
      }
      return found;
    },
    async revokedPlaces(after) {
      const state = "revoked";
      const revoked = await rows.select("deals", {
        where: { state },
        order: ["place"],
        after: [after],
        limit: PLACES_READ,
      });
      return revoked.map(({ place }) => place);
    },
    addPrint: (print) => rows.insert("offer_prints", print),
    print: async (tenant, id) => (await first(rows, "offer_prints", { tenant, id }))?.print ?? null,
  };
}

function usageOf(rows: Rows): Records["usage"] {
  return {
    async take({ tenant, day, ...amounts }, limits) {
      const counters = Object.fromEntries(
        Object.entries(amounts).map(([name, add]) => {
          const atMost = limits[name as keyof typeof limits];
          return [name, { add, ...(atMost !== undefined && { atMost }) }];
        }),
      );
      const usage = await rows.increment("usage", { tenant, day }, counters);
      if (usage !== null) return { taken: true, usage };
      const before = await first(rows, "usage", { tenant, day });
      const nothing = Object.fromEntries(Object.keys(amounts).map((name) => [name, 0])) as typeof amounts;
      return { taken: false, usage: before ?? { tenant, day, ...nothing } };
    },
    list: (tenant, page = {}) => pageOf(rows, "usage", { tenant }, ["day"], page),
  };
}

async function countOf(rows: Rows, tenant: string, kind: Holding): Promise<number> {
  if (kind === "stored_bytes") {
    const [works, batches] = [
      await rows.total("works", { tenant }, "bytes"),
      await rows.total("jobs", { tenant }, "bytes"),
    ];
    return works.sum + batches.sum;
  }
  return (await rows.total(kind === "endpoints" ? "webhook_endpoints" : kind, { tenant })).count;
}

function burstsOf(rows: Rows): Records["bursts"] {
  return {
    async advance(tenant, of, { nowUs, intervalUs, latestUs }) {
      const step = { [of]: { from: nowUs, add: intervalUs, atMost: latestUs } };
      const moved = await rows.increment("bursts", { tenant }, step);
      const stored = moved ?? (await first(rows, "bursts", { tenant }));
      return { isAllowed: moved !== null, arrivalUs: stored?.[of] ?? nowUs };
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
