/**
 * Revenue: only from dated comparables of the same kind of content, and never from a settlement. Scaling a comparable to one text
 * needs a documented basis, and none is established yet, so no figure is given.
 */
import type { EstimatedRevenue, Verdict } from "../contract/analyze.ts";

export function estimateRevenue(verdict: Verdict): EstimatedRevenue {
  const note =
    verdict === "match"
      ? "No figure: no documented basis scales a reported licence to a single text of this kind."
      : "No figure without a match.";
  return { monthly: 0, currency: "USD", low: 0, high: 0, basis: [], note };
}
