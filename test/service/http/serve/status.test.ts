/** The status document and its page, from what is stored. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ENGINE_VERSION } from "../../../../src/base/version.ts";
import { type ServiceStatus, StatusBoard } from "../../../../src/service/http/pages/status.ts";
import { statusPage } from "../../../../src/service/http/pages/statusPage.ts";
import { Dependencies } from "../../../../src/service/jobs/dependencies.ts";
import { Readiness } from "../../../../src/service/jobs/readiness.ts";
import { slotOf } from "../../../../src/service/jobs/uptime.ts";
import { createMemoryStore } from "../../../../src/service/store/memory.ts";
import type { Plan } from "../../../../src/service/store/plans.ts";
import { jobOf, tenantOf } from "../../fixtures/records.ts";

/** Noon. */
const START = Date.UTC(2026, 0, 2, 12);
const MINUTE_MS = 60_000;

beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => vi.useRealTimers());

function opened(plans: readonly (Plan & { name: string })[] = []) {
  const store = createMemoryStore();
  const clock = { now: START };
  const readiness = new Readiness({ store, now: () => clock.now, random: (length) => new Uint8Array(length) });
  const board = new StatusBoard(readiness, new Dependencies({}), plans);
  const document = () => {
    vi.advanceTimersByTime(1_000);
    return board.document();
  };
  return { store, clock, readiness, board, document };
}

const PLAN: Plan = { calls_per_day: 1, burst: { calls: 1, seconds: 1 } };

test("of a service that was never asked", async () => {
  const uptime = { seconds: 10, ready_seconds: 10, uptime: 1 };
  expect(await opened().document()).toEqual({
    ...{ status: "pass", engine: ENGINE_VERSION, components: [{ name: "store", status: "pass" }] },
    uptime: { rule: expect.stringContaining("slots of 10 s"), month: uptime, days: uptime },
    ...{ targets: [], requests: 0, failed: 0, latency_ms: null },
    days: [{ day: "2026-01-02", ...uptime, requests: 0, failed: 0 }],
  });
});

test("latencies are the upper ends of classes, of today and yesterday", async () => {
  const { readiness, document, clock } = opened();
  for (let i = 1; i <= 100; i++) readiness.tally.count({ status: 200, durationMs: i });
  expect((await document()).latency_ms).toEqual({ answers: 100, p50: 50, p95: 100, p99: 100 });
  clock.now += 24 * 60 * MINUTE_MS;
  for (let i = 0; i < 20; i++) readiness.tally.count({ status: 200, durationMs: 3_000 });
  expect((await document()).latency_ms).toEqual({ answers: 120, p50: 100, p95: 5_000, p99: 5_000 });
  clock.now += 24 * 60 * MINUTE_MS;
  expect((await document()).latency_ms).toEqual({ answers: 20, p50: 5_000, p95: 5_000, p99: 5_000 });
  clock.now += 24 * 60 * MINUTE_MS;
  expect(await document()).toMatchObject({ latency_ms: null, requests: 120 });
});

const stateOf = ({ components }: ServiceStatus, part: string) => components.find(({ name }) => name === part)?.status;

test("a part warns where it failed and worked within 3 minutes, and fails where it only failed", async () => {
  const { readiness, document, clock } = opened();
  readiness.tally.note("engine", true);
  expect(stateOf(await document(), "engine")).toBe("pass");
  clock.now += MINUTE_MS;
  readiness.tally.note("engine", false);
  expect(await document()).toMatchObject({ status: "warn", components: [{}, { name: "engine", status: "warn" }] });
  clock.now += 3 * MINUTE_MS;
  expect(await document()).toMatchObject({ status: "fail", components: [{}, { name: "engine", status: "fail" }] });
  clock.now += 1;
  expect(await document()).toMatchObject({ status: "pass", components: [{}, { name: "engine", status: "pass" }] });
});

test.each(["jobs", "deliveries"])("%s that wait for more than 5 minutes warn", async (part) => {
  const { store, readiness, document, clock } = opened();
  await store.write(async ({ tenants, jobs, endpoints }) => {
    await tenants.add(tenantOf("a"));
    await jobs.add({ ...jobOf("a", "j"), due_at: part === "jobs" ? START : null });
    const due_at = part === "deliveries" ? START : null;
    await endpoints.add({ tenant: "a", id: "e", created_at: 1, status: "active", settings: {}, sending: null, due_at });
  });
  for (const name of ["jobs", "deliveries"]) readiness.tally.note(name, true);
  clock.now += 5 * MINUTE_MS;
  expect((await document()).status).toBe("pass");
  clock.now += 1;
  const late = await document();
  expect(late.status).toBe("warn");
  expect(late.components.filter(({ status }) => status === "warn")).toEqual([{ name: part, status: "warn" }]);
});

test("where the store takes no writes it fails, and the rest is told as it was read last", async () => {
  const { store, readiness, document } = opened();
  readiness.tally.count({ status: 200, durationMs: 1 });
  expect(await document()).toMatchObject({ status: "pass", requests: 1 });
  const write = vi.spyOn(store, "write").mockRejectedValue(new Error("full"));
  expect(await document()).toMatchObject({
    status: "fail",
    components: [{ name: "store", status: "fail" }],
    requests: 1,
  });
  write.mockRestore();
  expect((await document()).status).toBe("pass");
});

test("targets stand beside what was measured this month", async () => {
  const named = (name: string, uptime_target: string) => ({ ...PLAN, name, uptime_target });
  const plans = [named("a", "50 %"), named("b", "50.1 %"), named("c", "as good as we can"), { ...PLAN, name: "none" }];
  const { document, clock } = opened(plans);
  await document();
  clock.now += 10_000;
  const half = slotOf(clock.now + 10_000) * 10_000 - 1;
  clock.now = half;
  const { uptime, targets } = await document();
  expect(uptime.month.uptime).toBe(1);
  clock.now += 20_000;
  expect((await document()).uptime.month).toEqual({ seconds: 40, ready_seconds: 30, uptime: 0.75 });
  expect(targets).toEqual([
    { plan: "a", uptime_target: "50 %", is_met: true },
    { plan: "b", uptime_target: "50.1 %", is_met: true },
    { plan: "c", uptime_target: "as good as we can", is_met: null },
  ]);
  clock.now += 24 * 60 * MINUTE_MS;
  expect((await document()).targets.map(({ is_met }) => is_met)).toEqual([false, false, null]);
});

test("a document is shared for a second", async () => {
  const { store, board, document } = opened();
  await document();
  const read = vi.spyOn(store, "read");
  vi.advanceTimersByTime(999);
  await board.document();
  expect(read).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await board.document();
  expect(read).toHaveBeenCalledOnce();
});

describe("the page", () => {
  const text = async (more: object = {}) =>
    statusPage({ ...(await opened().document()), ...more })
      .replace(/<style>.*?<\/style>|<details class="document".*<\/details>/gs, "")
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ");
  const month = (seconds: number, ready_seconds: number) => ({
    uptime: { rule: "How.", month: { seconds, ready_seconds, uptime: ready_seconds / seconds }, days: {} },
  });

  test.each([
    [10, "10 seconds"],
    [60, "1 minute, 0 seconds"],
    [3_590, "59 minutes, 50 seconds"],
    [3_600, "1 hour, 0 minutes"],
    [86_400, "1 day, 0 hours"],
    [200_000, "2 days, 7 hours"],
  ])("tells %i seconds that were not ready as %s", async (seconds, words) => {
    expect(await text(month(400_000, 400_000 - seconds))).toContain(`% ${words} `);
  });

  test("says beside each share how long was watched, so that 100 % of 20 seconds is not read as a day's", async () => {
    const days = [{ day: "2026-01-02", seconds: 20, ready_seconds: 20, uptime: 1, requests: 1, failed: 0 }];
    const page = await text({ ...month(20, 20), days });
    expect(page).toContain("This month 100 % 20 seconds ");
    expect(page).toContain("2026-01-02 100 % 20 seconds 1");
  });

  test("rounds the uptime down", async () => {
    expect(await text(month(1_000_000, 999_999))).toContain("This month 99.999 %");
    expect(await text(month(1_000_000, 999_989))).toContain("This month 99.998 %");
    expect(await text(month(1_000_000, 1_000_000))).toContain("This month 100 %");
  });

  test("shows state, parts, targets, requests and days", async () => {
    expect(await text()).toContain("WORKING All parts work.");
    expect(await text()).toContain("0 requests, of which none failed. No response today or yesterday.");
    const page = await text({
      ...{
        status: "warn",
        components: [
          { name: "store", status: "pass" },
          { name: "jobs", status: "warn" },
        ],
      },
      targets: [{ plan: "pro", uptime_target: "99.9 %", is_met: false }],
      ...{ requests: 40, failed: 1, latency_ms: { answers: 40, p50: 5, p95: 20, p99: 2_000 } },
      days: [{ day: "2026-01-02", seconds: 20, ready_seconds: 10, uptime: 0.5, requests: 40, failed: 1 }],
    });
    expect(page).toContain("IMPAIRED");
    expect(page).toContain("store pass jobs warn");
    expect(page).toContain("pro 99.9 % missed so far");
    expect(page).toContain("40 requests, of which 1 failed.");
    expect(page).toContain("half came within 5 ms, 95 % within 20 ms and 99 % within 2,000 ms.");
    expect(page).toContain("2026-01-02 50 % 10 seconds 20 seconds 40 1");
    expect(await text({ status: "fail" })).toContain("FAILING");
  });
});
