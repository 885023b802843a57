/**
 * Time stamps (RFC 3161). A time stamp shows one thing: this hash existed at that time, says that authority. It shows
 * neither who had what was hashed, nor that it is true.
 */
import type { Base64, Count, Sha256, Timestamp } from "../common.ts";

/**
 * A time stamp, kept beside what it is about.
 *
 * @since 0.2.0
 */
export interface TimestampDocument {
  /** Form of the document. */
  format: "spolia-timestamp-1";
  /** The hash that existed: a commitment, the seal of an observation, the digest of a report. */
  digest: Sha256;
  /** The random number of the request, which the authority repeats: 32 hexadecimal digits. */
  nonce: string;
  /** Address of the authority that was asked. */
  authority: string;
  /** The authority's answer: the DER bytes of a `TimeStampToken`, base64. */
  token: Base64;
}

/**
 * What a valid time stamp says.
 *
 * @since 0.2.0
 */
export interface TimestampVerification {
  /** The hash that existed. */
  digest: Sha256;
  /** When it existed, by the clock of the authority. */
  time: Timestamp;
  /** How far that clock may be off, in milliseconds, by its own account; `null` where it does not say. */
  accuracy_ms: number | null;
  /** Serial number of the time stamp, hexadecimal. */
  serial: string;
  /** Object identifier of the authority's policy. */
  policy: string;
  /** Name in the certificate that signed. Anyone can make a certificate with any name. */
  signer: string;
  /**
   * Certificates from the signer to one of the given authorities, both counted; `null` where no authorities were given:
   * then only the signature was checked, and anyone can have made the time stamp.
   */
  chain: Count | null;
}
