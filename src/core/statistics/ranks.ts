/**
 * Exact rank tests of an observed value among exchangeable controls: p ≤ α has a probability of at most α under
 * exchangeability, for any measured quantity. Also gives the conformal p-value of a new case.
 *
 * Sources: counterfactual ranks with a committed pool, and exposure: Carlini et al., "The secret sharer" (USENIX
 * Security 2019); conformal p-values: Vovk, Gammerman and Shafer, "Algorithmic learning in a random world" (2005).
 */
import { log2 } from "../kernels/numbers/log.reference.ts";

interface RankTest {
  controls: number;
  /** Number of controls above the observed value, and equal to it. */
  greater: number;
  equal: number;
  /** (1 + greater + equal) / (controls + 1): ties raise p. 1 without controls. */
  p: number;
  /** log2 (controls + 1) − log2 (1 + greater), in bits. */
  exposureBits: number;
}

/**
 * @param observed a larger value is stronger evidence of membership
 * @throws RangeError if a value is NaN
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
 * The p-value with randomly broken ties, which is uniform under exchangeability.
 *
 * @param draw a random integer from 0 to `equal`, to which the caller was committed before the test
 * @throws RangeError
 */
export function randomisedP({ controls, greater, equal }: RankTest, draw: number): number {
  if (!(Number.isInteger(draw) && draw >= 0 && draw <= equal))
    throw new RangeError("The draw is 0 to the number of ties.");
  return (1 + greater + draw) / (controls + 1);
}

/**
 * The likelihood ratio of a rank with known power: power × (controls + 1) / rank.
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
 * Combines independent ranks into one p-value: the probability that the same number of uniform ranks has a sum at most
 * as large. Time grows with the sum times the number of ranks, memory with the sum.
 *
 * @param ranks    each 1 to controls + 1
 * @param controls number of controls for each rank
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
