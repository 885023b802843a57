/** How fast a service is asked: requests in turn, so many a second, and a pause after it has refused one. */

import type { PlatformAbortSignal } from "../../base/platform.ts";
import { createQueue } from "../../base/queues/queue.ts";
import type { Pace } from "../../models/connectors/ask.ts";

/** A service that answers 403 counts requests, and lets callers in again after a minute. */
const PAUSE_MS = 90_000;
const REFUSED = 403;

interface PaceClock {
  /** Milliseconds, of any beginning. */
  now: () => number;
  sleep: (ms: number, signal: PlatformAbortSignal | undefined) => Promise<void>;
}

/** A token bucket: it holds the requests of one second. */
function tokenBucket(perSecond: number, { now, sleep }: PaceClock): Pace {
  const stepMs = 1_000 / perSecond;
  const burstMs = 1_000 - stepMs;
  let emptyAtMs = Number.NEGATIVE_INFINITY;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  return {
    async turn(signal) {
      for (;;) {
        // Whoever waited when the service refused a request takes a new place in the row.
        const isPaused = pausedUntilMs > now();
        if (!isPaused) emptyAtMs = Math.max(emptyAtMs, now()) + stepMs;
        const dueMs = isPaused ? pausedUntilMs : emptyAtMs - stepMs - burstMs;
        if (dueMs > now()) await sleep(dueMs - now(), signal);
        if (signal?.aborted === true || (!isPaused && pausedUntilMs <= now())) return;
      }
    },
    told(status) {
      if (status === REFUSED) pausedUntilMs = now() + PAUSE_MS;
    },
  };
}

/** What all requests to one address share: its pace, and how many are in flight. */
export interface AddressGate {
  pace: Pace | undefined;
  queued: ReturnType<typeof createQueue>;
}

interface GateSettings extends PaceClock {
  address: string;
  /** Infinity for a service of one's own. */
  requestsPerSecond: number;
  /** Most requests in flight. */
  atOnce: number;
}

const gates = new WeakMap<PaceClock["sleep"], Map<string, AddressGate>>();

/** The gate of an address, the same for all who ask it with the same clock. */
export function gateOf({ address, requestsPerSecond, atOnce, now, sleep }: GateSettings): AddressGate {
  const own = gates.get(sleep) ?? new Map<string, AddressGate>();
  gates.set(sleep, own);
  const key = `${address} ${requestsPerSecond} ${atOnce}`;
  const pace = Number.isFinite(requestsPerSecond) ? tokenBucket(requestsPerSecond, { now, sleep }) : undefined;
  const gate = own.get(key) ?? { pace, queued: createQueue(atOnce) };
  own.set(key, gate);
  return gate;
}
