/** How long the service was ready: by the slots that were seen, and never more. */
import { expect, test } from "vitest";
import { firstDay, slotOf, toldDays } from "../../../src/service/jobs/uptime.ts";
import type { StatusDay } from "../../../src/service/store/records.ts";

const at = (text: string) => Date.parse(`${text}Z`);
const stored = (day: string, more: Partial<StatusDay> = {}): StatusDay => ({
  ...{
    day,
    begun_slot: slotOf(at(`${day}T00:00:00`)),
    checks: 0,
    ready_slots: 0,
    latest_slot: 0,
    requests: 0,
    failed: 0,
  },
  ...more,
});

test("nothing is told before the first check, and nothing before it is counted", () => {
  const now = at("2026-01-02T12:00:35");
  expect(toldDays([], now)).toEqual([]);
  const begun = { begun_slot: slotOf(at("2026-01-02T12:00:00")) };
  const told = (more: Partial<StatusDay>) => toldDays([stored("2026-01-02", { ...begun, ...more })], now);
  const nothing = { day: "2026-01-02", requests: 0, failed: 0 };
  // Three slots have passed; the running one counts as soon as it is ready.
  expect(told({ ready_slots: 2, latest_slot: slotOf(now) - 1 })).toEqual([
    { ...nothing, seconds: 30, ready_seconds: 20 },
  ]);
  expect(told({ ready_slots: 3, latest_slot: slotOf(now) })).toEqual([{ ...nothing, seconds: 40, ready_seconds: 30 }]);
});

test("days without a check count as not ready, a whole day has 86,400 s", () => {
  const days = [
    stored("2026-01-01", {
      ready_slots: 8_640,
      latest_slot: slotOf(at("2026-01-01T23:59:59")),
      requests: 7,
      failed: 1,
    }),
    stored("2026-01-03", { ready_slots: 4_320, latest_slot: slotOf(at("2026-01-03T11:59:59")) }),
  ];
  expect(toldDays(days, at("2026-01-03T12:00:00"))).toEqual([
    { day: "2026-01-01", seconds: 86_400, ready_seconds: 86_400, requests: 7, failed: 1 },
    { day: "2026-01-02", seconds: 86_400, ready_seconds: 0, requests: 0, failed: 0 },
    { day: "2026-01-03", seconds: 43_200, ready_seconds: 43_200, requests: 0, failed: 0 },
  ]);
});

test("at most 90 days are told; a day before them tells that all of them count", () => {
  const now = at("2026-04-01T00:00:05");
  const days = toldDays([stored("2025-01-01", { ready_slots: 1 }), stored("2026-03-31", { ready_slots: 9 })], now);
  expect(days).toHaveLength(90);
  expect(days[0]).toMatchObject({ day: firstDay(now), seconds: 86_400, ready_seconds: 0 });
  expect(days.at(-2)).toMatchObject({ day: "2026-03-31", ready_seconds: 90 });
  expect(days.at(-1)).toMatchObject({ day: "2026-04-01", seconds: 0 });
});

test("a clock that is ahead makes no more time ready than there was", () => {
  const now = at("2026-01-02T00:00:10");
  const ahead = stored("2026-01-02", { ready_slots: 5, latest_slot: slotOf(now) });
  expect(toldDays([ahead], now)).toMatchObject([{ seconds: 20, ready_seconds: 20 }]);
});
