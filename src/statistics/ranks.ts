/**
 * Where does what was observed stand among controls that might as well have been observed? Exact tests: under
 * exchangeability p ≤ α has a probability of at most α, whatever is measured. Also the conformal p-value of a new case.
 *
 * Sources: counterfactual ranks with a committed pool, and exposure: Carlini et al., "The secret sharer" (USENIX
 * Security 2019); conformal p-values: Vovk, Gammerman and Shafer, "Algorithmic learning in a random world" (2005).
 */
import { log2 } from "../kernels/numbers/log.reference.ts";

interface RankTest {
  controls: number;
  /** Controls above what was observed, and equal to it. */
  greater: number;
  equal: number;
  /** (1 + greater + equal) / (controls + 1): ties count against. 1 without controls. */
  p: number;
  /** log2 (controls + 1) − log2 (1 + greater), in bits. */
  exposureBits: number;
}

/**
 * @param observed larger means more like a member
 * @throws RangeError where a value is no number
 */
export function rankTest(observed: number, controls: readonly number[] | Float64Array): RankTest {
  let greater = 0;
  let equal = 0;
  for (const control of controls) {
    if (Number.isNaN(control)) throw new RangeError("Each control is a number.");
    greater += Number(control > observed);
    equal += Number(control === observed);
  }
  if (Number.isNaN(observed)) throw new RangeError("What was observed is a number.");
  const all = controls.length + 1;
  const exposureBits = log2(all) - log2(1 + greater);
  return { controls: controls.length, greater, equal, p: (1 + greater + equal) / all, exposureBits };
}

/**
 * The p-value with ties broken by chance, uniform under exchangeability.
 *
 * @param draw a random whole number from 0 to `equal`, drawn by whoever committed to it before
 * @throws RangeError
 */
export function randomisedP({ controls, greater, equal }: RankTest, draw: number): number {
  if (!(Number.isInteger(draw) && draw >= 0 && draw <= equal))
    throw new RangeError("The draw is 0 to the number of ties.");
  return (1 + greater + draw) / (controls + 1);
}

/**
 * The likelihood ratio of a rank whose power is known: power × (controls + 1) / rank.
 *
 * @param power share of positive controls at this rank or better, 0 to 1
 * @param rank  1 for the largest, at most controls + 1
 * @throws RangeError
 */
export function likelihoodRatioOfRank(power: number, rank: number, controls: number): number {
  checkRank(rank, controls);
  if (!(power >= 0 && power <= 1)) throw new RangeError("A power lies between 0 and 1.");
  return (power * (controls + 1)) / rank;
}

/**
 * Several independent ranks as one p-value: the probability that as many uniform ranks have a sum as small. Time and
 * room grow with the sum times the number of ranks.
 *
 * @param ranks    each 1 to controls + 1
 * @param controls of each
 * @throws RangeError
 */
export function rankSumP(ranks: readonly number[], controls: number): number {
  for (const rank of ranks) checkRank(rank, controls);
  const observed = ranks.reduce((sum, rank) => sum + rank, 0);
  let cumulative = new Float64Array(observed + 1).fill(1); // P(sum of no ranks ≤ s)
  for (const _ of ranks) {
    const next = new Float64Array(observed + 1);
    // P(S + R ≤ s) is the mean of P(S ≤ s − r) over the ranks r: a difference of running sums.
    let window = 0;
    for (let sum = 1; sum <= observed; sum++) {
      window += cumulative[sum - 1]! - (sum > controls + 1 ? cumulative[sum - controls - 2]! : 0);
      next[sum] = Math.min(1, window / (controls + 1));
    }
    cumulative = next;
  }
  return cumulative[observed]!;
}

function checkRank(rank: number, controls: number): void {
  const isRank = Number.isInteger(rank) && Number.isInteger(controls) && rank >= 1 && rank <= controls + 1;
  if (!isRank) throw new RangeError("A rank is 1 to the number of controls + 1.");
}
