/**
 * How far might a mean have come out otherwise? Means of samples drawn with replacement from the one there is: the bootstrap.
 */
import type { Kernels } from "../kernels/kernels.ts";
import { stateOf } from "../kernels/numbers/random.ts";

/**
 * Means of resamples of the values.
 *
 * @param values    independent cases: texts or authors, never windows of one text
 * @param resamples how many
 * @param stream    name of the random numbers: the same name, the same means
 * @throws RangeError without values
 */
export function bootstrapMeans(kernels: Kernels, values: Float64Array, resamples: number, stream: string): Float64Array {
  if (values.length === 0) throw new RangeError("There are no values to draw from.");
  const sums = kernels.bootstrapSums(values, 1, resamples, stateOf(stream));
  return sums.map((sum) => sum / values.length);
}

/** Differences of means, each group resampled by itself. */
export function bootstrapMeanDifferences(
  kernels: Kernels,
  first: Float64Array,
  second: Float64Array,
  resamples: number,
  stream: string,
): Float64Array {
  const others = bootstrapMeans(kernels, second, resamples, `${stream}/second`);
  return bootstrapMeans(kernels, first, resamples, `${stream}/first`).map((mean, i) => mean - others[i]!);
}

/**
 * Ratios of sums, such as hits of cases where each item brings some of both; `NaN` where a resample has no cases.
 *
 * @param above, below numbers of one item at each place
 * @throws RangeError without items, or where the two differ in length
 */
export function bootstrapRatios(
  kernels: Kernels,
  above: Float64Array,
  below: Float64Array,
  resamples: number,
  stream: string,
): Float64Array {
  if (above.length === 0 || above.length !== below.length) throw new RangeError("Each item has a number above and one below.");
  const items = Float64Array.from({ length: 2 * above.length }, (_, i) => (i % 2 === 0 ? above : below)[i >> 1]!);
  const sums = kernels.bootstrapSums(items, 2, resamples, stateOf(stream));
  return Float64Array.from({ length: resamples }, (_, i) => sums[2 * i]! / sums[2 * i + 1]!);
}
