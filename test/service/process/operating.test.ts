/** `spolia serve` as an operator runs it: behind a proxy, under a path, called by web pages, stopped while it works. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { notEmpty } from "../../support/notEmpty.ts";
import { logged, type RunningService, spolia, startService, startServiceIn } from "./process.ts";

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

test("the log holds nothing that a caller wrote, wherever it was written", async () => {
  const service = await serve();
  const secret = "Zq7secretZq7";
  const json = { "content-type": "application/json", "idempotency-key": secret, authorization: `Bearer ${secret}` };
  const ids = ["/works/", "/jobs/", "/models/x/", "/corpora/", "/sources/", "/webhooks/", "/nothing/"];
  const bodies = [
    { content: secret.repeat(9), content_type: "text", metadata: { title: secret, [secret]: secret } },
    { content: secret, [secret]: 1 },
    { title: secret, author: secret, content: secret },
    { url: `https://${secret}.example/${secret}?${secret}`, label: secret },
    { work_id: secret, schedule: secret, webhook_url: `https://user:${secret}@example.org` },
  ];
  const posted = ["/attribution/analyze", "/attribution/score", "/content/register", "/webhooks", "/monitors", "/keys"];
  const asks: [path: string, init: RequestInit][] = [
    ...ids.map((path): [string, RequestInit] => [`${path}${secret}?q=${secret}&${secret}=1`, { headers: json }]),
    ...posted.flatMap((path) =>
      [...bodies.map((body) => JSON.stringify(body)), `{"${secret}`].map((body): [string, RequestInit] => [
        path,
        { method: "POST", headers: json, body },
      ]),
    ),
    ["/attribution/analyze", { method: "POST", headers: { ...json, "content-encoding": "gzip" }, body: secret }],
    ["/attribution/analyze", { method: "PUT", headers: { accept: secret, "x-request-id": `<${secret}>` } }],
  ];
  for (const [path, init] of notEmpty(asks)) await (await fetch(`${service.url}/api/v1${path}`, init)).text();
  await vi.waitUntil(() => logged(service).length >= asks.length, PATIENCE);
  expect(service.log()).not.toMatch(/Zq7secret/i);
});

test("a caller that leaves before the end is logged with the status 499, and no failure", async () => {
  const service = await serve();
  const { port } = new URL(service.url);
  const head = `POST ${BATCH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const socket = connect(Number(port), "127.0.0.1");
  socket.write(`${head}${LINE.length.toString(16)}\r\n${LINE}\r\n`);
  await new Promise((resolve) => socket.once("data", resolve));
  socket.destroy();
  await vi.waitUntil(() => logged(service).length > 0, PATIENCE);
  expect(logged(service)).toMatchObject([{ level: "info", path: BATCH, status: 499 }]);
});

const SECRET = "Zq7secretZq7";
test.each([
  ["an exception that nothing catches", `throw new TypeError("${SECRET}", { cause: new RangeError("${SECRET}") })`],
  [
    "a rejection that nobody awaits",
    `Promise.reject(new TypeError("${SECRET}", { cause: new RangeError("${SECRET}") }))`,
  ],
])("%s is one line of the log, and ends the process with 70", async (what, fault) => {
  const preload = `data:text/javascript,process.on("SIGUSR2", () => { ${fault} })`;
  const env = { NODE_OPTIONS: `--import "${preload.replaceAll('"', '\\"')}"` };
  const service = await startServiceIn(env, folder, "--threads", "1");
  running.push(service);
  expect(await service.stop("SIGUSR2")).toBe(70);
  const [line, ...more] = logged(service);
  expect(more).toEqual([]);
  const told = { level: "error", fault: what.includes("rejection") ? "unhandled_rejection" : "uncaught_exception" };
  expect(line).toMatchObject({ ...told, code: "internal", causes: [{ name: "TypeError" }, { name: "RangeError" }] });
  expect(line.stack[0]).toMatch(/^at /);
  expect(service.log()).not.toMatch(/Zq7secret/);
});

test.each([
  ["a file that is no database", ["--data", "damaged"], "Cause: file is not a database"],
  ["plans that are no JSON", ["--plans", "plans.json"], "Cause: "],
  ["a corpus that is damaged", ["--corpus", "damaged.spolia"], "The manifest of the corpus is damaged."],
  ["a port in use", ["--port", "TAKEN"], "Cause: listen EADDRINUSE"],
  ["a port in use for metrics", ["--metrics-port", "TAKEN"], "Cause: listen EADDRINUSE"],
])("does not start with %s, says why, and ends with 3", async (_, args, cause) => {
  for (const [name, file] of [
    ["damaged", "registry.sqlite"],
    ["damaged.spolia", "manifest.json"],
  ] as const) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, file), "nonsense ".repeat(200));
  }
  writeFileSync(join(folder, "plans.json"), "{");
  const taken = args.includes("TAKEN") ? new URL((await serve()).url).port : "";
  const { code, stderr } = await spolia(
    folder,
    "serve",
    "--port",
    "0",
    ...args.map((arg) => arg.replace("TAKEN", taken)),
  );
  expect(stderr).toContain(cause);
  expect(code).toBe(3);
});
