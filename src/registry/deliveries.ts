/**
 * Deliveries: messages that are stored in the same transaction as their event, and sent until they arrive or three days
 * have passed.
 */
import type { Timestamp } from "../contract/common.ts";
import { isSpoliaError } from "../errors.ts";
import type { Message, MessageAnswer, Outgoing } from "./guardedFetch.ts";
import { modeOf } from "./modes.ts";
import type { Delivery, WebhookEndpoint } from "./records.ts";
import type { RecordStore, Records } from "./store.ts";
import { nextAttemptMs, webhookHeaders } from "./webhooks.ts";

/** The `settings` of an endpoint. */
export interface EndpointSettings {
  url: string;
  /** The newest first. Each secret signs every message, so that a receiver can change over to a new one. */
  secrets: string[];
}

/**
 * An event: its kind as words joined by dots, and the ids that a receiver needs to look it up. It never contains a
 * text.
 */
export interface WebhookEvent {
  type: string;
  data: Readonly<Record<string, unknown>>;
}

/** One attempt, as a delivery's `log` lists it. */
export interface Attempt {
  /** When it was tried. */
  at: Timestamp;
  /** HTTP status of the answer; `null` where there was none. */
  status: number | null;
  /** What went wrong on the way; `null` where nothing did. */
  error: string | null;
}

/** Dependencies on the environment: time, random numbers, and outgoing requests. */
export interface Surroundings {
  readonly nowMs: () => number;
  /** From 0 to below 1. */
  readonly fraction: () => number;
  readonly outgoing: Outgoing;
}

/** Maximum of attempts in the log. A delivery has ten attempts, and more only if it is redelivered on request. */
const LOG_MAX = 50;
/** Number of deliveries claimed at once, and the length of their lease. */
const BATCH = 16;
const CLAIM_MS = 60_000;
/** The endpoint wants no further messages (RFC 9110, 15.5.11). */
const GONE = 410;

/** Stores a message; the next round sends it. */
export async function enqueue(
  records: Records,
  { tenant, id: endpoint_id }: WebhookEndpoint,
  id: string,
  { type, data }: WebhookEvent,
  nowMs: number,
): Promise<void> {
  const payload = JSON.stringify({ type, timestamp: new Date(nowMs).toISOString(), mode: modeOf(tenant), data });
  const delivery = { tenant, id, created_at: nowMs, endpoint_id, payload, attempts: 0, due_at: nowMs, log: [] };
  await records.deliveries.add({ ...delivery, status: "pending" });
}

/** Makes a delivery pending again, as if it had never been tried. @returns whether there is such a delivery */
export async function redeliver(records: Records, tenant: string, id: string, nowMs: number): Promise<boolean> {
  return records.deliveries.change(tenant, id, { status: "pending", attempts: 0, due_at: nowMs });
}

/** Sends the due messages. @returns how many messages were tried */
export async function deliverDue(store: RecordStore, around: Surroundings, signal?: AbortSignal): Promise<number> {
  const now = around.nowMs();
  const due = await store.write(({ service }) => service.claim("deliveries", now, now + CLAIM_MS, BATCH));
  await Promise.all(due.map((delivery) => deliver(store, delivery, around, signal)));
  return due.length;
}

async function deliver(
  store: RecordStore,
  delivery: Delivery,
  around: Surroundings,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { tenant, endpoint_id } = delivery;
  const endpoint = await store.read(({ endpoints }) => endpoints.find(tenant, endpoint_id));
  if (endpoint === null || endpoint.status !== "active") return end(store, delivery, { status: "dead", due_at: null });
  const { answer, error } = await attempt(delivery, endpoint.settings as EndpointSettings, around, signal);
  // A stop of the service is not a failed attempt.
  if (signal?.aborted) return;
  const now = around.nowMs();
  const attempts = delivery.attempts + 1;
  const entry: Attempt = { at: new Date(now).toISOString(), status: answer?.status ?? null, error };
  const log = [...(delivery.log as Attempt[]), entry].slice(-LOG_MAX);
  if (answer !== null && answer.status >= 200 && answer.status < 300)
    return end(store, delivery, { status: "delivered", attempts, log, due_at: null });
  if (answer?.status === GONE) {
    await store.write(({ endpoints }) => endpoints.change(tenant, endpoint_id, { status: "disabled" }));
    return end(store, delivery, { status: "dead", attempts, log, due_at: null });
  }
  const due_at = nextAttemptMs(attempts, now, around.fraction(), answer?.retryAfterSeconds ?? null);
  return end(store, delivery, { status: due_at === null ? "dead" : "pending", attempts, log, due_at });
}

async function attempt(
  { id, payload }: Delivery,
  { url, secrets }: EndpointSettings,
  { nowMs, outgoing }: Surroundings,
  signal: AbortSignal | undefined,
): Promise<{ answer: MessageAnswer | null; error: string | null }> {
  const timestampSeconds = Math.floor(nowMs() / 1000);
  const message: Message = {
    url,
    body: payload,
    headers: await webhookHeaders({ id, timestampSeconds, body: payload }, secrets),
  };
  try {
    return { answer: await outgoing.post(message, signal), error: null };
  } catch (error) {
    return {
      answer: null,
      error: isSpoliaError(error) ? [error.message, error.hint].join(" ") : "Something went wrong.",
    };
  }
}

async function end(
  store: RecordStore,
  { tenant, id }: Delivery,
  changes: Partial<Pick<Delivery, "status" | "attempts" | "log" | "due_at">>,
): Promise<void> {
  await store.write(({ deliveries }) => deliveries.change(tenant, id, changes));
}
