/**
 * Sends messages, fairly: a process claims endpoints, not messages, so that each endpoint has one sender among all
 * processes of a store. An endpoint that does not answer holds a few connections, and is then left alone for a while;
 * the others go on meanwhile.
 *
 *   due ──claim──▶ leased, a wave of messages ──▶ due again with its next message; later, where no answer came
 *                     └──its process died and LEASE_MS passed──▶ due again
 */

import { isSpoliaError } from "../../base/errors.ts";
import { within } from "../../base/queues/within.ts";
import { isoTime } from "../history/host.ts";
import type { Delivery, WebhookEndpoint } from "../store/records.ts";
import type { RecordStore, Records } from "../store/store.ts";
import {
  type Attempt,
  type DeliveryFault,
  type EndpointSettings,
  type SendingState,
  scheduleEndpoint,
} from "./deliveries.ts";
import type { Message, MessageAnswer, Outgoing } from "./guardedFetch.ts";
import { nextAttemptMs, webhookHeaders } from "./webhooks.ts";

/** Dependencies on the environment: time, random numbers, and outgoing requests. */
export interface Surroundings {
  readonly nowMs: () => number;
  /** From 0 to below 1. */
  readonly fraction: () => number;
  readonly outgoing: Outgoing;
  /** Called with each attempt that got no answer, and why: for the operator, never for the tenant. */
  readonly onFailure?: ((failure: FailedAttempt) => void) | undefined;
}

/** An attempt without an answer, as the operator sees it. */
export interface FailedAttempt {
  tenant: string;
  webhook_id: string;
  delivery_id: string;
  error: unknown;
}

/** Messages of one endpoint under way at once. */
const ENDPOINT_MESSAGES_MAX = 4;
/** Endpoints of one tenant, and of all tenants, that this process sends to at once. */
const TENANT_ENDPOINTS_MAX = 4;
const PROCESS_ENDPOINTS_MAX = 64;
/** Longer than a wave: all of its messages are under way at once, and each ends after 20 s. */
const LEASE_MS = 60_000;
/** Interval at which this process claims again while it waits for answers. */
const CLAIM_EVERY_MS = 250;
/** How long an endpoint of a tenant that has all of its places waits. */
const PUT_OFF_MS = 1_000;
/** The pause after a first wave without an answer; it doubles with each, up to the longest. */
const PAUSE_MS = 5_000;
const PAUSE_MAX_MS = 5 * 60_000;
/** Maximum of attempts in the log. A delivery has ten attempts, and more only if it is redelivered on request. */
const LOG_MAX = 50;
/** The endpoint wants no further messages (RFC 9110, 15.5.11). */
const GONE = 410;

export class Sender {
  readonly #store: RecordStore;
  readonly #around: Surroundings;
  /** Waves under way, each with the tenant of its endpoint. They never reject. */
  readonly #waves = new Map<Promise<void>, string>();
  readonly #failures: unknown[] = [];

  constructor(store: RecordStore, around: Surroundings) {
    this.#store = store;
    this.#around = around;
  }

  /** Sends until nothing is due. @returns how many endpoints were taken up; rejects where the store fails */
  async run(signal?: AbortSignal): Promise<number> {
    let taken = 0;
    try {
      while (!signal?.aborted && this.#failures.length === 0) {
        const claimed = await this.#claim();
        taken += claimed.length;
        for (const endpoint of claimed) this.#start(endpoint, signal);
        if (this.#waves.size === 0) break;
        await within(CLAIM_EVERY_MS, Promise.race(this.#waves.keys()), undefined);
      }
    } finally {
      await Promise.all(this.#waves.keys());
    }
    const [failure] = this.#failures.splice(0);
    if (failure !== undefined) throw failure;
    return taken;
  }

  /** Leases due endpoints. Those of a tenant that has all of its places are put off, so that others come first. */
  #claim(): Promise<WebhookEndpoint[]> {
    const busy = [...this.#waves.values()];
    const room = PROCESS_ENDPOINTS_MAX - busy.length;
    if (room === 0) return Promise.resolve([]);
    return this.#store.write(async ({ service, endpoints }) => {
      const now = this.#around.nowMs();
      const until = now + LEASE_MS;
      const tenants = [...busy];
      const taken: WebhookEndpoint[] = [];
      for (const endpoint of await service.claim("webhook_endpoints", now, until, room)) {
        const { tenant, id } = endpoint;
        const { unanswered } = sendingOf(endpoint);
        if (tenants.filter((one) => one === tenant).length < TENANT_ENDPOINTS_MAX) {
          tenants.push(tenant);
          taken.push(endpoint);
          await endpoints.change(tenant, id, { sending: { resume_at: until, unanswered } satisfies SendingState });
        } else await endpoints.change(tenant, id, { due_at: now + PUT_OFF_MS });
      }
      return taken;
    });
  }

  #start(endpoint: WebhookEndpoint, signal: AbortSignal | undefined): void {
    const wave = this.#wave(endpoint, signal)
      .catch((error: unknown) => void this.#failures.push(error))
      .finally(() => this.#waves.delete(wave));
    this.#waves.set(wave, endpoint.tenant);
  }

  async #wave(endpoint: WebhookEndpoint, signal: AbortSignal | undefined): Promise<void> {
    const { tenant, id } = endpoint;
    const now = this.#around.nowMs();
    const due = await this.#store.read(({ deliveries }) => deliveries.due(tenant, id, now, ENDPOINT_MESSAGES_MAX));
    const attempts =
      endpoint.status === "active"
        ? await Promise.all(due.map((delivery) => this.#attempt(delivery, endpoint, signal)))
        : due.map(() => null);
    await this.#store.write(async (records) => {
      const { unanswered } = sendingOf(endpoint);
      let sending: SendingState = { resume_at: null, unanswered: 0 };
      for (const [at, delivery] of due.entries()) {
        const attempt = attempts[at]!;
        if (attempt === null) await end(records, delivery, { status: "dead", due_at: null }, now);
        // A stop of the service is not a failed attempt.
        else if (attempt !== "stopped") {
          await this.#settle(records, delivery, attempt);
          if (attempt.answer === null) sending = this.#paused(now, unanswered + 1);
        }
      }
      await scheduleEndpoint(records, tenant, id, sending);
    });
  }

  #paused(now: number, unanswered: number): SendingState {
    const pause = Math.min(PAUSE_MS * 2 ** Math.min(unanswered - 1, 20), PAUSE_MAX_MS);
    return { resume_at: now + pause, unanswered };
  }

  /** Stores what came of an attempt. */
  async #settle(records: Records, delivery: Delivery, { at, answer, fault }: Tried): Promise<void> {
    const { tenant, endpoint_id } = delivery;
    const attempts = delivery.attempts + 1;
    const entry: Attempt = { at: isoTime(at), status: answer?.status ?? null, error: fault };
    const log = [...(delivery.log as Attempt[]), entry].slice(-LOG_MAX);
    if (answer !== null && answer.status >= 200 && answer.status < 300)
      return end(records, delivery, { status: "delivered", attempts, log, due_at: null }, at);
    if (answer?.status === GONE) {
      await records.endpoints.change(tenant, endpoint_id, { status: "disabled" });
      return end(records, delivery, { status: "dead", attempts, log, due_at: null }, at);
    }
    const due_at = nextAttemptMs(attempts, at, this.#around.fraction(), answer?.retryAfterSeconds ?? null);
    return end(records, delivery, { status: due_at === null ? "dead" : "pending", attempts, log, due_at }, at);
  }

  /** Times count from the beginning of an attempt: how long it took would tell of hosts behind the address. */
  async #attempt(
    delivery: Delivery,
    endpoint: WebhookEndpoint,
    signal: AbortSignal | undefined,
  ): Promise<Tried | "stopped"> {
    const { nowMs, outgoing, onFailure } = this.#around;
    const { url, secrets } = endpoint.settings as EndpointSettings;
    const { tenant, id, payload } = delivery;
    const at = nowMs();
    const failed = (fault: DeliveryFault, error: unknown): Tried => {
      onFailure?.({ tenant, webhook_id: endpoint.id, delivery_id: id, error });
      return { at, answer: null, fault };
    };
    try {
      outgoing.check(url);
    } catch (error) {
      return failed("address_refused", error);
    }
    try {
      const signed = { id, timestampSeconds: Math.floor(at / 1000), body: payload };
      const message: Message = { url, body: payload, headers: await webhookHeaders(signed, secrets), tenant };
      return { at, answer: await outgoing.post(message, signal), fault: null };
    } catch (error) {
      if (signal?.aborted) return "stopped";
      return failed(isSpoliaError(error) ? "no_answer" : "fault", error);
    }
  }
}

/** What came of an attempt that began at `at`. */
type Tried = { at: number } & ({ answer: MessageAnswer; fault: null } | { answer: null; fault: DeliveryFault });

const sendingOf = ({ sending }: WebhookEndpoint): SendingState =>
  (sending as SendingState | null) ?? { resume_at: null, unanswered: 0 };

/** Stores what came of a message, unless its owner has asked for it to be sent again meanwhile. */
async function end(
  { deliveries }: Records,
  { tenant, id, status, attempts, due_at }: Delivery,
  changes: Pick<Delivery, "status" | "due_at"> & Partial<Pick<Delivery, "attempts" | "log">>,
  at: number,
): Promise<void> {
  const prunable_at = changes.due_at === null ? at : null;
  await deliveries.change(tenant, id, { ...changes, prunable_at }, { status, attempts, due_at });
}
