/**
 * Is the service ready? It is where a write came through: a full disk, a damaged file, a lock that another process
 * does not give up, all of them stop writes. One check is made at a time, and its outcome shared for a second.
 */
import { SpoliaError } from "../errors.ts";
import type { Host } from "./host.ts";
import { dayOf } from "./quota.ts";

/** How long an outcome is shared, so that checks cost the store the same however often they are asked for. */
const SHARED_MS = 1_000;
/** How long a caller waits for a check. Balancers want an answer within a second. */
const WAITED_MS = 800;
/** Length of the slots of time in which the service was ready or not. */
const SLOT_MS = 10_000;

interface Outcome {
  /** What stopped the check; `null` where the service is ready. */
  readonly error: SpoliaError | null;
}

export class Readiness {
  readonly #host: Host;
  #last: Outcome | null = null;
  #endedMs = 0;
  #running: Promise<Outcome> | null = null;
  #startedMs = 0;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Whether a write came through in the last second, or does within 0.8 s. Never rejects. */
  async outcome(): Promise<Outcome> {
    const now = performance.now();
    if (this.#running === null && this.#last !== null && now - this.#endedMs < SHARED_MS) return this.#last;
    if (this.#running === null) {
      this.#startedMs = now;
      this.#running = this.#ended();
    }
    const leftMs = this.#startedMs + WAITED_MS - now;
    // A check may never end, on a disk that does not answer: those who come later do not wait for it.
    if (leftMs <= 0) return OVERDUE;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const overdue = new Promise<Outcome>((resolve) => {
      timer = setTimeout(resolve, leftMs, OVERDUE);
    });
    return Promise.race([this.#running, overdue]).finally(() => clearTimeout(timer));
  }

  async #ended(): Promise<Outcome> {
    const error = await this.#check().then(
      () => null,
      (cause: unknown) => new SpoliaError("registry_failed", "The store takes no writes.", { cause }),
    );
    this.#last = { error };
    this.#endedMs = performance.now();
    this.#running = null;
    return this.#last;
  }

  /** Reads before it writes, so that nothing is written to a damaged file. */
  async #check(): Promise<void> {
    const { store, now } = this.#host;
    await store.check();
    const at = now();
    await store.write(({ service }) => service.checked(dayOf(at), Math.floor(at / SLOT_MS)));
  }
}

const OVERDUE: Outcome = {
  error: new SpoliaError("registry_failed", "No write of the store came through within 0.8 s."),
};
