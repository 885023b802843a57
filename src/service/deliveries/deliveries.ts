/**
 * Deliveries: messages that are stored in the same transaction as their event, and sent until they arrive or three days
 * have passed. `attempts.ts` sends them.
 */
import type { Timestamp } from "../../base/contract/common.ts";
import { isoTime } from "../history/host.ts";
import { modeOf } from "../store/modes.ts";
import type { WebhookEndpoint } from "../store/records.ts";
import type { Records } from "../store/store.ts";
import type { EventTime, WebhookEvent } from "./events.ts";

/** The `settings` of an endpoint. */
export interface EndpointSettings {
  url: string;
  /** The newest first. Each secret signs every message, so that a receiver can change over to a new one. */
  secrets: string[];
}

/** The `sending` of an endpoint. */
export interface SendingState {
  /** Until when nothing is sent: the end of a process's lease, or of a pause after attempts without an answer. */
  resume_at: number | null;
  /** Waves of attempts without an answer since the last answer. */
  unanswered: number;
}

/**
 * Why there was no answer, in one of these words only: what a connection, a resolver or a certificate says would tell a
 * tenant of hosts that the service can reach and the tenant cannot.
 *
 * - `address_refused`: the service does not call an address of this form.
 * - `no_answer`: the name leads to no address that may be called, no connection came about, or no answer came in time.
 * - `fault`: a fault of the service.
 */
export type DeliveryFault = "address_refused" | "no_answer" | "fault";

/** One attempt, as a delivery's `log` lists it. */
export interface Attempt {
  /** When it began. */
  at: Timestamp;
  /** HTTP status of the answer; `null` where there was none. */
  status: number | null;
  /**
   * Why there was no answer: `address_refused`, `no_answer` (the name leads to no address that may be called, no
   * connection came about, or no answer came within 20 s), or `fault` (of the service); `null` where there was one.
   * Attempts of 0.1.0 have a sentence.
   */
  error: string | null;
}

/** Stores a message; the next round sends it. */
export async function enqueue(
  records: Records,
  { tenant, id: endpoint_id }: Pick<WebhookEndpoint, "tenant" | "id">,
  id: string,
  { type, data }: WebhookEvent,
  nowMs: number,
): Promise<void> {
  const time: EventTime = { timestamp: isoTime(nowMs), mode: modeOf(tenant) };
  const payload = JSON.stringify({ type, ...time, data });
  const delivery = { tenant, id, created_at: nowMs, endpoint_id, payload, attempts: 0, due_at: nowMs, log: [] };
  await records.deliveries.add({ ...delivery, status: "pending", prunable_at: null });
  await scheduleEndpoint(records, tenant, endpoint_id);
}

/** Makes a delivery pending again, as if it had never been tried. */
export async function redeliver(records: Records, tenant: string, id: string, nowMs: number): Promise<void> {
  await records.deliveries.change(tenant, id, { status: "pending", attempts: 0, due_at: nowMs, prunable_at: null });
  const { endpoint_id } = (await records.deliveries.find(tenant, id))!;
  await scheduleEndpoint(records, tenant, endpoint_id);
}

/**
 * Sets when an endpoint is due: with its earliest message, but not before the end of a lease or pause. It is written
 * before it is read: in a database that several processes write to, the others wait from then on, so that no message
 * that one of them adds is overlooked.
 */
export async function scheduleEndpoint(
  records: Records,
  tenant: string,
  id: string,
  changed?: SendingState,
): Promise<void> {
  if (!(await records.endpoints.change(tenant, id, { due_at: null }))) return;
  const endpoint = (await records.endpoints.find(tenant, id))!;
  const sending = changed ?? (endpoint.sending as SendingState | null);
  const [earliest] = await records.deliveries.due(tenant, id, Number.MAX_SAFE_INTEGER, 1);
  const due_at = earliest === undefined ? null : Math.max(earliest.due_at!, sending?.resume_at ?? 0);
  await records.endpoints.change(tenant, id, { due_at, sending });
}
