/**
 * Limits simultaneous calls by the generic cell rate algorithm (ITU-T I.371), a leaky bucket that stores one number,
 * the theoretical arrival time. It works in memory and for one process: it protects a service from bursts and does not
 * count the calls of a plan.
 */

interface BurstRule {
  calls: number;
  seconds: number;
}

export interface BurstState {
  isAllowed: boolean;
  /** Calls that may follow immediately. */
  remaining: number;
  /** Until a call is allowed (0 when one is), and until all are. */
  retryMs: number;
  resetMs: number;
}

/** Number of callers in memory from which those whose limit is fully available again are dropped. */
const CALLERS_MAX = 100_000;

export class BurstLimit {
  /**
   * Arrival times by caller and rule, in ticks; a millisecond has `calls` ticks, so that the times are integers for
   * every rule.
   */
  readonly #arrivals = new Map<string, number>();

  /** Counts one call of a caller. A refused call does not count. */
  take(caller: string, { calls, seconds }: BurstRule, nowMs: number): BurstState {
    const name = `${calls} ${caller}`;
    const now = nowMs * calls;
    const interval = 1000 * seconds;
    const room = interval * calls;
    const before = Math.max(this.#arrivals.get(name) ?? now, now);
    const isAllowed = before + interval - now <= room;
    const arrival = isAllowed ? before + interval : before;
    if (isAllowed) this.#remember(name, arrival, nowMs);
    return {
      isAllowed,
      remaining: Math.floor((room - (arrival - now)) / interval),
      retryMs: Math.max(0, arrival + interval - room - now) / calls,
      resetMs: (arrival - now) / calls,
    };
  }

  #remember(name: string, arrival: number, nowMs: number): void {
    if (this.#arrivals.size >= CALLERS_MAX && !this.#arrivals.has(name)) this.#forgetIdle(nowMs);
    this.#arrivals.set(name, arrival);
  }

  #forgetIdle(nowMs: number): void {
    for (const [name, arrival] of this.#arrivals)
      if (arrival <= nowMs * Number.parseInt(name, 10)) this.#arrivals.delete(name);
  }
}
