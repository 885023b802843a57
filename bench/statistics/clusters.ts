/**
 * The bootstrap by clusters: texts of one author, or windows of one text, are drawn together, since they say the same thing twice.
 *
 * What is estimated is a function of sums over all clusters: a mean, a ratio, a Cllr. Each cluster is a row of its sums.
 * `bca.ts` makes intervals of it, for comparison only; `src/core/statistics/boundedMean.ts` has what results carry.
 */
import { RandomStream } from "../../src/core/kernels/numbers/random.ts";

export interface ClusterSums {
  /** `columns` numbers for each independent cluster, one cluster after the other. */
  rows: Float64Array;
  columns: number;
}

export interface ClusterBootstrap {
  estimate: number;
  /** Ascending. */
  replicates: Float64Array;
  /** The estimate without each cluster in turn. */
  jackknife: Float64Array;
}

/**
 * @param statistic of the sums of all columns
 * @param resamples how many; 1,999 for an interval of 95 %
 * @param stream    name of the random numbers: the same name, the same replicates
 * @throws RangeError without clusters, or where rows are not whole
 */
export function bootstrapClusters(
  { rows, columns }: ClusterSums,
  statistic: (sums: Float64Array) => number,
  resamples: number,
  stream: string,
): ClusterBootstrap {
  if (rows.length === 0 || rows.length % columns !== 0)
    throw new RangeError("Each cluster has a number in every column.");
  const rowsOf = (sums: Float64Array) =>
    Array.from({ length: sums.length / columns }, (_, i) => sums.subarray(i * columns, (i + 1) * columns));
  const clusters = rowsOf(rows);
  const total = Float64Array.from({ length: columns }, (_, column) =>
    clusters.reduce((sum, row) => sum + row[column]!, 0),
  );
  const sums = resampledSums({ rows, columns }, resamples, stream);
  return {
    estimate: statistic(total),
    replicates: Float64Array.from(rowsOf(sums), statistic).sort(),
    jackknife: Float64Array.from(clusters, (row) => statistic(total.map((sum, column) => sum - row[column]!))),
  };
}

/** Column sums of clusters drawn with replacement, as many as there are: `columns` numbers for each resample. */
function resampledSums({ rows, columns }: ClusterSums, resamples: number, stream: string): Float64Array {
  const count = rows.length / columns;
  const draws = new RandomStream(stream);
  const sums = new Float64Array(resamples * columns);
  // Four partial sums, added as (0 + 1) + (2 + 3): the order is part of the recorded figures.
  const partial = new Float64Array(4 * columns);
  for (let resample = 0; resample < resamples; resample++) {
    partial.fill(0);
    for (let draw = 0; draw < count; draw++) {
      const row = columns * draws.below(count);
      for (let column = 0; column < columns; column++) partial[4 * column + (draw % 4)]! += rows[row + column]!;
    }
    draws.toNextBlock();
    for (let column = 0; column < columns; column++) {
      const [a, b, c, d] = partial.subarray(4 * column, 4 * column + 4);
      sums[resample * columns + column] = a! + b! + (c! + d!);
    }
  }
  return sums;
}
