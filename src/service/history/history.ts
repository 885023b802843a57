/**
 * The history of a work: an append-only list of entries, each signed and each with the hash of the previous entry.
 *
 *   ┌ 0 registered ┐   ┌ 1 analysis ──┐   ┌ 2 score ─────┐   ┌ seal ────────┐
 *   │ digest of    │◀──│ previous     │◀──│ previous     │◀──│ head         │   made with each export: states
 *   │ the content  │   │ digest of    │   │ digest of    │   │ entries      │   the number of entries
 *   │ signature    │   │ the result   │   │ the result   │   │ signature    │
 *   └──────────────┘   └──────────────┘   └──────────────┘   └──────────────┘
 *
 * An export is a function of the entries and of the key that signs: the same history gives the same bytes until the key
 * is rotated. An export cannot prove that it is the
 * newest one: an older export of the same work stays valid.
 */
import { digestOf } from "../../base/bytes/digest.ts";
import type { Count, Sha256 } from "../../base/contract/common.ts";
import type { HistoryEntry, ServiceKey, Work } from "../store/records.ts";
import type { Records } from "../store/store.ts";
import { isoTime } from "./host.ts";
import { type PublicKey, publicPart, type Signer, type Signers } from "./signing.ts";

export const HISTORY_FORMAT = "spolia-history-1";

export interface HistorySeal {
  /** How many entries there are. */
  entries: Count;
  /** Hash of the last entry. */
  head: Sha256;
  /** Id of the key that signed. */
  key: string;
  /** Ed25519, base64url. */
  signature: string;
}

/** A history as it is exported. */
export interface HistoryDocument {
  /** Form of the document. */
  format: "spolia-history-1";
  /** `wk_` id of the work. */
  work_id: string;
  /** The digest of the first entry. */
  work_hash: Sha256;
  /** The public keys that signed, by their ids. */
  keys: Record<string, PublicKey>;
  /** The entries, in order, each with the hash of the one before. */
  entries: HistoryEntry[];
  /** Says where the history ends, so that no entry can be cut off. */
  seal: HistorySeal;
}

const READ_AT_ONCE = 1_000;

/** `previous` of the first entry, which has no entry before it. */
export const NOTHING_BEFORE = `sha256:${"0".repeat(64)}`;

/** The statement that a seal signs. */
export const sealed = (work_id: string, { entries, head, key }: Omit<HistorySeal, "signature">) => ({
  work_id,
  entries,
  head,
  key,
});

/** What an entry records. */
interface Recorded {
  kind: string;
  digest: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Appends to a history, inside a transaction. @returns the entry */
export async function appendEntry(
  records: Records,
  signers: Signers,
  { tenant, id }: Pick<Work, "tenant" | "id">,
  recorded: Recorded,
): Promise<HistoryEntry> {
  const { history } = records;
  for (;;) {
    const [signer, before] = await Promise.all([signers.current(records), history.last(tenant, id)]);
    const entry = await signedEntry(signer, { work_id: id, last: before?.entry ?? null }, recorded);
    const created_at = Date.parse(entry.at);
    // Another process may have appended an entry since: then this one comes after it.
    if (await history.append({ tenant, id, created_at, sequence: entry.sequence, entry })) return entry;
  }
}

/** The entry that comes after another, signed. */
export const entryAfter = async (
  records: Records,
  signers: Signers,
  after: { work_id: string; last: HistoryEntry | null },
  recorded: Recorded,
): Promise<HistoryEntry> => signedEntry(await signers.current(records), after, recorded);

async function signedEntry(
  signer: Signer,
  { work_id, last }: { work_id: string; last: HistoryEntry | null },
  { kind, digest, at }: Recorded,
): Promise<HistoryEntry> {
  const unsigned = {
    work_id,
    sequence: last === null ? 0 : last.sequence + 1,
    previous: last === null ? NOTHING_BEFORE : await digestOf(last),
    // A clock may be set back, but times in a history never fall.
    at: isoTime(Math.max(at, last === null ? at : Date.parse(last.at))),
    kind,
    digest,
    key: signer.id,
  };
  return { ...unsigned, signature: await signer.sign("spolia history entry 1", unsigned) };
}

/** What an export is made of, as one transaction reads it. */
interface ReadHistory {
  work: Work;
  entries: HistoryEntry[];
  signer: Signer;
  /** All keys that ever signed. */
  kept: ServiceKey[];
}

/** Reads the whole history, or its first entry alone as the receipt of the registration. */
export async function readHistory(
  records: Records,
  signers: Signers,
  work: Work,
  entriesMax?: 1,
): Promise<ReadHistory> {
  const entries: HistoryEntry[] = [];
  const keys = Promise.all([signers.current(records), records.service.signingKeys()]);
  for (let isWhole = false; !isWhole; ) {
    const limit = entriesMax ?? READ_AT_ONCE;
    const found = await records.history.list(work.tenant, work.id, entries.length, limit);
    entries.push(...found.map(({ entry }) => entry));
    isWhole = found.length < READ_AT_ONCE;
  }
  const [signer, kept] = await keys;
  return { work, entries, signer, kept };
}

/** The export of a history, sealed. Made outside of the transaction that read it, for which others may wait. */
export async function sealHistory({ work, entries, signer, kept }: ReadHistory): Promise<HistoryDocument> {
  const unsigned = { entries: entries.length, head: await digestOf(entries.at(-1)), key: signer.id };
  const signature = await signer.sign("spolia history seal 1", sealed(work.id, unsigned));
  const used = new Set([...entries.map(({ key }) => key), signer.id]);
  const keys = kept.filter(({ id }) => used.has(id)).map(({ id, jwk }) => [id, publicPart(jwk as JsonWebKey)]);
  return {
    format: HISTORY_FORMAT,
    work_id: work.id,
    work_hash: work.work_hash,
    keys: Object.fromEntries(keys),
    entries,
    seal: { ...unsigned, signature },
  };
}
