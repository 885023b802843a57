/** Measures pairs of texts in several threads at once, each with the texts. */
import { availableParallelism } from "node:os";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import type { PairComparer, PairFinding, PairsWork, TextPair } from "../../engine/steps/context.ts";
import type { ThreadTask } from "../inputs/inputs.ts";
import { Threads } from "./threads.ts";

/** Threads that compare, until they are closed. */
class PairThreads implements PairComparer {
  readonly lanes: number;
  readonly #threads: Threads<readonly TextPair[], PairFinding[]>;

  /** @param jobs number of threads */
  constructor(work: PairsWork, jobs: number) {
    // One more order for each thread is queued, so that no thread waits.
    this.lanes = 2 * jobs;
    this.#threads = new Threads({
      file: "cli.worker",
      data: { task: "compare pairs", work } satisfies ThreadTask,
      count: jobs,
      hint: "Try again with --jobs 1, or with more memory.",
    });
  }

  compare(pairs: readonly TextPair[], signal?: PlatformAbortSignal): Promise<PairFinding[]> {
    return this.#threads.ask(pairs, { ...(signal && { signal: signal as AbortSignal }) });
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}

/** What an engine is given, so that it compares in threads. @param jobs 1 for none beside this one */
export function comparingIn(jobs = availableParallelism()) {
  return jobs < 2 ? {} : { comparePairs: (work: PairsWork) => new PairThreads(work, jobs) };
}
