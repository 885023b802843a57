/** What the kernels of sorted, searched and stored tables do. `assembly/tables/` explains each. */
import type { Hashes } from "../text/kernels.ts";

export interface TableKernels {
  /** xxHash32, the checksum of stored blocks. */
  xxhash32(bytes: Uint8Array, seed: number): number;
  /** Hashes in ascending order of (high, low). */
  sort(hashes: Hashes): Hashes;
  /** The same with a payload each, which goes with its hash; equal hashes keep their order. */
  sortWith(hashes: Hashes, payloads: Uint32Array): { hashes: Hashes; payloads: Uint32Array };
}
