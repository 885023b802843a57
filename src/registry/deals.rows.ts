/**
 * The rows of deals when a work or an account is removed: a quote or a licence stays, for its other party has a record
 * of it too. What goes is the work, the account's id, and each offer.
 */
import type { Rows } from "./driver.ts";
import { accountOf, modeOf, tenantOfMode } from "./modes.ts";
import type { DealRecord, RecordTypes, Work } from "./records.ts";

/** In the place of the account of a party that was removed: no account has this id. */
const REMOVED_ACCOUNT = ":removed";
/** Deals that are read at once: each has its events. */
const DEALS_READ = 20;

/** What is remembered of a work that was removed, in the terms of its deals. */
export type DealtWork = Pick<Work, "work_hash" | "fingerprint">;

/** Deals in the order in which they were made, some at a time. */
export async function* eachDeal(rows: Rows, where: Partial<RecordTypes["deals"]>): AsyncGenerator<DealRecord> {
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
