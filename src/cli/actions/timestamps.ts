/** Time stamps on the command line: which hashes a file has, where its time stamps are kept, and how they are shown. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { isRecord } from "../../base/arguments.ts";
import type { CanarySecret, OrderSecret } from "../../base/contract/operations/canary.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import { kindOfDocument } from "../../base/results.ts";
import type { TimestampDocument, TimestampVerification } from "../../service/index.ts";
import { readJson, unreadable } from "../inputs/files.ts";
import { unwritable } from "../terminal/output.ts";

/** Time stamps that are kept beside a file, one for each hash of it. */
interface TimestampFile {
  format: "spolia-timestamps-1";
  timestamps: TimestampDocument[];
}

const DIGEST = /^sha256:[0-9a-f]{64}$/;
const isDigest = (value: unknown): value is string => typeof value === "string" && DIGEST.test(value);

/**
 * The hashes that a time stamp of a document is about: a commitment, the digest of a report, the last entry of a
 * history, or the seals of observations. @throws invalid_request where the document has none
 */
export async function digestsOf(document: unknown): Promise<string[]> {
  const answered = (document ?? {}) as Record<string, unknown>;
  // A service answers with the history, or the receipt, in a field.
  const inner = (answered["history"] ?? answered["receipt"] ?? answered) as Record<string, unknown>;
  const { format, commitment, digest, seal, items, seed, observations } = inner;
  const { commitToCanary, commitToOrder } = await import("../../index.ts");
  // Secrets before what they may state of themselves: a hash is computed wherever it can be.
  if (format === "spolia-canary-1" && seed !== undefined)
    return [(await commitToCanary(document as CanarySecret)).commitment];
  if (format === "spolia-order-1" && items !== undefined) return [await commitToOrder(document as OrderSecret)];
  if (isDigest(commitment)) return [commitment];
  if (isSigned(document)) await (await import("../../service/works/reportVerify.ts")).verifyDocument(document);
  if (format === "spolia-report-1" && isDigest(digest)) return [digest];
  const head = (seal as { head?: unknown } | null | undefined)?.head;
  if (format === "spolia-history-1" && isDigest(head)) return [head];
  const list = Array.isArray(document) ? document : Array.isArray(observations) ? observations : [];
  if (list.length > 0) return sealsOf(list);
  throw new SpoliaError("invalid_request", "The file has nothing that can be stamped.", {
    hint: "Give a canary or an order (secret or commitment), a report, a history, or observations of `probe`, `extract` or `canary test`.",
  });
}

const SIGNED_FORMATS: readonly unknown[] = ["spolia-report-1", "spolia-history-1", "spolia-deal-1"];

/**
 * Whether it says of itself that it is a report, a history, a receipt or a deal, all of which are signed. Only of such
 * a document can be said that it does not hold; in a report whose format was taken out, the other fields say so.
 */
export function isSigned(document: unknown): boolean {
  const { format, history, receipt } = (document ?? {}) as Record<string, unknown>;
  if (format !== undefined) return SIGNED_FORMATS.includes(format);
  return isRecord(history) || isRecord(receipt) || kindOfDocument(document) === "a report";
}

/** @throws invalid_request where an observation is none, or is not what its seal says */
async function sealsOf(list: readonly unknown[]): Promise<string[]> {
  const { observationsSchema } = await import("../../base/contract/schemas/operations/observation.ts");
  const { parseRequest } = await import("../../base/contract/schemas/parse.ts");
  const { sealOf } = await import("../../models/canaries/custody.ts");
  const seals = new Set<string>();
  for (const [i, one] of list.entries()) {
    const [observation] = parseRequest(observationsSchema, [one]);
    const seal = observation!.custody?.seal_sha256;
    if (seal === undefined || (await sealOf(observation!)) !== seal)
      throw new SpoliaError("invalid_request", "An observation is not as it was made.", {
        hint: "Take the file as `probe`, `extract` or `canary test` wrote it.",
        fields: [{ pointer: `/observations/${i}/custody`, detail: "must have the seal of this observation" }],
      });
    seals.add(seal);
  }
  return [...seals];
}

/** The file beside another that keeps its time stamps. */
export const besideOf = (path: string): string => `${path}.timestamp.json`;

/** @throws storage_failed where the file exists, so that nothing is asked for in vain */
export function requireNew(path: string): void {
  if (existsSync(path))
    throw new SpoliaError("storage_failed", `${path} exists already.`, { hint: "Give another file with -o." });
}

export interface AuthorityFlags {
  timestampAuthority?: string;
  tsaCa?: string;
}

/** Gets a time stamp for each hash, and keeps them in a file. @throws timestamp_failed, timestamp_invalid */
export async function stamp(
  digests: readonly string[],
  path: string,
  { timestampAuthority: url = "", tsaCa }: AuthorityFlags,
  signal: AbortSignal,
): Promise<TimestampVerification[]> {
  requireNew(path);
  const [{ requestTimestamp }, { verifyTimestamp }] = await Promise.all([
    import("../../service/timestamp/request.ts"),
    import("../../service/timestamp/verify.ts"),
  ]);
  const authorities = readAuthorities(tsaCa);
  const timestamps: TimestampDocument[] = [];
  for (const digest of digests) timestamps.push(await requestTimestamp(digest, { url, authorities, signal }));
  const file: TimestampFile = { format: "spolia-timestamps-1", timestamps };
  try {
    writeFileSync(path, `${JSON.stringify(file, null, 1)}\n`, { flag: "wx" });
  } catch (cause) {
    throw unwritable(path, cause);
  }
  return Promise.all(timestamps.map((one) => verifyTimestamp(one, { authorities })));
}

/** PEM of `--tsa-ca`. @throws invalid_request */
function readAuthorities(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** @throws invalid_request where the file does not have the form of time stamps */
export function readTimestamps(path: string): unknown[] {
  const hint = "Name the file that `spolia evidence timestamp` wrote.";
  const list = timestampsIn(readJson(path, "invalid_request", hint));
  if (list !== null) return list;
  throw new SpoliaError("invalid_request", `${path} holds no time stamps.`, { hint });
}

/** The time stamps of such a document; `null` for other documents. */
export function timestampsIn(document: unknown): unknown[] | null {
  const { format, timestamps } = (document ?? {}) as Record<string, unknown>;
  return format === "spolia-timestamps-1" && Array.isArray(timestamps) ? timestamps : null;
}

/**
 * Verifies the time stamps of a file, which have to be of a document.
 *
 * @throws timestamp_invalid where one does not verify, or none is about a hash of the document; invalid_request
 */
export async function verifiedTimestamps(
  list: readonly unknown[],
  document: unknown,
  tsaCa: string | undefined,
): Promise<TimestampVerification[]> {
  const { verifyTimestamp } = await import("../../service/timestamp/verify.ts");
  const authorities = readAuthorities(tsaCa);
  const timestamps: TimestampVerification[] = [];
  for (const one of list) {
    try {
      timestamps.push(await verifyTimestamp(one, { authorities }));
    } catch (error) {
      if (!isSpoliaError(error) || error.code !== "timestamp_invalid") throw error;
      const [{ pointer, detail } = { pointer: "", detail: "does not verify" }] = error.fields;
      throw unfit(`/timestamps/${timestamps.length}${pointer}`, detail);
    }
  }
  if (timestamps.length === 0) throw unfit("/timestamps", "has no time stamp");
  const stamped = timestamps.map(({ digest }) => digest);
  const missing = document === null ? [] : (await digestsOf(document)).filter((digest) => !stamped.includes(digest));
  if (missing.length > 0) throw unfit("/timestamps", `have none of ${missing[0]}, the hash of this document`);
  return timestamps;
}

const unfit = (pointer: string, detail: string): SpoliaError =>
  new SpoliaError("timestamp_invalid", "The time stamps do not verify.", {
    hint: "Take the file of `spolia evidence timestamp` that belongs to this document.",
    fields: [{ pointer, detail }],
  });
