/**
 * When is a monitor checked? Each monitor has its own times, derived from its id: a thousand daily monitors are spread
 * over the whole day, and their times do not drift, even if checks are late. Several missed times count as one.
 */

import { crc32 } from "../../base/bytes/crc32.ts";
import type { Schedule } from "../../base/contract/resources/monitor.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const PERIODS_MS: Readonly<Record<Schedule, number>> = { hourly: HOUR_MS, daily: DAY_MS, weekly: 7 * DAY_MS };
/** Interval of the checks for changes of the watched state. */
export const LOOK_MS = 15 * MINUTE_MS;

/** The first time of a monitor's schedule after the given time. */
export function nextTime(periodMs: number, id: string, afterMs: number): number {
  const phase = crc32(new TextEncoder().encode(id)) % periodMs;
  return phase + (Math.floor((afterMs - phase) / periodMs) + 1) * periodMs;
}

/** The wait after so many failures in a row: it doubles each time, up to a day. */
export const retryAfterMs = (failures: number): number => Math.min(LOOK_MS * 2 ** Math.min(failures - 1, 20), DAY_MS);
