/** Records of deals: finds, opens, changes and ends them. Each change is a signed event of the work's history. */
import type { Count } from "../../base/contract/common.ts";
import type { DealState } from "../../base/contract/resources/marketplace.ts";
import { isSpoliaError, SpoliaError, throwIfAborted } from "../../base/errors.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import type { Quota } from "../accounts/quota.ts";
import { changeDeal, type NamedEvent } from "../history/dealChange.ts";
import { type DealEvent, signEvent } from "../history/dealDocument.ts";
import { existing, type Host, isoTime, notFound } from "../history/host.ts";
import type { Signers } from "../history/signing.ts";
import { modeOf } from "../store/modes.ts";
import type { DealRecord, Work } from "../store/records.ts";
import type { DealtWork } from "../store/rows/deals.ts";
import type { Records } from "../store/store.ts";
import { type DealAction, EXPIRING, requireAllowed } from "./states.ts";
import type { TermsWithoutWork } from "./terms.ts";

/** Events of a deal, and their characters: a deal is read and signed as a whole. Some are left for its end. */
const EVENTS_MAX = 1_000;
const EVENTS_CHARACTERS_MAX = 4_000_000;
const EVENTS_KEPT_FOR_THE_END = 10;
/** Deals whose end one call records. */
const ENDED_AT_ONCE = 100;

/** The state in which a deal begins, which is also the name of its first event. */
const BEGINS = { offer: "offered", quote: "quoted", licence: "licensed" } as const;

interface NewDeal extends Pick<DealRecord, "tenant" | "id" | "work_id" | "kind" | "expires_at"> {
  /** The licensee; absent for an offer. */
  counterpart?: string;
  /** Where an offer is published. */
  market?: DealRecord["market"];
  /** The terms, once its first event is signed. */
  terms: (signed: DealEvent) => unknown;
}

export class DealLedger {
  readonly #host: Host;
  readonly #signers: Signers;
  readonly #quota: Quota;

  constructor(host: Host, signers: Signers, quota: Quota) {
    this.#host = host;
    this.#signers = signers;
    this.#quota = quota;
  }

  /** The deal in its state of now: its end may not be recorded yet. */
  asOfNow(deal: DealRecord): DealRecord {
    const { state, expires_at } = deal;
    const isExpired = EXPIRING.includes(state) && expires_at !== null && expires_at <= this.#host.now();
    return isExpired ? { ...deal, state: "expired" } : deal;
  }

  /**
   * The deal that a tenant may see, to do something with it.
   *
   * @throws not_found alike for what is not there and for what is another's; conflict where its state does not allow it
   */
  async current(records: Records, tenant: string, id: string, action: DealAction): Promise<DealRecord> {
    const deal = await existing(records.deals.seenBy(tenant, modeOf(tenant), id));
    requireAllowed(action, this.asOfNow(deal));
    return deal;
  }

  /** A quote or a licence, for its licensee. @throws as `current` */
  async ofLicensee(records: Records, tenant: string, id: string, action: DealAction): Promise<DealRecord> {
    const deal = await this.current(records, tenant, id, action);
    if (deal.counterpart !== tenant) throw notFound();
    return deal;
  }

  /**
   * Counts entries that a tenant is about to write into the history of another's work.
   *
   * @throws quota_exceeded
   */
  async spend(records: Records, tenant: string, { tenant: owner }: DealRecord, entries: number): Promise<void> {
    if (tenant !== owner) await this.#quota.spendEntries(records, tenant, entries, this.#host.now());
  }

  /**
   * Stores a new deal with its first event.
   *
   * @param facts of the event
   * @param before events of the deals that it comes from
   */
  async open(
    records: Records,
    { terms, ...given }: NewDeal,
    facts: object,
    before: readonly DealEvent[] = [],
  ): Promise<DealRecord> {
    const created_at = this.#host.now();
    const state = BEGINS[given.kind];
    const event = { event: state, ...facts, at: created_at };
    const signed = await signEvent(records, this.#signers, given, before, event);
    const deal = {
      counterpart: null,
      market: null,
      ...given,
      state,
      created_at,
      version: 0,
      terms: JSON.parse(JSON.stringify(terms(signed))) as unknown,
      events: [...before, signed],
      place: await records.deals.givePlace(),
    };
    await records.deals.add(deal);
    return deal;
  }

  /** As `changeDeal`. */
  change(
    records: Records,
    deal: DealRecord,
    state: DealState,
    events: readonly NamedEvent[],
    more: Partial<Pick<DealRecord, "market" | "terms">> = {},
  ): Promise<DealRecord> {
    return changeDeal({ records, signers: this.#signers, now: this.#host.now }, deal, state, events, more);
  }

  /** Records the end of deals whose time has come. @returns number of the deals */
  async expire(signal?: PlatformAbortSignal): Promise<Count> {
    for (let ended = 0; ; ) {
      const before = ended;
      throwIfAborted(signal);
      const now = this.#host.now();
      const due = await this.#host.store.read(({ deals }) => deals.ended(EXPIRING, now, ENDED_AT_ONCE));
      for (const deal of due) {
        throwIfAborted(signal);
        // Another process may have ended it meanwhile.
        ended += await this.#host.store
          .write((records) => this.#expired(records, deal))
          .then(() => 1)
          .catch((error: unknown) => ofAnother(error));
      }
      if (due.length < ENDED_AT_ONCE || ended === before) return ended;
    }
  }

  #expired(records: Records, deal: DealRecord): Promise<DealRecord> {
    const event = { event: "expired", id: deal.id, valid_until: isoTime(deal.expires_at!) };
    return this.change(records, deal, "expired", [event], { market: null });
  }
}

/** The work of an offer, which goes with it. */
export const offeredWork = (records: Records, { tenant, work_id }: DealRecord): Promise<Work> =>
  existing(records.works.find(tenant, work_id!));

/** What a deal is about, which it remembers where the work was removed. */
export async function dealtWork(records: Records, { tenant, work_id, terms }: DealRecord): Promise<DealtWork> {
  if (work_id === null) return (terms as TermsWithoutWork).work;
  return existing(records.works.find(tenant, work_id));
}

/** @throws conflict where the deal has no room for further events but those that end it */
export function requireRoom({ events, kind }: DealRecord, more: readonly object[]): void {
  const all = [...(events as DealEvent[]), ...more];
  const isFull = all.length > EVENTS_MAX - EVENTS_KEPT_FOR_THE_END;
  if (!isFull && JSON.stringify(all).length <= EVENTS_CHARACTERS_MAX) return;
  throw new SpoliaError("conflict", `The ${kind} has as many events as it may have.`, {
    hint: "Report longer periods in one report, or have a new licence for further use.",
  });
}

/** `0` where another process has changed a deal or removed it; anything else is thrown. */
function ofAnother(error: unknown): 0 {
  if (isSpoliaError(error) && (error.code === "conflict" || error.code === "not_found")) return 0;
  throw error;
}
