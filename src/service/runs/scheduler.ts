/**
 * Performs due work: runs of monitors, messages, jobs, and clean-up. It has one timer; the due times are in the store,
 * so that a killed process loses nothing, and several processes over one store share the work.
 */
import { checkArguments, isRecord } from "../../base/arguments.ts";
import type { Count } from "../../base/contract/common.ts";
import { isSpoliaError } from "../../base/errors.ts";
import type { OpenEngine } from "../../engine/engine.ts";
import { DAY_MS } from "../accounts/schedule.ts";
import { type FailedAttempt, Sender } from "../deliveries/attempts.ts";
import type { Registry } from "../registry.ts";
import { BatchWorker } from "./batches.ts";
import { doDueJob } from "./jobs.ts";
import { beginDue, carryOut, watchedNow } from "./monitors.ts";
import { forgetExpired, prune } from "./prune.ts";

export interface SchedulerOptions {
  readonly registry: Registry;
  readonly engine: OpenEngine;
  /** Called with each error of a round; the scheduler continues with the next round. */
  readonly onError?: ((error: unknown, failed: FailedTask) => void) | undefined;
  /**
   * Called with each run of a monitor and each job that failed; the tenant sees the error in its record, without cause.
   *
   * @since 0.2.0
   */
  readonly onTaskFailed?: ((error: unknown, failed: FailedTask) => void) | undefined;
  /**
   * Called with each attempt of a message that got no answer, and why; the tenant's log has one word of it.
   *
   * @since 0.2.0
   */
  readonly onDeliveryFailed?: ((failure: FailedAttempt) => void) | undefined;
  /**
   * Days after which runs of monitors, messages, and jobs with their results are removed, counted from their end.
   * What is due or runs, the last run of each monitor, and results of analyses stay. Default: never.
   *
   * @since 0.2.0
   */
  readonly pruneAfterDays?: Count | undefined;
}

/**
 * A scheduled task that failed.
 *
 * @since 0.2.0
 */
export interface FailedTask {
  /** A round of all due work of a kind, a check of the engine or the service, the run of a monitor, or a job. */
  task: Lane | "run" | "job";
  /** Tenant of the run or job; `null` for a round. */
  tenant: string | null;
  /** Id of the run or job; `null` for a round. */
  id: string | null;
}

const ROUND_MS = 1_000;
/** Interval at which corpora are checked for changes, and what has expired is removed. */
const REFRESH_MS = 60_000;
/** Interval at which the service is checked: at least once in each slot of `uptime.ts`. */
const CHECK_MS = 5_000;
/** An engine that identifies a sentence no sooner has failed. */
const ENGINE_MS_MAX = 30_000;

/** @returns `false` where it was not time to do anything */
type LaneWork = (signal: AbortSignal) => Promise<unknown>;
type Lane = "tidy" | "engine" | "status" | "monitors" | "deliveries" | "jobs" | "batches";
/** The part of the service whose status the outcome of a lane tells. */
const PARTS: { readonly [Name in Lane]?: string } = {
  engine: "engine",
  monitors: "monitors",
  deliveries: "deliveries",
  jobs: "jobs",
  batches: "jobs",
};

export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #stopping = new AbortController();
  /** Running work by lane: lanes do not wait for each other, and a lane never runs twice at once. */
  readonly #running = new Map<Lane, Promise<void>>();
  readonly #lanes: Readonly<Record<Lane, LaneWork>>;
  #sender: Sender | undefined;
  #batchWorker: BatchWorker | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** When lanes last ran that do not run in every round. */
  readonly #ranAt = new Map<Lane, number>();

  /** @throws invalid_request where `options` is no object, or `pruneAfterDays` no whole number above 0 */
  constructor(options: SchedulerOptions) {
    checkArguments("Scheduler", [["/options", isRecord(options), "an object with `registry` and `engine`"]]);
    const { pruneAfterDays: days = 1 } = options;
    checkArguments("Scheduler", [
      ["/pruneAfterDays", Number.isSafeInteger(days) && days > 0, "a whole number above 0"],
    ]);
    this.#options = options;
    this.#lanes = {
      tidy: (signal) => this.#every(REFRESH_MS, "tidy", (now) => this.#tidy(now, signal)),
      engine: (signal) => this.#every(REFRESH_MS, "engine", () => this.#engine(signal)),
      status: () => this.#every(CHECK_MS, "status", () => this.#options.registry.readiness.outcome()),
      monitors: (signal) => this.#monitors(signal),
      deliveries: (signal) => this.#deliveries(signal),
      jobs: (signal) => this.#jobs(signal),
      batches: (signal) => this.#batches(signal),
    };
  }

  /** Runs until it is stopped; its timer does not keep the process alive. */
  start(): void {
    this.#timer ??= setInterval(() => this.round(), ROUND_MS);
    (this.#timer as { unref?: () => void }).unref?.();
  }

  /** Performs all due work. Resolves when it is done, and never rejects. */
  async round(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    await Promise.all((Object.keys(this.#lanes) as Lane[]).map((lane) => this.#once(lane)));
  }

  /** Aborts the running work, which becomes due again, and resolves when nothing is running. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await Promise.all(this.#running.values());
    await this.#options.registry.readiness.end();
  }

  #once(lane: Lane): Promise<void> {
    const running = this.#running.get(lane);
    if (running !== undefined) return running;
    const { signal } = this.#stopping;
    const note = (hasPassed: boolean) => {
      const part = PARTS[lane];
      if (part !== undefined && !signal.aborted) this.#options.registry.readiness.tally.note(part, hasPassed);
    };
    const done = this.#lanes[lane](signal)
      .then((hasRun) => {
        if (hasRun !== false) note(true);
      })
      .catch((error: unknown) => {
        // What this scheduler stops itself is due again, and has not failed.
        if (signal.aborted && isSpoliaError(error) && error.code === "aborted") return;
        note(false);
        this.#options.onError?.(error, { task: lane, tenant: null, id: null });
      })
      .finally(() => this.#running.delete(lane));
    this.#running.set(lane, done);
    return done;
  }

  async #every(intervalMs: number, lane: Lane, work: (now: number) => Promise<unknown>): Promise<boolean> {
    const now = this.#options.registry.host.now();
    if (now - (this.#ranAt.get(lane) ?? Number.NEGATIVE_INFINITY) < intervalMs) return false;
    this.#ranAt.set(lane, now);
    await work(now);
    return true;
  }

  async #tidy(now: number, signal: AbortSignal): Promise<void> {
    const { registry, pruneAfterDays } = this.#options;
    await forgetExpired(registry.host, now, signal);
    await registry.marketplace.expire(signal);
    if (pruneAfterDays !== undefined) await prune(registry.host, now - pruneAfterDays * DAY_MS, signal);
  }

  /** Reads the state of the corpora, and lets the engine answer something. */
  async #engine(signal: AbortSignal): Promise<void> {
    const { engine } = this.#options;
    await engine.refresh();
    const limited = AbortSignal.any([signal, AbortSignal.timeout(ENGINE_MS_MAX)]);
    await engine.identify({ content: "Is anybody there?", content_type: "text" }, { signal: limited });
  }

  async #monitors(signal: AbortSignal): Promise<void> {
    const { registry, engine, onTaskFailed } = this.#options;
    while (!signal.aborted) {
      const begun = await beginDue(registry, await watchedNow(engine));
      if (begun === null) return;
      if (begun !== "rested") await carryOut(registry, engine, begun, signal, onTaskFailed);
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
    const { registry, engine, onTaskFailed } = this.#options;
    while (!signal.aborted && (await doDueJob(registry, engine, signal, onTaskFailed)));
  }

  async #batches(signal: AbortSignal): Promise<void> {
    const { registry, engine, onTaskFailed } = this.#options;
    this.#batchWorker ??= new BatchWorker(registry, engine, onTaskFailed);
    await this.#batchWorker.run(signal);
  }
}

/** A number from 0 to below 1. */
const fractionOf = (bytes: Uint8Array): number => new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32;
