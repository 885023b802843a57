/** The marketplace: offers of registered works, quotes, licences, reports of use. It moves no money. */
import type { Completeness, ContentType, Count, Sha256, Share, ShareInterval, Span, Timestamp } from "../common.ts";

/** A use, as RSL 1.0 names it. */
export type LicensedUse = "all" | "ai-all" | "ai-train" | "ai-input" | "ai-index" | "search";
/** Who uses, as RSL 1.0 names it. */
export type LicensedUser = "commercial" | "non-commercial" | "education" | "government" | "personal";

/** Uses, users and places. */
export interface OfferScope {
  /** Uses. */
  usage: LicensedUse[];
  /** Kinds of users; all when absent. */
  user?: LicensedUser[] | undefined;
  /** ISO 3166-1 alpha-2 codes, or `EU`; everywhere when absent. */
  geo?: string[] | undefined;
}

/** What a licence costs. Amounts are decimal text, so that nothing is rounded. */
export interface OfferPayment {
  /** As RSL 1.0 names it. */
  type: "purchase" | "subscription" | "training" | "crawl" | "use" | "contribution" | "attribution" | "free";
  /** Price of one unit; to be agreed when absent. */
  amount?: string | undefined;
  /** ISO 4217; also of a price that is to be agreed. */
  currency?: string | undefined;
  /** What one unit is; `work` when absent. */
  unit?: "work" | "word" | "token" | "use" | "query" | "month" | undefined;
}

/** An offer of a registered work. */
export interface OfferRequest {
  /** Hash of one of the caller's registered works. */
  work_hash: Sha256;
  /** Who offers it, as others are to read it. */
  licensor: string;
  /** What is permitted. */
  permits: OfferScope;
  /** What is prohibited, also where it is permitted above. */
  prohibits?: OfferScope | undefined;
  /** What it costs. */
  payment: OfferPayment;
  /** Where the work is on the web. */
  url?: string | undefined;
  /** Address of the terms in words. */
  terms?: string | undefined;
  /** Until when the offer holds. */
  valid_until?: Timestamp | undefined;
  /** Days for which a licence holds; until the end of the offer when absent. */
  term_days?: Count | undefined;
  /** Whether other accounts find it; default `true`. */
  published?: boolean | undefined;
}

/** A text and a use: exactly one of `content`, `work_hash` and `fingerprint_data`. */
export interface OfferSearchRequest {
  /** The use that is looked for. */
  use: LicensedUse;
  /** Who uses. */
  user?: LicensedUser | undefined;
  /** Where, ISO 3166-1 alpha-2. */
  country?: string | undefined;
  /** A text. */
  content?: string | undefined;
  /** How to read `content`; default `text`. */
  content_type?: ContentType | undefined;
  /** Hash of one of the caller's registered works. */
  work_hash?: Sha256 | undefined;
  /** Bytes of a fingerprint, or their base64: no passages are then told. */
  fingerprint_data?: string | Uint8Array | undefined;
}

export interface QuoteRequest {
  /** The offer. */
  offer_id: string;
  /** The use. */
  use: LicensedUse;
  /** Who uses; needed where the offer is for some users. */
  user?: LicensedUser | undefined;
  /** Where, ISO 3166-1 alpha-2. */
  country?: string | undefined;
  /** Name of the licensee. */
  licensee: string;
  /** The model that it is for. */
  model?: string | undefined;
  /** Units. */
  quantity: Count;
  /** A stored analysis of the caller, which the quote then names. */
  analysis_id?: string | undefined;
}

/** The acceptance of a quote, signed by the licensee. */
export interface AcceptRequest {
  /** The quote. */
  quote_id: string;
  /** Ed25519 over `spolia licence acceptance 1`, a line feed, and `{"digest":…,"quote_id":…}` of the quote. */
  signature: AcceptanceSignature;
}

export interface AcceptanceSignature {
  /** Public key, 32 bytes in base64url. */
  public_key: string;
  /** The signature in base64url. */
  value: string;
}

export interface LicenceTokenRequest {
  /** The licence. */
  licence_id: string;
  /** Only this use of those licensed. */
  use?: LicensedUse | undefined;
}

/** What was used under a licence in a period. */
export interface UsageRequest {
  /** The licence. */
  licence_id: string;
  /** First day, `YYYY-MM-DD`. */
  from: string;
  /** Last day, `YYYY-MM-DD`. */
  to: string;
  /** The model. */
  model: string;
  /** Number of units by use; uses that are not named were not made. */
  uses: ReportedUse[];
  /** Hashes or fingerprint ids of the works used; the licensed work alone when absent. */
  works?: string[] | undefined;
}

export interface ReportedUse {
  /** The use. */
  use: LicensedUse;
  /** Units. */
  count: Count;
}

export interface RevokeRequest {
  /** Id of an offer or a licence. */
  id: string;
  /** Why. */
  reason: string;
}

export interface SettleRequest {
  /** The licence. */
  licence_id: string;
  /** Amount as decimal text. */
  amount: string;
  /** ISO 4217. */
  currency: string;
  /** What shows the payment. It is recorded, not verified. */
  proof: SettlementProof;
}

export interface SettlementProof {
  /** Kind of the proof. */
  kind: "invoice" | "x402" | "other";
  /** Its number or text. */
  reference: string;
}

/** `disputed`: a report that evidence here contradicts. */
export type DealState =
  | "offered"
  | "quoted"
  | "accepted"
  | "licensed"
  | "reported"
  | "settled"
  | "expired"
  | "revoked"
  | "disputed";

export type DealKind = "offer" | "quote" | "licence";

/** The same offer in other standards. */
export interface OfferDocuments {
  /** RSL 1.0 as XML. */
  rsl: string;
  /** A Package with its Scope of CoMP 1.0. */
  comp: object;
  /** An Offer of ODRL 2.2. */
  odrl: object;
  /** A `tdmrep.json`. */
  tdmrep: object[];
  /** Lines for robots.txt. */
  robots: string;
}

/** How two texts overlap. */
export interface OfferOverlap {
  /** Share of the text that is in the work. */
  share_of_text: Share;
  /** Its 95 % interval. */
  share_of_text_ci_95: ShareInterval;
  /** Share of the work that is in the text. */
  share_of_work: Share;
  /** Places in the text; `null` where only a fingerprint was given, or beyond the 20 offers that overlap most. */
  passages: Span[] | null;
}

/** An offer that overlaps a text. */
export interface FoundOffer {
  /** Id of the offer. */
  offer_id: string;
  /** What is offered. */
  offer: OfferRequest;
  /** Title of the work; empty where it has none. */
  title: string;
  /** How the text and the work overlap. */
  overlap: OfferOverlap;
}

export interface OfferSearchResult {
  /** The offers, the largest overlap first; up to 100. */
  offers: FoundOffer[];
  completeness: Completeness;
}

/** A reported licence that a price can be compared with; it is no price of this work. */
export interface PriceComparable {
  /** The deal. */
  comparable: string;
  /** Amount as reported. */
  amount: string;
  /** What it is paid for. */
  unit: string;
  /** Month of the report; `null` where it is not known. */
  as_of: string | null;
  /** What a reader has to know. */
  caveat: string;
  /** Ids of its sources. */
  sources: string[];
}

/** What a licence would cost. Equal ends are the price of the offer; without a price both are `null`. */
export interface QuotedAmount {
  /** Lower end, decimal text. */
  low: string | null;
  /** Upper end. */
  high: string | null;
  /** ISO 4217, of the offer, else of the comparables; `null` where neither names one. */
  currency: string | null;
  /** What was reported of comparable licences. */
  comparables: PriceComparable[];
}

/** What of a report does not fit the licence, or what was found here. */
export interface UsageContradiction {
  /** The rule that was broken. */
  rule:
    | "use_not_licensed"
    | "quantity_exceeded"
    | "outside_term"
    | "other_work"
    | "other_model"
    | "found_but_not_reported";
  /** In words. */
  because: string;
  /** Ids of results that show it, with their digests. */
  evidence: UsageEvidence[];
}

export interface UsageEvidence {
  /** Id of the stored result. */
  id: string;
  /** SHA-256 of its canonical JSON, as the work's history signs it. */
  digest: Sha256;
}

/** What a report of use was checked against. `not_shown`: nothing here speaks of it. */
export interface UsageCheck {
  /** What came of it. */
  outcome: "consistent" | "contradicted" | "not_shown";
  /** What does not fit. */
  contradictions: UsageContradiction[];
}
