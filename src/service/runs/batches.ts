/**
 * Works on batches, fairly: tenants take turns, and a turn is a few lines of the tenant's oldest batch. So whoever has
 * few lines waits for one turn of the others, however many lines they have.
 *
 *   due ──claim──▶ leased ──count──▶ answers ──store──▶ due again, behind the turns of others
 *                     │                 └──its process died and LEASE_MS passed──▶ due again, counted already
 *                     │                 └──a corpus did not answer──▶ due again in half a minute, for an hour
 *                     └──the quota is used up──▶ due again when it may have returned
 */

import { analyzeRequestSchema } from "../../base/contract/schemas/operations/analyze.ts";
import { isSpoliaError, SpoliaError, throwIfAborted } from "../../base/errors.ts";
import { within } from "../../base/queues/within.ts";
import type { OpenEngine } from "../../engine/engine.ts";
import { validated } from "../../engine/requests.ts";
import { type AnalysisWishes, BATCH, batchStateOf, failedLine, type LineOutcome } from "../jobs/batchState.ts";
import { countedWords } from "../jobs/words.ts";
import type { Registry } from "../registry.ts";
import type { BatchTurn, Job, JobLine } from "../store/records.ts";
import { analyzeForTenant } from "./analysis.ts";
import { type BatchWork, begin, type CountedLine, end, fail, linesOf, putBack } from "./batchTurn.ts";

/** Tenants whose lines this process works on at once; the engine shares its threads between them. */
const TENANTS_AT_ONCE_MAX = 4;
/** Longer than a store waits for other processes (10 s), in which the lease cannot be renewed. */
const LEASE_MS = 15_000;
/** Interval at which a long turn renews its lease and checks whether its batch was cancelled. */
const BEAT_MS = 1_000;
/** Time limit of one line, as of one request. */
const LINE_MS = 120_000;
/** A line gets an error after so many processes have died of it. */
const ATTEMPTS_MAX = 3;
/** Errors that are no answer: the line is tried again after a while. */
const RETRIED: readonly string[] = ["overloaded", "registry_failed", "closed"];
const RETRY_MS = 5_000;
/** A search that did not reach all that it was to search says nothing of the text, and may be whole later. */
const UNREACHED: readonly string[] = ["search_incomplete", "storage_failed"];
/** Lines whose corpus does not answer are tried again so often; after so long in all a batch has the error. */
const UNREACHED_RETRY_MS = 30_000;
const UNREACHED_MAX_MS = 3_600_000;

type OnFailed = (error: unknown, failed: { task: "job"; tenant: string; id: string }) => void;

export class BatchWorker {
  readonly #registry: Registry;
  readonly #engine: OpenEngine;
  readonly #onFailed: OnFailed | undefined;
  /** Turns that this process has. They never reject. */
  readonly #turns = new Set<Promise<void>>();
  readonly #failures: unknown[] = [];

  constructor(registry: Registry, engine: OpenEngine, onFailed?: OnFailed) {
    this.#registry = registry;
    this.#engine = engine;
    this.#onFailed = onFailed;
  }

  /** Works until no turn is due. Rejects where the store fails. */
  async run(stopping: AbortSignal): Promise<void> {
    const { store, now } = this.#registry.host;
    try {
      while (!stopping.aborted && this.#failures.length === 0) {
        const room = TENANTS_AT_ONCE_MAX - this.#turns.size;
        const at = now();
        const claimed =
          room === 0 ? [] : await store.write(({ service }) => service.claim("batch_turns", at, at + LEASE_MS, room));
        for (const turn of claimed) this.#start(turn, stopping);
        if (this.#turns.size === 0) break;
        await within(BEAT_MS, Promise.race(this.#turns), undefined);
      }
    } finally {
      await Promise.all(this.#turns);
    }
    const [failure] = this.#failures.splice(0);
    if (failure !== undefined) throw failure;
  }

  #start(turn: BatchTurn, stopping: AbortSignal): void {
    const taken = this.#take(turn, stopping)
      .catch((error: unknown) => void this.#failures.push(error))
      .finally(() => this.#turns.delete(taken));
    this.#turns.add(taken);
  }

  async #take(turn: BatchTurn, stopping: AbortSignal): Promise<void> {
    const { store, now } = this.#registry.host;
    const { tenant } = turn;
    const job = await store.read(
      async ({ jobs }) => (await jobs.oldest(tenant, BATCH, "running")) ?? (await jobs.oldest(tenant, BATCH, "queued")),
    );
    if (job === null) {
      // Where another batch came meanwhile, the turn is due again.
      await store.write(async ({ turns }) => (await turns.end(turn)) || (await turns.move(turn, now())));
      return;
    }
    const held = new HeldTurn(this.#registry, { turn, job, hasBegun: false });
    try {
      await this.#work(held, AbortSignal.any([stopping, held.lost]));
    } catch (error) {
      const work = await held.stop();
      if (stopping.aborted || held.lost.aborted) await putBack(this.#registry, work, now());
      else if (isOneOf(error, RETRIED)) await putBack(this.#registry, work, now() + RETRY_MS);
      else if (isOneOf(error, UNREACHED)) {
        const waitedMs = (batchStateOf(work.job).unreached_ms ?? 0) + UNREACHED_RETRY_MS;
        await putBack(this.#registry, work, now() + UNREACHED_RETRY_MS, waitedMs);
      } else {
        this.#onFailed?.(error, { task: "job", tenant, id: job.id });
        await fail(this.#registry, work, error);
      }
    }
  }

  async #work(held: HeldTurn, signal: AbortSignal): Promise<void> {
    const { job } = held.work;
    const { counted: before } = batchStateOf(job);
    const isOfBefore = before !== null && before.uses === undefined;
    const front = await linesOf(this.#registry, job);
    const lines = await Promise.all(front.map((line) => this.#counted(line, !isOfBefore)));
    const begun = await begin(this.#registry, held.work, lines);
    if (begun === null) {
      await held.stop();
      return;
    }
    held.work = { ...held.work, job: begun, hasBegun: true };
    const { counted, attempts, unreached_ms = 0 } = batchStateOf(begun);
    const { upTo, uses } = counted!;
    const mine = lines
      .filter(({ line: { line } }) => line < upTo)
      .map((one, at) => ({ ...one, use: uses?.[at] ?? one.use }));
    const wishes = { ...(begun.input as AnalysisWishes), isAwaited: unreached_ms < UNREACHED_MAX_MS };
    const answers = mine.map((one) =>
      attempts > ATTEMPTS_MAX ? failedLine(deadly()) : this.#answer(one, wishes, signal),
    );
    // All end before the turn does: what goes on would take the place of others.
    await Promise.allSettled(answers);
    const outcomes = await Promise.all(answers);
    throwIfAborted(signal);
    await end(this.#registry, await held.stop(), mine, outcomes);
  }

  /** What a line asks for, and what it counts for: nothing where its answer is known already. */
  async #counted(line: JobLine, isEncoded: boolean): Promise<CountedLine> {
    const { quota, host } = this.#registry;
    const nothing = { calls: 0, words: 0 };
    if (line.answer !== null) return { line, asked: { outcome: line.answer as LineOutcome }, use: nothing };
    try {
      const request = validated(analyzeRequestSchema, JSON.parse(new TextDecoder().decode(line.request)));
      const words = await countedWords(this.#registry, line.tenant, request, isEncoded);
      await host.store.read((records) => quota.requirePossible(records, line.tenant, words));
      return { line, asked: { request }, use: { calls: 1, ...words } };
    } catch (error) {
      if (isOneOf(error, RETRIED) || (isSpoliaError(error) && error.code === "forbidden")) throw error;
      return { line, asked: { outcome: failedLine(error) }, use: nothing };
    }
  }

  async #answer(
    { line, asked }: CountedLine,
    { isAwaited, ...wishes }: AnalysisWishes & { isAwaited: boolean },
    signal: AbortSignal,
  ): Promise<LineOutcome> {
    if ("outcome" in asked) return asked.outcome;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), LINE_MS);
    try {
      const ask = { ...asked, ...wishes, signal: AbortSignal.any([signal, limit.signal]) };
      return { result: await analyzeForTenant(this.#registry, this.#engine, line.tenant, ask) };
    } catch (error) {
      throwIfAborted(signal);
      if (isOneOf(error, RETRIED) || (isAwaited && isOneOf(error, UNREACHED))) throw error;
      return failedLine(error);
    } finally {
      clearTimeout(timer);
    }
  }
}

const isOneOf = (error: unknown, codes: readonly string[]): boolean =>
  isSpoliaError(error) && codes.includes(error.code);

const deadly = () => new SpoliaError("internal", "Several processes that worked on the line ended before it did.");

/** A turn of this process, whose lease is renewed until it is stopped. */
class HeldTurn {
  readonly #registry: Registry;
  readonly #lost = new AbortController();
  readonly #timer: ReturnType<typeof setInterval>;
  #beating: Promise<void> = Promise.resolve();
  work: BatchWork;

  constructor(registry: Registry, work: BatchWork) {
    this.#registry = registry;
    this.work = work;
    this.#timer = setInterval(() => {
      this.#beating = this.#beating.then(() => this.#beat()).catch(() => {});
    }, BEAT_MS);
  }

  /** Fires where the batch was cancelled, or another process has the turn. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** @returns the work as it is now */
  async stop(): Promise<BatchWork> {
    clearInterval(this.#timer);
    await this.#beating;
    return this.work;
  }

  async #beat(): Promise<void> {
    const { turn, job } = this.work;
    const { store, now } = this.#registry.host;
    const due_at = now() + LEASE_MS;
    const isMine = await store.write(async ({ turns, jobs }) => {
      if (!(await turns.move(turn, due_at))) return false;
      this.work = { ...this.work, turn: { ...turn, due_at } };
      return isOpen(await jobs.find(job.tenant, job.id));
    });
    if (!isMine) this.#lost.abort();
  }
}

const isOpen = (job: Job | null): boolean => job?.status === "queued" || job?.status === "running";
