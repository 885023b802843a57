/**
 * The documentary line: the likelihood ratio of a match for "the model was trained on the work *from this dataset*",
 * where a document states that it was trained on the dataset. With r, the likelihood ratio of the match for presence in
 * the dataset; inclusion g = P(used | present); and π, the unknown share of such works in the dataset:
 *
 *   LR = P(match | used) / P(match | not used) = r (1 − gπ) / (r (1 − g) π + (1 − π))
 *
 * It assumes that use by other ways does not depend on the features of the match, and neither does inclusion given
 * presence. The odds gπ / (1 − gπ) × LR are those of q = P(used | match) = g · rπ / (rπ + 1 − π). LR grows with r;
 * where r > 1 it grows with g and falls with π, where r < 1 the other way round. So its extremes over ranges of all
 * three are at their ends.
 */

import type { Interval, Log10Ratio } from "../../../base/contract/common.ts";
import type { Inclusion } from "../../../base/contract/operations/analyze.ts";
import { greatest, sum } from "../../../base/lists/numbers.ts";
import { DOCUMENTED_MOST } from "../../../catalogue/graph/inclusion.ts";
import { exp } from "../../../core/kernels/numbers/exp.reference.ts";
import { log } from "../../../core/kernels/numbers/log.reference.ts";

/** Values of π: the ratio is computed at `value`, its range from `lo` to `hi`. */
export const WORKS_SHARE = { value: 0.5, lo: 0.1, hi: 0.9 } as const;
/** The end of the scale of a score. */
const RATIO_MAX = 1e6;

/** A documented use of a dataset in which the text was found. */
export interface DocumentedUse {
  /** Probability that training used the text, if it is in the dataset; `lo` is above 0. */
  inclusion: Pick<Inclusion, "lo" | "hi">;
  /** log10 of r, the likelihood ratio of the match in the dataset. */
  match: Log10Ratio;
}

interface DocumentaryLine<Use> {
  /** The use that the ratio is of. */
  strongest: Use;
  lr: number;
  /** Sensitivity to what is not known; it claims no coverage. */
  range: Interval;
}

/** The likelihood ratio for "used from the dataset" at one r, one inclusion and one share of such works. */
export function usedRatio(r: number, inclusion: number, share: number): number {
  return (r * (1 - inclusion * share)) / (r * (1 - inclusion) * share + (1 - share));
}

/** The likelihood ratio at log10 of it. */
export function ratioOf(log10Ratio: number): number {
  return exp(Math.LN10 * log10Ratio);
}

/**
 * Inclusion of at least one of several copies of the text: where documents were drawn at a rate, copies may have been
 * drawn together or independently.
 *
 * @param copies at least 1
 */
export function inclusionOfCopies({ lo, hi, grade }: Omit<Inclusion, "basis">, copies: number) {
  if (grade !== "documented_rate" || copies === 1) return { lo, hi };
  return { lo, hi: Math.min(DOCUMENTED_MOST, 1 - exp(copies * log(1 - hi))) };
}

/**
 * The ratio and its range for uses of different datasets, each of which would make the model trained on the work. For
 * one use: the value at a share of .5 and the lower end of inclusion, and the extremes over the shares, the inclusion
 * and the interval of r. Nothing is known about how uses depend on each other, so with q for each the probability of
 * any is between the greatest q and their sum: value and lower end are those of the strongest use, and the upper end
 * is that of the sum, at the prior odds of the strongest use.
 *
 * @param uses at least one; no two by the same statement about the same training data
 */
export function documentaryLine<Use extends DocumentedUse>(uses: readonly [Use, ...Use[]]): DocumentaryLine<Use> {
  const lines = uses.map((use) => ({ use, lr: pointOf(use), corners: cornersOf(use) }));
  const strongest = lines.reduce((best, one) => (one.lr > best.lr ? one : best));
  const lo = greatest(lines, ({ corners }) => Math.min(...corners));
  const ofAny = SHARE_ENDS.map((share) => ratioOfSum(uses, strongest.use, share));
  const hi = Math.max(...(uses.length === 1 ? strongest.corners : ofAny));
  return { strongest: strongest.use, lr: strongest.lr, range: [lo, Math.min(RATIO_MAX, hi)] };
}

const SHARE_ENDS = [WORKS_SHARE.lo, WORKS_SHARE.hi] as const;

function pointOf({ match, inclusion }: DocumentedUse): number {
  return usedRatio(ratioOf(match.estimate), inclusion.lo, WORKS_SHARE.value);
}

function cornersOf({ match, inclusion: { lo, hi } }: DocumentedUse): number[] {
  const ratios = [ratioOf(match.lo), ratioOf(match.hi)];
  return SHARE_ENDS.flatMap((share) => ratios.flatMap((r) => [usedRatio(r, lo, share), usedRatio(r, hi, share)]));
}

/** Infinite where the probabilities of use add up to 1 or more: then nothing excludes that one of them is certain. */
function ratioOfSum(uses: readonly DocumentedUse[], strongest: DocumentedUse, share: number): number {
  const used = sum(uses, ({ match, inclusion }) => {
    const odds = ratioOf(match.hi) * share;
    return (inclusion.hi * odds) / (odds + 1 - share);
  });
  const prior = strongest.inclusion.hi * share;
  return used >= 1 ? Infinity : (used * (1 - prior)) / ((1 - used) * prior);
}
