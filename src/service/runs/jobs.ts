/**
 * Runs jobs. A process claims a job under a lease that it renews while the job runs; if the process dies, another one
 * claims the job. The job stops when it is cancelled, also when another process received the cancellation.
 */

import type { HostOptions } from "../../base/contract/engine.ts";
import type { AuditItem } from "../../base/contract/operations/audit.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import { verifyCorpus } from "../../corpus/change/verify.ts";
import type { OpenEngine } from "../../engine/engine.ts";
import { auditCorpora } from "../../files/audit/audit.ts";
import type { Host } from "../history/host.ts";
import { BATCH_UPLOAD } from "../jobs/batchState.ts";
import type { JobKind, JobOutput, JobProgress } from "../jobs/jobs.ts";
import { storedError } from "../jobs/storedError.ts";
import type { Registry } from "../registry.ts";
import type { Job } from "../store/records.ts";
import { beginNow, carryOut, watchedNow } from "./monitors.ts";

const LEASE_MS = 60_000;
/** Interval at which a running job renews its lease and checks whether it was cancelled. */
const BEAT_MS = 1_000;
/** A job fails after the process running it has died this many times. */
const ATTEMPTS_MAX = 3;
/** Wait before another attempt where the job's object is in use. */
const CONFLICT_WAIT_MS = 5_000;

type JobHandler = (
  job: Job,
  host: Required<Pick<HostOptions, "signal" | "onProgress">> & { signal: AbortSignal },
) => Promise<unknown>;

/** The function of each kind of job. Its result is stored unchanged. */
function handlersOf(
  registry: Registry,
  engine: OpenEngine,
): Readonly<Record<JobKind | typeof BATCH_UPLOAD, JobHandler>> {
  return {
    async corpus_verify({ input }, { signal, onProgress }) {
      const corpus = engine.corpus((input as { corpus: string }).corpus);
      if (corpus === null)
        throw new SpoliaError("corpus_not_found", "This service has no corpus of that name any more.");
      return verifyCorpus(corpus.storage, { signal, onProgress });
    },
    async corpus_audit({ input }, host) {
      const { corpus: name, items, ...options } = input as { corpus: string; items: AuditItem[] };
      const corpus = engine.corpus(name);
      if (corpus === null)
        throw new SpoliaError("corpus_not_found", "This service has no corpus of that name any more.");
      return auditCorpora(items, [corpus], { ...options, ...host });
    },
    async monitor_run({ tenant, input }, { signal }) {
      const { monitor_id } = input as { monitor_id: string };
      const begun = await beginNow(registry, tenant, monitor_id, await watchedNow(engine));
      await carryOut(registry, engine, begun, signal);
      return { run_id: begun.id };
    },
    /** Its sender has left without a word: nobody knows of the batch. */
    async [BATCH_UPLOAD]({ tenant, id }) {
      return registry.host.store.write(({ jobs }) => jobs.remove(tenant, id));
    },
  };
}

/** Runs one due job. @returns whether there was one */
export async function doDueJob(
  registry: Registry,
  engine: OpenEngine,
  stopping: AbortSignal,
  onFailed?: (error: unknown, failed: { task: "job"; tenant: string; id: string }) => void,
): Promise<boolean> {
  const { host } = registry;
  const job = await takeUp(host);
  if (job === null) return false;
  const running = new RunningJob(host, job);
  const signal = AbortSignal.any([stopping, running.cancelled]);
  try {
    if ((job.progress as JobProgress).attempts > ATTEMPTS_MAX) {
      throw new SpoliaError("internal", "Several processes that ran the job ended before the job did.");
    }
    const handler = handlersOf(registry, engine)[job.kind as JobKind | typeof BATCH_UPLOAD];
    const result = await handler(job, { signal, onProgress: (progress) => running.note(progress) });
    if (stopping.aborted) await running.end({ status: "queued", due_at: host.now() });
    else await running.end({ ...endedAt(host.now()), status: "done", output: { result } });
  } catch (error) {
    if (stopping.aborted) await running.end({ status: "queued", due_at: host.now() });
    else if (isSpoliaError(error) && error.code === "conflict")
      await running.end({ status: "queued", due_at: host.now() + CONFLICT_WAIT_MS });
    else {
      onFailed?.(error, { task: "job", tenant: job.tenant, id: job.id });
      await running.end({ ...endedAt(host.now()), status: "failed", output: { error: storedError(error) } });
    }
  }
  return true;
}

const endedAt = (now: number) => ({ due_at: null, request_hash: null, prunable_at: now });

function takeUp({ store, now }: Host): Promise<Job | null> {
  return store.write(async ({ service, jobs }) => {
    const due_at = now() + LEASE_MS;
    const [job] = await service.claim("jobs", now(), due_at, 1);
    if (job === undefined) return null;
    const before = job.progress as JobProgress;
    // A job still marked as running had a process that died; a job that was put back is queued and does not count.
    const attempts = job.status === "running" ? before.attempts + 1 : Math.max(1, before.attempts);
    const progress: JobProgress = { ...before, attempts };
    await jobs.change(job.tenant, job.id, { status: "running", progress });
    return { ...job, status: "running", due_at, progress };
  });
}

type JobEnd = Pick<Job, "status" | "due_at" | "request_hash" | "prunable_at">;

/** A job that this process runs, as long as it holds the lease. */
class RunningJob {
  readonly #host: Host;
  readonly #job: Job;
  readonly #controller = new AbortController();
  readonly #timer: ReturnType<typeof setInterval>;
  #lease: number;
  #progress: JobProgress;
  #beating: Promise<void> = Promise.resolve();

  constructor(host: Host, job: Job) {
    this.#host = host;
    this.#job = job;
    this.#lease = job.due_at!;
    this.#progress = job.progress as JobProgress;
    this.#timer = setInterval(() => {
      this.#beating = this.#beating.then(() => this.#beat()).catch(() => {});
    }, BEAT_MS);
  }

  get cancelled(): AbortSignal {
    return this.#controller.signal;
  }

  note(progress: JobProgress["progress"]): void {
    this.#progress = { ...this.#progress, progress };
  }

  /** Renews the lease; stops the job where the lease was lost. */
  async #beat(): Promise<void> {
    const lease = this.#host.now() + LEASE_MS;
    const isMine = await this.#change({ due_at: lease });
    if (isMine) this.#lease = lease;
    else this.#controller.abort();
  }

  async end(changes: Partial<JobEnd> & { output?: JobOutput }): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    await this.#change(changes);
  }

  #change(changes: Partial<JobEnd & Pick<Job, "output">>): Promise<boolean> {
    const { tenant, id } = this.#job;
    // Still as this process left it: not cancelled, and not claimed by another process after the lease.
    const held = { status: "running", due_at: this.#lease } as const;
    return this.#host.store.write(({ jobs }) =>
      jobs.change(tenant, id, { ...changes, progress: this.#progress }, held),
    );
  }
}
