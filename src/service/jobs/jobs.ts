/** Jobs: long operations that are requested, polled and cancelled. `runs/jobs.ts` runs them. */
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { Timestamp } from "../../base/contract/common.ts";
import type { Progress } from "../../base/contract/resources/corpus.ts";
import type { Quota } from "../accounts/quota.ts";
import { existing, type Host, isoTime, newId } from "../history/host.ts";
import { mappedPage, type Page, type PageRequest } from "../store/cursor.ts";
import type { Job } from "../store/records.ts";
import { BATCH, BATCH_UPLOAD, dropWaiting } from "./batchState.ts";
import type { StoredError } from "./storedError.ts";

/** Kinds of jobs that anyone may ask for by themselves. Batches are submitted line by line (`batches.ts`). */
export type JobKind = "corpus_verify" | "corpus_audit" | "monitor_run";

const AUDIT: JobKind = "corpus_audit";

/** The input of an audit with the numbers of its items and of the texts that do not count: both are the caller's. */
const withoutTexts = ({ items, ignore, ...input }: { items: readonly unknown[]; ignore?: readonly unknown[] }) => ({
  ...input,
  items: items.length,
  ...(ignore !== undefined && { ignore: ignore.length }),
});

/** The `progress` of a job. */
export interface JobProgress {
  /** How often a process started the job: more than once where the process running it died. */
  attempts: number;
  progress: Progress | null;
}

/** The `output` of a job that has ended. */
export type JobOutput = { result: unknown } | { error: StoredError };

/** A job as it is answered. */
export interface JobDocument {
  /** `job_` id of the job. */
  job_id: string;
  /** `corpus_verify`, `corpus_audit`, `monitor_run`, `analyze_batch`; `batch_upload` while lines of a batch arrive. */
  kind: string;
  /** How far the job is. */
  status: Job["status"];
  /** When the job was asked for. */
  created_at: Timestamp;
  input: unknown;
  /** How far the job has come; `null` where that is not known. */
  progress: Progress | null;
  /** Of a job that is done. */
  result: unknown;
  /** Of a job that failed. */
  error: StoredError | null;
}

export class Jobs {
  readonly #host: Host;
  readonly #quota: Quota;

  constructor(host: Host, quota: Quota) {
    this.#host = host;
    this.#quota = quota;
  }

  /** Requests a job. If an equal job waits or runs already, that job is returned. */
  async create(tenant: string, kind: JobKind, input: object): Promise<JobDocument> {
    const now = this.#host.now();
    const progress: JobProgress = { attempts: 0, progress: null };
    const job: Job = {
      tenant,
      id: newId(this.#host.random, "job"),
      created_at: now,
      kind,
      status: "queued",
      due_at: now,
      input,
      progress,
      output: null,
      request_hash: await sha256(canonicalJson([kind, input])),
      bytes: 0,
      prunable_at: null,
    };
    return jobDocumentOf((await this.#host.store.write(({ jobs }) => jobs.request(job))).stored);
  }

  /** @throws not_found */
  find(tenant: string, id: string): Promise<JobDocument> {
    return this.#host.store.read(async (records) => jobDocumentOf(await existing(records.jobs.find(tenant, id))));
  }

  /** The newest first. */
  async list(
    tenant: string,
    page: PageRequest = {},
    filter: { status?: Job["status"] } = {},
  ): Promise<Page<JobDocument>> {
    return mappedPage(await this.#host.store.read(({ jobs }) => jobs.list(tenant, page, filter)), jobDocumentOf);
  }

  /**
   * Cancels a job; a running one stops within a second or two. A job that has ended stays unchanged. Of a batch, the
   * answers stay, and what was counted for other lines is given back.
   *
   * @throws not_found
   */
  cancel(tenant: string, id: string): Promise<JobDocument> {
    return this.#host.store.write(async (records) => {
      const ended = { due_at: null, request_hash: null, bytes: 0, prunable_at: this.#host.now() };
      const cancelled = { ...ended, status: "cancelled" } as const;
      const { jobs } = records;
      for (;;) {
        const job = await existing(jobs.find(tenant, id));
        const { status, progress, kind } = job;
        if (status !== "queued" && status !== "running") return jobDocumentOf(job);
        // Where the job has begun, gone on or ended meanwhile, it is looked at again.
        if (!(await jobs.change(tenant, id, cancelled, { status, progress }))) continue;
        if (kind === BATCH || kind === BATCH_UPLOAD) await dropWaiting(records, this.#quota, job);
        return jobDocumentOf({ ...job, status: "cancelled" });
      }
    });
  }
}

export function jobDocumentOf({ id, kind, status, created_at, input, progress, output }: Job): JobDocument {
  const ended = output as JobOutput | null;
  return {
    job_id: id,
    kind,
    status,
    created_at: isoTime(created_at),
    input: kind === AUDIT ? withoutTexts(input as { items: readonly unknown[] }) : input,
    progress: (progress as JobProgress).progress,
    result: ended !== null && "result" in ended ? ended.result : null,
    error: ended !== null && "error" in ended ? ended.error : null,
  };
}
