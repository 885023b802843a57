/** Base64 for addresses and tokens (RFC 4648 section 5), without padding. */
import { fromBase64 } from "../kernels/base64.ts";

export function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Throws where the text is not what `toBase64Url` gives for some bytes: bits behind the last byte would let a text change unseen. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
  if (toBase64Url(bytes) !== text) throw new TypeError("not the base64url of any bytes");
  return bytes;
}
