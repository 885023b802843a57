/** Error rates of the verdict `match`, measured on labelled cases with and without a derived passage. */

import type { KindErrorRate } from "../../../base/contract/operations/score.ts";
import { rounded, sum } from "../../../base/lists/numbers.ts";
import { clopperPearson, clopperPearsonUpper } from "../../../core/statistics/binomial.ts";
import type { HitCount } from "../../../core/statistics/evalues.ts";
import type { Calibration } from "../calibration/calibration.ts";

/** A share of cases, 0 to 1, with its 95 % interval. */
export interface ErrorRate {
  value: number;
  lo: number;
  hi: number;
}

interface MatchErrorRates {
  /** Share of verdicts `match` among cases of event G (`event.ts`). */
  truePositive: ErrorRate;
  /** Share of verdicts `match` among all other cases. `hi` is the one-sided 95 % bound. */
  falsePositive: ErrorRate;
  /** Name of the calibration that the rates were measured for. */
  source: string;
}

/**
 * Error rates from the cases of a calibration, in which the kinds have its fixed weights: other mixtures have others.
 * The intervals are computed for as many cases as there are clusters.
 */
export function matchErrorRatesOf({ name, provenance: { cases, rates } }: Calibration): MatchErrorRates {
  const independent = independentShare(cases);
  const counted = (isEvent: boolean): HitCount => {
    const alike = rates.filter(({ is_event }) => is_event === isEvent);
    const hits = sum(alike, ({ match }) => match.count) * independent;
    const all = sum(alike, ({ match }) => match.of) * independent;
    return { hits: isEvent ? Math.floor(hits) : Math.ceil(hits), cases: Math.max(1, Math.floor(all)) };
  };
  return matchErrorRates(counted(true), counted(false), name);
}

/**
 * @param positives matches among independent cases with a derived passage
 * @param negatives matches among independent cases without one
 * @throws RangeError where there are no cases, or more hits than cases
 */
function matchErrorRates(positives: HitCount, negatives: HitCount, source: string): MatchErrorRates {
  const rate = ({ hits, cases }: HitCount, hi?: number): ErrorRate => {
    const [lo, upper] = clopperPearson(hits, cases);
    return { value: hits / cases, lo, hi: hi ?? upper };
  };
  return {
    truePositive: rate(positives),
    falsePositive: rate(negatives, clopperPearsonUpper(negatives.hits, negatives.cases)),
    source,
  };
}

/**
 * The rate of each kind of case. Kinds are not mixed: how common each is depends on the content.
 *
 * @param verdict `match`: how often the verdict is `match`; `found`: `match` or `partial`
 */
export function matchRatesByKind(
  { provenance: { cases, rates } }: Calibration,
  verdict: "match" | "found" = "match",
): KindErrorRate[] {
  const independent = independentShare(cases);
  return rates.map(({ kind, is_event, [verdict]: { count, of } }) => {
    const [lo, hi] = clopperPearson(Math.floor(count * independent), Math.max(1, Math.floor(of * independent)));
    const match = rounded(count / of, 4);
    return { kind, is_event, match, ci_95: [Math.min(rounded(lo, 4), match), Math.max(rounded(hi, 4), match)] };
  });
}

/** Cases of one work are not independent: the share of cases that count, one for each cluster of works. */
function independentShare({ clusters, select }: Calibration["provenance"]["cases"]): number {
  return Math.min(1, clusters / select);
}
