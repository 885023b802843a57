/**
 * The marketplace: offers of registered works, quotes, licences, tokens, reports of use, settlements as stated. Each
 * change is an entry of the work's signed history. It moves no money, and verifies no payment.
 */

import { isSigned } from "../../base/bytes/signature.ts";
import type { Count } from "../../base/contract/common.ts";
import type { Engine, HostOptions } from "../../base/contract/engine.ts";
import type { AnalyzeResult } from "../../base/contract/operations/analyze.ts";
import type {
  AcceptRequest,
  DealKind,
  DealState,
  LicenceTokenRequest,
  OfferRequest,
  OfferSearchRequest,
  OfferSearchResult,
  QuoteRequest,
  RevokeRequest,
  SettleRequest,
  UsageRequest,
} from "../../base/contract/resources/marketplace.ts";
import { parseRequest } from "../../base/contract/schemas/parse.ts";
import {
  acceptRequestSchema,
  licenceTokenRequestSchema,
  offerRequestSchema,
  offerSearchSchema,
  quoteRequestSchema,
  revokeRequestSchema,
  settleRequestSchema,
  usageRequestSchema,
} from "../../base/contract/schemas/resources/marketplace.ts";
import { SpoliaError } from "../../base/errors.ts";
import { sum } from "../../base/lists/numbers.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { fingerprint } from "../../core/fingerprint/fingerprint.ts";
import { permitsUse } from "../../files/rights/write.ts";
import { dayOf, type Quota } from "../accounts/quota.ts";
import { DAY_MS } from "../accounts/schedule.ts";
import type { DealEvent } from "../history/dealDocument.ts";
import { existing, type Host, isoTime, isoTimeOrNull, newId, notFound } from "../history/host.ts";
import type { Signers } from "../history/signing.ts";
import { mappedPage, type Page, type PageRequest } from "../store/cursor.ts";
import { modeOf } from "../store/modes.ts";
import type { DealRecord, ResultRecord } from "../store/records.ts";
import type { Records } from "../store/store.ts";
import { ACCEPTANCE_PURPOSE } from "./acceptance.ts";
import { DealLedger, dealtWork, offeredWork, requireRoom } from "./ledger.ts";
import { type DealEntry, type DealOutcome, entryOf, outcomeOf } from "./outcome.ts";
import { quotedAmount } from "./quote.ts";
import { notOffered, OfferSearch, unknownWork } from "./search.ts";
import type { LicenceFacts, OfferTerms, QuoteTerms } from "./terms.ts";
import {
  introspectLicence,
  type LicenceIntrospection,
  type LicenceToken,
  licenceToken,
  STATUS_LIST_SECONDS,
  type StatusList,
  statusList,
} from "./token.ts";
import { checkUsage } from "./usage.ts";

const QUOTE_DAYS = 30;
/** Open quotes of an account: each is an entry in the history of another's work. */
const QUOTES_OPEN_MAX = 100;
/** Analyses of a work that a report of use is checked against, the newest. */
const ANALYSES_CHECKED = 100;

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
  readonly #ledger: DealLedger;
  readonly #search: OfferSearch;
  /** The list as it was last made. */
  #statusList: { madeAt: number; list: Promise<StatusList> } | null = null;

  constructor(host: Host, signers: Signers, engine: MarketplaceEngine, quota: Quota, issuer: string) {
    this.#host = host;
    this.#signers = signers;
    this.#engine = engine;
    this.#issuer = issuer;
    this.#ledger = new DealLedger(host, signers, quota);
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
      const deal = await this.#ledger.open(
        records,
        { tenant, id, work_id: work.id, kind: "offer", market, expires_at, terms: () => terms },
        { offer_id: id, work_hash: work.work_hash, offer },
      );
      await records.deals.addPrint({ tenant, id, created_at: deal.created_at, print });
      return outcomeOf(records, this.#signers, deal);
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

  /** Tells what a use would cost. @throws invalid_request, not_found, conflict, quota_exceeded */
  async quote(tenant: string, unchecked: QuoteRequest): Promise<DealOutcome> {
    const request = parseRequest(quoteRequestSchema, unchecked) as QuoteRequest;
    return this.#host.store.write(async (records) => {
      const offered = await this.#ledger.current(records, tenant, request.offer_id, "quote");
      const { offer } = offered.terms as OfferTerms;
      requireOffered(offer, request);
      if ((await records.deals.openQuotes(tenant)) >= QUOTES_OPEN_MAX) throw tooManyQuotes();
      await this.#ledger.spend(records, tenant, offered, 1);
      const analysis = await this.#analysisOf(records, tenant, request.analysis_id);
      const work = await offeredWork(records, offered);
      const type = typeof work.metadata["work_type"] === "string" ? work.metadata["work_type"] : null;
      const amount = quotedAmount(offer.payment, request.quantity, type, this.#engine.catalogue?.rates ?? []);
      const quote_id = newId(this.#host.random, "qu");
      const expires_at = earlier(this.#host.now() + QUOTE_DAYS * DAY_MS, offered.expires_at);
      const { tenant: licensor, work_id, id: offer_id, events } = offered;
      const terms = ({ entry }: DealEvent): QuoteTerms => ({ offer_id, request, amount, digest: entry.digest });
      const valid_until = isoTime(expires_at);
      const deal = await this.#ledger.open(
        records,
        { tenant: licensor, id: quote_id, work_id, kind: "quote", expires_at, counterpart: tenant, terms },
        { quote_id, work_hash: work.work_hash, ...request, amount, ...analysis, valid_until },
        (events as DealEvent[]).slice(0, 1),
      );
      return outcomeOf(records, this.#signers, deal);
    });
  }

  /** Makes a licence of a quote that its licensee has signed. @throws as `quote` */
  async accept(tenant: string, unchecked: AcceptRequest): Promise<DealOutcome> {
    const { quote_id, signature } = parseRequest(acceptRequestSchema, unchecked);
    return this.#host.store.write(async (records) => {
      const quote = await this.#ledger.ofLicensee(records, tenant, quote_id, "accept");
      const { request, digest, offer_id } = quote.terms as QuoteTerms;
      if (!(await isSigned(signature.public_key, ACCEPTANCE_PURPOSE, { digest, quote_id }, signature.value)))
        throw refused("/signature", "does not verify over the quote's digest");
      // An offer that was withdrawn or removed since is told as such, not as unknown: its quote names it.
      const offered = await records.deals.byId(offer_id);
      if (offered?.state !== "offered") throw withdrawn(offered?.state ?? "removed");
      const { offer } = offered.terms as OfferTerms;
      await this.#ledger.spend(records, tenant, quote, 2);
      const accepted = await this.#ledger.change(records, quote, "accepted", [
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
      const valid_until = isoTimeOrNull(expires_at);
      const facts = { work_hash, licensee, use, user, geo, model, quantity, valid_until };
      const licence = await this.#ledger.open(
        records,
        {
          tenant: quote.tenant,
          id: licence_id,
          work_id: offered.work_id,
          kind: "licence",
          expires_at,
          counterpart: tenant,
          terms: () => terms,
        },
        { licence_id, offer_id, quote_id, ...facts },
        accepted.events as DealEvent[],
      );
      return outcomeOf(records, this.#signers, licence);
    });
  }

  /** A token of a licence, for its licensee. @throws invalid_request, not_found, conflict */
  async token(tenant: string, unchecked: LicenceTokenRequest): Promise<LicenceToken> {
    const { licence_id, use } = parseRequest(licenceTokenRequestSchema, unchecked);
    const { deal, work_hash } = await this.#host.store.write(async (records) => {
      const deal = await this.#ledger.ofLicensee(records, tenant, licence_id, "token");
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

  /** Records a report of use by the licensee, and checks it. @throws as `quote` */
  async usage(tenant: string, unchecked: UsageRequest): Promise<DealOutcome> {
    const report = parseRequest(usageRequestSchema, unchecked) as UsageRequest;
    // It is already tomorrow elsewhere.
    if (report.to > dayOf(this.#host.now() + DAY_MS)) throw refused("/to", "must not be in the future");
    return this.#host.store.write(async (records) => {
      const deal = await this.#ledger.ofLicensee(records, tenant, report.licence_id, "usage");
      const work = await dealtWork(records, deal);
      const analyses = await analysesOf(records, deal);
      const terms = deal.terms as LicenceFacts;
      const check = checkUsage({
        report,
        terms,
        work,
        from: dayOf(deal.created_at),
        until: deal.expires_at === null ? null : dayOf(deal.expires_at),
        before: terms.reported,
        analyses,
        modelId: (name) => this.#modelId(name),
      });
      const isContradicted = check.outcome === "contradicted";
      const reported = terms.reported + sum(report.uses, ({ count }) => count);
      const events = [
        { event: "usage_reported", ...report },
        { event: isContradicted ? "usage_disputed" : "usage_checked", licence_id: deal.id, check },
      ];
      requireRoom(deal, events);
      await this.#ledger.spend(records, tenant, deal, events.length);
      const changed = await this.#ledger.change(records, deal, isContradicted ? "disputed" : "reported", events, {
        terms: { ...terms, reported },
      });
      return { ...(await outcomeOf(records, this.#signers, changed)), check };
    });
  }

  /** Ends an offer or a licence of the tenant's own work. @throws as `quote` */
  async revoke(tenant: string, unchecked: RevokeRequest): Promise<DealOutcome> {
    const { id, reason } = parseRequest(revokeRequestSchema, unchecked);
    const revoked = await this.#host.store.write(async (records) => {
      const deal = await this.#ledger.current(records, tenant, id, "revoke");
      // Who asked for a quote may withdraw it; a licence is ended by its licensor.
      const isOwn = deal.tenant === tenant || (deal.kind === "quote" && deal.counterpart === tenant);
      if (!isOwn) throw notFound();
      const by = deal.tenant === tenant ? "licensor" : "licensee";
      const event = { event: "revoked", id, by, reason };
      await this.#ledger.spend(records, tenant, deal, 1);
      const changed = await this.#ledger.change(records, deal, "revoked", [event], { market: null });
      return outcomeOf(records, this.#signers, changed);
    });
    this.#statusList = null;
    return revoked;
  }

  /** Records that a party states a payment. It is not verified. @throws as `quote` */
  async settle(tenant: string, unchecked: SettleRequest): Promise<DealOutcome> {
    const settlement = parseRequest(settleRequestSchema, unchecked);
    return this.#host.store.write(async (records) => {
      const deal = await this.#ledger.current(records, tenant, settlement.licence_id, "settle");
      if (deal.tenant !== tenant && deal.counterpart !== tenant) throw notFound();
      const stated_by = deal.tenant === tenant ? "licensor" : "licensee";
      const event = { event: "settled_as_stated", ...settlement, stated_by, verified: false };
      requireRoom(deal, [event]);
      await this.#ledger.spend(records, tenant, deal, 1);
      // A payment that a party states ends no dispute.
      const state = deal.state === "disputed" ? "disputed" : "settled";
      const changed = await this.#ledger.change(records, deal, state, [event]);
      return { ...(await outcomeOf(records, this.#signers, changed)), settled_as_stated: true as const };
    });
  }

  /** A deal of which the tenant is a party, or a published offer. It changes nothing. @throws not_found */
  get(tenant: string, id: string): Promise<DealOutcome> {
    return this.#host.store.read(async (records) => {
      const deal = await existing(records.deals.seenBy(tenant, modeOf(tenant), id));
      return outcomeOf(records, this.#signers, this.#ledger.asOfNow(deal));
    });
  }

  /**
   * Records the end of deals whose time has come, so that nobody finds their offers. A scheduler calls it.
   *
   * @returns number of the deals
   */
  expire(signal?: PlatformAbortSignal): Promise<Count> {
    return this.#ledger.expire(signal);
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
    return mappedPage(found, (deal) => entryOf(this.#ledger.asOfNow(deal), role));
  }

  #modelId(name: string): string {
    try {
      return this.#engine.catalogue?.model(name).id ?? name;
    } catch {
      return name; // a model that the catalogue does not know
    }
  }

  async #analysisOf(records: Records, tenant: string, id: string | undefined): Promise<object> {
    if (id === undefined) return {};
    const { digest, result } = await existing(records.results.find(tenant, "analysis", id), "/analysis_id");
    const { verdict, coverage } = result as AnalyzeResult;
    return { analysis: { analysis_id: id, digest, verdict, share: coverage.share } };
  }
}

/** What its owner keeps of analyses of a work: nothing once it was removed. */
async function analysesOf(records: Records, { tenant, work_id }: DealRecord): Promise<ResultRecord[]> {
  if (work_id === null) return [];
  return (await records.results.list(tenant, "analysis", { page_size: ANALYSES_CHECKED }, { work_id })).items;
}

const earlier = (time: number, other: number | null): number => (other === null ? time : Math.min(time, other));

/** @throws invalid_request where the offer is not for this use, or may not be for this user or country */
function requireOffered(offer: OfferRequest, request: QuoteRequest): void {
  const field = notOffered(offer, request);
  if (field !== null) throw refused(`/${field}`, `is none that the offer is for: ${request[field]}`);
  // An offer to some is none to whoever does not say who it is.
  if (request.user === undefined && (offer.permits.user ?? offer.prohibits?.user) !== undefined)
    throw refused("/user", "must be told, since the offer is for some users");
  // A licence names where it holds, and cannot name where not.
  if (request.country === undefined && offer.prohibits?.geo !== undefined)
    throw refused("/country", "must be told, since the offer prohibits some countries");
}

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
