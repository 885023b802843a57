/**
 * A queue in front of a few places that is fair between tenants: whoever has had least of the places comes first
 * (start-time fair queueing: Goyal, Vin and Cheng, IEEE/ACM Transactions on Networking 5 (1997) 690). Long tasks leave
 * a place to short ones, and one tenant's tasks leave a place to those of others.
 */
import { throwIfAborted } from "../errors.ts";
import { Shares } from "../lists/shares.ts";

interface FairTask {
  readonly tenant: string;
  /** What it takes, in any unit: about proportional to its time and memory. */
  readonly cost: number;
  readonly isLong: boolean;
  readonly signal?: AbortSignal | undefined;
}

interface FairQueueOptions {
  /** Tasks at once; long tasks, and the tasks of one tenant, have one place less, but one at least. */
  readonly places: number;
  /** Total cost of the long tasks that run at once; one of any cost may run alone. */
  readonly longCostMax: number;
  /** Tasks that may wait, which tenants share. */
  readonly waitingMax: number;
  /** The error where no further task may wait. */
  readonly full: () => Error;
}

interface WaitingTask {
  readonly task: FairTask;
  /** Virtual time at which it may start. */
  readonly start: number;
  /** Ends the wait. */
  readonly begin: () => void;
}

export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #shares: Shares;
  readonly #running = new Set<FairTask>();
  /** Virtual time at which the last task of a tenant ends. */
  readonly #ends = new Map<string, number>();
  #waiting: WaitingTask[] = [];
  #now = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.#shares = new Shares(options.waitingMax);
  }

  get running(): number {
    return this.#running.size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether a tenant asks for more than it gets. */
  isBehind(tenant: string): boolean {
    return this.#waiting.some(({ task }) => task.tenant === tenant);
  }

  /**
   * Runs the work when it is the task's turn.
   *
   * @param waiting runs the wait for the turn, for hosts that measure it
   * @throws what the work throws; the error of a full queue; aborted
   */
  async run<Result>(
    task: FairTask,
    work: () => Promise<Result>,
    waiting: (wait: () => Promise<void>) => Promise<void> = (wait) => wait(),
  ): Promise<Result> {
    try {
      await waiting(() => this.#turn(task));
      return await work();
    } finally {
      this.#running.delete(task);
      this.#serve();
    }
  }

  async #turn(task: FairTask): Promise<void> {
    const { tenant, cost, signal } = task;
    throwIfAborted(signal);
    if (!this.#shares.take(tenant)) throw this.#options.full();
    const start = Math.max(this.#now, this.#ends.get(tenant) ?? 0);
    this.#ends.set(tenant, start + cost);
    await new Promise<void>((resolve) => {
      const begin = () => {
        signal?.removeEventListener("abort", begin);
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        this.#shares.give(tenant);
        resolve();
      };
      const waiting: WaitingTask = { task, start, begin };
      this.#waiting.push(waiting);
      signal?.addEventListener("abort", begin, { once: true });
      this.#serve();
    });
    if (!this.#running.has(task)) throwIfAborted(signal);
  }

  #serve(): void {
    for (;;) {
      let next: WaitingTask | undefined;
      for (const one of this.#waiting) {
        if ((next === undefined || one.start < next.start) && this.#mayRun(one.task)) next = one;
      }
      if (next === undefined) break;
      // A long task that had to wait for a place may be older than what ran meanwhile.
      this.#now = Math.max(this.#now, next.start);
      this.#running.add(next.task);
      next.begin();
    }
    const isIdle = this.#waiting.length === 0 && this.#running.size === 0;
    for (const [tenant, end] of this.#ends) if (isIdle || end <= this.#now) this.#ends.delete(tenant);
  }

  #mayRun({ tenant, cost, isLong }: FairTask): boolean {
    const { places, longCostMax } = this.#options;
    const most = Math.max(1, places - 1);
    const running = [...this.#running];
    if (running.length >= places || running.filter((one) => one.tenant === tenant).length >= most) return false;
    const long = running.filter((one) => one.isLong);
    if (!isLong || long.length === 0) return true;
    return long.length < most && long.reduce((sum, one) => sum + one.cost, cost) <= longCostMax;
  }
}
