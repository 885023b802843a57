/**
 * A repeated request has no second effect. The first request with a key runs; its answer is stored byte for byte and
 * returned for every equal request with the same key (draft-ietf-httpapi-idempotency-key-header-07).
 *
 *   (none) ──begin──▶ in flight ──answer──▶ answered ──24 h──▶ (none)
 *                        └──run fails, or its process died and LEASE_MS passed──▶ (none)
 */
import { sha256 } from "../../base/bytes/sha256.ts";
import { SpoliaError } from "../../base/errors.ts";
import { type Host, newId } from "../history/host.ts";
import type { IdempotencyRecord } from "../store/records.ts";

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
    const answered = { ...record, ...answer, holder: null, expires_at: host.now() + KEPT_MS };
    // After `LEASE_MS` another request may hold the key: then its answer is stored, and not this one.
    await host.store.write(({ idempotency }) => idempotency.change(answered, { holder }));
    return { ...answer, isReplay: false };
  } catch (error) {
    await host.store.write(({ idempotency }) => idempotency.remove(tenant, operation, key, { holder }));
    throw error;
  }
}

/** @returns the stored answer, or `null` where this request now holds the key */
function begin({ store, now }: Host, record: IdempotencyRecord): Promise<KeptAnswer | null> {
  return store.write(async ({ idempotency }) => {
    for (;;) {
      const { stored, isNew } = await idempotency.add(record);
      if (isNew) return null;
      const { status, headers, body, holder, expires_at } = stored;
      if (expires_at > now()) {
        if (stored.request_hash !== record.request_hash) throw mismatch();
        if (status === null) throw inFlight();
        return { status, headers, body };
      }
      // Another process may take over the expired record at the same time: only one of them changes it.
      if (await idempotency.change(record, { holder, expires_at })) return null;
    }
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
