/** The terms of deals as they are stored (`DealRecord.terms`). */
import type { ContentType, Count } from "../../base/contract/common.ts";
import type { OfferRequest, QuotedAmount, QuoteRequest } from "../../base/contract/resources/marketplace.ts";
import type { DealtWork } from "../store/rows/deals.ts";
import type { LicenceTerms } from "./usage.ts";

export interface OfferTerms {
  offer: OfferRequest;
  content_type: ContentType;
  title: string;
}

export interface QuoteTerms {
  offer_id: string;
  request: QuoteRequest;
  amount: QuotedAmount;
  /** Hash of what was quoted, which the licensee signs. */
  digest: string;
}

export interface LicenceFacts extends LicenceTerms {
  offer_id: string;
  quote_id: string;
  geo: string[] | null;
  /** Units in the reports so far. */
  reported: Count;
}

/** Terms of a deal whose work was removed. */
export interface TermsWithoutWork {
  work: DealtWork;
}
