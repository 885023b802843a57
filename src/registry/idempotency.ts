/**
 * A repeated request has no second effect. The first request with a key runs; its answer is stored byte for byte and
 * returned for every equal request with the same key (draft-ietf-httpapi-idempotency-key-header-07).
 *
 *   (none) ──begin──▶ in flight ──answer──▶ answered ──24 h──▶ (none)
 *                        └──run fails, or its process died and LEASE_MS passed──▶ (none)
 */
import { sha256 } from "../base/sha256.ts";
import { SpoliaError } from "../errors.ts";
import { type Host, newId } from "./host.ts";
import type { IdempotencyRecord } from "./records.ts";

export interface IdempotentRequest {
  tenant: string;
  operation: string;
  /** As the client sent it: 1 to 255 visible ASCII characters. */
  key: string;
  /** Hash of all parts of the request that affect its answer. */
  requestHash: string;
}

export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

const KEPT_MS = 24 * 3_600_000;
/** Longer than the longest request. */
const LEASE_MS = 5 * 60_000;
const KEY_FORM = /^[\x21-\x7e]{1,255}$/;

/**
 * Runs a request once. If `run` rejects, nothing is stored, and the same key may be used again.
 *
 * @throws invalid_request where the key is invalid; conflict while the first request runs; idempotency_mismatch where
 *   the key was used with another request; errors of `run`
 */
export async function runOnce(
  host: Host,
  request: IdempotentRequest,
  run: () => Promise<KeptAnswer>,
): Promise<KeptAnswer & { isReplay: boolean }> {
  if (!KEY_FORM.test(request.key)) throw keyInvalid();
  const { tenant, operation, requestHash: request_hash } = request;
  const key = await sha256(request.key);
  const holder = newId(host.random, "once");
  const record = { tenant, operation, key, request_hash, holder, status: null, headers: {}, body: new Uint8Array() };
  const kept = await begin(host, { ...record, expires_at: host.now() + LEASE_MS });
  if (kept !== null) return { ...kept, isReplay: true };
  try {
    const answer = await run();
    await settle(host, record, ({ idempotency }) =>
      idempotency.change({ ...record, ...answer, holder: null, expires_at: host.now() + KEPT_MS }),
    );
    return { ...answer, isReplay: false };
  } catch (error) {
    await settle(host, record, ({ idempotency }) => idempotency.remove(tenant, operation, key));
    throw error;
  }
}

type StoreWork = Parameters<Host["store"]["write"]>[0];

/** @returns the stored answer, or `null` where this request now holds the key */
function begin({ store, now }: Host, record: IdempotencyRecord): Promise<KeptAnswer | null> {
  const { tenant, operation, key, request_hash } = record;
  return store.write(async ({ idempotency }) => {
    const found = await idempotency.find(tenant, operation, key);
    if (found !== null && found.expires_at > now()) {
      if (found.request_hash !== request_hash) throw mismatch();
      if (found.status === null) throw inFlight();
      return { status: found.status, headers: found.headers, body: found.body };
    }
    if (found !== null) await idempotency.remove(tenant, operation, key);
    await idempotency.add(record);
    return null;
  });
}

/**
 * Stores the answer, or releases the key, if this request still holds the key: after `LEASE_MS` another request may
 * hold it.
 */
async function settle(
  { store }: Host,
  { tenant, operation, key, holder }: Pick<IdempotencyRecord, "tenant" | "operation" | "key" | "holder">,
  work: StoreWork,
): Promise<void> {
  await store.write(async (records) => {
    const found = await records.idempotency.find(tenant, operation, key);
    if (found !== null && found.holder === holder) await work(records);
  });
}

const keyInvalid = () =>
  new SpoliaError("invalid_request", "The idempotency key cannot be used.", {
    fields: [{ pointer: "/Idempotency-Key", detail: "must be 1 to 255 visible ASCII characters" }],
  });

const mismatch = () =>
  new SpoliaError("idempotency_mismatch", "This idempotency key came with another request.", {
    hint: "Use a new key for a new request.",
  });

const inFlight = () =>
  new SpoliaError("conflict", "The first request with this idempotency key is still running.", {
    hint: "Send it again in a while: then its answer is repeated.",
  });
