/** What the use of a text may be worth, and which rules of risk apply. */
import type { Span } from "../../common.ts";

export interface RevenueBasis {
  /** The agreement or award that the estimate is based on. */
  comparable: string;
  /** The amount in the words of its source. */
  amount: string;
  /** What the amount covers, such as a number of months; `null` if no source states it. */
  period: string | null;
  /** Month to which the amount applies, `YYYY-MM`; `null` if no source states it. */
  as_of: string | null;
  /** Id of the catalogue's source for the amount. */
  source: string;
}

export interface EstimatedRevenue {
  /** Amount per month in `currency`; 0 if nothing supports a figure, and `note` gives the reason. */
  monthly: number;
  /** ISO 4217 code. */
  currency: string;
  /** Lower end of the range, in `currency` per month. */
  low: number;
  /** Upper end of the range, in `currency` per month. */
  high: number;
  /** Amounts that the estimate is based on; empty if nothing supports a figure. */
  basis: RevenueBasis[];
  /** What the figure means, or why there is none. */
  note: string;
}

export type RiskLevel = "none" | "low" | "medium" | "high" | "critical";

export interface RiskExplanation {
  /** Name of the factor, as `factors` lists it. */
  factor: string;
  /** The rule that applies. */
  rule: string;
  /** What in this content triggered the rule. */
  because: string;
  /** Parts of the content that triggered the rule; empty if no particular part did. */
  spans: Span[];
  /** Ids of the catalogue's sources for the rule. */
  sources: string[];
}

export interface RiskAssessment {
  /** The highest level that a rule gives; `none` if no rule applies, or the evidence is insufficient for a level. */
  level: RiskLevel;
  /** Names of the factors that apply. */
  factors: string[];
  /** The rule and the reason for each factor. */
  explanations: RiskExplanation[];
}
