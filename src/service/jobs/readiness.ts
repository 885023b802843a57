/**
 * Is the service ready? It is where a write came through: a full disk, a damaged file, a lock that another process
 * does not give up, all of them stop writes. One check is made at a time, and its outcome shared for a second. What is
 * written is the status of the service.
 */

import { SpoliaError } from "../../base/errors.ts";
import { within } from "../../base/queues/within.ts";
import { dayOf } from "../accounts/quota.ts";
import type { Host } from "../history/host.ts";
import { Tally } from "../store/tally.ts";
import { firstDay, slotOf } from "./uptime.ts";

/** How long an outcome is shared, so that checks cost the store the same however often they are asked for. */
const SHARED_MS = 1_000;
/** How long a caller waits for a check. Balancers want an answer within a second. */
const WAITED_MS = 800;
/** How long the end of a service waits for its last write: a disk that hangs holds nobody for ever. */
const LAST_WRITE_MS = 5_000;

interface Outcome {
  /** What stopped the check; `null` where the service is ready. */
  readonly error: SpoliaError | null;
  /** How long it took; `null` where it has not ended. */
  readonly tookMs: number | null;
}

export class Readiness {
  readonly host: Host;
  /** What this process sees, until a check writes it. */
  readonly tally = new Tally();
  #last: Outcome | null = null;
  #endedMs = 0;
  #running: Promise<Outcome> | null = null;
  #startedMs = 0;
  #day = "";

  constructor(host: Host) {
    this.host = host;
  }

  /** Whether a write came through in the last second, or does within 0.8 s. Never rejects. */
  async outcome(): Promise<Outcome> {
    const now = performance.now();
    if (this.#running === null && this.#last !== null && now - this.#endedMs < SHARED_MS) return this.#last;
    const running = this.#checked();
    const leftMs = this.#startedMs + WAITED_MS - now;
    // A check may never end, on a disk that does not answer: those who come later do not wait for it.
    if (leftMs <= 0) return OVERDUE;
    return within(leftMs, running, OVERDUE);
  }

  /** Writes what is not written yet, if the store takes it within 5 s. Never rejects. */
  async end(): Promise<void> {
    await within(LAST_WRITE_MS, this.#written(), undefined);
  }

  async #written(): Promise<void> {
    await this.#running;
    if (!this.tally.isEmpty) await this.#checked();
  }

  #checked(): Promise<Outcome> {
    if (this.#running !== null) return this.#running;
    this.#startedMs = performance.now();
    const ended = (error: SpoliaError | null) => {
      this.#endedMs = performance.now();
      this.#last = { error, tookMs: this.#endedMs - this.#startedMs };
      this.#running = null;
      return this.#last;
    };
    this.#running = this.#check().then(
      () => ended(null),
      (cause: unknown) => ended(new SpoliaError("registry_failed", "The store takes no writes.", { cause })),
    );
    return this.#running;
  }

  /** Reads before it writes, so that nothing is written to a damaged file. */
  async #check(): Promise<void> {
    const { store, now } = this.host;
    await store.check();
    const at = now();
    const day = dayOf(at);
    const seen = this.tally.take(at);
    try {
      await store.write(async ({ status }) => {
        await status.checked(day, slotOf(at), seen);
        if (day !== this.#day) await status.forget(firstDay(at));
      });
      this.#day = day;
    } catch (error) {
      this.tally.putBack(seen);
      throw error;
    }
  }
}

const OVERDUE: Outcome = {
  error: new SpoliaError("registry_failed", "No write of the store came through within 0.8 s."),
  tookMs: null,
};
