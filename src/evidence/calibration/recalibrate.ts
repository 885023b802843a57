/**
 * Steps of a calibration from labelled cases: which likelihood ratio do these log-odds stand for? The estimate is Venn-Abers's of all
 * cases, in bins that were chosen without them; the interval is `monotoneInterval` of cases that are independent, one a work.
 */
import { rounded } from "../../base/numbers.ts";
import { log } from "../../kernels/numbers/log.reference.ts";
import { monotoneInterval } from "../../statistics/monotoneInterval.ts";
import { logit } from "../../statistics/odds.ts";
import { scoreGroups } from "../../statistics/scoreGroups.ts";
import { fitVennAbers, predictVennAbers } from "../../statistics/vennAbers.ts";
import { type CalibrationStep, LOG10_LR_END } from "./calibration.ts";

/** Log-odds of a case, `null` where nothing was found, and its truth. */
export interface ScoredCase {
  logOdds: number | null;
  isEvent: boolean;
}

/**
 * @param edges       ascending log-odds at which steps begin, besides the first, chosen without the cases below
 * @param cases       of both kinds, as often as the weights of the calibration say
 * @param independent some of them, one of each work or cluster of works, of both kinds
 * @throws RangeError where a kind has no cases
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
  // What is true of a step is true of those beyond it: ends that cross are drawn apart, never together.
  return merged(
    steps.map((step, i) => ({
      ...step,
      lo: Math.min(...steps.slice(i).map(({ lo }) => lo)),
      hi: Math.max(...steps.slice(0, i + 1).map(({ hi }) => hi)),
    })),
  );
}

/** Four decimals, between the ends of the scale; ends of intervals are not told better than they are by a ten-thousandth. */
function log10Lr(probability: number, odds: number): number {
  const value = (logit(probability) - odds) / Math.LN10;
  return Math.min(Math.max(rounded(value, 4), -LOG10_LR_END), LOG10_LR_END);
}

/** Without steps that say what the one before says. */
function merged(steps: readonly CalibrationStep[]): CalibrationStep[] {
  return steps.filter(({ log10_lr, lo, hi }, i) => {
    const before = steps[i - 1];
    return before === undefined || before.log10_lr !== log10_lr || before.lo !== lo || before.hi !== hi;
  });
}
