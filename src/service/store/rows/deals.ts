/**
 * The records of deals over the rows of any driver. When a work or an account is removed, a quote or a licence stays,
 * for its other party has a record of it too. What goes is the work, the account's id, and each offer.
 */

import type { PageRequest } from "../cursor.ts";
import type { Rows } from "../driver.ts";
import { accountOf, modeOf, tenantOfMode } from "../modes.ts";
import type { DealRecord, RecordTypes, Work } from "../records.ts";
import type { Records } from "../store.ts";
import { collection, first, pageOf } from "./collection.ts";

/** The counter of deals: each has a place in the status list. */
const PLACES = "deal_places";
/** Deals whose rows are read at once for the status list. */
const PLACES_READ = 200;
/** In the place of the account of a party that was removed: no account has this id. */
const REMOVED_ACCOUNT = ":removed";
/** Deals that are read at once: each has its events. */
const DEALS_READ = 20;

export function dealsOf(rows: Rows): Records["deals"] {
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

/** What is remembered of a work that was removed, in the terms of its deals. */
export type DealtWork = Pick<Work, "work_hash" | "fingerprint">;

/** Deals in the order in which they were made, some at a time. */
async function* eachDeal(rows: Rows, where: Partial<RecordTypes["deals"]>): AsyncGenerator<DealRecord> {
  for (let after: [number, string] | undefined; ; ) {
    const order = ["created_at", "id"] as const;
    const read = await rows.select("deals", { where, order, after, limit: DEALS_READ });
    yield* read;
    const last = read.at(-1);
    if (last === undefined || read.length < DEALS_READ) return;
    after = [last.created_at, last.id];
  }
}

/** Takes quotes and licences off a work that is about to be removed. Both parties keep them. */
export async function keepDealsOfWork(rows: Rows, tenant: string, work_id: string): Promise<void> {
  for await (const deal of eachDeal(rows, { tenant, work_id }))
    if (deal.counterpart !== null) await replace(rows, deal, (now) => withoutWork(rows, now));
}

/**
 * Takes quotes and licences off an account that is about to be removed, where the other party stays; the others go.
 *
 * @param tenants those of the account, of both modes
 */
export async function keepDealsOfOthers(rows: Rows, tenants: readonly string[]): Promise<void> {
  const isGone = (party: string | null) =>
    party === null || accountOf(party) === REMOVED_ACCOUNT || tenants.includes(party);
  const removed = (tenant: string) => tenantOfMode(REMOVED_ACCOUNT, modeOf(tenant));
  for (const tenant of tenants) {
    for await (const deal of eachDeal(rows, { tenant }))
      await replace(rows, deal, async (now) =>
        isGone(now.counterpart) ? null : { ...(await withoutWork(rows, now)), tenant: removed(tenant) },
      );
    for await (const deal of eachDeal(rows, { counterpart: tenant }))
      await replace(rows, deal, async (now) => (isGone(now.tenant) ? null : { ...now, counterpart: removed(tenant) }));
  }
}

async function withoutWork(rows: Rows, deal: DealRecord): Promise<DealRecord> {
  const { tenant, work_id } = deal;
  if (work_id === null) return deal;
  const [work] = await rows.select("works", { where: { tenant, id: work_id }, limit: 1 });
  const dealt: DealtWork = { work_hash: work!.work_hash, fingerprint: work!.fingerprint };
  return { ...deal, work_id: null, terms: { ...(deal.terms as object), work: dealt } };
}

/** Columns of keys and of parents never change, so a deal is removed and added again, or only removed. */
async function replace(
  rows: Rows,
  { tenant, id }: DealRecord,
  change: (now: DealRecord) => Promise<DealRecord | null>,
): Promise<void> {
  for (;;) {
    const [now] = await rows.select("deals", { where: { tenant, id }, limit: 1 });
    if (now === undefined) return;
    const changed = await change(now);
    // Another process may have changed it meanwhile.
    if ((await rows.remove("deals", { tenant, id }, { version: now.version })) === 0) continue;
    if (changed !== null) await rows.insert("deals", { ...changed, version: now.version + 1 });
    return;
  }
}
