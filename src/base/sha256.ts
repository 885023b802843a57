/** SHA-256 through WebCrypto, in hexadecimal. */
import { SpoliaError } from "../errors.ts";
import { toHex } from "./bytes.ts";

/** @throws unsupported_runtime where WebCrypto is missing, as in a page that is not served from a secure origin */
export async function sha256(data: Uint8Array | string): Promise<string> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) {
    throw new SpoliaError("unsupported_runtime", "This runtime has no WebCrypto.", {
      hint: "Serve the page over https or from localhost.",
    });
  }
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  return toHex(new Uint8Array(await subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)));
}
