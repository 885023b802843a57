/**
 * Does what is due: runs of monitors, messages, jobs, and tidying up. One timer; what is due when stands in the store, so that a process
 * that is killed loses nothing, and several over one store share the work.
 */
import type { OpenEngine } from "../engine/engine.ts";
import { deliverDue, type Surroundings } from "./deliveries.ts";
import { doDueJob } from "./jobs.run.ts";
import { beginDue, carryOut, watchedNow } from "./monitors.run.ts";
import type { Registry } from "./registry.ts";

export interface SchedulerOptions {
  readonly registry: Registry;
  readonly engine: OpenEngine;
  /** Told of what went wrong; the next round comes all the same. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const ROUND_MS = 1_000;
/** How often corpora are looked at for changes, and answers to repeated requests are forgotten. */
const REFRESH_MS = 60_000;
const FORGOTTEN_AT_ONCE = 500;

type Lane = (signal: AbortSignal) => Promise<void>;

export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #stopping = new AbortController();
  /** What is under way, by lane: none is waited for by another, and none runs twice at once. */
  readonly #running = new Map<Lane, Promise<void>>();
  readonly #lanes: readonly Lane[];
  #timer: ReturnType<typeof setInterval> | undefined;
  #refreshedAt = Number.NEGATIVE_INFINITY;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#lanes = [this.#tidy, this.#monitors, this.#deliveries, this.#jobs].map((lane) => lane.bind(this));
  }

  /** Goes on until it is stopped; keeps no process alive. */
  start(): void {
    this.#timer ??= setInterval(() => this.round(), ROUND_MS);
    (this.#timer as { unref?: () => void }).unref?.();
  }

  /** Does all that is due now. @returns when it is done; it never rejects */
  async round(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    await Promise.all(this.#lanes.map((lane) => this.#once(lane)));
  }

  /** Breaks off what is under way, so that it is due again, and resolves when nothing is. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await Promise.all(this.#running.values());
  }

  #once(lane: Lane): Promise<void> {
    const running = this.#running.get(lane);
    if (running !== undefined) return running;
    const done = lane(this.#stopping.signal)
      .catch((error: unknown) => this.#options.onError?.(error))
      .finally(() => this.#running.delete(lane));
    this.#running.set(lane, done);
    return done;
  }

  async #tidy(): Promise<void> {
    const { registry, engine } = this.#options;
    const now = registry.host.now();
    if (now - this.#refreshedAt < REFRESH_MS) return;
    this.#refreshedAt = now;
    await registry.host.store.write(({ service }) => service.forgetExpired(now, FORGOTTEN_AT_ONCE));
    await engine.refresh();
  }

  async #monitors(signal: AbortSignal): Promise<void> {
    const { registry, engine } = this.#options;
    while (!signal.aborted) {
      const begun = await beginDue(registry.host, await watchedNow(engine));
      if (begun === null) return;
      if (begun !== "rested") await carryOut(registry, engine, begun, signal);
    }
  }

  async #deliveries(signal: AbortSignal): Promise<void> {
    const { host, outgoing } = this.#options.registry;
    const around: Surroundings = { nowMs: host.now, fraction: () => fractionOf(host.random(4)), outgoing };
    while (!signal.aborted && (await deliverDue(host.store, around, signal)) > 0);
  }

  async #jobs(signal: AbortSignal): Promise<void> {
    const { registry, engine } = this.#options;
    while (!signal.aborted && (await doDueJob(registry, engine, signal)));
  }
}

/** From 0 to below 1. */
const fractionOf = (bytes: Uint8Array): number => new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32;
