/**
 * When is a monitor looked at? Each has places of its own in time, drawn from its id: a thousand daily monitors come up over the whole
 * day, and none drifts, however late it is taken up. Times that were missed are one.
 */
import type { Schedule } from "../contract/monitor.ts";
import { crc32 } from "./crc32.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const PERIODS_MS: Readonly<Record<Schedule, number>> = { hourly: HOUR_MS, daily: DAY_MS, weekly: 7 * DAY_MS };
/** How often it is looked whether what is watched has changed. */
export const LOOK_MS = 15 * MINUTE_MS;

/** The first of its places after a time. */
export function nextTime(periodMs: number, id: string, afterMs: number): number {
  const phase = crc32(new TextEncoder().encode(id)) % periodMs;
  return phase + (Math.floor((afterMs - phase) / periodMs) + 1) * periodMs;
}

/** How long whoever failed so many times in a row waits: twice as long each time, up to a day. */
export const retryAfterMs = (failures: number): number => Math.min(LOOK_MS * 2 ** Math.min(failures - 1, 20), DAY_MS);
