/** `spolia serve` as an operator runs it: behind a proxy, under a path, called by web pages, stopped while it works. */
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { type RunningService, startService } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-operating-"));
const running: RunningService[] = [];
const BATCH = "/api/v1/attribution/analyze/batch";
const LINE = `${JSON.stringify({ content: "It was the best of times", content_type: "text" })}\n`;
/** How long a test waits for what has to happen at some time. */
const PATIENCE = { timeout: 300_000, interval: 50 };

async function serve(...args: string[]): Promise<RunningService> {
  const service = await startService(folder, "--threads", "1", ...args);
  running.push(service);
  return service;
}

afterEach(async () => {
  for (const service of running.splice(0)) await service.stop("SIGKILL");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Told {
  status: number;
  headers: Record<string, string | string[] | undefined>;
}

/** Unlike `fetch`, sends any header and shows the connection's. */
const headed = (url: string, headers: Record<string, string> = {}): Promise<Told> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume().on("end", () => resolve({ status: response.statusCode!, headers: response.headers }));
    })
      .on("error", reject)
      .end();
  });

/** The log's lines of requests. */
const logged = ({ log }: RunningService): Record<string, unknown>[] =>
  log()
    .split("\n")
    .filter((line) => line.startsWith("{") && line.endsWith("}"))
    .map((line) => JSON.parse(line));

test("under a path, behind a trusted proxy, for one origin", async () => {
  const origin = "https://app.example";
  const service = await serve("--base-path", "/spolia", "--trusted-proxy", "127.0.0.0/8", "--cors", origin);
  expect(service.url).toMatch(/:\d+\/spolia$/);
  const headers = { "x-forwarded-for": "203.0.113.5", origin, "accept-encoding": "br" };
  const told = await headed(`${service.url}/api/v1/openapi.json`, headers);
  expect(told).toMatchObject({
    status: 200,
    headers: { "content-encoding": "br", "access-control-allow-origin": origin },
  });
  const again = { ...headers, "if-none-match": String(told.headers["etag"]) };
  expect((await headed(`${service.url}/api/v1/openapi.json`, again)).status).toBe(304);
  expect((await headed(service.url.replace("/spolia", "/livez"))).status).toBe(404);
  // A balancer closes an idle connection after 60 s, and must be the first to do so.
  expect(Number(/timeout=(\d+)/.exec(String(told.headers["keep-alive"]))?.[1])).toBeGreaterThan(60);
  await vi.waitUntil(() => logged(service).length >= 3, PATIENCE);
  expect(logged(service)[0]).toMatchObject({ address: "203.0.113.5", path: "/api/v1/openapi.json" });
});

test("SIGTERM: not ready first, then no new connections, and what runs ends well", async () => {
  const service = await serve("--drain-delay", "3");
  const { url } = service;
  let send!: (line: string | null) => void;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (line) => (line === null ? controller.close() : controller.enqueue(new TextEncoder().encode(line)));
    },
  });
  const headers = { "content-type": "application/x-ndjson" };
  send(LINE);
  const asked = await fetch(url + BATCH, { method: "POST", headers, body, duplex: "half" } as RequestInit);
  const lines = asked.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect(JSON.parse((await lines.read()).value!)).toMatchObject({ index: 0, success: true });

  const ended = service.stop("SIGTERM");
  await vi.waitUntil(async () => (await headed(`${url}/readyz`)).status === 503, PATIENCE);
  expect((await headed(`${url}/livez`)).status).toBe(200);
  const isRefused = () =>
    headed(`${url}/livez`).then(
      () => false,
      () => true,
    );
  await vi.waitUntil(isRefused, PATIENCE);
  send(LINE);
  send(null);
  expect(JSON.parse((await lines.read()).value!)).toMatchObject({ index: 1, success: true });
  expect((await lines.read()).done).toBe(true);
  expect(await ended).toBe(0);
});

test("a second signal ends it at once", async () => {
  const service = await serve("--drain-delay", "900");
  const ended = service.stop("SIGTERM");
  await vi.waitUntil(async () => (await headed(`${service.url}/readyz`)).status === 503, PATIENCE);
  service.stop("SIGTERM");
  expect(await ended).toBe(143);
});
