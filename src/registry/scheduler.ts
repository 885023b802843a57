/**
 * Performs due work: runs of monitors, messages, jobs, and clean-up. It has one timer; the due times are in the store,
 * so that a killed process loses nothing, and several processes over one store share the work.
 */
import type { OpenEngine } from "../engine/engine.ts";
import { type FailedAttempt, Sender } from "./deliveries.send.ts";
import { doDueJob } from "./jobs.run.ts";
import { beginDue, carryOut, watchedNow } from "./monitors.run.ts";
import type { Registry } from "./registry.ts";

export interface SchedulerOptions {
  readonly registry: Registry;
  readonly engine: OpenEngine;
  /** Called with each error; the scheduler continues with the next round. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /**
   * Called with each attempt of a message that got no answer, and why; the tenant's log has one word of it.
   *
   * @since 0.2.0
   */
  readonly onDeliveryFailed?: ((failure: FailedAttempt) => void) | undefined;
}

const ROUND_MS = 1_000;
/** Interval at which corpora are checked for changes, and expired answers to repeated requests are removed. */
const REFRESH_MS = 60_000;
const FORGOTTEN_AT_ONCE = 500;

type Lane = (signal: AbortSignal) => Promise<void>;

export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #stopping = new AbortController();
  /** Running work by lane: lanes do not wait for each other, and a lane never runs twice at once. */
  readonly #running = new Map<Lane, Promise<void>>();
  readonly #lanes: readonly Lane[];
  #sender: Sender | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #refreshedAt = Number.NEGATIVE_INFINITY;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#lanes = [this.#tidy, this.#monitors, this.#deliveries, this.#jobs].map((lane) => lane.bind(this));
  }

  /** Runs until it is stopped; its timer does not keep the process alive. */
  start(): void {
    this.#timer ??= setInterval(() => this.round(), ROUND_MS);
    (this.#timer as { unref?: () => void }).unref?.();
  }

  /** Performs all due work. Resolves when it is done, and never rejects. */
  async round(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    await Promise.all(this.#lanes.map((lane) => this.#once(lane)));
  }

  /** Aborts the running work, which becomes due again, and resolves when nothing is running. */
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
      const begun = await beginDue(registry, await watchedNow(engine));
      if (begun === null) return;
      if (begun !== "rested") await carryOut(registry, engine, begun, signal);
    }
  }

  async #deliveries(signal: AbortSignal): Promise<void> {
    const { registry, onDeliveryFailed: onFailure } = this.#options;
    const { host, outgoing } = registry;
    const around = { nowMs: host.now, fraction: () => fractionOf(host.random(4)), outgoing, onFailure };
    this.#sender ??= new Sender(host.store, around);
    await this.#sender.run(signal);
  }

  async #jobs(signal: AbortSignal): Promise<void> {
    const { registry, engine } = this.#options;
    while (!signal.aborted && (await doDueJob(registry, engine, signal)));
  }
}

/** A number from 0 to below 1. */
const fractionOf = (bytes: Uint8Array): number => new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32;
