/**
 * The service's own keys: Ed25519 (RFC 8032) through WebCrypto. The newest signs histories, reports and the tokens of
 * the embedded grant; the others verify what they signed. The store contains the keys with their private parts, and
 * only the owner of the store's file may read it; any reader of it can sign as the service.
 */
import { toBase64Url } from "../../base/bytes/bytes.ts";
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { isSigned, noEd25519, SIGNATURE_ALGORITHM, signDocument } from "../../base/bytes/signature.ts";
import { SpoliaError } from "../../base/errors.ts";
import type { PlatformCryptoKey } from "../../base/platform.ts";
import type { Stored } from "../store/driver.ts";
import type { ServiceKey } from "../store/records.ts";
import type { Records } from "../store/store.ts";
import { type Host, notFound } from "./host.ts";

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
type Purpose =
  | "spolia deal seal 1"
  | "spolia history entry 1"
  | "spolia history seal 1"
  | "spolia result id 1"
  | "spolia report 1";

export interface Signer {
  /** Thumbprint of the public key. */
  readonly id: string;
  readonly publicKey: PublicKey;
  readonly privateKey: PlatformCryptoKey;
  /** Signs the canonical JSON of a document. @returns base64url */
  sign(purpose: Purpose, document: object): Promise<string>;
}

/**
 * The signing keys of a store. The newest signs: each signature reads it from the store, so that all processes use a
 * new key from its first moment.
 */
export interface Signers {
  /** The key that signs now. Called inside a transaction, so that no other key signs in it. */
  current(records: Records): Promise<Signer>;
  /** The key that signed first. */
  oldest(): Promise<Signer>;
}

/**
 * Opens the keys of a store. If there is none, exactly one process creates one.
 *
 * @throws unsupported_runtime where WebCrypto has no Ed25519
 */
export async function openSigners(host: Pick<Host, "store" | "now">): Promise<Signers> {
  const fresh = await generated();
  await host.store.write((records) => addKey(records, fresh, host.now(), 0));
  const signers = new Map<string, Promise<Signer>>();
  const signerIn = ({ id, jwk }: ServiceKey): Promise<Signer> => {
    const signer = signers.get(id) ?? signerOf(id, jwk as JsonWebKey);
    signers.set(id, signer);
    return signer;
  };
  return {
    current: async ({ service }) => signerIn((await service.newestSigningKey())!),
    oldest: async () => signerIn((await host.store.read(({ service }) => service.signingKeys())).at(-1)!),
  };
}

/**
 * Creates a key that signs from now on, in every process on the store. The keys before stay published, and what they
 * signed stays valid.
 */
export async function rotateKey({ store, now }: Pick<Host, "store" | "now">): Promise<ServiceKey> {
  const fresh = await generated();
  return store.write(async (records) => {
    for (;;) {
      const { created_at = -1, sequence = -1 } = (await records.service.newestSigningKey()) ?? {};
      // A clock may be set back, but the new key has to be the newest.
      const { stored, isNew } = await addKey(records, fresh, Math.max(now(), created_at + 1), sequence + 1);
      // Another process may have rotated at the same time: then this key comes after its key.
      if (isNew) return stored;
    }
  });
}

/**
 * Retires a key: its signatures are not trusted if they state this time or a later one, and tokens that it signed are
 * refused from this time on. Of two times the earlier one holds.
 *
 * @throws not_found; conflict where it is the key that signs
 */
export function retireKey({ store }: Pick<Host, "store">, id: string, retired_at: number): Promise<ServiceKey> {
  return store.write(async ({ service }) => {
    for (;;) {
      const key = (await service.signingKeys()).find((one) => one.id === id);
      if (key === undefined) throw notFound();
      if ((await service.newestSigningKey())!.id === id) throw stillSigns();
      // A later time would take back what the earlier one says.
      const first = Math.min(retired_at, key.retired_at ?? retired_at);
      if (await service.retireSigningKey(id, first, key.retired_at)) return { ...key, retired_at: first };
    }
  });
}

async function addKey(
  { service }: Records,
  jwk: JsonWebKey,
  created_at: number,
  sequence: number,
): Promise<Stored<ServiceKey>> {
  return service.addSigningKey({ id: await keyIdOf(jwk), created_at, jwk, retired_at: null, sequence });
}

const stillSigns = () =>
  new SpoliaError("conflict", "This key signs now.", { hint: "Create a new signing key first, then retire this one." });

async function generated(): Promise<JsonWebKey> {
  for (;;) {
    const jwk = await anyKey();
    // A command line would take such an id for an option.
    if (!(await keyIdOf(jwk)).startsWith("-")) return jwk;
  }
}

async function anyKey(): Promise<JsonWebKey> {
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
