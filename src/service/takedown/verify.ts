/** Is a certificate of a take-down valid, and is the corpus as it says? */

import { checkArguments, isRecord } from "../../base/arguments.ts";
import { digestOf } from "../../base/bytes/digest.ts";
import { isSigned } from "../../base/bytes/signature.ts";
import { SpoliaError } from "../../base/errors.ts";
import type { WritableStorage } from "../../corpus/storage/storage.ts";
import { keyIdOf, publicPart } from "../history/signing.ts";
import { type Trust, type TrustedKeys, trustIn } from "../history/trust.ts";
import { CERTIFICATE_FORMAT, certificateText, PURPOSE, statementOf, type TakedownCertificate } from "./certificate.ts";
import { fileHash } from "./files.ts";

export interface TakedownVerification extends Trust {
  certificate: TakedownCertificate;
  /** Whether a key signed it. Without a signature anyone could have written the certificate. */
  is_signed: boolean;
  /** Whether the corpus was compared, and is as the certificate says. */
  is_corpus_checked: boolean;
}

/**
 * Verifies a certificate by its bytes, and with a corpus that every file of it is as it was certified.
 *
 * @param text    the certificate as it was written, to the byte
 * @param corpus  storage of the corpus
 * @param trusted keys that may have signed
 * @throws report_invalid where a byte of the certificate or of the corpus was changed, with a pointer
 * @since 0.2.0
 */
export async function verifyTakedown(
  text: string,
  corpus?: Pick<WritableStorage, "open" | "list" | "label">,
  trusted?: TrustedKeys,
): Promise<TakedownVerification> {
  checkArguments("verifyTakedown", [["/text", typeof text === "string", "the text of a certificate"]]);
  const certificate = parsed(text);
  const { digest, signature, files, created_at } = certificate;
  const statement = statementOf(certificate);
  if ((await digestOf(statement)) !== digest) throw invalid("", "is not what its digest says");
  if (signature !== null) {
    const { key, public_key, signature: bytes } = signature;
    if ((await keyIdOf(public_key)) !== key) throw invalid("/signature/key", "is not the id of this public key");
    if (!(await isSigned(public_key.x, PURPOSE, statement, bytes))) throw invalid("/signature", "does not verify");
  }
  if (corpus !== undefined) await checkFiles(corpus, files);
  const signed = signature === null ? [] : [{ key: signature.key, at: created_at }];
  const trust = trustIn(signed, trusted);
  return {
    certificate,
    is_signed: signature !== null,
    is_corpus_checked: corpus !== undefined,
    ...trust,
    // Whoever names keys wants a signature of one of them.
    is_trusted: trusted !== undefined && signature === null ? false : trust.is_trusted,
  };
}

function parsed(text: string): TakedownCertificate {
  let certificate: TakedownCertificate;
  try {
    certificate = JSON.parse(text);
    if (certificate.format !== CERTIFICATE_FORMAT)
      throw invalid("/format", "is not that of a certificate of this version");
    const isWhole = Array.isArray(certificate.files) && typeof certificate.digest === "string";
    if (!isWhole || !isSignature(certificate.signature)) throw invalid("", "is not a whole certificate");
  } catch (cause) {
    throw cause instanceof SpoliaError ? cause : invalid("", "is not JSON", cause);
  }
  // JSON can be written in many ways, and only one of them is the certificate.
  if (certificateText(rebuilt(certificate)) !== text) throw invalid("", "was changed, if only in white space");
  return certificate;
}

/** The certificate from its parts: a signature does not cover what else stands beside it. */
function rebuilt({ digest, signature, ...statement }: TakedownCertificate): TakedownCertificate {
  if (signature === null) return { ...statement, digest, signature };
  const { key, public_key, signature: bytes } = signature;
  return {
    ...statement,
    digest,
    signature: { key, public_key: publicPart(public_key as JsonWebKey), signature: bytes },
  };
}

function isSignature(signature: unknown): boolean {
  if (signature === null) return true;
  if (!isRecord(signature) || !isRecord(signature["public_key"])) return false;
  const { key, public_key, signature: bytes } = signature;
  return [key, bytes, (public_key as Record<string, unknown>)["x"]].every((one) => typeof one === "string");
}

async function checkFiles(
  corpus: Pick<WritableStorage, "open" | "list">,
  files: TakedownCertificate["files"],
): Promise<void> {
  const names = await corpus.list();
  const certified = new Set(files.map(({ name }) => name));
  const added = names.find((name) => !certified.has(name));
  if (added !== undefined) throw invalid("/files", `do not name ${added}, which the corpus has now`);
  for (const [i, { name, bytes, sha256 }] of files.entries()) {
    if (!names.includes(name)) throw invalid(`/files/${i}`, `names ${name}, which the corpus has no longer`);
    const now = await fileHash(corpus as WritableStorage, name);
    if (now.bytes !== bytes || now.sha256 !== sha256) throw invalid(`/files/${i}`, `is not what ${name} is now`);
  }
}

function invalid(pointer: string, detail: string, cause?: unknown): SpoliaError {
  return new SpoliaError("report_invalid", "The certificate does not hold.", {
    hint: "It was changed or cut, or the corpus was changed after it: take down again for a new certificate.",
    fields: [{ pointer, detail }],
    cause,
  });
}
