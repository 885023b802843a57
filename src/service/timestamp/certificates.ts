/**
 * May the certificate sign time stamps, and does it lead to an authority that the verifier trusts? Revocation is not
 * checked: it needs lists of the authority from the time of the check.
 */
import type { Certificate } from "pkijs";
import { fromBase64 } from "../../base/bytes/bytes.ts";
import { SpoliaError } from "../../base/errors.ts";
import type { Library } from "./library.ts";
import { invalid, type Token } from "./token.ts";

const EXTENDED_KEY_USAGE = "2.5.29.37";
const TIME_STAMPING = "1.3.6.1.5.5.7.3.8";
const ANY_PURPOSE = "2.5.29.37.0";
const AUTHORITIES_MAX = 1_000;
const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;

/** RFC 3161, section 2.3: the certificate is for time stamps, and for nothing else. @throws timestamp_invalid */
export function checkPurpose({ certificate, info }: Token): void {
  const found = (certificate.extensions ?? []).filter(({ extnID }) => extnID === EXTENDED_KEY_USAGE);
  const [usage] = found;
  const purposes = (usage?.parsedValue as { keyPurposes?: string[] } | undefined)?.keyPurposes ?? [];
  const isForTime = found.length === 1 && usage!.critical && purposes.length === 1 && purposes[0] === TIME_STAMPING;
  if (!isForTime) throw invalid("/token", "is signed with a certificate that is not for time stamps alone");
  const { notBefore, notAfter } = certificate;
  if (info.genTime < notBefore.value || info.genTime > notAfter.value)
    throw invalid("/token", "is of a time at which its certificate was not valid");
}

/** Whether a certificate above the signer's may lead to time stamps: it names no purpose, or theirs, or any. */
function mayStamp({ extensions = [] }: Certificate): boolean {
  const usage = extensions.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE);
  const purposes = (usage?.parsedValue as { keyPurposes?: string[] } | undefined)?.keyPurposes ?? [];
  return usage === undefined || purposes.includes(TIME_STAMPING) || purposes.includes(ANY_PURPOSE);
}

/** Certificates in PEM. @throws invalid_request where there is none, or one cannot be read */
export function readAuthorities({ pkijs }: Library, pem: string): Certificate[] {
  const blocks = [...pem.matchAll(PEM)].map(([, base64]) => base64!);
  const refused = (detail: string, cause?: unknown) =>
    new SpoliaError("invalid_request", "The certificates cannot be used.", {
      hint: "Give the authority's root certificate in PEM.",
      fields: [{ pointer: "/authorities", detail }],
      cause,
    });
  if (blocks.length === 0) throw refused("must hold a certificate in PEM");
  if (blocks.length > AUTHORITIES_MAX) throw refused(`must not hold more than ${AUTHORITIES_MAX} certificates`);
  try {
    return blocks.map((block) => pkijs.Certificate.fromBER(fromBase64(block.replaceAll(/\s+/g, ""))));
  } catch (cause) {
    throw refused("must hold certificates that can be read", cause);
  }
}

/**
 * Checks that the signer's certificate leads to an authority, with certificates that were valid at the stated time.
 *
 * @returns the number of certificates on the way
 * @throws timestamp_invalid
 */
export async function checkChain(
  { pkijs }: Library,
  { certificate, certificates, info }: Token,
  authorities: readonly Certificate[],
): Promise<number> {
  const others = certificates.filter((one) => one !== certificate);
  const chain = new pkijs.CertificateChainValidationEngine({
    trustedCerts: [...authorities],
    certs: [...others, certificate], // the last is the one to check
    checkDate: info.genTime,
  });
  let cause: unknown;
  try {
    const { result, certificatePath = [], resultMessage } = await chain.verify();
    const isForTime = certificatePath.every((one) => one === certificate || mayStamp(one));
    if (result && isForTime) return certificatePath.length;
    cause = new Error(result ? "a certificate on the way is for something else" : resultMessage);
  } catch (error) {
    cause = error;
  }
  throw invalid("/token", "is signed with a certificate that does not lead to a trusted authority", cause);
}
