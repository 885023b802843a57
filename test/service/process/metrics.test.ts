/** Metrics of real processes: what is going on in each, and what all of them share. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { openSqliteStore } from "../../../src/service/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { lockedBy } from "../fixtures/locked.ts";
import { jobOf, tenantOf } from "../fixtures/records.ts";
import { type RunningService, spolia, startService } from "./process.ts";

const running: RunningService[] = [];
const PATIENCE = { timeout: 300_000, interval: 100 };

async function serve(folder: string, ...args: string[]): Promise<RunningService> {
  const service = await startService(folder, "--threads", "1", "--data", folder, "--metrics-port", "0", ...args);
  running.push(service);
  return service;
}

afterEach(async () => {
  for (const service of running.splice(0)) await service.stop("SIGKILL");
});

/** Values by name and labels. */
async function metricsOf({ metricsUrl }: RunningService): Promise<Map<string, number>> {
  const lines = (await (await fetch(metricsUrl)).text()).trimEnd().split("\n");
  const values = lines.filter((line) => !line.startsWith("#"));
  return new Map(
    notEmpty(values).map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]),
  );
}

test("what runs, waits and is refused is counted; every value is described", async () => {
  const folder = temporaryFolder();
  const plans = { tiny: { calls_per_day: 1, burst: { calls: 9, seconds: 1 } } };
  writeFileSync(join(folder, "plans.json"), JSON.stringify(plans));
  const { stdout } = await spolia(
    folder,
    "keys",
    "create",
    "--data",
    folder,
    "--tenant",
    "a",
    "--plan",
    "tiny",
    "--plans",
    "plans.json",
    "--json",
  );
  const service = await serve(folder, "--plans", "plans.json");
  const headers = { authorization: `Bearer ${JSON.parse(stdout).key}` };
  for (let i = 0; i < 3; i++) await (await fetch(`${service.url}/api/v1/works`, { headers })).text();
  await (await fetch(`${service.url}/api/v1/works`)).text();
  // The scheduler asks the engine when it starts.
  await vi.waitUntil(async () => (await metricsOf(service)).get("spolia_engine_running") === 0, PATIENCE);
  const metrics = await metricsOf(service);
  expect(metrics.get('spolia_requests_total{method="GET",path="/api/v1/works",status="429"}')).toBe(2);
  expect(metrics.get('spolia_problems_total{code="quota_exceeded"}')).toBe(2);
  expect(metrics.get('spolia_problems_total{code="unauthorized"}')).toBe(1);
  expect(metrics.get("spolia_ready")).toBe(1);
  expect(metrics.get("spolia_engine_threads")).toBe(1);
  expect(metrics.get("spolia_store_check_seconds")).toBeGreaterThan(0);
  for (const name of ["engine_waiting", "bodies_arriving", "bodies_waiting", "body_bytes", "requests_running"])
    expect(metrics.get(`spolia_${name}`), name).toBe(0);
  const text = await (await fetch(service.metricsUrl)).text();
  for (const name of notEmpty([...metrics.keys()]).map((one) => one.replace(/\{.*|(?<=duration_seconds)_\w+$/g, "")))
    expect(text).toContain(`# HELP ${name.replace(/_(bucket|sum|count)$/, "")} `);
});

test("a body that has not arrived is in flight", async () => {
  const service = await serve(temporaryFolder());
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("{"));
      end = () => controller.close();
    },
  });
  const headers = { "content-type": "application/json" };
  const asked = fetch(`${service.url}/api/v1/attribution/analyze`, {
    method: "POST",
    headers,
    body,
    duplex: "half",
  } as RequestInit);
  await vi.waitUntil(async () => (await metricsOf(service)).get("spolia_bodies_arriving") === 1, PATIENCE);
  end();
  expect((await asked).status).toBe(400);
  expect((await metricsOf(service)).get("spolia_bodies_arriving")).toBe(0);
});

test("two processes tell the same of what they share", async () => {
  const folder = temporaryFolder();
  const [one, two] = [await serve(folder), await serve(folder)];
  const store = await openSqliteStore(join(folder, "registry.sqlite"));
  await store.write(async ({ tenants, jobs }) => {
    await tenants.add(tenantOf("a"));
    for (const id of ["j1", "j2"]) await jobs.add({ ...jobOf("a", id), status: "failed", due_at: null });
  });
  await store.close();
  const shared = async (service: RunningService) =>
    [...(await metricsOf(service))].filter(([name]) => /^spolia_store_(jobs|deliveries)/.test(name));
  expect(await shared(one)).toHaveLength(7);
  expect(await shared(one)).toContainEqual(['spolia_store_jobs{status="failed"}', 2]);
  expect(await shared(two)).toEqual(await shared(one));
});

test("with a store that is locked: not ready, and what waits for it", async () => {
  const folder = temporaryFolder();
  const service = await serve(folder);
  const locked = await lockedBy(join(folder, "registry.sqlite"));
  await vi.waitUntil(async () => (await metricsOf(service)).get("spolia_ready") === 0, PATIENCE);
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ title: "T", author: "A", content: "It was the best of times" });
  const asked = fetch(`${service.url}/api/v1/content/register`, { method: "POST", headers, body });
  await vi.waitUntil(async () => (await metricsOf(service)).get("spolia_store_writes_waiting")! > 0, PATIENCE);
  locked.release();
  expect([201, 503]).toContain((await asked).status);
  await vi.waitUntil(async () => (await metricsOf(service)).get("spolia_ready") === 1, PATIENCE);
});
