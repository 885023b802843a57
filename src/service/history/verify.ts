/** Is a history valid? The check needs only the document; to verify who signed it, also the id of the service's key. */

import * as v from "valibot";
import { digestOf } from "../../base/bytes/digest.ts";
import { duplicateIn } from "../../base/bytes/duplicateKeys.ts";
import { closedObject } from "../../base/contract/schemas/primitives.ts";
import { recordOf } from "../../base/contract/schemas/recordOf.ts";
import { SpoliaError } from "../../base/errors.ts";
import type { HistoryEntry } from "../store/records.ts";
import { HISTORY_FORMAT, type HistoryDocument, NOTHING_BEFORE, sealed } from "./history.ts";
import { isSignedBy, keyIdOf, type PublicKey } from "./signing.ts";
import { type Trust, type TrustedKeys, trustIn } from "./trust.ts";

export interface HistoryVerification extends Trust {
  work_id: string;
  work_hash: string;
  entries: number;
  /** Times of the first and the last entry. */
  from: string;
  to: string;
  /**
   * Ids of the keys that signed. A forger can sign with keys of their own: compare these ids with those of the service.
   */
  keys: string[];
}

export const hash = v.pipe(v.string(), v.regex(/^sha256:[0-9a-f]{64}$/));
export const name = v.pipe(v.string(), v.maxLength(200));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const signatureFields = { key: name, signature: name };

export const keysSchema = recordOf(name, closedObject({ kty: v.literal("OKP"), crv: v.literal("Ed25519"), x: name }));

const documentSchema = closedObject({
  format: v.literal(HISTORY_FORMAT),
  work_id: name,
  work_hash: hash,
  keys: keysSchema,
  entries: v.pipe(v.array(v.unknown()), v.nonEmpty()),
  seal: closedObject({ entries: count, head: hash, ...signatureFields }),
});

export const entrySchema = closedObject({
  work_id: name,
  sequence: count,
  previous: hash,
  digest: hash,
  ...signatureFields,
  at: v.pipe(v.string(), v.isoTimestamp()),
  kind: v.pipe(v.string(), v.regex(/^[a-z][a-z_]{0,63}$/)),
});

/**
 * Verifies an exported history, or the receipt of a registration.
 *
 * @param history a `HistoryDocument`, parsed or as JSON
 * @param trusted the service's keys, if they are known
 * @throws report_invalid, with a pointer to the first invalid entry
 */
export async function verifyHistory(history: unknown, trusted?: TrustedKeys): Promise<HistoryVerification> {
  const document = documentOf(history);
  const { work_id, work_hash, keys, entries, seal } = document;
  await checkKeys(keys);
  let last: HistoryEntry | undefined;
  for (const [at, entry] of entries.entries()) {
    await checkEntry(document, entry, at, last);
    last = entry;
  }
  const { signature, ...unsigned } = seal;
  if (seal.entries !== entries.length)
    throw invalid("/seal/entries", "does not count the entries: some were taken away or added");
  if (seal.head !== (await digestOf(last))) throw invalid("/seal/head", "is not the hash of the last entry");
  if (!(await isSignedBy(keyOf(keys, seal.key), "spolia history seal 1", sealed(work_id, unsigned), signature)))
    throw invalid("/seal/signature", "does not verify");
  const signed = [...new Set([...entries.map(({ key }) => key), seal.key])];
  // A seal states no time: it was made at the last entry or later.
  const trust = trustIn([...entries, { key: seal.key, at: last!.at }], trusted);
  return { work_id, work_hash, entries: entries.length, from: entries[0]!.at, to: last!.at, keys: signed, ...trust };
}

function documentOf(history: unknown): HistoryDocument {
  const parsed = typeof history === "string" ? readOnce(history, invalid) : history;
  const { success, output, issues } = v.safeParse(documentSchema, parsed);
  if (success) return output as HistoryDocument;
  const path = (issues[0].path ?? []).map(({ key }) => `/${String(key)}`).join("");
  throw invalid(path, "does not have the form of a history");
}

/** JSON that all readers read alike: of a key given twice, one verifies and another may be shown. */
export function readOnce(text: string, invalid: (pointer: string, detail: string, cause?: unknown) => Error): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw invalid("", "is not JSON", cause);
  }
  const twice = duplicateIn(text);
  if (twice !== null) throw invalid(twice, "is given twice: readers disagree about which of two counts");
  return parsed;
}

async function checkKeys(keys: HistoryDocument["keys"]): Promise<void> {
  for (const [id, key] of Object.entries(keys))
    if ((await keyIdOf(key)) !== id) throw invalid(`/keys/${id}`, "is not the key of this id");
}

async function checkEntry(
  { work_id, work_hash, keys }: HistoryDocument,
  entry: HistoryEntry,
  at: number,
  before: HistoryEntry | undefined,
): Promise<void> {
  const wrong = (field: string, detail: string) => invalid(`/entries/${at}${field}`, detail);
  if (!v.is(entrySchema, entry)) throw wrong("", "does not have the form of an entry");
  const { signature, ...unsigned } = entry;
  if (entry.work_id !== work_id) throw wrong("/work_id", "is of another work");
  if (entry.sequence !== at) throw wrong("/sequence", "is not the next number");
  if (entry.previous !== (before === undefined ? NOTHING_BEFORE : await digestOf(before)))
    throw wrong("/previous", "is not the hash of the previous entry");
  if (before !== undefined && entry.at < before.at)
    throw wrong("/at", "is earlier than the time of the previous entry");
  if (before === undefined && (entry.kind !== "registered" || entry.digest !== work_hash))
    throw wrong("", "is not the registration of this work");
  if (!(await isSignedBy(keyOf(keys, entry.key), "spolia history entry 1", unsigned, signature)))
    throw wrong("/signature", "does not verify");
}

/** An unknown id gives an empty key, with which no signature verifies. */
export const keyOf = (keys: HistoryDocument["keys"], id: string): PublicKey =>
  Object.hasOwn(keys, id) ? keys[id]! : { kty: "OKP", crv: "Ed25519", x: "" };

function invalid(pointer: string, detail: string): SpoliaError {
  return new SpoliaError("report_invalid", "The history does not verify.", {
    hint: "It was changed, cut, or not made by this service. Ask the service for it again.",
    fields: [{ pointer, detail }],
  });
}
