/**
 * How often audits and comparisons were wrong on cases with known truth. The counts are those of `bench/records`
 * (questions `audit` and `passages`); a test holds them together. Intervals are exact (Clopper and Pearson).
 */
import { clopperPearson } from "../../core/statistics/binomial.ts";
import type { HitCount } from "../../core/statistics/evalues.ts";
import { figure, percent } from "../layout/page.ts";

export const MEASURED = {
  /** Items that no document held: those that an audit found. */
  auditFalse: { hits: 2, cases: 10_119 },
  /** Items put into documents with up to 10 % of their words changed: those that an audit did not find. */
  auditMissed: { hits: 286, cases: 9_936 },
  /** Pairs of novels and poems, and of laws, that share nothing: those with a reported passage. */
  literatureFalse: { hits: 0, cases: 700 },
  lawsFalse: { hits: 59, cases: 756 },
  /** Two translations of one passage with few words in common: those taken for unrelated. */
  heavilyRewordedMissed: { hits: 393, cases: 1_068 },
} as const satisfies Record<string, HitCount>;

/** As `0.5 % (95 % interval 0.1 % to 1.2 %) of 1,097`. */
export function measuredShare({ hits, cases }: HitCount): string {
  const [lo, hi] = clopperPearson(hits, cases);
  return `${percent(hits / cases)} (95 % interval ${percent(lo)} to ${percent(hi)}) of ${figure(cases)}`;
}
