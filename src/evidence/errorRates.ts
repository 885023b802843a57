/** How often the match is right and wrong: event G told of a content where it holds, and where it does not, on labelled cases. */
import { clopperPearson, clopperPearsonUpper } from "../statistics/binomial.ts";
import type { HitCount } from "../statistics/evalues.ts";
import type { Calibration } from "./calibration/calibration.ts";

/** A share of cases, 0 to 1, with its 95 % interval. */
export interface ErrorRate {
  value: number;
  lo: number;
  hi: number;
}

export interface MatchErrorRates {
  /** Verdict `match` among cases in which event G holds. */
  truePositive: ErrorRate;
  /** Verdict `match` among cases in which it does not. `hi` is the one-sided 95 % bound. */
  falsePositive: ErrorRate;
  /** Version of the calibration that they were measured for. */
  source: string;
}

/**
 * The rates of a calibration's cases, kinds in their named shares. Cases of one work say the same thing twice, so the intervals are those of
 * as many cases as there are clusters.
 */
export function matchErrorRatesOf({ name, provenance: { cases, rates } }: Calibration): MatchErrorRates {
  const independent = Math.min(1, cases.clusters / cases.select);
  const counted = (isEvent: boolean): HitCount => {
    const alike = rates.filter(({ is_event }) => is_event === isEvent);
    const hits = alike.reduce((sum, { match }) => sum + match.count, 0) * independent;
    const all = alike.reduce((sum, { match }) => sum + match.of, 0) * independent;
    return { hits: isEvent ? Math.floor(hits) : Math.ceil(hits), cases: Math.max(1, Math.floor(all)) };
  };
  return matchErrorRates(counted(true), counted(false), name);
}

/**
 * @param positives, negatives matches among independent cases in which event G holds, and in which it does not
 * @throws RangeError where there are no cases, or more hits than cases
 */
export function matchErrorRates(positives: HitCount, negatives: HitCount, source: string): MatchErrorRates {
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

/** The most that a likelihood ratio on a match may claim: TPR_lo / FPR_hi. */
export function matchCap({ truePositive, falsePositive }: MatchErrorRates): number {
  return truePositive.lo / falsePositive.hi;
}
