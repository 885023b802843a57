/**
 * What the kernels of sketches do: small summaries of sets of hashes, by which sets are compared. `assembly/sketch/`
 * explains each.
 */

export interface SketchKernels {
  /**
   * MinHash signature of a set of unsigned 32-bit hashes under so many orders, a multiple of 16: 0xffffffff everywhere
   * for an empty set. Repeated hashes and their order change nothing.
   */
  minhash(hashes: Uint32Array, orders: number): Uint32Array;
  /** The 64 MinHash values of the ISCC Text-Code, of a text as the standard collapses it, in well-formed UTF-8. */
  isccMinhash(text: Uint8Array): Uint32Array;
}
