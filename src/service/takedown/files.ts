/** Size and hash of a stored file, read piece by piece. */
import type { Count, Sha256 } from "../../base/contract/common.ts";
import { builtin } from "../../corpus/storage/builtin.ts";
import type { Storage } from "../../corpus/storage/storage.ts";

const PIECE_BYTES = 1 << 22;

export async function fileHash(storage: Storage, name: string): Promise<{ bytes: Count; sha256: Sha256 }> {
  const file = await storage.open(name);
  try {
    const hash = builtin("node:crypto").createHash("sha256");
    for (let at = 0; at < file.sizeBytes; at += PIECE_BYTES)
      hash.update(await file.read(at, Math.min(PIECE_BYTES, file.sizeBytes - at)));
    return { bytes: file.sizeBytes, sha256: `sha256:${hash.digest("hex")}` };
  } finally {
    await file.close();
  }
}
