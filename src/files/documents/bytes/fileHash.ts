/** The hash of the bytes of a file, as they are read. */
import type { Sha256 } from "../../../base/contract/common.ts";
import { builtin } from "../../../corpus/storage/builtin.ts";

/** Hash and number of bytes that were read. */
export interface HashedBytes {
  readonly sha256: Sha256;
  readonly bytes: number;
}

export class FileHash {
  readonly #hash = builtin("node:crypto").createHash("sha256");
  #bytes = 0;

  update(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
  }

  digest(): HashedBytes {
    return { sha256: `sha256:${this.#hash.digest("hex")}`, bytes: this.#bytes };
  }
}
