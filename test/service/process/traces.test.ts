/** Traces of a real process with a real SDK, sent to a receiver of OTLP on this machine. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { notEmpty } from "../../support/notEmpty.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { logged, type RunningService, startService, startServiceIn } from "./process.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const SECRET = "never seen sentence";

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: object }[];
}

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A receiver of OTLP over HTTP, and what was sent to it. */
async function collector() {
  const spans: SentSpan[] = [];
  const received = { text: "" };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    received.text += body;
    for (const { scopeSpans } of JSON.parse(body).resourceSpans)
      for (const { spans: sent } of scopeSpans) spans.push(...sent);
    response.setHeader("content-type", "application/json").end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, received };
}

async function started(service: Promise<RunningService>): Promise<RunningService> {
  const running = await service;
  closers.push(() => running.stop("SIGKILL"));
  return running;
}

/** Lines of the log, which arrive after the responses. */
async function requestLines(service: RunningService, many: number) {
  const lines = () => logged(service).filter(({ path }) => path !== undefined);
  await vi.waitUntil(() => lines().length >= many, { timeout: 300_000, interval: 20 });
  return lines();
}

test("a request is one trace, from the caller's span to the thread and the store, whole at the end of the service", async () => {
  const { url, spans, received } = await collector();
  const folder = temporaryFolder();
  const env = {
    NODE_OPTIONS: `--import=${new URL("sdk.ts", import.meta.url)}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
  };
  const service = await started(startServiceIn(env, folder, "--data", folder, "--threads", "1", "--traces"));
  const post = (path: string, body: object, traceparent: string) =>
    fetch(`${service.url}/api/v1${path}`, {
      method: "POST",
      headers: { traceparent, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const registered = { title: "T", author: "A", content: `${SECRET} ${"of many words ".repeat(30)}` };
  const traceparent = `00-${TRACE}-${PARENT}-01`;
  expect((await post("/content/register", registered, traceparent)).status).toBe(201);
  const content = { content: registered.content, content_type: "text" };
  expect((await post("/attribution/analyze?keep=true", content, traceparent)).status).toBe(200);
  expect((await post("/attribution/analyze", content, `00-${"5".repeat(32)}-${PARENT}-00`)).status).toBe(200);
  expect((await fetch(`${service.url}/livez`)).status).toBe(200);
  expect((await fetch(`${service.url}/api/v1/models`)).status).toBe(200);
  const lines = await requestLines(service, 5);
  await service.stop("SIGTERM");

  const servers = spans.filter(({ attributes }) => attributes.some(({ key }) => key === "http.request.method"));
  expect(servers.map(({ name, traceId }) => [name, traceId])).toEqual([
    ["POST /api/v1/content/register", TRACE],
    ["POST /api/v1/attribution/analyze", TRACE],
    ["GET /api/v1/models", expect.stringMatching(/^[0-9a-f]{32}$/)],
  ]);
  expect(servers.map(({ parentSpanId = "" }) => parentSpanId)).toEqual([PARENT, PARENT, ""]);
  expect(lines.map(({ path, trace_id }) => [path, trace_id])).toEqual([
    ["/api/v1/content/register", TRACE],
    ["/api/v1/attribution/analyze", TRACE],
    ["/api/v1/attribution/analyze", "5".repeat(32)],
    ["/livez", undefined],
    ["/api/v1/models", servers[2]!.traceId],
  ]);
  const below = (parent: SentSpan) => spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);
  const [register, analyze] = servers;
  expect(below(register!).map(({ name }) => name)).toContain("store.write");
  const steps = below(analyze!);
  for (const name of ["request.body", "engine.wait", "engine.run", "store.write"])
    expect(steps.map((one) => one.name)).toContain(name);
  const run = steps.find(({ name }) => name === "engine.run")!;
  expect(below(run).map(({ name }) => name)).toEqual(["engine.thread"]);
  // The scheduler writes every few seconds, and nothing of it is part of a trace.
  const known = new Set(spans.map(({ spanId }) => spanId));
  for (const { name, parentSpanId = "" } of notEmpty(spans))
    expect(known.has(parentSpanId) || parentSpanId === PARENT || name === "GET /api/v1/models", name).toBe(true);
  expect(received.text).toContain("engine.thread");
  expect(received.text).not.toContain(SECRET);
});

test("without an SDK the service runs, and says so", async () => {
  const service = await started(startService(temporaryFolder(), "--traces"));
  expect(service.log()).toContain("No SDK of OpenTelemetry is registered");
  const traceparent = `00-${TRACE}-${PARENT}-01`;
  expect((await fetch(`${service.url}/api/v1/models`, { headers: { traceparent } })).status).toBe(200);
  expect((await fetch(`${service.url}/api/v1/models`)).status).toBe(200);
  const lines = await requestLines(service, 2);
  expect(lines.map(({ trace_id }) => trace_id)).toEqual([TRACE, undefined]);
});
