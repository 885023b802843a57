/** Kernels that align sequences of symbols (unsigned 32-bit numbers). `assembly/align/` explains each. */

export interface AlignKernels {
  /**
   * Edit distance (insertions, deletions, substitutions). Returns `bound` + 1 if the distance exceeds `bound`; a small
   * bound makes the call fast.
   */
  distance(one: Uint32Array, other: Uint32Array, bound?: number): number;
  /** The smallest edit distance between the pattern and any part of the text, and where the first such part ends. */
  bestPlace(pattern: Uint32Array, text: Uint32Array): { distance: number; end: number };
  /** Length of the longest common subsequence. */
  commonLength(one: Uint32Array, other: Uint32Array): number;
}
