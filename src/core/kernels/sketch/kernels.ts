/**
 * Sketch kernels. A sketch is a small summary of a set of hashes, used to compare sets. `assembly/sketch/` explains
 * each.
 */

export interface SketchKernels {
  /**
   * MinHash signature of a set of unsigned 32-bit hashes: one value for each of `orders` orders (a multiple of 16). All
   * values are 0xffffffff for an empty set. Duplicates and the sequence of the hashes do not matter.
   */
  minhash(hashes: Uint32Array, orders: number): Uint32Array;
  /** The 64 MinHash values of the ISCC Text-Code. The text is well-formed UTF-8, collapsed as the standard defines. */
  isccMinhash(text: Uint8Array): Uint32Array;
}
