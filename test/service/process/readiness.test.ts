/** `/readyz` of the real process: a write that came through, or the part that stopped it. */
import { openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { notEmpty } from "../../support/notEmpty.ts";
import { skippable } from "../../support/skippable.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { smallDisk } from "../../support/suites/corpus/smallDisk.ts";
import { lockedBy } from "../fixtures/locked.ts";
import { logged, type RunningService, startService } from "./process.ts";

const running: RunningService[] = [];
const PATIENCE = { timeout: 300_000, interval: 50 };
const CONTENT = "It was the best of times, it was the worst of times, it was the age of wisdom";

async function serve(data: string): Promise<RunningService> {
  const service = await startService(data, "--threads", "1", "--data", data);
  running.push(service);
  return service;
}

afterEach(async () => {
  for (const service of running.splice(0)) await service.stop("SIGKILL");
});

async function ask(service: RunningService, path: string, body?: object) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(service.url + path, {
    ...(body !== undefined && { method: "POST", headers, body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

const isReady = async (service: RunningService) => (await ask(service, "/readyz")).status === 200;

/** What holds while the store takes no writes. */
async function notReady(service: RunningService, data: string) {
  await vi.waitUntil(async () => !(await isReady(service)), PATIENCE);
  const { status, headers, body } = await ask(service, "/readyz");
  expect(status).toBe(503);
  expect(headers.get("content-type")).toBe("application/problem+json");
  expect(headers.get("retry-after")).toBe("5");
  expect(body).toMatchObject({ success: false, code: "registry_failed", component: "store", errors: [] });
  expect(body.detail).toMatch(/^The store takes no writes\.|^No write of the store came through within 0\.8 s\.$/);
  expect(JSON.stringify(body)).not.toMatch(/sqlite|\.ts\b|\.js\b/i);
  expect(JSON.stringify(body)).not.toContain(data);
  expect((await ask(service, "/livez")).status).toBe(200);
  const analysis = { content: CONTENT, content_type: "text" };
  expect((await ask(service, "/api/v1/attribution/analyze", analysis)).status).toBe(200);
}

const readyAgain = (service: RunningService) => vi.waitUntil(() => isReady(service), PATIENCE);
const register = (service: RunningService) =>
  ask(service, "/api/v1/content/register", { title: "T", author: "A", content: `${CONTENT} ${Math.random()}` });

const disk = smallDisk(4 * 1024 * 1024, "registry.sqlite-wal");
afterAll(() => disk?.remove());

test.skipIf(disk === null)(
  skippable(`a full disk: ${disk?.name}`, disk === null, "no right to mount, no prlimit"),
  async () => {
    const { folder, fill, empty } = disk!;
    const service = await serve(folder);
    expect(await isReady(service)).toBe(true);
    expect((await register(service)).status).toBe(201);
    fill(service.pid);
    await notReady(service, folder);
    const refused = await register(service);
    expect(refused).toMatchObject({ status: 503, body: { code: "registry_failed" } });
    expect(refused.body).not.toHaveProperty("component");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask(service, "/api/v1/works")).body.items).toHaveLength(1);
    empty(service.pid);
    await readyAgain(service);
    expect((await register(service)).status).toBe(201);
  },
);

test("a damaged file", async () => {
  const folder = temporaryFolder();
  const first = await serve(folder);
  expect((await register(first)).status).toBe(201);
  expect(await first.stop("SIGTERM")).toBe(0);
  const path = join(folder, "registry.sqlite");
  const service = await serve(folder);
  expect(await isReady(service)).toBe(true);
  const file = openSync(path, "r+");
  const whole = readFileSync(path).subarray(0, 16_384);
  writeSync(file, Buffer.alloc(whole.length, "damage"), 0, whole.length, 0);
  await notReady(service, folder);
  writeSync(file, whole, 0, whole.length, 0);
  await readyAgain(service);
});

test("a lock that another process does not give up", async () => {
  const folder = temporaryFolder();
  const service = await serve(folder);
  expect(await isReady(service)).toBe(true);
  const locked = await lockedBy(join(folder, "registry.sqlite"));
  await notReady(service, folder);
  expect((await ask(service, "/api/v1/works")).status).toBe(200);
  locked.release();
  await readyAgain(service);
  // A write waits for 10 s: whoever asks whether the service is ready does not.
  const tried = logged(service).filter(({ path, status }) => path === "/readyz" && status === 503);
  for (const { duration_ms, code } of notEmpty(tried)) {
    expect(duration_ms).toBeLessThan(5_000);
    expect(code).toBe("registry_failed");
  }
});
