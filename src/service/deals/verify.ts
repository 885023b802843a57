/** Is an exported deal valid? The check needs only the document, and the signature of the licensee that it contains. */

import * as v from "valibot";
import { digestOf } from "../../base/bytes/digest.ts";
import { isSigned } from "../../base/bytes/signature.ts";
import { closedObject } from "../../base/contract/schemas/primitives.ts";
import { SpoliaError } from "../../base/errors.ts";
import { DEAL_FORMAT, type DealDocument, sealedDeal } from "../history/dealDocument.ts";
import { isSignedBy, keyIdOf } from "../history/signing.ts";
import { type Trust, type TrustedKeys, trustIn } from "../history/trust.ts";
import { entrySchema, hash, keyOf, keysSchema, name } from "../history/verify.ts";
import type { KeyMode } from "../store/records.ts";
import { ACCEPTANCE_PURPOSE } from "./acceptance.ts";

export interface DealVerification extends Trust {
  deal_id: string;
  state: string;
  /** `test`: it was tried out with test keys, and is no licence. */
  mode: KeyMode;
  work_id: string;
  work_hash: string | null;
  /** Number of events. */
  entries: number;
  /** Times of the first and the last event. */
  from: string;
  to: string;
  /** Ids of the keys that signed. */
  keys: string[];
  /** Public keys of licensees whose signatures of acceptance verify. */
  licensees: string[];
}

const documentSchema = closedObject({
  format: v.literal(DEAL_FORMAT),
  kind: v.picklist(["offer", "quote", "licence"]),
  deal_id: name,
  work_id: name,
  state: name,
  created_at: name,
  expires_at: v.nullable(name),
  keys: keysSchema,
  events: v.pipe(
    v.array(closedObject({ record: v.looseObject({ event: v.string() }), entry: entrySchema })),
    v.nonEmpty(),
  ),
  seal: closedObject({ events: v.number(), head: hash, key: name, signature: name }),
});

const acceptanceSchema = closedObject({ public_key: name, value: name });

/** @throws report_invalid, with a pointer to the first invalid part */
export async function verifyDeal(value: unknown, trusted?: TrustedKeys): Promise<DealVerification> {
  const parsed = v.safeParse(documentSchema, value);
  if (!parsed.success) {
    const path = (parsed.issues[0].path ?? []).map(({ key }) => `/${String(key)}`).join("");
    throw invalid(path, "does not have the form of a deal");
  }
  const document = value as DealDocument;
  const { keys, events, seal, work_id, deal_id, state } = document;
  for (const [id, key] of Object.entries(keys))
    if ((await keyIdOf(key)) !== id) throw invalid(`/keys/${id}`, "is not the key of this id");
  const licensees: string[] = [];
  for (const [at, event] of events.entries()) licensees.push(...(await checkEvent(document, event, at)));
  const { signature, ...unsigned } = seal;
  if (seal.events !== events.length) throw invalid("/seal/events", "does not count the events");
  const last = events.at(-1)!.entry;
  if (seal.head !== (await digestOf(last))) throw invalid("/seal/head", "is not the hash of the last entry");
  const statement = sealedDeal(document, unsigned);
  if (!(await isSignedBy(keyOf(keys, seal.key), "spolia deal seal 1", statement, signature)))
    throw invalid("/seal/signature", "does not verify");
  const entries = events.map(({ entry }) => entry);
  const trust = trustIn([...entries, { key: seal.key, at: last.at }], trusted);
  const signed = [...new Set([...entries.map(({ key }) => key), seal.key])];
  const times = { from: entries[0]!.at, to: last.at };
  const { work_hash } = events[0]!.record as { work_hash?: unknown };
  const ofWork = { work_id, work_hash: typeof work_hash === "string" ? work_hash : null };
  const isTest = events.some(({ record }) => (record as { mode?: unknown }).mode === "test");
  const is = { deal_id, state, mode: isTest ? "test" : "live" } as const;
  return { ...is, ...ofWork, entries: entries.length, ...times, keys: signed, licensees, ...trust };
}

/** @returns the licensee's key where the event is an acceptance */
async function checkEvent(
  { keys, events, work_id }: DealDocument,
  { record, entry }: DealDocument["events"][number],
  at: number,
): Promise<string[]> {
  const wrong = (field: string, detail: string) => invalid(`/events/${at}${field}`, detail);
  const before = events[at - 1]?.entry;
  const { signature, ...unsigned } = entry;
  const { event, quote_id, quote_digest, signature: acceptance } = record as Record<string, unknown>;
  if (entry.work_id !== work_id) throw wrong("/entry/work_id", "is of another work");
  if (before !== undefined && !(entry.sequence > before.sequence && entry.at >= before.at))
    throw wrong("/entry/sequence", "is not after the event before");
  if (entry.kind !== event) throw wrong("/record/event", "is not what the entry names");
  if ((await digestOf(record)) !== entry.digest) throw wrong("/record", "is not what the entry's digest says");
  if (!(await isSignedBy(keyOf(keys, entry.key), "spolia history entry 1", unsigned, signature)))
    throw wrong("/entry/signature", "does not verify");
  if (event !== "accepted") return [];
  if (!v.is(acceptanceSchema, acceptance)) throw wrong("/record/signature", "does not have the form of a signature");
  const { public_key, value } = acceptance;
  const statement = { digest: quote_digest, quote_id };
  if (before === undefined || before.digest !== quote_digest)
    throw wrong("/record/quote_digest", "is not that of the quote");
  if (!(await isSigned(public_key, ACCEPTANCE_PURPOSE, statement, value)))
    throw wrong("/record/signature", "of the licensee does not verify");
  return [public_key];
}

function invalid(pointer: string, detail: string): SpoliaError {
  return new SpoliaError("report_invalid", "The deal does not verify.", {
    hint: "It was changed, cut, or not made by this service. Ask the service for it again.",
    fields: [{ pointer, detail }],
  });
}
