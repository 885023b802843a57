/** What the kernels of sketches do: small summaries of sets of hashes, by which sets are compared. `assembly/sketch/` explains each. */
import type { Hashes } from "../text/kernels.ts";

export interface SketchKernels {
  /**
   * MinHash signature of a set of unsigned 32-bit hashes under so many orders, a multiple of 16: 0xffffffff everywhere for an empty
   * set. Repeated hashes and their order change nothing.
   */
  minhash(hashes: Uint32Array, orders: number): Uint32Array;
  /** Places in which two signatures, or two sets of bins, of one length (a multiple of 4) agree. */
  equalPlaces(one: Uint32Array, other: Uint32Array): number;
  /** One-permutation hashing into 2 to 65,536 bins, a power of two, densified: for sets of more than about four hashes a bin. */
  onePermutation(hashes: Hashes, bins: number): Uint32Array;
  /** FracMinHash: the distinct hashes whose upper half is below 2^32 / `scale`, ascending by (high, low). */
  fracMinHash(hashes: Hashes, scale: number): Hashes;
  /** The 64 MinHash values of the ISCC Text-Code, of a text as the standard collapses it, in well-formed UTF-8. */
  isccMinhash(text: Uint8Array): Uint32Array;
}

/** Upper halves below it are kept: at scale 1 all but the very last one. */
export function thresholdOf(scale: number): number {
  return Math.min(0xffffffff, Math.floor(2 ** 32 / scale));
}
