/**
 * Limits simultaneous calls by the generic cell rate algorithm (ITU-T I.371), a leaky bucket that stores one number,
 * the theoretical arrival time. The number is in the store, so that all processes on it share the limit; each process
 * remembers the last one that it saw, and refuses without the store what that one refuses.
 */
import { isOfWrongClock } from "../store/collections.ts";
import type { Records } from "../store/store.ts";

interface BurstRule {
  /** Calls, or words. */
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

/** Number of tenants in memory from which those whose limit is fully available again are dropped. */
const REMEMBERED_MAX = 100_000;

export class BurstLimit {
  /** Arrival times by tenant, in microseconds. The stored ones are never before them. */
  readonly #seen = new Map<string, number>();

  /** The refusal of a call that need not be looked up; `null` where the store decides. */
  refusal(tenant: string, rule: BurstRule, nowMs: number): BurstState | null {
    const seen = this.#seen.get(tenant);
    const latestUs = latestOf(rule, nowMs);
    if (
      seen === undefined ||
      isOfWrongClock(seen, latestUs) ||
      Math.max(seen, nowMs * 1000) + intervalOf(rule) <= latestUs
    )
      return null;
    return stateOf(rule, { isAllowed: false, arrivalUs: seen }, nowMs);
  }

  /** Counts one call of a tenant, in one statement. A refused call does not count. */
  async take({ bursts }: Pick<Records, "bursts">, tenant: string, rule: BurstRule, nowMs: number): Promise<BurstState> {
    const [nowUs, intervalUs, latestUs] = [nowMs * 1000, intervalOf(rule), latestOf(rule, nowMs)];
    const taken = await bursts.advance(tenant, "arrival_us", { nowUs, intervalUs, latestUs });
    this.#remember(tenant, taken.arrivalUs, nowMs);
    return stateOf(rule, taken, nowMs);
  }

  /** Counts one call of a holder whom no other process and no store knows. A refused call does not count. */
  takeHere(holder: string, rule: BurstRule, nowMs: number): BurstState {
    const refused = this.refusal(holder, rule, nowMs);
    if (refused !== null) return refused;
    const arrivalUs = Math.max(this.#seen.get(holder) ?? 0, nowMs * 1000) + intervalOf(rule);
    this.#remember(holder, arrivalUs, nowMs);
    return stateOf(rule, { isAllowed: true, arrivalUs }, nowMs);
  }

  #remember(tenant: string, arrivalUs: number, nowMs: number): void {
    if (this.#seen.size >= REMEMBERED_MAX && !this.#seen.has(tenant)) this.#forgetIdle(nowMs);
    this.#seen.set(tenant, arrivalUs);
  }

  #forgetIdle(nowMs: number): void {
    for (const [tenant, arrivalUs] of this.#seen) if (arrivalUs <= nowMs * 1000) this.#seen.delete(tenant);
  }
}

/** Counts the words of a call: they arrive one after the other, as calls do. */
export async function takeWords(
  { bursts }: Pick<Records, "bursts">,
  tenant: string,
  { words, perMinute }: { words: number; perMinute: number },
  nowMs: number,
): Promise<BurstState> {
  const [nowUs, intervalUs] = [nowMs * 1000, Math.ceil((MINUTE_US * words) / perMinute)];
  const taken = await bursts.advance(tenant, "words_us", { nowUs, intervalUs, latestUs: nowUs + MINUTE_US });
  const freeUs = MINUTE_US - Math.max(0, taken.arrivalUs - nowUs);
  return {
    isAllowed: taken.isAllowed,
    remaining: Math.max(0, Math.floor((freeUs * perMinute) / MINUTE_US)),
    retryMs: taken.isAllowed ? 0 : Math.max(0, intervalUs - freeUs) / 1000,
    resetMs: Math.max(0, taken.arrivalUs - nowUs) / 1000,
  };
}

const MINUTE_US = 60_000_000;

/** Microseconds of one call, rounded up so that no window holds more calls than the rule. */
const intervalOf = ({ calls, seconds }: BurstRule): number => Math.ceil((1e6 * seconds) / calls);

/** The latest arrival time of an allowed call. */
const latestOf = (rule: BurstRule, nowMs: number): number => nowMs * 1000 + intervalOf(rule) * rule.calls;

function stateOf(
  rule: BurstRule,
  { isAllowed, arrivalUs }: { isAllowed: boolean; arrivalUs: number },
  nowMs: number,
): BurstState {
  const interval = intervalOf(rule);
  const free = latestOf(rule, nowMs) - Math.max(arrivalUs, nowMs * 1000);
  return {
    isAllowed,
    remaining: Math.max(0, Math.floor(free / interval)),
    retryMs: Math.max(0, interval - free) / 1000,
    resetMs: Math.max(0, arrivalUs - nowMs * 1000) / 1000,
  };
}
