/** What callers are told of a deal. */
import type { Count, Sha256, Timestamp } from "../../base/contract/common.ts";
import type {
  DealKind,
  DealState,
  OfferDocuments,
  QuotedAmount,
  UsageCheck,
} from "../../base/contract/resources/marketplace.ts";
import { offerDocuments } from "../../files/rights/write.ts";
import { type DealDocument, type DealEvent, exportDeal } from "../history/dealDocument.ts";
import { isoTime, isoTimeOrNull } from "../history/host.ts";
import type { Signers } from "../history/signing.ts";
import type { DealRecord } from "../store/records.ts";
import type { Records } from "../store/store.ts";
import { offeredWork } from "./ledger.ts";
import type { LicenceFacts, OfferTerms, QuoteTerms } from "./terms.ts";

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
  /** Signed events of the deal: `spolia evidence verify` checks them without the service. */
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

export async function outcomeOf(records: Records, signers: Signers, deal: DealRecord): Promise<DealOutcome> {
  const receipt = await exportDeal(records, signers, deal);
  const { id, kind, state } = deal;
  if (kind === "offer") {
    const { offer, title } = deal.terms as OfferTerms;
    const { words, metadata } = await offeredWork(records, deal);
    const { author = "", published = "", language = "" } = metadata;
    const documents = offerDocuments(offer, { id, title, words, author, published, language });
    return { offer_id: id, quote_id: null, licence_id: null, state, receipt, documents };
  }
  const { offer_id, quote_id = id } = deal.terms as QuoteTerms & Partial<LicenceFacts>;
  if (kind === "licence") return { offer_id, quote_id, licence_id: id, state, receipt };
  const { amount, digest } = deal.terms as QuoteTerms;
  return { offer_id, quote_id: id, licence_id: null, state, receipt, amount, quote_digest: digest };
}

/** @param role of the caller */
export const entryOf = (
  { id, kind, state, created_at, expires_at, events }: DealRecord,
  role: DealEntry["role"],
): DealEntry => ({
  deal_id: id,
  kind,
  state,
  role,
  created_at: isoTime(created_at),
  expires_at: isoTimeOrNull(expires_at),
  events: (events as DealEvent[]).length,
});
