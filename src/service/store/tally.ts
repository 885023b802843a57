/** What a process has seen of its own work since it last wrote it down. */

/** Upper ends of the classes of latencies, in milliseconds; the last has all longer ones too. */
const LATENCY_CLASSES_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 130_000] as const;

export interface Tallied {
  readonly requests: number;
  /** Those with a status of 500 or more. */
  readonly failed: number;
  /** Number of answers by the upper end of their class, in milliseconds. */
  readonly latencies: ReadonlyMap<number, number>;
  /** Parts of the service that worked, and those that failed. */
  readonly passed: ReadonlySet<string>;
  readonly failing: ReadonlySet<string>;
  /** When it was taken. */
  readonly atMs: number;
}

export class Tally {
  #requests = 0;
  #failed = 0;
  #latencies = new Map<number, number>();
  #passed = new Set<string>();
  #failing = new Set<string>();

  get isEmpty(): boolean {
    return this.#requests === 0 && this.#passed.size === 0 && this.#failing.size === 0;
  }

  /** Counts an answer. */
  count({ status, durationMs }: { status: number; durationMs: number }): void {
    this.#requests++;
    if (status >= 500) this.#failed++;
    const upToMs = LATENCY_CLASSES_MS.find((end) => durationMs <= end) ?? LATENCY_CLASSES_MS.at(-1)!;
    this.#latencies.set(upToMs, (this.#latencies.get(upToMs) ?? 0) + 1);
  }

  /** Notes that a part of the service worked or failed. */
  note(part: string, hasPassed: boolean): void {
    (hasPassed ? this.#passed : this.#failing).add(part);
  }

  /** Takes all, to write it down. */
  take(atMs: number): Tallied {
    const taken: Tallied = {
      requests: this.#requests,
      failed: this.#failed,
      latencies: this.#latencies,
      passed: this.#passed,
      failing: this.#failing,
      atMs,
    };
    [this.#requests, this.#failed, this.#latencies] = [0, 0, new Map()];
    [this.#passed, this.#failing] = [new Set(), new Set()];
    return taken;
  }

  /** Puts back counts that could not be written. What parts did is only worth telling when it happens. */
  putBack({ requests, failed, latencies }: Tallied): void {
    this.#requests += requests;
    this.#failed += failed;
    for (const [upToMs, answers] of latencies)
      this.#latencies.set(upToMs, (this.#latencies.get(upToMs) ?? 0) + answers);
  }
}
