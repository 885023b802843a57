/**
 * A deal as it is exported: its events, each with the signed entry of the work's history that names its hash, and a
 * seal. `spolia evidence verify` checks it without the service. The entries are those of the deal alone, so that the
 * parties do not see what else happened to the work.
 */
import { digestOf } from "../../base/bytes/digest.ts";
import type { Count, Sha256, Timestamp } from "../../base/contract/common.ts";
import type { DealKind, DealState } from "../../base/contract/resources/marketplace.ts";
import { wellFormed } from "../../core/text/wellFormed.ts";
import { modeOf } from "../store/modes.ts";
import type { DealRecord, HistoryEntry } from "../store/records.ts";
import type { Records } from "../store/store.ts";
import { appendEntry, entryAfter } from "./history.ts";
import { isoTime, isoTimeOrNull } from "./host.ts";
import { type PublicKey, publicPart, type Signers } from "./signing.ts";

export const DEAL_FORMAT = "spolia-deal-1";

/** One change of a deal. */
export interface DealEvent {
  /** What was recorded; `event` says which change it is, and `mode` is `test` where it was made with test keys. */
  record: object;
  /** The entry of the work's history: its digest is the hash of `record`. */
  entry: HistoryEntry;
}

interface DealSeal {
  /** How many events there are. */
  events: Count;
  /** Hash of the last entry. */
  head: Sha256;
  /** Id of the key that signed. */
  key: string;
  /** Ed25519, base64url. */
  signature: string;
}

/** An offer, a quote or a licence, with its signed events. */
export interface DealDocument {
  /** Form of the document. */
  format: "spolia-deal-1";
  /** What it is. */
  kind: DealKind;
  /** Its id. */
  deal_id: string;
  /** `wk_` id of the work. */
  work_id: string;
  /** Its state. */
  state: DealState;
  /** When it was made. */
  created_at: Timestamp;
  /** When it expires; `null` for never. */
  expires_at: Timestamp | null;
  /** The public keys that signed, by their ids. */
  keys: Record<string, PublicKey>;
  /** The events, in order. */
  events: DealEvent[];
  /** Says where the events end, and which state they lead to. */
  seal: DealSeal;
}

/** What a seal says of a deal besides its events. */
type SealedFacts = Pick<DealDocument, "kind" | "deal_id" | "work_id" | "state" | "created_at" | "expires_at">;

/** The statement that a seal signs. */
export const sealedDeal = (
  { kind, deal_id, work_id, state, created_at, expires_at }: SealedFacts,
  { events, head, key }: Omit<DealSeal, "signature">,
) => ({ kind, deal_id, work_id, state, created_at, expires_at, events, head, key });

/**
 * Signs an event into the work's history, inside a transaction. Of a deal whose work was removed, into a history of its
 * own, which goes on from the last event.
 *
 * @param before the events of the deal so far
 */
export async function signEvent(
  records: Records,
  signers: Signers,
  { tenant, work_id }: Pick<DealRecord, "tenant" | "work_id">,
  before: readonly DealEvent[],
  { event, at, ...facts }: { event: string; at: number; [fact: string]: unknown },
): Promise<DealEvent> {
  // Nobody may take what test keys tried out for a licence.
  const said = { event, ...(modeOf(tenant) === "test" && { mode: "test" }), ...facts };
  const record = wellFormed(JSON.parse(JSON.stringify(said))) as object;
  const recorded = { kind: event, digest: await digestOf(record), at };
  if (work_id !== null)
    return { record, entry: await appendEntry(records, signers, { tenant, id: work_id }, recorded) };
  const last = before.at(-1)!.entry;
  return { record, entry: await entryAfter(records, signers, { work_id: last.work_id, last }, recorded) };
}

export async function exportDeal(records: Records, signers: Signers, deal: DealRecord): Promise<DealDocument> {
  const events = deal.events as DealEvent[];
  const signer = await signers.current(records);
  const facts: SealedFacts = {
    kind: deal.kind,
    deal_id: deal.id,
    work_id: events[0]!.entry.work_id,
    state: deal.state,
    created_at: isoTime(deal.created_at),
    expires_at: isoTimeOrNull(deal.expires_at),
  };
  const unsigned = { events: events.length, head: await digestOf(events.at(-1)!.entry), key: signer.id };
  const statement = sealedDeal(facts, unsigned);
  const used = new Set([...events.map(({ entry }) => entry.key), signer.id]);
  const kept = (await records.service.signingKeys()).filter(({ id }) => used.has(id));
  return {
    format: DEAL_FORMAT,
    ...facts,
    keys: Object.fromEntries(kept.map(({ id, jwk }) => [id, publicPart(jwk as JsonWebKey)])),
    events,
    seal: { ...unsigned, signature: await signer.sign("spolia deal seal 1", statement) },
  };
}
