/**
 * How many calls at once: the generic cell rate algorithm (ITU-T I.371), a leaky bucket that keeps one number, the theoretical arrival
 * time. In memory, by process: it protects a service from a caller's haste and is no account of what a plan allows.
 */

interface BurstRule {
  calls: number;
  seconds: number;
}

export interface BurstState {
  isAllowed: boolean;
  /** Calls that could follow at once. */
  remaining: number;
  /** Until a call is allowed (0 when one is), and until all are. */
  retryMs: number;
  resetMs: number;
}

/** Callers remembered before those with nothing left to remember are dropped. */
const CALLERS_MAX = 100_000;

export class BurstLimit {
  /** By caller and rule, in ticks of which a millisecond has `calls`: whole numbers, whatever the rule. */
  readonly #arrivals = new Map<string, number>();

  /** One call of a caller at a time in milliseconds. A refused one does not count. */
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
    for (const [name, arrival] of this.#arrivals) if (arrival <= nowMs * Number.parseInt(name, 10)) this.#arrivals.delete(name);
  }
}
