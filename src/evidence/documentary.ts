/**
 * The documentary line: the likelihood ratio of a match in dataset D for model M, where a document states that M was
 * trained on D. With inclusion g = P(a document of D was used) and π, the unknown share of such works in D:
 *
 *   LR = P(match | used) / P(match | not used) = TPR (1 − gπ) / (TPR (1 − g) π + FPR (1 − π))
 *
 * It grows with g and falls with π: the more such works D contains, the more works it contains that were not used.
 */
import type { Inclusion } from "../contract/analyze.ts";
import type { Interval } from "../contract/common.ts";
import { type MatchErrorRates, matchCap } from "./errorRates.ts";

/** Values of π: the ratio is computed at `value`, its interval from `lo` to `hi`. */
const WORKS_SHARE = { value: 0.5, lo: 0.1, hi: 0.9 } as const;

/** The ratio at one share and one inclusion, before any cap; `Infinity` where P(match | not used) is 0. */
export function documentaryRatio(
  truePositive: number,
  falsePositive: number,
  inclusion: number,
  share: number,
): number {
  const notUsed = truePositive * (1 - inclusion) * share + falsePositive * (1 - share);
  return (truePositive * (1 - inclusion * share)) / notUsed;
}

/**
 * Value at a share of .5 and the lower end of inclusion; interval over both ranges; everything limited to `matchCap`.
 */
export function documentaryLine(
  rates: MatchErrorRates,
  { lo, hi }: Pick<Inclusion, "lo" | "hi">,
): { lr: number; interval: Interval } {
  const cap = matchCap(rates);
  const at = (inclusion: number, share: number) =>
    Math.min(cap, documentaryRatio(rates.truePositive.value, rates.falsePositive.value, inclusion, share));
  const corners = [at(lo, WORKS_SHARE.lo), at(lo, WORKS_SHARE.hi), at(hi, WORKS_SHARE.lo), at(hi, WORKS_SHARE.hi)];
  return { lr: at(lo, WORKS_SHARE.value), interval: [Math.min(...corners), Math.max(...corners)] };
}
