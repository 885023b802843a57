/** Batches as jobs: many analyses that are submitted at once, worked on later, and fetched line by line. */
import type { AnalyzeRequest } from "../../base/contract/operations/analyze.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import type { Quota } from "../accounts/quota.ts";
import { existing, type Host, newId, notFound } from "../history/host.ts";
import type { Job, JobLine } from "../store/records.ts";
import {
  type AnalysisWishes,
  BATCH,
  BATCH_UPLOAD,
  type BatchState,
  batchStateOf,
  failedLine,
  type LineOutcome,
} from "./batchState.ts";
import { type JobDocument, jobDocumentOf } from "./jobs.ts";

/** Lines of one batch. */
const LINES_MAX = 100_000;
/** Bytes of its requests that wait, beside the limit of the plan (`stored_bytes`). */
const BYTES_MAX = 256 * 1024 * 1024;
/** Invalid lines cost no calls, but are stored: a batch of so many is not what it was meant to be. */
const INVALID_LINES_MAX = 1_000;
/** What is held in memory before it is stored. */
const HELD_LINES_MAX = 256;
const HELD_BYTES_MAX = 1024 * 1024;
/** An upload without news for this time is given up, and removed. Longer than the pause that a sender may make. */
const UPLOAD_LEASE_MS = 10 * 60_000;
const PAGE_LINES = 32;

/** An answered line. @since 0.2.0 */
export interface AnsweredLine {
  index: number;
  outcome: LineOutcome;
}

export class Batches {
  readonly #host: Host;
  readonly #quota: Quota;

  constructor(host: Host, quota: Quota) {
    this.#host = host;
    this.#quota = quota;
  }

  /** Begins a batch, whose lines follow. It is worked on once it is complete. @since 0.2.0 */
  async open(tenant: string, input: AnalysisWishes): Promise<BatchUpload> {
    const now = this.#host.now();
    const state: BatchState = {
      attempts: 0,
      progress: { stage: "upload", done: 0, total: 0, unit: "requests" },
      failed: 0,
      // The submission counts as one call, in the place of the first line.
      paid: 1,
      counted: null,
    };
    const job: Job = {
      tenant,
      id: newId(this.#host.random, "job"),
      created_at: now,
      kind: BATCH_UPLOAD,
      status: "queued",
      due_at: now + UPLOAD_LEASE_MS,
      input,
      progress: state,
      output: null,
      request_hash: null,
      bytes: 0,
      prunable_at: null,
    };
    await this.#host.store.write(({ jobs }) => jobs.add(job));
    return new BatchUpload(this.#host, this.#quota, job);
  }

  /**
   * The answered lines behind `after`, in order.
   *
   * @throws not_found where there is no such batch
   * @since 0.2.0
   */
  async results(tenant: string, id: string, after = -1): Promise<AsyncGenerator<AnsweredLine, void, undefined>> {
    const { store } = this.#host;
    const job = await existing(store.read(({ jobs }) => jobs.find(tenant, id)));
    if (job.kind !== BATCH) throw notFound();
    const upTo = batchStateOf(job).progress.done - 1;
    async function* pages() {
      for (let last = after; last < upTo; ) {
        const range = { after: last, upTo, limit: PAGE_LINES };
        const lines = await store.read(({ jobLines }) => jobLines.list(tenant, id, range));
        if (lines.length === 0) return;
        for (const { line, answer } of lines) yield { index: line, outcome: answer as LineOutcome };
        last = lines.at(-1)!.line;
      }
    }
    return pages();
  }
}

/** A batch whose lines are arriving. @since 0.2.0 */
export class BatchUpload {
  readonly #host: Host;
  readonly #quota: Quota;
  #job: Job;
  #lines = 0;
  #invalidLines = 0;
  #held: JobLine[] = [];
  #heldBytes = 0;

  constructor(host: Host, quota: Quota, job: Job) {
    this.#host = host;
    this.#quota = quota;
    this.#job = job;
  }

  /**
   * Adds a line: a valid request, or why there is none.
   *
   * @throws content_too_large, plan_limit, invalid_request; conflict where the upload was given up
   */
  async add(line: { request: AnalyzeRequest } | { error: unknown }): Promise<void> {
    const { tenant, id, created_at } = this.#job;
    if (this.#lines === LINES_MAX) throw tooLarge(`${LINES_MAX} lines`);
    const request = "request" in line ? new TextEncoder().encode(JSON.stringify(line.request)) : new Uint8Array();
    const answer = "error" in line ? failedLine(line.error) : null;
    if ("error" in line && ++this.#invalidLines > INVALID_LINES_MAX) throw tooManyInvalid(line.error);
    this.#held.push({ tenant, id, created_at, line: this.#lines++, request, answer });
    this.#heldBytes += request.length;
    if (this.#job.bytes + this.#heldBytes > BYTES_MAX) throw tooLarge(`${BYTES_MAX} bytes`);
    if (this.#held.length >= HELD_LINES_MAX || this.#heldBytes >= HELD_BYTES_MAX) await this.#store({});
  }

  /** All lines are there: from now on the batch is worked on. @throws as `add` */
  async complete(): Promise<JobDocument> {
    if (this.#lines === 0)
      throw new SpoliaError("invalid_request", "The batch has no line.", {
        fields: [{ pointer: "", detail: "must have at least one request" }],
      });
    const { progress, ...state } = batchStateOf(this.#job);
    const ready: BatchState = { ...state, progress: { ...progress, stage: "analyze", total: this.#lines } };
    await this.#store({ kind: BATCH, due_at: null, progress: ready });
    return jobDocumentOf(this.#job);
  }

  /** Removes the batch with all of its lines. */
  async discard(): Promise<void> {
    const { tenant, id } = this.#job;
    await this.#host.store.write(({ jobs }) => jobs.remove(tenant, id));
  }

  async #store(changes: Partial<Pick<Job, "kind" | "due_at" | "progress">>): Promise<void> {
    const { tenant, id, due_at } = this.#job;
    const now = this.#host.now();
    const next = { due_at: now + UPLOAD_LEASE_MS, ...changes, bytes: this.#job.bytes + this.#heldBytes };
    await this.#host.store.write(async (records) => {
      if (!(await records.jobs.change(tenant, id, next, { status: "queued", due_at }))) throw givenUp();
      await Promise.all(this.#held.map((line) => records.jobLines.add(line)));
      await this.#quota.requireRoom(records, tenant, ["stored_bytes"]);
      if (next.due_at === null) await records.turns.want(tenant, now);
    });
    this.#job = { ...this.#job, ...next };
    this.#held = [];
    this.#heldBytes = 0;
  }
}

const tooLarge = (limit: string) =>
  new SpoliaError("content_too_large", `The batch has more than ${limit}.`, { hint: "Submit it in several batches." });

const tooManyInvalid = (last: unknown) =>
  new SpoliaError("invalid_request", `More than ${INVALID_LINES_MAX} lines of the batch are invalid.`, {
    hint: "Every line is a request of its own, as JSON. Nothing was submitted.",
    fields: isSpoliaError(last) ? last.fields : [],
  });

const givenUp = () =>
  new SpoliaError("conflict", "The batch was cancelled, or its lines paused for too long.", {
    hint: "Submit it again.",
  });
