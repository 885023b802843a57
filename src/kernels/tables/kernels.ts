/** What the kernels of sorted, searched and stored tables do. `assembly/tables/` explains each. */

export interface TableKernels {
  /** xxHash32, the checksum of stored blocks. */
  xxhash32(bytes: Uint8Array, seed: number): number;
}
