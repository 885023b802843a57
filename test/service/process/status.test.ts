/** The status of two real processes on one folder. */
import { afterEach, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { type RunningService, startService } from "./process.ts";

const running: RunningService[] = [];
const PATIENCE = { timeout: 300_000, interval: 200 };

afterEach(async () => {
  for (const service of running.splice(0)) await service.stop("SIGKILL");
});

const statusOf = async ({ url }: RunningService) => (await fetch(`${url}/api/v1/status`)).json();
const ask = ({ url }: RunningService, path: string) => fetch(`${url}/api/v1${path}`).then((answer) => answer.text());

test("both tell the same, of the requests of both, and a later process what they told", async () => {
  const folder = temporaryFolder();
  const start = async () => {
    running.push(await startService(folder, "--threads", "1", "--data", folder));
    return running.at(-1)!;
  };
  const [one, two] = [await start(), await start()];
  for (let i = 0; i < 3; i++) await ask(one, "/works");
  for (let i = 0; i < 4; i++) await ask(two, "/works");
  const parts = ["store", "deliveries", "engine", "jobs", "monitors"];
  const isWhole = (status: { requests: number; components: object[] }) =>
    status.requests === 7 && status.components.length === parts.length;
  for (const service of [one, two]) await vi.waitUntil(async () => isWhole(await statusOf(service)), PATIENCE);
  // Time goes on between two answers: both are asked until they answer in the same slot.
  const pair = async () => Promise.all([statusOf(one), statusOf(two)]);
  await vi.waitUntil(async () => {
    const [first, second] = await pair();
    return JSON.stringify(first) === JSON.stringify(second);
  }, PATIENCE);
  const status = await statusOf(one);
  expect(status).toMatchObject({ success: true, status: "pass", requests: 7, failed: 0, latency_ms: { answers: 7 } });
  expect(status.components).toEqual(parts.map((name) => ({ name, status: "pass" })));
  expect(status.uptime.days.ready_seconds).toBeGreaterThan(0);
  await ask(one, "/works");
  for (const service of [one, two]) expect(await service.stop("SIGTERM")).toBe(0);
  // What was counted up to the end is written at the end. On a busy machine the store may answer too late at first.
  const later = await start();
  await vi.waitUntil(async () => (await statusOf(later)).requests === 8, PATIENCE);
  expect(await statusOf(later)).toMatchObject({ requests: 8, days: [{ requests: 8 }] });
});
