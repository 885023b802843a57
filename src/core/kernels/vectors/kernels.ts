/** Kernels over vectors of texts. `assembly/vectors/` explains each. */

/** Rows of bits of one length, one after the other. */
export interface BitRows {
  bytes: Uint8Array;
  /** A multiple of 16, at most 496. */
  rowBytes: number;
}

export interface VectorKernels {
  /**
   * The rows that differ from a question in at most its limit of bits: two numbers each, the question × 65,536 + the
   * differing bits, then the row; by rows, then by questions.
   *
   * @param questions at most 65,535, each as long as a row
   * @param limits one for each question
   */
  nearRows(questions: Uint8Array, limits: Uint32Array, rows: BitRows): Uint32Array;
}
