/** A change of a deal: its next state, with the signed events that lead to it. */
import type { DealState } from "../../base/contract/resources/marketplace.ts";
import { SpoliaError } from "../../base/errors.ts";
import type { DealRecord } from "../store/records.ts";
import type { Records } from "../store/store.ts";
import { type DealEvent, signEvent } from "./dealDocument.ts";
import type { Host } from "./host.ts";
import type { Signers } from "./signing.ts";

/** A change, with its facts. */
export interface NamedEvent {
  event: string;
  [fact: string]: unknown;
}

/** @throws conflict where another process has changed it meanwhile */
export async function changeDeal(
  { records, signers, now }: { records: Records; signers: Signers; now: Host["now"] },
  deal: DealRecord,
  state: DealState,
  events: readonly NamedEvent[],
  more: Partial<Pick<DealRecord, "market" | "terms">> = {},
): Promise<DealRecord> {
  const at = now();
  const all = [...(deal.events as DealEvent[])];
  for (const event of events) all.push(await signEvent(records, signers, deal, all, { ...event, at }));
  const changes = { state, events: all, version: deal.version + 1, ...more };
  if (!(await records.deals.change(deal.tenant, deal.id, changes, { version: deal.version }))) throw changedMeanwhile();
  return { ...deal, ...changes };
}

/**
 * Revokes open quotes for a party that cannot accept them or honour them any more, so that the other party reads why.
 *
 * @param by the party whose work or account is about to be removed
 */
export async function revokeQuotes(
  { host: { now }, records, signers }: { host: Host; records: Records; signers: Signers },
  of: Partial<Pick<DealRecord, "tenant" | "work_id" | "counterpart">>,
  { by, reason }: { by: "licensor" | "licensee"; reason: string },
): Promise<void> {
  for (const quote of await records.deals.openQuotesOf(of)) {
    // One whose time has come is recorded as that.
    if (quote.expires_at !== null && quote.expires_at <= now()) continue;
    await changeDeal({ records, signers, now }, quote, "revoked", [{ event: "revoked", id: quote.id, by, reason }]);
  }
}

function changedMeanwhile(): SpoliaError {
  const hint = "Read it again, and try again.";
  return new SpoliaError("conflict", "Another request has changed the deal meanwhile.", { hint });
}
