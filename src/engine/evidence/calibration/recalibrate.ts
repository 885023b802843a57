/**
 * Steps of a calibration from labelled cases: which likelihood ratio belongs to these log-odds? The estimate is the
 * Venn-Abers estimate over all cases, in bins that were chosen without them; the interval is `monotoneInterval` over
 * independent cases, one per work.
 */
import { rounded } from "../../../base/lists/numbers.ts";
import { log } from "../../../core/kernels/numbers/log.reference.ts";
import { monotoneInterval } from "../../../core/statistics/monotoneInterval.ts";
import { logit } from "../../../core/statistics/odds.ts";
import { scoreGroups } from "../../../core/statistics/scoreGroups.ts";
import { fitVennAbers, predictVennAbers } from "../../../core/statistics/vennAbers.ts";
import { type CalibrationStep, LOG10_LR_END } from "./calibration.ts";

/** Log-odds of a case, `null` where nothing was found, and its true label. */
export interface ScoredCase {
  logOdds: number | null;
  isEvent: boolean;
}

/**
 * @param edges       ascending log-odds at which the steps after the first begin, chosen without the cases below
 * @param cases       events and others, in the proportions that the weights of the calibration state
 * @param independent a subset of `cases`, one for each work or cluster of works, events and others
 * @throws RangeError where there are no events, or no others
 */
export function stepsOf(
  edges: readonly number[],
  cases: readonly ScoredCase[],
  independent: readonly ScoredCase[],
): CalibrationStep[] {
  const binOf = ({ logOdds }: ScoredCase) => (logOdds === null ? 0 : edges.filter((edge) => edge <= logOdds).length);
  const groupsOf = (some: readonly ScoredCase[]) =>
    scoreGroups(some.filter(({ isEvent }) => isEvent).map(binOf), some.filter(({ isEvent }) => !isEvent).map(binOf));
  const oddsOf = (some: readonly ScoredCase[]) => {
    const events = some.filter(({ isEvent }) => isEvent).length;
    return log(events / (some.length - events));
  };
  const [fitted, groups] = [fitVennAbers(groupsOf(cases)), groupsOf(independent)];
  const [odds, oddsOfIndependent] = [oddsOf(cases), oddsOf(independent)];
  const steps = [null, ...edges].map((from, bin) => {
    const estimate = log10Lr(predictVennAbers(fitted, bin).merged, odds);
    const [lo, hi] = monotoneInterval(groups, bin).map((end) => log10Lr(end, oddsOfIndependent)) as [number, number];
    return { from, log10_lr: estimate, lo: Math.min(lo, estimate), hi: Math.max(hi, estimate) };
  });
  // Ends must not fall from step to step: where they do, the intervals are widened, never narrowed.
  return merged(
    steps.map((step, i) => ({
      ...step,
      lo: Math.min(...steps.slice(i).map(({ lo }) => lo)),
      hi: Math.max(...steps.slice(0, i + 1).map(({ hi }) => hi)),
    })),
  );
}

/**
 * Rounded to four decimals and limited to the scale. Rounding moves the end of an interval by less than a
 * ten-thousandth.
 */
function log10Lr(probability: number, odds: number): number {
  const value = (logit(probability) - odds) / Math.LN10;
  return Math.min(Math.max(rounded(value, 4), -LOG10_LR_END), LOG10_LR_END);
}

/** Removes steps that equal the step before them. */
function merged(steps: readonly CalibrationStep[]): CalibrationStep[] {
  return steps.filter(({ log10_lr, lo, hi }, i) => {
    const before = steps[i - 1];
    return before === undefined || before.log10_lr !== log10_lr || before.lo !== lo || before.hi !== hi;
  });
}
