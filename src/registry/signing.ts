/**
 * The service's own key: Ed25519 (RFC 8032) through WebCrypto. It signs histories, reports and the tokens of the
 * embedded grant. The store contains the key including its private part, and only the owner of the store's file may
 * read it; any reader of it can sign as the service.
 */
import { toBase64Url } from "../base/bytes.ts";
import { canonicalJson } from "../base/canonicalJson.ts";
import { isSigned, noEd25519, SIGNATURE_ALGORITHM, signDocument } from "../base/signature.ts";
import type { PlatformCryptoKey } from "../platform.ts";
import type { Host } from "./host.ts";

/** A public key: JSON Web Key of RFC 8037. */
export interface PublicKey {
  /** Type of the key. */
  kty: "OKP";
  /** Curve of the key. */
  crv: "Ed25519";
  /** 32 bytes, base64url. */
  x: string;
}

/**
 * The purpose of a signature. It is part of the signed bytes, so that a signature cannot be used for another purpose.
 */
type Purpose = "spolia history entry 1" | "spolia history seal 1" | "spolia result id 1" | "spolia report 1";

export interface Signer {
  /** Thumbprint of the public key. */
  readonly id: string;
  readonly publicKey: PublicKey;
  readonly privateKey: PlatformCryptoKey;
  /** Signs the canonical JSON of a document. @returns base64url */
  sign(purpose: Purpose, document: object): Promise<string>;
}

/**
 * Opens the newest key of the store. If there is none, exactly one process creates one.
 *
 * @throws unsupported_runtime where WebCrypto has no Ed25519
 */
export async function openSigner({ store, now }: Pick<Host, "store" | "now">): Promise<Signer> {
  const fresh = await generated();
  const [newest] = await store.write(async ({ service }) => {
    const kept = await service.signingKeys();
    if (kept.length > 0) return kept;
    const key = { id: await keyIdOf(fresh), created_at: now(), jwk: fresh };
    await service.addSigningKey(key);
    return [key];
  });
  return signerOf(newest!.id, newest!.jwk as JsonWebKey);
}

async function generated(): Promise<JsonWebKey> {
  try {
    const pair = (await crypto.subtle.generateKey(SIGNATURE_ALGORITHM, true, ["sign", "verify"])) as CryptoKeyPair;
    return await crypto.subtle.exportKey("jwk", pair.privateKey);
  } catch (cause) {
    throw noEd25519(cause);
  }
}

async function signerOf(id: string, jwk: JsonWebKey): Promise<Signer> {
  const privateKey = await crypto.subtle.importKey("jwk", jwk, SIGNATURE_ALGORITHM, false, ["sign"]);
  return {
    id,
    publicKey: publicPart(jwk),
    privateKey,
    sign: (purpose, document) => signDocument(privateKey, purpose, document),
  };
}

export const publicPart = ({ x }: JsonWebKey): PublicKey => ({ kty: "OKP", crv: "Ed25519", x: x! });

/** The id of a key: its thumbprint (RFC 7638). */
export async function keyIdOf(jwk: JsonWebKey): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonicalJson(publicPart(jwk))));
  return toBase64Url(new Uint8Array(digest));
}

/** Whether this key signed this document for this purpose. @throws unsupported_runtime */
export function isSignedBy(key: PublicKey, purpose: Purpose, document: object, signature: string): Promise<boolean> {
  return isSigned(key.x, purpose, document, signature);
}
