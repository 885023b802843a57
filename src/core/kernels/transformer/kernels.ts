/** Kernels of transformers that turn texts into vectors, as BERT does. `assembly/transformer/` explains each. */

/** A matrix of weights in 8 bits, and what is added. */
export interface Linear {
  /** Row by row: `inner` × columns, from -128. */
  weights: Int8Array;
  inner: number;
  /** One for each column. */
  scales: Float32Array;
  shifts: Float32Array;
}

/** What follows a sum: each row gets mean 0 and variance 1, then these. */
export interface Norm {
  gains: Float32Array;
  shifts: Float32Array;
}

/** Tokens look at each other, then each is widened, gated and narrowed again. */
interface TransformerLayer {
  /** Queries, keys and values side by side. */
  attention: Linear;
  attended: Linear;
  attendedNorm: Norm;
  widened: Linear;
  narrowed: Linear;
  narrowedNorm: Norm;
}

export interface TransformerWeights {
  /** Numbers of a token: heads × `headWidth`. */
  width: number;
  /** A multiple of 32. */
  headWidth: number;
  /** Added to a variance. */
  epsilon: number;
  inputNorm: Norm;
  layers: readonly TransformerLayer[];
}

/**
 * Runs texts through all layers.
 *
 * @param inputs a row of `width` numbers for each token, text after text
 * @param lengths tokens of each text
 * @returns a row for each token, which does not depend on other texts
 */
type RunTransformer = (inputs: Float32Array, lengths: readonly number[]) => Float32Array;

export interface TransformerKernels {
  /** Keeps the weights, in memory of their own. */
  transformer(weights: TransformerWeights): RunTransformer;
}

/** Greatest integer that a number of a row becomes: no sum of `inner` products with 8 bits leaves 32 bits. */
export const limitOf = (inner: number): number => Math.min(0x7fff, Math.floor(0x7fff_ffff / (0x80 * inner)));
