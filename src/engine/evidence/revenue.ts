/**
 * Revenue: the reported monthly payment of licences for this kind of work. It is a comparable, never the price of this
 * text. Only a licence that was reported per work and with a term can be converted to one work and one month, by
 * dividing by the term; no divisor is used that no source states. A settlement, an award, a claim or an example is not
 * a rate; a sum per publisher cannot be divided.
 */

import type { ContentMetadata } from "../../base/contract/common.ts";
import type { AttributionSource, EstimatedRevenue, Verdict } from "../../base/contract/operations/analyze.ts";
import { greatest, rounded, sum } from "../../base/lists/numbers.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import type { Dataset } from "../../catalogue/ledger/records.ts";
import type { Rate } from "../../catalogue/ledger/references.ts";
import {
  byDocument,
  type ContentHit,
  isOldWork,
  isOpenLicence,
  isPublicDomain,
  isWidelyShared,
  shareOfDocument,
} from "./findings.ts";

export interface RevenueFacts {
  verdict: Verdict;
  findings: readonly ContentHit[];
  attributed: readonly AttributionSource[];
  catalogue: Catalogue | null;
  metadata: ContentMetadata;
}

export function estimateRevenue(facts: RevenueFacts): EstimatedRevenue {
  const { catalogue } = facts;
  const reason = whyNoFigure(facts);
  if (reason !== null || catalogue === null) return noFigure(reason ?? "The engine has no catalogue, and so no rates.");
  const type = workType(facts, catalogue);
  if (type === null)
    return noFigure("Neither `metadata.work_type` nor the dataset says what kind of work this is, such as a book.");
  const comparables = catalogue.rates.filter((rate) => isComparable(rate, type));
  const first = comparables[0];
  if (first === undefined) {
    return noFigure(
      `No licence for the kind “${type}” was reported per work and with a term. What is reported is paid per publisher or once, and no source says by what to divide it.`,
    );
  }
  const share = greatest(byDocument(facts.findings), shareOfDocument);
  return figure(
    comparables.filter(({ currency }) => currency === first.currency),
    share,
  );
}

function whyNoFigure({ verdict, findings, attributed, metadata }: RevenueFacts): string | null {
  if (verdict !== "match") return "There is no match.";
  if (attributed.length === 0)
    return "No model is documented to have trained on the dataset in which the text was met, except perhaps on a part of it that may lack the text.";
  if (findings.every(({ passage }) => isPublicDomain(passage.document.licence))) {
    return "The corpus says that what was found is in the public domain, which needs no licence.";
  }
  if (isOldWork(metadata))
    return "The work is in the public domain by its date of publication, which needs no licence.";
  if (findings.every(({ passage }) => isOpenLicence(passage.document.licence))) {
    return "The corpus says that what was found is under an open licence, which asks for no payment.";
  }
  if (findings.every(({ passage }) => isWidelyShared(passage.documentFrequency))) {
    return "What was met is shared by many works and points to none of them.";
  }
  return null;
}

/** The kind of work, for datasets whose documents are all of one kind. */
const WORKS_OF_DATASETS: Partial<Record<Dataset["kind"], string>> = {
  books: "book",
  "shadow-library": "book",
  news: "news",
  papers: "academic",
  forum: "forum",
};

/** The kind that the caller states, or else the kind that all datasets with a finding have in common. */
function workType({ metadata, findings }: RevenueFacts, catalogue: Catalogue): string | null {
  const stated = metadata["work_type"];
  if (typeof stated === "string" && stated.trim() !== "") return stated.trim().toLowerCase();
  const kinds = new Set(
    findings.map(({ corpus }) => {
      const kind = catalogue.dataset(corpus.dataset)?.kind;
      return kind === undefined ? undefined : WORKS_OF_DATASETS[kind];
    }),
  );
  return kinds.size === 1 ? ([...kinds][0] ?? null) : null;
}

function isComparable({ kind, unit, content_type, low, high, term_months }: Rate, type: string): boolean {
  const hasTerm = term_months !== null && term_months > 0;
  return kind === "licence" && unit === "per work" && content_type === type && low !== null && high !== null && hasTerm;
}

/**
 * The licence pays for a whole title, so the amount is that share of it which was found. `low` is the least amount that
 * the source states for any party, such as the author's part; `high` and `value` are for all parties.
 *
 * @param share share of the work that was found, 0 to 1
 */
function figure(comparables: readonly Rate[], share: number): EstimatedRevenue {
  const monthly = comparables.map(({ low, high, term_months, derived }) => {
    const stated = derived.filter(({ name }) => name.startsWith("per_work_month")).map(({ value }) => value);
    const ends = [low! / term_months!, high! / term_months!] as const;
    return {
      low: share * Math.min(...ends, ...stated),
      value: (share * (ends[0] + ends[1])) / 2,
      high: share * Math.max(...ends, ...stated),
    };
  });
  return {
    monthly: cents(sum(monthly, ({ value }) => value) / monthly.length),
    currency: comparables[0]!.currency,
    low: cents(Math.min(...monthly.map(({ low }) => low))),
    high: cents(Math.max(...monthly.map(({ high }) => high))),
    basis: comparables.map(({ deal, reported, term_months, date, sources }) => ({
      comparable: deal,
      amount: reported,
      period: `${term_months} months`,
      as_of: date,
      source: sources.join(", "),
    })),
    note: [
      `A reported licence for a whole work of this kind, divided by its months, times the share of the work that was found (${rounded(100 * share, 2)} %): a comparable, not a price of this text and not what anybody owes.`,
      ...comparables.map(({ deal, formula, caveat }) => `${deal}: ${formula ?? "as reported"}. ${caveat}`),
    ].join(" "),
  };
}

function noFigure(reason: string): EstimatedRevenue {
  return {
    monthly: 0,
    currency: "USD",
    low: 0,
    high: 0,
    basis: [],
    note: `No figure: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`,
  };
}

function cents(amount: number): number {
  return rounded(amount, 2);
}
