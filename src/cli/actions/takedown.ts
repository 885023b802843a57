/** `corpus purge --overlapping`, and the verification of its certificates. */

import { existsSync } from "node:fs";
import { basename } from "node:path";
import { SpoliaError } from "../../base/errors.ts";
import { folderWithoutEnd } from "../../base/slashes.ts";
import { count, figure, percent, type TerminalPage } from "../../report/layout/page.ts";
import type { TakedownCertificate, TakedownVerification, TrustedKeys } from "../../service/index.ts";
import { type ReadingFlags, readTexts } from "../inputs/inputs.ts";
import { signingJwk } from "../inputs/signingKey.ts";
import { isInBucket, writableAt } from "../inputs/storages.ts";
import { writeTo } from "../terminal/output.ts";
import type { Context } from "../terminal/run.ts";

export interface TakedownFlags extends ReadingFlags {
  overlapping?: readonly string[];
  words?: number;
  certificate?: string;
  key?: string;
}

/** Takes works out of a corpus; the certificate is written as soon as there is one. */
export async function takeOut(
  corpus: string,
  { overlapping = [], words, certificate, key, ...how }: TakedownFlags,
  { output, progress, host }: Context,
): Promise<TakedownCertificate> {
  const beside = isInBucket(corpus) ? basename(corpus) : folderWithoutEnd(corpus);
  const path = certificate ?? `${beside}.takedown.json`;
  if (existsSync(path))
    throw new SpoliaError("conflict", `${path} exists already.`, { hint: "Name another file with --certificate." });
  const signing = key === undefined ? undefined : signingJwk(key);
  const works = await readTexts(overlapping, output, host.signal, how);
  const [{ certificateText }, { takeDown }] = await Promise.all([
    import("../../service/takedown/certificate.ts"),
    import("../../service/takedown/takeDown.ts"),
  ]);
  const createdAt = new Date().toISOString();
  const made = await takeDown(await writableAt(corpus), works, { createdAt, wordsMin: words, key: signing, ...host });
  progress.stop();
  writeTo(path, certificateText(made));
  const removed = `${count(made.removed.length, "document")} removed, none overlaps any more`;
  output.notice(`${removed}. Certificate: ${path}${made.signature === null ? ", not signed (--key)" : ""}`);
  return made;
}

export const isCertificate = (text: unknown): text is string =>
  typeof text === "string" && text.startsWith('{\n  "format": "spolia-takedown-');

/** @throws report_invalid */
export async function verifiedTakedown(
  text: string,
  corpus: string | undefined,
  trusted: TrustedKeys | undefined,
): Promise<TakedownVerification> {
  const { verifyTakedown } = await import("../../service/takedown/verify.ts");
  return verifyTakedown(text, corpus === undefined ? undefined : await writableAt(corpus), trusted);
}

const REMOVED_SHOWN = 10;

export function writeTakedown(page: TerminalPage, { certificate, is_corpus_checked }: TakedownVerification): void {
  const { after, before, created_at, removed, signature, works } = certificate;
  page.text(works.map(({ work }) => work).join(", "), { label: "works     " });
  page.text(`${figure(removed.length)} of ${count(before.documents, "document")}, ${created_at}`, {
    label: "removed   ",
  });
  for (const { document, works: shared } of removed.slice(0, REMOVED_SHOWN)) {
    const parts = shared.map(
      ({ work, share, agreeing_words }) => `${percent(share)} of ${work}, ${count(agreeing_words, "word")}`,
    );
    page.item(`${document}: ${parts.join("; ")}`);
  }
  if (removed.length > REMOVED_SHOWN)
    page.item(`${count(removed.length - REMOVED_SHOWN, "other document")}: see the certificate.`);
  page.text(`${after.name} at ${after.revision}: ${count(after.documents, "document")}`, { label: "corpus    " });
  page.text(is_corpus_checked ? "every file is as it was certified" : "not compared: give --corpus", {
    label: "files     ",
  });
  page.text(signature === null ? "none: anyone could have written this certificate" : signature.key, {
    label: "key       ",
  });
}
