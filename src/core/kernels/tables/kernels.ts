/** Kernels for sorted and stored tables. `assembly/tables/` explains each. */
import type { Hashes } from "../text/kernels.ts";

export interface TableKernels {
  /** xxHash32, the checksum of stored blocks. */
  xxhash32(bytes: Uint8Array, seed: number): number;
  /** Sorts hashes by (high, low), ascending. */
  sort(hashes: Hashes): Hashes;
  /** Sorts hashes as `sort` does, each with its payload; stable. */
  sortWith(hashes: Hashes, payloads: Uint32Array): { hashes: Hashes; payloads: Uint32Array };
}
