/** Jobs, with the wait for their end and the lines of batches. */

import { JobsResource } from "../../../../build/generated/methods.ts";
import type { AnswerDocument } from "./caller.ts";
import { APIConnectionError, APITimeoutError } from "./errors.ts";
import { type CallOptions, checkedNumber } from "./options.ts";
import { pause } from "./pause.ts";

interface WaitOptions extends CallOptions {
  /** Milliseconds between two questions; default 1,000. */
  pollMs?: number;
  /** Most milliseconds to wait in all; default: without end. */
  waitMs?: number;
}

const POLL_MS = 1_000;
const HAS_ENDED: readonly string[] = ["done", "failed", "cancelled"];

export class PolledJobs extends JobsResource {
  /**
   * Asks until the job has ended, also where it failed or was cancelled: see its `status`.
   *
   * @throws APITimeoutError after `waitMs`; the job goes on
   */
  async wait(
    id: string,
    { pollMs = POLL_MS, waitMs = Number.POSITIVE_INFINITY, ...options }: WaitOptions = {},
  ): Promise<AnswerDocument<"JobAnswer">> {
    const startMs = performance.now();
    checkedNumber("pollMs", pollMs, 1);
    for (;;) {
      const job = await this.get(id, options);
      if (HAS_ENDED.includes(job.status)) return job;
      if (performance.now() - startMs + pollMs > waitMs) throw new APITimeoutError(`The job ${id} is ${job.status}.`);
      await pause(pollMs, options.signal);
    }
  }

  /**
   * All lines of a batch that is a job, in order, as they are answered. A connection that is cut is taken up behind the
   * last line.
   */
  async *follow(
    id: string,
    options: Omit<WaitOptions, "waitMs"> = {},
  ): AsyncGenerator<AnswerDocument<"BatchLine">, void, undefined> {
    const { pollMs = POLL_MS, ...request } = options;
    checkedNumber("pollMs", pollMs, 1);
    let after: number | undefined;
    for (;;) {
      const job = await this.get(id, request);
      const before = after;
      try {
        for await (const line of this.lines(id, { ...request, ...(after !== undefined && { query: { after } }) })) {
          yield line;
          after = line.index;
        }
      } catch (error) {
        // A cut that brought nothing new would be repeated without end.
        if (!(error instanceof APIConnectionError) || after === before) throw error;
        continue;
      }
      if (HAS_ENDED.includes(job.status)) return;
      await pause(pollMs, request.signal);
    }
  }
}
