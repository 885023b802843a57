/** The certificate of a take-down: what was found in a corpus, what was removed, and what a new search found. */
import { digestOf } from "../../base/bytes/digest.ts";
import { SIGNATURE_ALGORITHM, signDocument } from "../../base/bytes/signature.ts";
import type { Count, Sha256, Share, Timestamp } from "../../base/contract/common.ts";
import { SpoliaError } from "../../base/errors.ts";
import { keyIdOf, type PublicKey, publicPart } from "../history/signing.ts";

export const CERTIFICATE_FORMAT = "spolia-takedown-1";
export const PURPOSE = "spolia takedown 1";

/** A corpus at one moment. */
export interface CorpusState {
  name: string;
  dataset: string;
  revision: string;
  documents: Count;
  words: Count;
}

/** A document that shared text with a work. */
export interface OverlappingDocument {
  document: string;
  title?: string;
  /** What it shared with each work. */
  works: { work: string; share: Share; agreeing_words: Count; edits: Share }[];
}

/** What the certificate states; the digest and the signature are of this. */
export interface TakedownStatement {
  format: typeof CERTIFICATE_FORMAT;
  /** Version of the engine. */
  engine: string;
  created_at: Timestamp;
  /** The works that were looked for: hash of the text, as UTF-8, and words. */
  works: { work: string; sha256: Sha256; words: Count }[];
  /** Documents that share at least so many words with a work were removed. */
  overlapping_words_min: Count;
  before: CorpusState;
  /** Every document that was found, each of which was removed. */
  removed: OverlappingDocument[];
  after: CorpusState;
  /**
   * The corpus was read again from its first to its last document. `words` counts the copies of a text, which
   * `after.words` counts once.
   */
  searched_again: { documents: Count; words: Count; overlapping_documents: 0 };
  /** All files of the corpus after the removal. */
  files: { name: string; bytes: Count; sha256: Sha256 }[];
}

export interface TakedownCertificate extends TakedownStatement {
  /** SHA-256 of the canonical JSON of the statement. */
  digest: Sha256;
  /** Id of the key, its public part, and the signature over the statement; `null` where no key was given. */
  signature: { key: string; public_key: PublicKey; signature: string } | null;
}

/** The statement in a certificate. */
export function statementOf({ digest: _, signature: __, ...statement }: TakedownCertificate): TakedownStatement {
  return statement;
}

/** An Ed25519 key with its private part, as JSON Web Key (RFC 8037). */
export interface PrivateJwk {
  kty?: string;
  crv?: string;
  x?: string;
  d?: string;
}

/** @throws invalid_request for a key that cannot sign */
export async function sealed(statement: TakedownStatement, key: PrivateJwk | undefined): Promise<TakedownCertificate> {
  const digest = await digestOf(statement);
  if (key === undefined) return { ...statement, digest, signature: null };
  const privateKey = await crypto.subtle.importKey("jwk", key, SIGNATURE_ALGORITHM, false, ["sign"]).catch(notAKey);
  const signature = await signDocument(privateKey, PURPOSE, statement);
  return { ...statement, digest, signature: { key: await keyIdOf(key), public_key: publicPart(key), signature } };
}

function notAKey(cause: unknown): never {
  throw new SpoliaError("invalid_request", "The key cannot sign.", {
    hint: "Give an Ed25519 key with its private part, as JWK or PEM: openssl genpkey -algorithm ed25519.",
    cause,
  });
}

/** The bytes of a certificate's file: a verifier accepts no others. */
export function certificateText(certificate: TakedownCertificate): string {
  return `${JSON.stringify(certificate, null, 2)}\n`;
}
