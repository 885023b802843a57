/** Reference implementation of `assembly/numbers/permute.ts`, which explains it. */
import type { Integer, Integers, PermutationCounts, PermutationQuestion } from "./kernels.ts";
import { RandomStream } from "./random.ts";

export function permutationCounts(
  values: Integers,
  question: PermutationQuestion,
  state: Uint32Array,
): PermutationCounts {
  const stream = new RandomStream(state);
  const { picked, permutations, least, most } = question;
  const [low, high] = [values.low.slice(), values.high.slice()];
  const counts = { atLeast: 0, atMost: 0 };
  for (let permutation = 0; permutation < permutations; permutation++) {
    let sum: Integer = { low: 0, high: 0 };
    for (let place = 0; place < picked; place++) {
      const other = place + stream.below(low.length - place);
      [low[place], low[other]] = [low[other]!, low[place]!];
      [high[place], high[other]] = [high[other]!, high[place]!];
      sum = added(sum, low[place]!, high[place]!);
    }
    stream.toNextBlock();
    if (compare(sum, least) >= 0) counts.atLeast++;
    if (compare(sum, most) <= 0) counts.atMost++;
  }
  return counts;
}

/** Adds two integers given as halves. */
function added(sum: Integer, low: number, high: number): Integer {
  const lower = sum.low + low;
  return lower < 0x1_0000_0000
    ? { low: lower, high: sum.high + high }
    : { low: lower - 0x1_0000_0000, high: sum.high + high + 1 };
}

/** Negative, 0 or positive, as `one` is less than, equal to or greater than `other`. */
function compare(one: Integer, other: Integer): number {
  return one.high - other.high || one.low - other.low;
}
