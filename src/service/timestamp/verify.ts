/** Does a time stamp hold? Everything is in the document; whom to trust, the verifier says. */
import type { Certificate } from "pkijs";
import * as v from "valibot";
import { fromBase64, toHex } from "../../base/bytes/bytes.ts";
import type { Sha256 } from "../../base/contract/common.ts";
import type { TimestampDocument, TimestampVerification } from "../../base/contract/resources/timestamp.ts";
import { closedObject } from "../../base/contract/schemas/primitives.ts";
import { isSpoliaError } from "../../base/errors.ts";
import { checkChain, checkPurpose, readAuthorities } from "./certificates.ts";
import { type Library, loadLibrary } from "./library.ts";
import { checkSignature } from "./signature.ts";
import { hexOf, invalid, readToken, TIMESTAMP_BYTES_MAX, type Token } from "./token.ts";

const SHA_256 = "2.16.840.1.101.3.4.2.1";
const BASE64_MAX = Math.ceil(TIMESTAMP_BYTES_MAX / 3) * 4;

const documentSchema = closedObject({
  format: v.literal("spolia-timestamp-1"),
  digest: v.pipe(v.string(), v.regex(/^sha256:[0-9a-f]{64}$/)),
  nonce: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  authority: v.pipe(v.string(), v.maxLength(2_000)),
  token: v.pipe(v.string(), v.maxLength(BASE64_MAX), v.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
});

export interface TimestampTrust {
  /** The hash that the time stamp has to be about; that of the document when absent. */
  digest?: Sha256 | undefined;
  /** Certificates of trusted authorities, in PEM. When absent, who signed is not checked. */
  authorities?: string | undefined;
}

/**
 * Verifies a time stamp: that it is about the hash, answers the request, was signed by the certificate that it holds,
 * that this certificate is for time stamps and was valid at that time, and that it leads to one of `authorities`.
 * Revocation of certificates is not checked.
 *
 * @param document as `requestTimestamp` returned it
 * @throws timestamp_invalid; invalid_request where `authorities` holds no certificate; unsupported_runtime without the
 *   package pkijs
 * @since 0.2.0
 */
export async function verifyTimestamp(document: unknown, trust: TimestampTrust = {}): Promise<TimestampVerification> {
  const parsed = v.safeParse(documentSchema, document);
  if (!parsed.success) {
    const path = (parsed.issues[0].path ?? []).map(({ key }) => `/${String(key)}`).join("");
    throw invalid(path, "does not have the form of a time stamp");
  }
  const { digest, nonce, token } = parsed.output as TimestampDocument;
  if (trust.digest !== undefined && trust.digest !== digest) throw invalid("/digest", "is another hash");
  const library = await loadLibrary();
  return verifiedToken(library, readToken(library, bytesOf(token)), { ...trust, digest, nonce });
}

/** What a token has to be about, and whom the verifier trusts. */
type Wanted = { digest: Sha256; nonce: string; authorities?: string | undefined };

/** @throws timestamp_invalid, invalid_request */
export async function verifiedToken(library: Library, token: Token, wanted: Wanted): Promise<TimestampVerification> {
  const { authorities } = wanted;
  const trusted = authorities === undefined ? null : readAuthorities(library, authorities);
  try {
    return await verified(library, token, wanted, trusted);
  } catch (cause) {
    // What the library throws at parts that are not of their form, such as a time that is none.
    throw isSpoliaError(cause) ? cause : invalid("/token", "has a part that cannot be read", cause);
  }
}

async function verified(
  library: Library,
  token: Token,
  { digest, nonce }: Wanted,
  trusted: readonly Certificate[] | null,
): Promise<TimestampVerification> {
  const { info } = token;
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  if (hashAlgorithm.algorithmId !== SHA_256 || `sha256:${toHex(hashedMessage.valueBlock.valueHexView)}` !== digest)
    throw invalid("/digest", "is not the hash that was stamped");
  if (info.nonce === undefined || hexOf(info.nonce) !== nonce) throw invalid("/nonce", "is not that of the answer");
  await checkSignature(library, token);
  checkPurpose(token);
  const chain = trusted === null ? null : await checkChain(library, token, trusted);
  return {
    digest,
    time: info.genTime.toISOString(),
    accuracy_ms: accuracyOf(token),
    serial: hexOf(info.serialNumber),
    policy: info.policy,
    signer: nameOf(token),
    chain,
  };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(base64);
  } catch (cause) {
    throw invalid("/token", "is not base64", cause);
  }
}

function accuracyOf({ info: { accuracy } }: Token): number | null {
  if (accuracy === undefined) return null;
  const { seconds = 0, millis = 0, micros = 0 } = accuracy;
  return seconds * 1_000 + millis + micros / 1_000;
}

/** The name of the signer as its certificate has it: values such as the common name, the most special first. */
const nameOf = ({ certificate }: Token): string =>
  certificate.subject.typesAndValues
    .map(({ value }) => String((value.valueBlock as { value?: unknown }).value ?? ""))
    .reverse()
    .join(", ");
