/**
 * The signature of a token: over attributes that name the kind of the content, its hash, and the certificate that
 * signed (RFC 5652 section 5.4, RFC 5035, RFC 3161 section 2.4.2). pkijs checks the signature itself; the rest is
 * checked here, since it verifies tokens only together with the data that were hashed.
 */
import type { BaseBlock } from "asn1js";
import type { Certificate } from "pkijs";
import { toHex } from "../../base/bytes/bytes.ts";
import type { Library } from "./library.ts";
import { invalid, type Token } from "./token.ts";

const CONTENT_TYPE = "1.2.840.113549.1.9.3";
const MESSAGE_DIGEST = "1.2.840.113549.1.9.4";
const SIGNING_CERTIFICATE = "1.2.840.113549.1.9.16.2.12";
const SIGNING_CERTIFICATE_V2 = "1.2.840.113549.1.9.16.2.47";
const TST_INFO = "1.2.840.113549.1.9.16.1.4";
const RSA = "1.2.840.113549.1.1.1";

/** Hash functions that are accepted for the content and the signature; others, such as SHA-1, are broken. */
const HASHES = new Map([
  ["2.16.840.1.101.3.4.2.1", "SHA-256"],
  ["2.16.840.1.101.3.4.2.2", "SHA-384"],
  ["2.16.840.1.101.3.4.2.3", "SHA-512"],
]);

/** @throws timestamp_invalid */
export async function checkSignature(library: Library, token: Token): Promise<void> {
  const { signer, certificate, content } = token;
  const hash = HASHES.get(signer.digestAlgorithm.algorithmId);
  if (hash === undefined) throw invalid("/token", "is signed with a hash function that is not accepted");
  const kind = attributeOf(token, CONTENT_TYPE) as BaseBlock & { getValue?(): string };
  if (kind?.getValue?.() !== TST_INFO) throw invalid("/token", "is not signed as a time stamp");
  const digest = attributeOf(token, MESSAGE_DIGEST);
  if (hexOfOctets(digest) !== toHex(new Uint8Array(await crypto.subtle.digest(hash, content))))
    throw invalid("/token", "has another content than it was signed with");
  if (!(await namesCertificate(token, certificate)))
    throw invalid("/token", "was not signed with the certificate that it names");
  if (!(await isSigned(library, token, hash))) throw invalid("/token", "has a signature that does not verify");
}

async function isSigned({ pkijs }: Library, { signer, certificate }: Token, hash: string): Promise<boolean> {
  const engine = pkijs.getCrypto(true);
  const { signatureAlgorithm, signature, signedAttrs } = signer;
  const isPlain = signatureAlgorithm.algorithmId === RSA;
  try {
    if (!isPlain && ![...HASHES.values()].includes(engine.getHashAlgorithm(signatureAlgorithm))) return false;
    return await engine.verifyWithPublicKey(
      signedAttrs!.encodedValue,
      signature,
      certificate.subjectPublicKeyInfo,
      signatureAlgorithm,
      ...(isPlain ? [hash] : []),
    );
  } catch {
    return false; // an unknown algorithm, or a key that cannot be used
  }
}

/** The only value of an attribute that stands once; else `null`. */
function attributeOf({ signer }: Token, type: string): BaseBlock | null {
  const found = (signer.signedAttrs?.attributes ?? []).filter((one) => one.type === type);
  const values = found.flatMap((one) => one.values as BaseBlock[]);
  return found.length === 1 && values.length === 1 ? values[0]! : null;
}

/** Whether the attribute with the hash of the signer's certificate (ESSCertID or ESSCertIDv2) fits. */
async function namesCertificate(token: Token, certificate: Certificate): Promise<boolean> {
  const second = attributeOf(token, SIGNING_CERTIFICATE_V2);
  const named = second ?? attributeOf(token, SIGNING_CERTIFICATE);
  // SEQUENCE { SEQUENCE OF SEQUENCE { [algorithm,] hash [, issuer and serial number] } }
  const parts = childrenOf(childrenOf(childrenOf(named)[0])[0]);
  const algorithm = second === null ? undefined : childrenOf(parts[0])[0];
  const ofDefault = second === null ? "SHA-1" : "SHA-256";
  const hash = algorithm === undefined ? ofDefault : HASHES.get(algorithm.valueBlock.toString());
  const given = hexOfOctets(parts[algorithm === undefined ? 0 : 1] ?? null);
  if (hash === undefined || given === null) return false;
  const bytes = certificate.toSchema().toBER(false);
  return given === toHex(new Uint8Array(await crypto.subtle.digest(hash, bytes)));
}

const childrenOf = (block: BaseBlock | null | undefined): BaseBlock[] => {
  const value = (block?.valueBlock as { value?: unknown } | undefined)?.value;
  return Array.isArray(value) ? value : [];
};

function hexOfOctets(block: BaseBlock | null): string | null {
  const view = (block?.valueBlock as { valueHexView?: Uint8Array } | undefined)?.valueHexView;
  return block?.idBlock.tagNumber === 4 && view !== undefined ? toHex(view) : null;
}
