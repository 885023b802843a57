/**
 * An exact permutation test of a difference of means. If the values are exchangeable, p ≤ α has a probability of at
 * most α. Sums are exact (`integers.ts`), so ties count as ties.
 */
import type { Kernels } from "../kernels/kernels.ts";
import { stateOf } from "../kernels/numbers/random.ts";
import { halves, integersOf, onGrid, sum } from "./integers.ts";

export interface PermutationTest {
  /** Mean of the first group minus mean of the second. */
  difference: number;
  /** Number of divisions examined, including the observed one. */
  divisions: number;
  /** Number of divisions whose difference is at least as large, including the observed one. */
  atLeast: number;
  /** Whether `divisions` counts all possible divisions rather than a random sample. */
  isComplete: boolean;
  /** atLeast / divisions. */
  p: number;
}

export interface PermutationOptions {
  /** `greater`: the first mean is greater; `different`: two-sided, absolute differences are compared. */
  alternative: "greater" | "different";
  /** Number of random divisions; if there are no more divisions than that, all are examined. */
  permutations: number;
  /** Name of the random stream: the same name gives the same divisions. */
  stream: string;
}

/** A division is as extreme as the observed one if its picked sum is at least `least` or at most `most`. */
interface Extremes {
  least: bigint;
  most: bigint;
}

/** A threshold that no sum reaches. */
const BEYOND = 2n ** 62n;

/** @throws RangeError if a group is empty or a value is not finite */
export function permutationTest(
  kernels: Kernels,
  first: Float64Array,
  second: Float64Array,
  { alternative, permutations, stream }: PermutationOptions,
): PermutationTest {
  if (first.length === 0 || second.length === 0) throw new RangeError("Each group has at least one value.");
  const integers = onGrid([...first, ...second]);
  const sign = first.length <= second.length ? 1n : -1n;
  // Pick the smaller group, which needs fewer draws. If that is the second, negate all values, so that its sum is
  // compared from the same side.
  const ordered =
    sign > 0n ? integers : [...integers.slice(first.length), ...integers.slice(0, first.length)].map((n) => -n);
  const picked = Math.min(first.length, second.length);
  const extremes = extremesOf(ordered, picked, alternative);
  const all = divisionsUpTo(ordered.length, picked, permutations);
  const isComplete = all !== null;
  const atLeast = isComplete
    ? countAll(ordered, picked, extremes)
    : 1 + countRandom(kernels, ordered, picked, permutations, extremes, stream);
  const divisions = all ?? permutations + 1;
  return { difference: mean(first) - mean(second), divisions, atLeast, isComplete, p: atLeast / divisions };
}

function extremesOf(
  values: readonly bigint[],
  picked: number,
  alternative: PermutationOptions["alternative"],
): Extremes {
  const observed = sum(values.slice(0, picked));
  if (alternative === "greater") return { least: observed, most: -BEYOND };
  // With n values of total T and k picked: |n s - k T| ≥ |n s0 - k T| = d.
  const [n, expected] = [BigInt(values.length), BigInt(picked) * sum(values)];
  const distance = n * observed - expected;
  const d = distance < 0n ? -distance : distance;
  if (d === 0n) return { least: -BEYOND, most: -BEYOND };
  return { least: -floorQuotient(-(expected + d), n), most: floorQuotient(expected - d, n) };
}

function floorQuotient(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

/** The number of divisions, or `null` if it exceeds `most`. */
function divisionsUpTo(values: number, picked: number, most: number): number | null {
  let divisions = 1;
  for (let i = 1; i <= picked; i++) {
    divisions = (divisions * (values - picked + i)) / i; // an integer at each step
    if (divisions > most) return null;
  }
  return divisions;
}

function countAll(values: readonly bigint[], picked: number, { least, most }: Extremes): number {
  const countFrom = (start: number, left: number, sumSoFar: bigint): number => {
    if (left === 0) return sumSoFar >= least || sumSoFar <= most ? 1 : 0;
    let count = 0;
    for (let i = start; i + left <= values.length; i++) count += countFrom(i + 1, left - 1, sumSoFar + values[i]!);
    return count;
  };
  return countFrom(0, picked, 0n);
}

function countRandom(
  kernels: Kernels,
  values: readonly bigint[],
  picked: number,
  permutations: number,
  { least, most }: Extremes,
  stream: string,
): number {
  const question = { picked, permutations, least: halves(least), most: halves(most) };
  const { atLeast, atMost } = kernels.permutationCounts(integersOf(values), question, stateOf(stream));
  return atLeast + atMost;
}

const mean = (values: Float64Array): number => values.reduce((total, value) => total + value, 0) / values.length;
