/**
 * The marketplace: offers of registered works, quotes, licences, tokens, reports of use, settlements as stated. Each
 * change is an entry of the work's signed history. It moves no money, and verifies no payment.
 */

import { isSigned } from "../base/signature.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { AnalyzeResult } from "../contract/analyze.ts";
import type { Count, Sha256, Timestamp } from "../contract/common.ts";
import type { Engine, HostOptions } from "../contract/engine.ts";
import type {
  AcceptRequest,
  DealKind,
  DealState,
  LicenceTokenRequest,
  OfferDocuments,
  OfferRequest,
  OfferSearchRequest,
  OfferSearchResult,
  QuotedAmount,
  QuoteRequest,
  RevokeRequest,
  SettleRequest,
  UsageCheck,
  UsageRequest,
} from "../contract/marketplace.ts";
import {
  acceptRequestSchema,
  licenceTokenRequestSchema,
  offerRequestSchema,
  offerSearchSchema,
  quoteRequestSchema,
  revokeRequestSchema,
  settleRequestSchema,
  usageRequestSchema,
} from "../contract/schemas/marketplace.ts";
import { parseRequest } from "../contract/schemas/parse.ts";
import { isSpoliaError, SpoliaError, throwIfAborted } from "../errors.ts";
import { fingerprint } from "../fingerprint/fingerprint.ts";
import type { PlatformAbortSignal } from "../platform.ts";
import { offerDocuments, permitsUse } from "../rights/write.ts";
import { mappedPage, type Page, type PageRequest } from "./cursor.ts";
import { ACCEPTANCE_PURPOSE } from "./deals.acceptance.ts";
import { changeDeal, type NamedEvent } from "./deals.change.ts";
import { type DealDocument, type DealEvent, exportDeal, signEvent } from "./deals.document.ts";
import { quotedAmount } from "./deals.quote.ts";
import type { DealtWork } from "./deals.rows.ts";
import { notOffered, OfferSearch, unknownWork } from "./deals.search.ts";
import { type DealAction, EXPIRING, requireAllowed } from "./deals.states.ts";
import type { LicenceFacts, OfferTerms, QuoteTerms, TermsWithoutWork } from "./deals.terms.ts";
import {
  introspectLicence,
  type LicenceIntrospection,
  type LicenceToken,
  licenceToken,
  STATUS_LIST_SECONDS,
  type StatusList,
  statusList,
} from "./deals.token.ts";
import { checkUsage } from "./deals.usage.ts";
import { existing, type Host, isoTime, newId, notFound } from "./host.ts";
import { modeOf } from "./modes.ts";
import type { DealRecord, ResultRecord, Work } from "./records.ts";
import { DAY_MS } from "./schedule.ts";
import type { Signers } from "./signing.ts";
import type { Records } from "./store.ts";

const QUOTE_DAYS = 30;
/** Open quotes of an account: each is an entry in the history of another's work. */
const QUOTES_OPEN_MAX = 100;
/** Events of a deal, and their characters: a deal is read and signed as a whole. Some are left for its end. */
const EVENTS_MAX = 1_000;
const EVENTS_CHARACTERS_MAX = 4_000_000;
const EVENTS_KEPT_FOR_THE_END = 10;
/** Deals whose end one call records. */
const ENDED_AT_ONCE = 100;
/** Analyses of a work that a report of use is checked against, the newest. */
const ANALYSES_CHECKED = 100;

/** A deal after what was done. */
export interface DealOutcome {
  /** Id of the offer. */
  offer_id: string;
  /** Id of the quote; `null` for an offer. */
  quote_id: string | null;
  /** Id of the licence; `null` before it. */
  licence_id: string | null;
  /** Its state. */
  state: DealState;
  /** Signed events of the deal: `spolia verify` checks them without the service. */
  receipt: DealDocument;
  /** For an offer: the same in other standards. */
  documents?: OfferDocuments;
  /** For a quote: what it would cost. */
  amount?: QuotedAmount;
  /** For a quote: the hash that the licensee signs. */
  quote_digest?: Sha256;
  /** For a report of use: what it was checked against. */
  check?: UsageCheck;
  /** For a settlement: always `true`. It is recorded as stated, and not verified. */
  settled_as_stated?: true;
}

/** A deal in a list. */
export interface DealEntry {
  /** Id of the offer, the quote or the licence. */
  deal_id: string;
  /** What it is. */
  kind: DealKind;
  /** Its state. */
  state: DealState;
  /** Whether the caller is the licensor or the licensee. */
  role: "licensor" | "licensee";
  /** When it was made. */
  created_at: Timestamp;
  /** When it expires; `null` for never. */
  expires_at: Timestamp | null;
  /** Number of its events. */
  events: Count;
}

/** What the marketplace uses of an engine: comparisons give passages, the catalogue gives comparables. */
export interface MarketplaceEngine {
  readonly compare?: Engine["compare"] | undefined;
  readonly catalogue?: Catalogue | null | undefined;
}

export class Marketplace {
  readonly #host: Host;
  readonly #signers: Signers;
  readonly #engine: MarketplaceEngine;
  readonly #issuer: string;
  readonly #search: OfferSearch;
  /** The list as it was last made. */
  #statusList: { madeAt: number; list: Promise<StatusList> } | null = null;

  constructor(host: Host, signers: Signers, engine: MarketplaceEngine, issuer: string) {
    this.#host = host;
    this.#signers = signers;
    this.#engine = engine;
    this.#issuer = issuer;
    this.#search = new OfferSearch(host, engine.compare === undefined ? {} : { compare: engine.compare.bind(engine) });
  }

  /** Offers one of the tenant's registered works. @throws invalid_request, unknown_work */
  async offer(tenant: string, unchecked: OfferRequest): Promise<DealOutcome> {
    const offer = parseRequest(offerRequestSchema, unchecked) as OfferRequest;
    const found = await this.#host.store.read(async ({ works }) => {
      const work = await works.findByHash(tenant, offer.work_hash);
      return work && { work, content: await works.content(tenant, work.id) };
    });
    if (found === null || found.content === null) throw unknownWork();
    const { work, content } = found;
    const expires_at = offer.valid_until === undefined ? null : Date.parse(offer.valid_until);
    if (expires_at !== null && expires_at <= this.#host.now()) throw refused("/valid_until", "must be in the future");
    const { bytes: print } = await fingerprint(content);
    const { title = "" } = work.metadata;
    const terms: OfferTerms = { offer, content_type: work.content_type, title };
    const market = offer.published === false ? null : modeOf(tenant);
    return this.#host.store.write(async (records) => {
      const id = newId(this.#host.random, "of");
      const deal = await this.#open(
        records,
        { tenant, id, work_id: work.id, kind: "offer", state: "offered", market, expires_at, terms },
        [],
        [{ event: "offered", offer_id: id, work_hash: work.work_hash, offer }],
      );
      await records.deals.addPrint({ tenant, id, created_at: deal.created_at, print });
      return this.#answer(records, deal);
    });
  }

  /**
   * Open offers whose work overlaps a text, of all accounts.
   *
   * @throws invalid_request, unknown_work, fingerprint_invalid
   */
  search(tenant: string, unchecked: OfferSearchRequest, host: HostOptions = {}): Promise<OfferSearchResult> {
    return this.#search.find(tenant, parseRequest(offerSearchSchema, unchecked) as OfferSearchRequest, host);
  }

  /** Tells what a use would cost. @throws invalid_request, not_found, conflict */
  async quote(tenant: string, unchecked: QuoteRequest): Promise<DealOutcome> {
    const request = parseRequest(quoteRequestSchema, unchecked) as QuoteRequest;
    return this.#host.store.write(async (records) => {
      const offered = await this.#current(records, tenant, request.offer_id, "quote");
      const { offer } = offered.terms as OfferTerms;
      const field = notOffered(offer, request);
      if (field !== null) throw refused(`/${field}`, `is none that the offer is for: ${request[field]}`);
      // An offer to some is none to whoever does not say who it is.
      if (request.user === undefined && (offer.permits.user ?? offer.prohibits?.user) !== undefined)
        throw refused("/user", "must be told, since the offer is for some users");
      // A licence names where it holds, and cannot name where not.
      if (request.country === undefined && offer.prohibits?.geo !== undefined)
        throw refused("/country", "must be told, since the offer prohibits some countries");
      if ((await records.deals.openQuotes(tenant)) >= QUOTES_OPEN_MAX) throw tooManyQuotes();
      const analysis = await this.#analysisOf(records, tenant, request.analysis_id);
      const work = await offeredWork(records, offered);
      const type = typeof work.metadata["work_type"] === "string" ? work.metadata["work_type"] : null;
      const amount = quotedAmount(offer.payment, request.quantity, type, this.#engine.catalogue?.rates ?? []);
      const quote_id = newId(this.#host.random, "qu");
      const expires_at = earlier(this.#host.now() + QUOTE_DAYS * DAY_MS, offered.expires_at);
      const event = {
        event: "quoted",
        quote_id,
        work_hash: work.work_hash,
        ...request,
        amount,
        ...analysis,
        valid_until: isoTime(expires_at),
      };
      const before = offered.events as DealEvent[];
      const given = {
        tenant: offered.tenant,
        id: quote_id,
        work_id: work.id,
        kind: "quote",
        state: "quoted",
        market: null,
        expires_at,
      } as const;
      const terms: QuoteTerms = { offer_id: offered.id, request, amount, digest: "" };
      const deal = await this.#open(
        records,
        { ...given, counterpart: tenant, terms },
        before.slice(0, 1),
        [event],
        (events) => ({
          ...terms,
          digest: events.at(-1)!.entry.digest,
        }),
      );
      return this.#answer(records, deal);
    });
  }

  /** Makes a licence of a quote that its licensee has signed. @throws invalid_request, not_found, conflict */
  async accept(tenant: string, unchecked: AcceptRequest): Promise<DealOutcome> {
    const { quote_id, signature } = parseRequest(acceptRequestSchema, unchecked);
    return this.#host.store.write(async (records) => {
      const quote = await this.#current(records, tenant, quote_id, "accept");
      if (quote.counterpart !== tenant) throw notFound();
      const { request, digest, offer_id } = quote.terms as QuoteTerms;
      if (!(await isSigned(signature.public_key, ACCEPTANCE_PURPOSE, { digest, quote_id }, signature.value)))
        throw refused("/signature", "does not verify over the quote's digest");
      // An offer that was withdrawn or removed since is told as such, not as unknown: its quote names it.
      const offered = await records.deals.byId(offer_id);
      if (offered?.state !== "offered") throw withdrawn(offered?.state ?? "removed");
      const { offer } = offered.terms as OfferTerms;
      const accepted = await this.#change(records, quote, "accepted", [
        { event: "accepted", quote_id, quote_digest: digest, signature },
      ]);
      const term = offer.term_days === undefined ? null : this.#host.now() + offer.term_days * DAY_MS;
      const expires_at = term === null ? offered.expires_at : earlier(term, offered.expires_at);
      const licence_id = newId(this.#host.random, "li");
      const { use, model = null, quantity, licensee, user, country } = request;
      const geo = country !== undefined ? [country] : (offer.permits.geo ?? null);
      const { permits, prohibits } = offer;
      const terms: LicenceFacts = { offer_id, quote_id, permits, prohibits, use, model, quantity, geo, reported: 0 };
      const { work_hash } = await dealtWork(records, quote);
      const until = expires_at === null ? null : isoTime(expires_at);
      const facts = { work_hash, licensee, use, user, geo, model, quantity, valid_until: until };
      const given = {
        tenant: quote.tenant,
        id: licence_id,
        work_id: offered.work_id,
        kind: "licence",
        state: "licensed",
        market: null,
      } as const;
      const event = { event: "licensed", licence_id, offer_id, quote_id, ...facts };
      const licence = await this.#open(
        records,
        { ...given, counterpart: tenant, expires_at, terms },
        accepted.events as DealEvent[],
        [event],
      );
      return this.#answer(records, licence);
    });
  }

  /** A token of a licence, for its licensee. @throws invalid_request, not_found, conflict */
  async token(tenant: string, unchecked: LicenceTokenRequest): Promise<LicenceToken> {
    const { licence_id, use } = parseRequest(licenceTokenRequestSchema, unchecked);
    const { deal, work_hash } = await this.#host.store.write(async (records) => {
      const deal = await this.#current(records, tenant, licence_id, "token");
      if (deal.counterpart !== tenant) throw notFound();
      return { deal, work_hash: (await dealtWork(records, deal)).work_hash };
    });
    const terms = deal.terms as LicenceFacts;
    if (use !== undefined && !permitsUse({ permits: { usage: [terms.use] }, prohibits: terms.prohibits }, use))
      throw refused("/use", `is not licensed: the licence is for ${terms.use}`);
    return licenceToken(this.#host, this.#signers, this.#issuer, { work_hash, deal, use: use ?? terms.use });
  }

  /** What is said of a token, to the parties of its licence (RFC 7662). */
  introspect(tenant: string, token: string): Promise<LicenceIntrospection> {
    return introspectLicence(this.#host, this.#issuer, tenant, token);
  }

  /** What is revoked, as one bit for each deal; made anew when it is a minute old, or was changed here. */
  statusList(): Promise<StatusList> {
    const now = this.#host.now();
    const kept = this.#statusList;
    if (kept !== null && now >= kept.madeAt && now < kept.madeAt + STATUS_LIST_SECONDS * 1_000) return kept.list;
    const list = statusList(this.#host, this.#signers, this.#issuer);
    const made = { madeAt: now, list };
    this.#statusList = made;
    list.catch(() => {
      if (this.#statusList === made) this.#statusList = null;
    });
    return list;
  }

  /** Records a report of use by the licensee, and checks it. @throws invalid_request, not_found, conflict */
  async usage(tenant: string, unchecked: UsageRequest): Promise<DealOutcome> {
    const report = parseRequest(usageRequestSchema, unchecked) as UsageRequest;
    // It is already tomorrow elsewhere.
    if (report.to > isoTime(this.#host.now() + DAY_MS).slice(0, 10)) throw refused("/to", "must not be in the future");
    return this.#host.store.write(async (records) => {
      const deal = await this.#current(records, tenant, report.licence_id, "usage");
      if (deal.counterpart !== tenant) throw notFound();
      const work = await dealtWork(records, deal);
      const analyses = await analysesOf(records, deal);
      const terms = deal.terms as LicenceFacts;
      const check = checkUsage({
        report,
        terms,
        work,
        from: isoTime(deal.created_at).slice(0, 10),
        until: deal.expires_at === null ? null : isoTime(deal.expires_at).slice(0, 10),
        before: terms.reported,
        analyses,
        modelId: (name) => this.#modelId(name),
      });
      const isContradicted = check.outcome === "contradicted";
      const reported = terms.reported + report.uses.reduce((sum, { count }) => sum + count, 0);
      const events = [
        { event: "usage_reported", ...report },
        { event: isContradicted ? "usage_disputed" : "usage_checked", licence_id: deal.id, check },
      ];
      requireRoom(deal, events);
      const changed = await this.#change(records, deal, isContradicted ? "disputed" : "reported", events, {
        terms: { ...terms, reported },
      });
      return { ...(await this.#answer(records, changed)), check };
    });
  }

  /** Ends an offer or a licence of the tenant's own work. @throws invalid_request, not_found, conflict */
  async revoke(tenant: string, unchecked: RevokeRequest): Promise<DealOutcome> {
    const { id, reason } = parseRequest(revokeRequestSchema, unchecked);
    const revoked = await this.#host.store.write(async (records) => {
      const deal = await this.#current(records, tenant, id, "revoke");
      // Who asked for a quote may withdraw it; a licence is ended by its licensor.
      const isOwn = deal.tenant === tenant || (deal.kind === "quote" && deal.counterpart === tenant);
      if (!isOwn) throw notFound();
      const by = deal.tenant === tenant ? "licensor" : "licensee";
      return this.#answer(
        records,
        await this.#change(records, deal, "revoked", [{ event: "revoked", id, by, reason }], { market: null }),
      );
    });
    this.#statusList = null;
    return revoked;
  }

  /** Records that a party states a payment. It is not verified. @throws invalid_request, not_found, conflict */
  async settle(tenant: string, unchecked: SettleRequest): Promise<DealOutcome> {
    const settlement = parseRequest(settleRequestSchema, unchecked);
    return this.#host.store.write(async (records) => {
      const deal = await this.#current(records, tenant, settlement.licence_id, "settle");
      if (deal.tenant !== tenant && deal.counterpart !== tenant) throw notFound();
      const stated_by = deal.tenant === tenant ? "licensor" : "licensee";
      const event = { event: "settled_as_stated", ...settlement, stated_by, verified: false };
      requireRoom(deal, [event]);
      // A payment that a party states ends no dispute.
      const changed = await this.#change(records, deal, deal.state === "disputed" ? "disputed" : "settled", [event]);
      return { ...(await this.#answer(records, changed)), settled_as_stated: true as const };
    });
  }

  /** A deal of which the tenant is a party, or a published offer. It changes nothing. @throws not_found */
  get(tenant: string, id: string): Promise<DealOutcome> {
    return this.#host.store.read(async (records) => {
      const deal = await existing(records.deals.seenBy(tenant, modeOf(tenant), id));
      return this.#answer(records, this.#isExpired(deal) ? { ...deal, state: "expired" } : deal);
    });
  }

  /**
   * Records the end of deals whose time has come, so that nobody finds their offers. A scheduler calls it.
   *
   * @returns number of the deals
   */
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
          .write(async (records) => this.#expired(records, deal))
          .then(() => 1)
          .catch((error: unknown) => ofAnother(error));
      }
      if (due.length < ENDED_AT_ONCE || ended === before) return ended;
    }
  }

  #expired(records: Records, deal: DealRecord): Promise<DealRecord> {
    const event = { event: "expired", id: deal.id, valid_until: isoTime(deal.expires_at!) };
    return this.#change(records, deal, "expired", [event], { market: null });
  }

  /**
   * Deals of the tenant as licensor, or as licensee, the newest first.
   *
   * @throws invalid_request where the page is none of this list
   */
  async list(
    tenant: string,
    page: PageRequest = {},
    { role = "licensor", ...filter }: { role?: DealEntry["role"]; kind?: DealKind } = {},
  ): Promise<Page<DealEntry>> {
    const found = await this.#host.store.read(({ deals }) =>
      role === "licensor" ? deals.list(tenant, page, filter) : deals.ofCounterpart(tenant, page, filter),
    );
    return mappedPage(found, (deal) => ({
      deal_id: deal.id,
      kind: deal.kind,
      state: this.#isExpired(deal) ? "expired" : deal.state,
      role,
      created_at: isoTime(deal.created_at),
      expires_at: deal.expires_at === null ? null : isoTime(deal.expires_at),
      events: (deal.events as DealEvent[]).length,
    }));
  }

  #isExpired(deal: DealRecord): boolean {
    return EXPIRING.includes(deal.state) && deal.expires_at !== null && deal.expires_at <= this.#host.now();
  }

  #modelId(name: string): string {
    try {
      return this.#engine.catalogue?.model(name).id ?? name;
    } catch {
      return name; // a model that the catalogue does not know
    }
  }

  /**
   * The deal that a tenant may see, to do something with it.
   *
   * @throws not_found alike for what is not there and for what is another's
   */
  async #current(records: Records, tenant: string, id: string, action: DealAction): Promise<DealRecord> {
    const deal = await existing(records.deals.seenBy(tenant, modeOf(tenant), id));
    requireAllowed(action, this.#isExpired(deal) ? { ...deal, state: "expired" } : deal);
    return deal;
  }

  async #analysisOf(records: Records, tenant: string, id: string | undefined): Promise<object> {
    if (id === undefined) return {};
    const { digest, result } = await existing(records.results.find(tenant, "analysis", id));
    const { verdict, coverage } = result as AnalyzeResult;
    return { analysis: { analysis_id: id, digest, verdict, share: coverage.share } };
  }

  /** Stores a new deal with events of those that it comes from, and its own. */
  async #open(
    records: Records,
    given: Pick<DealRecord, "tenant" | "id" | "work_id" | "kind" | "state" | "market" | "expires_at" | "terms"> & {
      counterpart?: string;
    },
    before: readonly DealEvent[],
    events: readonly NamedEvent[],
    withEvents: (events: readonly DealEvent[]) => unknown = () => given.terms,
  ): Promise<DealRecord> {
    const at = this.#host.now();
    const all = [...before];
    for (const event of events) all.push(await signEvent(records, this.#signers, given, all, { ...event, at }));
    const deal = {
      counterpart: null,
      ...given,
      created_at: at,
      version: 0,
      terms: plain(withEvents(all)),
      events: all,
    };
    const place = await records.deals.givePlace();
    await records.deals.add({ ...deal, place });
    return { ...deal, place };
  }

  #change(
    records: Records,
    deal: DealRecord,
    state: DealState,
    events: readonly NamedEvent[],
    more: Partial<Pick<DealRecord, "market" | "terms">> = {},
  ): Promise<DealRecord> {
    return changeDeal({ records, signers: this.#signers, now: this.#host.now }, deal, state, events, more);
  }

  async #answer(records: Records, deal: DealRecord): Promise<DealOutcome> {
    const receipt = await exportDeal(records, this.#signers, deal);
    const { id, kind, state } = deal;
    if (kind === "offer") {
      const { offer, title } = deal.terms as OfferTerms;
      const work = await offeredWork(records, deal);
      const documents = offerDocuments(offer, { id, title, words: work.words, ...describedBy(work) });
      return { offer_id: id, quote_id: null, licence_id: null, state, receipt, documents };
    }
    const { offer_id, quote_id = id } = deal.terms as QuoteTerms & Partial<LicenceFacts>;
    if (kind === "licence") return { offer_id, quote_id, licence_id: id, state, receipt };
    const { amount, digest } = deal.terms as QuoteTerms;
    return { offer_id, quote_id: id, licence_id: null, state, receipt, amount, quote_digest: digest };
  }
}

/** The work of an offer, which goes with it. */
const offeredWork = (records: Records, { tenant, work_id }: DealRecord): Promise<Work> =>
  existing(records.works.find(tenant, work_id!));

/** What a deal is about, which it remembers where the work was removed. */
async function dealtWork(records: Records, { tenant, work_id, terms }: DealRecord): Promise<DealtWork> {
  if (work_id === null) return (terms as TermsWithoutWork).work;
  return existing(records.works.find(tenant, work_id));
}

/** What its owner keeps of analyses of a work: nothing once it was removed. */
async function analysesOf(records: Records, { tenant, work_id }: DealRecord): Promise<ResultRecord[]> {
  if (work_id === null) return [];
  return (await records.results.list(tenant, "analysis", { page_size: ANALYSES_CHECKED }, { work_id })).items;
}

const describedBy = ({ metadata: { author = "", published = "", language = "" } }: Work) => ({
  author,
  published,
  language,
});

const plain = (terms: unknown): unknown => JSON.parse(JSON.stringify(terms));

const earlier = (time: number, other: number | null): number => (other === null ? time : Math.min(time, other));

function withdrawn(state: DealState | "removed"): SpoliaError {
  return new SpoliaError("conflict", `The offer of this quote is ${state}.`, {
    hint: "Search for other offers of the work, and ask for a quote again.",
    fields: [{ pointer: "/quote_id", detail: `is of an offer that is ${state}` }],
  });
}

function refused(pointer: string, detail: string): SpoliaError {
  return new SpoliaError("invalid_request", "This cannot be agreed or recorded.", { fields: [{ pointer, detail }] });
}

function tooManyQuotes(): SpoliaError {
  return new SpoliaError("conflict", `The account has ${QUOTES_OPEN_MAX} open quotes, the most it may have.`, {
    hint: "Accept some, or withdraw them with “revoke”. They end by themselves after 30 days.",
  });
}

/** @throws conflict where the deal has no room for further events but those that end it */
function requireRoom({ events, kind }: DealRecord, more: readonly object[]): void {
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
