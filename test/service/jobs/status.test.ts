/** What is stored of the status: by all processes on a store together, and once. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DAY_MS } from "../../../src/service/accounts/schedule.ts";
import { Readiness } from "../../../src/service/jobs/readiness.ts";
import { firstDay, SLOT_MS, slotOf } from "../../../src/service/jobs/uptime.ts";
import { createMemoryStore } from "../../../src/service/store/memory.ts";
import { openSqliteStore } from "../../../src/service/store/sqlite/sqlite.ts";
import type { RecordStore } from "../../../src/service/store/store.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { START } from "../fixtures/fixture.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => vi.useRealTimers());

const folder = temporaryFolder();
let files = 0;
/** Stores as two processes have them. */
const STORES: readonly [name: string, open: () => Promise<[RecordStore, RecordStore]>][] = [
  [
    "memory",
    async () => {
      const store = createMemoryStore();
      return [store, store];
    },
  ],
  [
    "SQLite",
    async () => {
      const path = `${folder}/store${files++}/registry.sqlite`;
      return [await openSqliteStore(path), await openSqliteStore(path)];
    },
  ],
];

const statusOf = (store: RecordStore) =>
  store.read(async ({ status }) => ({ days: await status.days(), parts: await status.parts() }));

describe.each(STORES)("in %s", (_, open) => {
  async function opened() {
    const [first, second] = await open();
    const clock = { now: START };
    const processOn = (store: RecordStore) =>
      new Readiness({ store, now: () => clock.now, random: (length) => new Uint8Array(length) });
    const check = async (one: Readiness) => {
      vi.advanceTimersByTime(1_000);
      expect((await one.outcome()).error).toBeNull();
    };
    return { store: first, clock, check, one: processOn(first), two: processOn(second) };
  }

  test("a slot is counted once, whichever process was ready in it; checks and requests add up", async () => {
    const { store, clock, check, one, two } = await opened();
    for (const { status, durationMs } of [
      { status: 200, durationMs: 0.4 },
      { status: 499, durationMs: 1 },
      { status: 500, durationMs: 1.1 },
    ])
      one.tally.count({ status, durationMs });
    two.tally.count({ status: 503, durationMs: 999_999 });
    for (const readiness of [one, two, one]) await check(readiness);
    clock.now += SLOT_MS;
    await check(two);
    clock.now -= SLOT_MS;
    await check(one);
    const day = "2026-01-02";
    const latest_slot = slotOf(START) + 1;
    expect((await statusOf(store)).days).toEqual([
      { day, begun_slot: slotOf(START), checks: 5, ready_slots: 2, latest_slot, requests: 4, failed: 2 },
    ]);
    expect(await store.read(({ status }) => status.latencies(day))).toEqual([
      { day, up_to_ms: 1, answers: 2 },
      { day, up_to_ms: 2, answers: 1 },
      { day, up_to_ms: 130_000, answers: 1 },
    ]);
  });

  test("parts tell when they last worked and failed, of all processes", async () => {
    const { store, clock, check, one, two } = await opened();
    one.tally.note("engine", true);
    await check(one);
    clock.now += 5_000;
    two.tally.note("engine", false);
    two.tally.note("jobs", true);
    await check(two);
    expect((await statusOf(store)).parts).toEqual([
      { part: "engine", passed_at: START, failed_at: START + 5_000 },
      { part: "jobs", passed_at: START + 5_000, failed_at: 0 },
    ]);
  });

  test("90 days are kept, and one before them that tells of more", async () => {
    const { store, clock, check, one } = await opened();
    for (let day = 0; day < 100; day++) {
      one.tally.count({ status: 200, durationMs: 1 });
      await check(one);
      clock.now += DAY_MS;
    }
    const { days } = await statusOf(store);
    expect(days).toHaveLength(91);
    expect(days[1]!.day).toBe(firstDay(clock.now - DAY_MS));
    expect(await store.read(({ status }) => status.latencies("2026-01-02"))).toEqual([]);
    for (const { day } of notEmpty(days))
      expect(await store.read(({ status }) => status.latencies(day))).toHaveLength(1);
  });
});

test("counts that could not be written are written with the next check, and at the end", async () => {
  const store = createMemoryStore();
  const readiness = new Readiness({ store, now: () => START, random: (length) => new Uint8Array(length) });
  const write = vi.spyOn(store, "write").mockRejectedValueOnce(new Error("full"));
  readiness.tally.count({ status: 200, durationMs: 3 });
  readiness.tally.note("jobs", false);
  expect((await readiness.outcome()).error).not.toBeNull();
  readiness.tally.count({ status: 500, durationMs: 3 });
  await readiness.end();
  expect((await statusOf(store)).days).toMatchObject([{ checks: 1, requests: 2, failed: 1 }]);
  expect((await statusOf(store)).parts).toEqual([]);
  expect(await store.read(({ status }) => status.latencies("2026-01-02"))).toMatchObject([{ up_to_ms: 5, answers: 2 }]);
  await readiness.end();
  expect(write).toHaveBeenCalledTimes(2);
});
