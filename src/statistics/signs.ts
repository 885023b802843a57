/**
 * Is the mean of paired differences above 0 by more than turning signs at random makes it? An exact test where each difference is as
 * likely as its negative: p ≤ α has a probability of at most α. Sums are exact (`integers.ts`).
 */
import type { Kernels } from "../kernels/kernels.ts";
import { stateOf } from "../kernels/numbers/random.ts";
import { halves, integersOf, onGrid } from "./integers.ts";

export interface SignFlipTest {
  /** Choices of signs that were looked at, the observed one among them. */
  choices: number;
  /** Those whose sum is as large, the observed one among them. */
  atLeast: number;
  /** Whether these are all choices there are, and not a sample of them. */
  isComplete: boolean;
  /** atLeast / choices. */
  p: number;
}

/**
 * @param differences one of each independent pair
 * @param flips       random choices of signs; where there are no more than that, all are looked at
 * @param stream      name of the random numbers: the same name, the same choices
 * @throws RangeError without differences, or where one is not finite
 */
export function signFlipTest(kernels: Kernels, differences: Float64Array, flips: number, stream: string): SignFlipTest {
  if (differences.length === 0) throw new RangeError("There are differences to test.");
  const values = onGrid(Array.from(differences));
  // Turning the signs of a subset leaves the sum as large exactly where the subset's sum is 0 or less.
  const isComplete = values.length <= 30 && 1 << values.length <= flips;
  const atLeast = isComplete
    ? countSubsets(values, 0, 0n)
    : 1 + kernels.subsetCount(integersOf(values), flips, halves(0n), stateOf(stream));
  const choices = isComplete ? 1 << values.length : flips + 1;
  return { choices, atLeast, isComplete, p: atLeast / choices };
}

/** Subsets of the values from `start` on that bring the sum to 0 or less. */
function countSubsets(values: readonly bigint[], start: number, sum: bigint): number {
  if (start === values.length) return sum <= 0n ? 1 : 0;
  return countSubsets(values, start + 1, sum) + countSubsets(values, start + 1, sum + values[start]!);
}
