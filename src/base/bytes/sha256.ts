/** SHA-256 in hexadecimal: through WebCrypto, or what the runtime has that takes less for little. */
import { SpoliaError } from "../errors.ts";
import { builtinIfAny } from "./builtin.ts";
import { toHex } from "./bytes.ts";

/** WebCrypto hashes in another thread, which takes as long to ask as hashing this much. */
const AT_ONCE_BYTES_MAX = 64 * 1024;

const PENDING_UNITS = 4_096;

/** @throws unsupported_runtime where WebCrypto is missing, as in a page that is not served from a secure origin */
export async function sha256(data: Uint8Array | string): Promise<string> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) {
    throw new SpoliaError("unsupported_runtime", "This runtime has no WebCrypto.", {
      hint: "Serve the page over https or from localhost.",
    });
  }
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  if (bytes.length <= AT_ONCE_BYTES_MAX) {
    const atOnce = builtinIfAny("node:crypto")?.createHash;
    if (atOnce !== undefined) return atOnce("sha256").update(bytes).digest("hex");
  }
  return toHex(new Uint8Array(await subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)));
}

/**
 * The SHA-256 of a text that is made piece by piece: where the runtime can, no copy of the whole is made.
 *
 * @param make calls its argument with each piece, none of which ends between two surrogates
 * @throws unsupported_runtime
 */
export async function sha256OfPieces(make: (write: (piece: string) => void) => void): Promise<string> {
  const hash = builtinIfAny("node:crypto")?.createHash?.("sha256");
  if (hash === undefined) {
    let text = "";
    make((piece) => {
      text += piece;
    });
    return sha256(text);
  }
  // A call takes longer than hashing a short piece.
  let pending = "";
  make((piece) => {
    pending += piece;
    if (pending.length < PENDING_UNITS) return;
    hash.update(pending);
    pending = "";
  });
  return hash.update(pending).digest("hex");
}
