/**
 * Does all answer that answers of this service need, besides its store? It is asked when somebody wants to know, one
 * question at a time, and what was found is shared for a while: so a public check costs the others the same however
 * often it is made.
 */
import { within } from "../../base/queues/within.ts";
import type { OpenEngine } from "../../engine/engine.ts";
import type { Dependency } from "../../engine/steps/reach.ts";

/** How long an outcome is shared. Hosts of models belong to others, and are asked once a minute. */
const SHARED_MS = { corpora: 1_000, models: 60_000 } as const;
/** How long a caller waits for a check. Balancers want an answer within a second. */
const WAITED_MS = 800;
/** How long an outcome holds while the next check goes on, so that one that is slow under load changes nothing. */
const HELD_MS = 15_000;

export class Dependencies {
  readonly #corpora: SharedCheck;
  readonly #models: SharedCheck;

  constructor({ reach }: Partial<Pick<OpenEngine, "reach">>) {
    const asking = (of: "corpora" | "models") => async () => (await reach?.(of)) ?? [];
    this.#corpora = new SharedCheck(asking("corpora"), SHARED_MS.corpora);
    this.#models = new SharedCheck(asking("models"), SHARED_MS.models);
  }

  /** `null` where it is not known whether the corpora answer, since they have not said so for long. Never rejects. */
  corpora(): Promise<readonly Dependency[] | null> {
    return this.#corpora.outcome();
  }

  /** Hosts that have not said yet whether they are there are left out. Never rejects. */
  async models(): Promise<readonly Dependency[]> {
    return (await this.#models.outcome()) ?? [];
  }
}

/** Whether a search would reach all of the corpora, by what is known of them. */
export const areWhole = (corpora: readonly Dependency[] | null): corpora is readonly Dependency[] =>
  corpora?.every(({ kind, answers }) => kind !== "corpus" || answers) === true;

class SharedCheck {
  readonly #check: () => Promise<readonly Dependency[]>;
  readonly #sharedMs: number;
  #last: readonly Dependency[] | null = null;
  #endedMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | null = null;

  constructor(check: () => Promise<readonly Dependency[]>, sharedMs: number) {
    this.#check = check;
    this.#sharedMs = sharedMs;
  }

  async outcome(): Promise<readonly Dependency[] | null> {
    if (performance.now() - this.#endedMs < this.#sharedMs) return this.#last;
    this.#running ??= this.#check()
      .then((found) => {
        this.#last = found;
        this.#endedMs = performance.now();
      })
      .catch(() => {})
      .finally(() => {
        this.#running = null;
      });
    await within(WAITED_MS, this.#running, undefined);
    return performance.now() - this.#endedMs < this.#sharedMs + HELD_MS ? this.#last : null;
  }
}
