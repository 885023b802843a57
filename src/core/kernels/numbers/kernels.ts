/** Numeric kernels. `assembly/numbers/` explains each; results have the same bits in every runtime. */

/**
 * For each row of scores x, with p = e^x / Σ e^x. ln p = (x - greatest) - logSum, which is precise for ln p near 0.
 */
export interface Moments {
  /** The greatest score. */
  greatest: Float64Array;
  /** ln Σ e^(x - greatest). */
  logSums: Float64Array;
  /** Σ p ln p, the negative entropy. */
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

/** Signed 64-bit integers, as lower and upper halves. */
export interface Integers {
  low: Uint32Array;
  high: Int32Array;
}

export interface PermutationQuestion {
  /** Size of the group whose values are summed. */
  picked: number;
  /** Number of random divisions. */
  permutations: number;
  /** `atLeast` counts sums of this value or more. */
  least: Integer;
  /** `atMost` counts sums of this value or less. */
  most: Integer;
}

export interface PermutationCounts {
  /** Divisions whose picked sum is `least` or more. */
  atLeast: number;
  /** Divisions whose picked sum is `most` or less. */
  atMost: number;
}

/** The state of a stream of random numbers; `stateOf` in `random.ts` derives it from a name. */
type RandomState = Uint32Array;

export interface NumberKernels {
  /**
   * ln Σ e^x of each row.
   *
   * @param scores rows of `width` scores; -Infinity stands for probability 0
   */
  logSumExpRows(scores: Float32Array | Float64Array, width: number): Float64Array;

  /** For each row: the greatest score, the log-sum-exp, and mean and variance of ln p under p. */
  momentsRows(scores: Float32Array | Float64Array, width: number): Moments;

  /**
   * Counts the random divisions in which the sum of the picked values is at least `least`, and at most `most`. No sum
   * may overflow 64 bits.
   */
  permutationCounts(values: Integers, question: PermutationQuestion, state: RandomState): PermutationCounts;
}
