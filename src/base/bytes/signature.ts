/** Signatures of documents: Ed25519 (RFC 8032) through WebCrypto, over a purpose and the canonical JSON. */
import { SpoliaError } from "../errors.ts";
import type { PlatformCryptoKey } from "../platform.ts";
import { fromCanonicalBase64Url, toBase64Url } from "./bytes.ts";
import { canonicalJson } from "./canonicalJson.ts";

export const SIGNATURE_ALGORITHM = "Ed25519";
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/**
 * @param purpose part of the signed bytes, so that a signature cannot be used for another purpose
 * @returns base64url
 */
export async function signDocument(privateKey: PlatformCryptoKey, purpose: string, document: object): Promise<string> {
  const signature = await crypto.subtle.sign(SIGNATURE_ALGORITHM, privateKey, signedBytes(purpose, document));
  return toBase64Url(new Uint8Array(signature));
}

/**
 * Whether a key signed a document for a purpose. Other base64url spellings of a key or a signature do not fit.
 *
 * @param key 32 bytes, base64url
 * @throws unsupported_runtime where WebCrypto has no Ed25519
 */
export async function isSigned(key: string, purpose: string, document: object, signature: string): Promise<boolean> {
  try {
    const [point, bytes] = [fromCanonicalBase64Url(key), fromCanonicalBase64Url(signature)];
    if (point.length !== KEY_BYTES || bytes.length !== SIGNATURE_BYTES) return false;
    const publicKey = await crypto.subtle.importKey("raw", point, SIGNATURE_ALGORITHM, false, ["verify"]);
    return await crypto.subtle.verify(SIGNATURE_ALGORITHM, publicKey, bytes, signedBytes(purpose, document));
  } catch (cause) {
    if (cause instanceof Error && cause.name === "NotSupportedError") throw noEd25519(cause);
    return false; // not base64url, or not a point of the curve
  }
}

export function noEd25519(cause: unknown): SpoliaError {
  return new SpoliaError("unsupported_runtime", "This runtime's WebCrypto has no Ed25519.", { cause });
}

const signedBytes = (purpose: string, document: object) =>
  new TextEncoder().encode(`${purpose}\n${canonicalJson(document)}`);
