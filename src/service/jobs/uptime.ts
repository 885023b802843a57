/**
 * How long was the service ready? Time is counted in slots: a slot is ready if a write of any process came through in
 * it. All others are not, for whatever reason: a store that refused, or no process that ran. So what is not known
 * counts as not ready, and the figures are never better than what was seen.
 */
import { dayOf } from "../accounts/quota.ts";
import { DAY_MS } from "../accounts/schedule.ts";
import type { StatusDay } from "../store/records.ts";

/** Length of a slot. Processes check more often than once in this time. */
export const SLOT_MS = 10_000;
/** How many days are told, with today. */
const DAYS_TOLD = 90;

export const slotOf = (ms: number): number => Math.floor(ms / SLOT_MS);

/** The first day that is told. */
export const firstDay = (now: number): string => dayOf(now - (DAYS_TOLD - 1) * DAY_MS);

/** One day, from its beginning or the first check of all, up to now. */
export interface ToldDay {
  day: string;
  seconds: number;
  ready_seconds: number;
  requests: number;
  failed: number;
}

/** @param stored all days that are stored, the earliest first */
export function toldDays(stored: readonly StatusDay[], now: number): ToldDay[] {
  const [earliest] = stored;
  if (earliest === undefined) return [];
  const byDay = new Map(stored.map((one) => [one.day, one]));
  const told: ToldDay[] = [];
  const first = earliest.day < firstDay(now) ? firstDay(now) : earliest.day;
  for (let at = Date.parse(first); at <= now; at += DAY_MS) {
    const seen = byDay.get(dayOf(at));
    const begun = seen === earliest ? seen.begun_slot : slotOf(at);
    told.push(toldDay(dayOf(at), seen, { begun, end: Math.min(slotOf(at + DAY_MS), slotOf(now)) }));
  }
  return told;
}

/** @param end the slot that is running, or the first of the next day */
function toldDay(day: string, seen: StatusDay | undefined, { begun, end }: { begun: number; end: number }): ToldDay {
  const { ready_slots = 0, latest_slot = 0, requests = 0, failed = 0 } = seen ?? {};
  // The running slot counts once it is known to be ready; until then it may still become so.
  const slots = Math.max(0, Math.max(end, latest_slot + 1) - begun);
  const seconds = SLOT_MS / 1000;
  return { day, seconds: slots * seconds, ready_seconds: Math.min(ready_slots, slots) * seconds, requests, failed };
}
