/** Counts of a sign-flip test, said plainly. `assembly/numbers/flip.ts` explains it. */
import type { Integer, Integers } from "./kernels.ts";
import { added, compare } from "./permute.reference.ts";
import { RandomStream } from "./random.ts";

/** Values that one draw decides over. */
const VALUES_PER_DRAW = 16;
const DRAWS_BELOW = 2 ** 16;

export function subsetCount(values: Integers, subsets: number, most: Integer, state: Uint32Array): number {
  const stream = new RandomStream(state);
  let atMost = 0;
  for (let subset = 0; subset < subsets; subset++) {
    let sum: Integer = { low: 0, high: 0 };
    let bits = 0;
    values.low.forEach((low, place) => {
      bits = place % VALUES_PER_DRAW === 0 ? stream.below(DRAWS_BELOW) : bits >> 1;
      if (bits & 1) sum = added(sum, low, values.high[place]!);
    });
    stream.toNextBlock();
    if (compare(sum, most) <= 0) atMost++;
  }
  return atMost;
}
