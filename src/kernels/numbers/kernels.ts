/** What the kernels of numbers do. `assembly/numbers/` explains each; results have the same bits in every runtime. */

/**
 * Of each row of scores x, with p = e^x / Σ e^x: ln p = (x - greatest) - logSum, which keeps the digits of ln p near 0.
 */
export interface Moments {
  /** The greatest score. */
  greatest: Float64Array;
  /** ln Σ e^(x - greatest). */
  logSums: Float64Array;
  /** Σ p ln p, the entropy with its sign turned. */
  means: Float64Array;
  /** Σ p (ln p - mean)². */
  variances: Float64Array;
}

/** A signed integer of 64 bits: high × 2^32 + low. */
export interface Integer {
  /** 0 to 2^32 - 1. */
  low: number;
  high: number;
}

/** Signed integers of 64 bits, in halves. */
export interface Integers {
  low: Uint32Array;
  high: Int32Array;
}

export interface PermutationQuestion {
  /** Size of the group that is summed. */
  picked: number;
  /** Random divisions to count in. */
  permutations: number;
  /** What the sum is compared with from above. */
  least: Integer;
  /** And from below. */
  most: Integer;
}

export interface PermutationCounts {
  /** Divisions whose picked sum is `least` or more. */
  atLeast: number;
  /** Divisions whose picked sum is `most` or less. */
  atMost: number;
}

/** The state of a stream of random numbers: `stateOf` a name, in `random.ts`. */
type RandomState = Uint32Array;

export interface NumberKernels {
  /**
   * ln Σ e^x of each row.
   *
   * @param scores rows of `width` scores, -Infinity for what cannot be
   */
  logSumExpRows(scores: Float32Array | Float64Array, width: number): Float64Array;

  /** Greatest score and log-sum-exp, and mean and variance of ln p under p, of each row. */
  momentsRows(scores: Float32Array | Float64Array, width: number): Moments;

  /**
   * In how many random divisions the picked values sum to at least, and to at most, so much. No sum may overflow 64
   * bits.
   */
  permutationCounts(values: Integers, question: PermutationQuestion, state: RandomState): PermutationCounts;
}
