/** The parts of a time-stamp token (RFC 3161, section 2.4.2): a signed CMS message (RFC 5652) around a `TSTInfo`. */
import type { BaseBlock } from "asn1js";
import type { AlgorithmIdentifier, Certificate, SignerInfo, TSTInfo } from "pkijs";
import { toHex } from "../../base/bytes/bytes.ts";
import { SpoliaError } from "../../base/errors.ts";
import type { Library } from "./library.ts";

export interface Token {
  /** Bytes that the signature is about, through their hash. */
  content: ArrayBuffer;
  info: TSTInfo;
  signer: SignerInfo;
  /** The certificate of the signer. */
  certificate: Certificate;
  /** All certificates of the token. */
  certificates: Certificate[];
}

/** Larger than any token with its certificates. */
export const TIMESTAMP_BYTES_MAX = 65_536;

const SIGNED_DATA = "1.2.840.113549.1.7.2";
const TST_INFO = "1.2.840.113549.1.9.16.1.4";
/** Of a message that is not about plain data, and of a signer named by issuer and serial number (RFC 5652). */
const CMS_VERSION = 3;
const SIGNER_VERSION = 1;
const RSA_PSS = "1.2.840.113549.1.1.10";
const UNIVERSAL = 1;
const NULL = 5;

/** @throws timestamp_invalid */
export function readToken(library: Library, der: Uint8Array<ArrayBuffer>): Token {
  if (der.length > TIMESTAMP_BYTES_MAX) throw invalid("/token", `has more than ${TIMESTAMP_BYTES_MAX} bytes`);
  try {
    return partsOf(library, der);
  } catch (cause) {
    if (cause instanceof SpoliaError) throw cause;
    throw invalid("/token", "is not a time-stamp token in DER", cause);
  }
}

function partsOf(library: Library, der: Uint8Array<ArrayBuffer>): Token {
  const { pkijs, asn1js } = library;
  const read = asn1js.fromBER(der);
  // The reader forgives lengths that do not fit, so that one token could be written in several ways.
  if (read.offset !== der.length || toHex(new Uint8Array(read.result.toBER(false))) !== toHex(der))
    throw invalid("/token", "is not a time-stamp token in DER");
  const message = new pkijs.ContentInfo({ schema: read.result });
  if (message.contentType !== SIGNED_DATA) throw invalid("/token", "is not a signed message");
  const signed = new pkijs.SignedData({ schema: message.content });
  const { eContentType, eContent } = signed.encapContentInfo;
  if (eContentType !== TST_INFO || eContent === undefined) throw invalid("/token", "is not about a time");
  const content = eContent.getValue();
  const info = pkijs.TSTInfo.fromBER(content);
  // RFC 3161 allows the signature of the authority only.
  const [signer] = signed.signerInfos;
  if (signer === undefined || signed.signerInfos.length > 1) throw invalid("/token", "does not have one signature");
  const hashes = signed.digestAlgorithms.map(({ algorithmId }) => algorithmId);
  const bare = [...signed.digestAlgorithms, signer.digestAlgorithm, signer.signatureAlgorithm];
  const isConsistent =
    hashes.length === 1 && hashes[0] === signer.digestAlgorithm.algorithmId && bare.every(hasNoParameters);
  if (!isConsistent || signed.version !== CMS_VERSION || signer.version !== SIGNER_VERSION || info.version !== 1)
    throw invalid("/token", "is of another version than RFC 3161 names, or names other hash functions");
  const certificates = (signed.certificates ?? []).filter((one) => one instanceof pkijs.Certificate);
  const certificate = certificates.find((one) => isOf(library, one, signer));
  if (certificate === undefined) throw invalid("/token", "lacks the certificate of its signer");
  return { content, info, signer, certificate, certificates };
}

/** Whether a signer names this certificate, by issuer and serial number. */
function isOf({ pkijs }: Library, { issuer, serialNumber }: Certificate, { sid }: SignerInfo): boolean {
  return (
    sid instanceof pkijs.IssuerAndSerialNumber && sid.issuer.isEqual(issuer) && sid.serialNumber.isEqual(serialNumber)
  );
}

/** Whether an algorithm has no parameters, as all have that are accepted but RSA-PSS. */
function hasNoParameters({ algorithmId, algorithmParams }: AlgorithmIdentifier): boolean {
  const tag = (algorithmParams as BaseBlock | undefined)?.idBlock;
  return tag === undefined || algorithmId === RSA_PSS || (tag.tagClass === UNIVERSAL && tag.tagNumber === NULL);
}

/** The digits of an ASN.1 integer, without the byte that only keeps it positive. */
export const hexOf = ({ valueBlock }: { valueBlock: { valueHexView: Uint8Array } }): string =>
  toHex(valueBlock.valueHexView).replace(/^00(?=.)/, "");

export const invalid = (pointer: string, detail: string, cause?: unknown): SpoliaError =>
  new SpoliaError("timestamp_invalid", "The time stamp does not verify.", {
    hint: "Take the time stamp as the authority gave it, with what it was made for.",
    fields: [{ pointer, detail }],
    cause,
  });
