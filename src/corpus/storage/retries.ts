/**
 * Repeats requests to other machines that failed for now. Delays follow a fixed plan or the host's Retry-After, never
 * chance. A host that is overloaded gets no flood of repetitions: besides the first few, at most one request in ten is
 * repeated.
 */

const WAITS_MS = [250, 500, 1_000];
/** A longer Retry-After is an error for the caller. */
const STORAGE_RETRY_AFTER_MS_MAX = 10_000;
/** Repetitions that are allowed before there were any requests, and the most that are saved up. */
const SAVED_MAX = 10;
const RETRIES_PER_REQUEST = 0.1;
const PASSING_STATUS = new Set([408, 425, 429]);

/** A temporary failure that may succeed when retried. */
export class TemporaryFailure extends Error {
  readonly waitMs: number | undefined;
  constructor(message: string, more: { waitMs?: number | undefined; cause?: unknown } = {}) {
    super(message, { cause: more.cause });
    this.waitMs = more.waitMs;
  }
}

interface Retries {
  /**
   * Runs `work` until it succeeds, fails for good, or has no repetitions left.
   *
   * @param work gets the number of the try, from 0 on
   * @param givenUp makes the error of the last temporary failure
   */
  run<T>(work: (tries: number) => Promise<T>, givenUp: (last: TemporaryFailure) => Error): Promise<T>;
}

/** Repetitions of all requests to one host. */
export function createRetries(): Retries {
  let saved = SAVED_MAX;
  return {
    async run(work, givenUp) {
      saved = Math.min(SAVED_MAX, saved + RETRIES_PER_REQUEST);
      for (let tries = 0; ; tries++) {
        try {
          return await work(tries);
        } catch (error) {
          if (!(error instanceof TemporaryFailure)) throw error;
          const waitMs = Math.max(WAITS_MS[tries] ?? 0, error.waitMs ?? 0);
          if (tries === WAITS_MS.length || waitMs > STORAGE_RETRY_AFTER_MS_MAX || saved < 1) throw givenUp(error);
          saved--;
          await new Promise((resolve) => setTimeout(resolve, waitMs));
        }
      }
    },
  };
}

/** @throws TemporaryFailure where a response says that the host cannot answer at the moment */
export function checkPassing({ status, headers }: Response): void {
  if (status >= 500 || PASSING_STATUS.has(status)) {
    throw new TemporaryFailure(`answered with status ${status}`, { waitMs: retryAfterMs(headers) });
  }
}

/** The delay that Retry-After gives in seconds or as a date, which is compared with the host's own clock. */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(ms) ? undefined : ms;
}
