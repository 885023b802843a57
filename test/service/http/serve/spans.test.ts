/** Spans of requests, recorded by a real SDK: names and attributes of the conventions for HTTP servers, and parents. */
import * as openTelemetry from "@opentelemetry/api";
import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SpoliaError } from "../../../../src/base/errors.ts";
import { CHILD_SPANS_MAX, type OpenTelemetry } from "../../../../src/base/lists/spans.ts";
import type { Exchange } from "../../../../src/service/http/serve/exchange.ts";
import { createHandler } from "../../../../src/service/http/serve/handler.ts";
import type { HandlerOptions } from "../../../../src/service/http/serve/options.ts";
import { serve } from "../../../../src/service/http/serve/serve.ts";
import { createRegistry, type Registry } from "../../../../src/service/registry.ts";
import { createMemoryStore } from "../../../../src/service/store/memory.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { contentsOf, endedSpans, parentOf, registerSdk } from "../../../support/suites/service/recordedSpans.ts";
import { createFakeEngine, typicalResult } from "../fakeEngine.ts";
import { ANALYZE, analyzeRequest, get, postJson } from "../requests.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const sampled = { traceparent: `00-${TRACE}-${PARENT}-01` };

beforeAll(registerSdk);
beforeEach(() => void endedSpans());
afterAll(() => trace.disable());

/** A handler with spans, and what it tells. */
function traced(options: Partial<HandlerOptions> = {}) {
  const told: Exchange[] = [];
  const observe = (exchange: Exchange) => told.push(exchange);
  return { handler: createHandler({ engine: createFakeEngine(), openTelemetry, observe, ...options }), told };
}

/** The span of a request and those below it. */
function ofRequest(spans = endedSpans()): { server: ReadableSpan; below: ReadableSpan[] } {
  const server = spans.find(({ attributes }) => "http.request.method" in attributes)!;
  return { server, below: spans.filter((one) => one !== server) };
}

test("the API of OpenTelemetry is what the handler takes, by its types too", () => {
  const api: OpenTelemetry = openTelemetry;
  expect(() => createHandler({ engine: createFakeEngine(), openTelemetry: api })).not.toThrow();
  for (const wrong of [null, "@opentelemetry/api", {}, { trace }, Promise.resolve(api)]) {
    const build = () => createHandler({ engine: createFakeEngine(), openTelemetry: wrong as never });
    expect(build).toThrow(/\/openTelemetry must be the package @opentelemetry\/api/);
  }
});

describe("the span of a request", () => {
  test("continues the trace of its caller, and its log line names it", async () => {
    const { handler, told } = traced({ trustedProxies: ["10.0.0.1"] });
    const headers = {
      ...sampled,
      tracestate: "vendor=one",
      "x-forwarded-for": "192.0.2.7",
      "x-forwarded-proto": "https",
    };
    const connection = { remoteAddress: "10.0.0.1" };
    expect((await handler(postJson(ANALYZE, analyzeRequest, headers), connection)).status).toBe(200);
    const { server } = ofRequest();
    expect(server.spanContext()).toMatchObject({ traceId: TRACE, traceState: expect.anything() });
    expect(server.spanContext().traceState!.serialize()).toBe("vendor=one");
    expect(server.parentSpanContext).toMatchObject({ spanId: PARENT, isRemote: true });
    expect(server.name).toBe(`POST ${ANALYZE}`);
    expect(server.kind).toBe(SpanKind.SERVER);
    expect(server.status.code).toBe(SpanStatusCode.UNSET);
    expect(server.instrumentationScope).toMatchObject({ name: "spolia", version: expect.stringMatching(/^\d+\./) });
    expect(server.attributes).toEqual({
      "http.request.method": "POST",
      "http.route": ANALYZE,
      "http.response.status_code": 200,
      "url.path": ANALYZE,
      "url.scheme": "https",
      "client.address": "192.0.2.7",
    });
    expect(told).toMatchObject([{ traceId: TRACE }]);
  });

  test.each([
    ["none", {}],
    ["an invalid one", { traceparent: `00-${"0".repeat(32)}-${PARENT}-01` }],
    ["one of capitals", { traceparent: `00-${TRACE.toUpperCase()}-${PARENT}-01` }],
    ["two", { traceparent: `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01` }],
  ])("begins a trace where traceparent is %s", async (_, headers) => {
    const { handler, told } = traced();
    await handler(postJson(ANALYZE, analyzeRequest, headers));
    const { server } = ofRequest();
    expect(parentOf(server)).toBeNull();
    expect(server.spanContext().traceId).not.toBe(TRACE);
    expect(told).toMatchObject([{ traceId: server.spanContext().traceId }]);
  });

  test("is not recorded where the caller's is not, and its log line names the trace all the same", async () => {
    const { handler, told } = traced();
    const headers = { traceparent: `00-${TRACE}-${PARENT}-00` };
    expect((await handler(postJson(ANALYZE, analyzeRequest, headers))).status).toBe(200);
    expect(endedSpans()).toEqual([]);
    expect(told).toMatchObject([{ traceId: TRACE }]);
  });

  test("is below the span that the host has begun, and not another one of the server", async () => {
    const { handler } = traced();
    await trace.getTracer("host").startActiveSpan("GET", { kind: SpanKind.SERVER }, async (span) => {
      await handler(get("/api/v1/models", sampled));
      span.end();
    });
    const [own, host] = endedSpans();
    expect(host!.name).toBe("GET");
    expect(own).toMatchObject({ name: "GET /api/v1/models", kind: SpanKind.INTERNAL });
    expect(parentOf(own!)).toBe(host!.spanContext().spanId);
  });

  test("tells what failed: a fault of the service is an error, a refused request is none", async () => {
    const fails = (error: unknown) =>
      traced({
        engine: createFakeEngine(() => {
          throw error;
        }),
      }).handler;
    await fails(new Error("a secret"))(postJson(ANALYZE, analyzeRequest));
    const fault = ofRequest().server;
    expect(fault.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(fault.attributes).toMatchObject({
      ...{ "http.response.status_code": 500, "error.type": "internal", "spolia.code": "internal" },
    });
    await fails(new SpoliaError("unknown_model", "a secret"))(postJson(ANALYZE, analyzeRequest));
    const refused = ofRequest().server;
    expect(refused.status.code).toBe(SpanStatusCode.UNSET);
    expect(refused.attributes).toMatchObject({ "http.response.status_code": 404, "spolia.code": "unknown_model" });
    expect(refused.attributes).not.toHaveProperty("error.type");
  });

  test("has nothing that a caller chose", async () => {
    const { handler } = traced({ auth: { apiKey: "sp_live_secret" }, basePath: "/spolia" });
    const headers = {
      ...{ authorization: "Bearer sp_live_secret", "user-agent": "secret", "x-request-id": "secret" },
      ...{ host: "secret.test", "idempotency-key": "secret" },
    };
    await handler(postJson(`/spolia${ANALYZE}?secret=secret`, { ...analyzeRequest, content: "secret" }, headers));
    await handler(postJson(`/spolia${ANALYZE}`, { ...analyzeRequest, secret: "secret" }, headers));
    await handler(get("/spolia/api/v1/models/secret/words?secret=secret", headers));
    await handler(get("/secret/words?secret=secret", headers));
    await handler(new Request("http://spolia.test/spolia/api/v1/models", { method: "SECRET", headers }));
    const spans = endedSpans();
    const servers = spans.filter(({ attributes }) => "http.request.method" in attributes);
    expect(servers.map(({ name, attributes }) => [name, attributes["url.path"]])).toEqual([
      [`POST /spolia${ANALYZE}`, `/spolia${ANALYZE}`],
      [`POST /spolia${ANALYZE}`, `/spolia${ANALYZE}`],
      ["GET /spolia/api/v1/models/{provider}/{name}", "/spolia/api/v1/models/REDACTED/REDACTED"],
      ["GET", "REDACTED"],
      ["HTTP", "REDACTED"],
    ]);
    expect(servers[2]!.attributes["http.route"]).toBe("/spolia/api/v1/models/{provider}/{name}");
    expect(servers[4]!.attributes["http.request.method"]).toBe("_OTHER");
    expect(contentsOf(notEmpty(spans))).not.toMatch(/secret|sp_live/i);
  });

  test("is none for checks, unless they are part of a trace", async () => {
    const { handler } = traced();
    for (const path of ["/livez", "/readyz"]) expect((await handler(get(path))).status).toBe(200);
    expect(endedSpans()).toEqual([]);
    await handler(get("/livez", sampled));
    expect(endedSpans()).toMatchObject([{ name: "GET /livez" }]);
  });
});

describe("spans below that of a request", () => {
  async function withRegistry(): Promise<Registry> {
    const registry = await createRegistry(createFakeEngine(), createMemoryStore(), { openTelemetry });
    await registry.createTenant({ id: "default" });
    return registry;
  }
  const work = { title: "T", author: "A", content: "It was the best of times" };

  test("are the arrival of its body and the writes to the store", async () => {
    const { handler } = traced({ registry: await withRegistry() });
    expect(endedSpans()).toEqual([]);
    expect((await handler(postJson("/api/v1/content/register", work, sampled))).status).toBe(201);
    const { server, below } = ofRequest();
    const writes = below.filter(({ name }) => name === "store.write");
    expect(notEmpty(writes).map(({ events }) => events.map(({ name }) => name))).toEqual(writes.map(() => ["begun"]));
    expect(below.filter(({ name }) => name === "request.body")).toHaveLength(1);
    for (const one of notEmpty(below)) {
      expect(parentOf(one)).toBe(server.spanContext().spanId);
      expect(one.spanContext().traceId).toBe(TRACE);
      expect(one.attributes).toEqual({});
    }
  });

  test("tell an error of theirs by its code; only a fault of the store is one of the span", async () => {
    for (const [code, status] of [
      ["registry_failed", SpanStatusCode.ERROR],
      ["plan_limit", SpanStatusCode.UNSET],
    ] as const) {
      const store = createMemoryStore();
      const registry = await createRegistry(createFakeEngine(), store, { openTelemetry });
      const { handler } = traced({ registry });
      store.write = () => Promise.reject(new SpoliaError(code, "a secret"));
      await handler(postJson("/api/v1/content/register", work, sampled));
      const failed = endedSpans().filter(({ name }) => name === "store.write");
      for (const one of notEmpty(failed))
        expect([one.attributes, one.status.code, one.events]).toEqual([{ "error.type": code }, status, []]);
    }
  });

  test("are none outside of requests", async () => {
    const registry = await withRegistry();
    await registry.createTenant({ id: "other" });
    expect(endedSpans()).toEqual([]);
  });
});

describe("a response that is sent line by line", () => {
  const engineOf = (lines: { active: (string | undefined)[] }) =>
    createFakeEngine((operation) => {
      lines.active.push(trace.getActiveSpan()?.spanContext().traceId);
      return typicalResult(operation);
    });
  const batch = (many: number) => Array.from({ length: many }, () => JSON.stringify(analyzeRequest)).join("\n");

  test.each([["identity"], ["gzip"]])("has one span up to its end, which its lines are below (%s)", async (coding) => {
    const lines = { active: [] };
    const { handler } = traced({ engine: engineOf(lines) });
    const server = await serve({ handler, port: 0 });
    try {
      const response = await fetch(`${server.url}/api/v1/attribution/analyze/batch`, {
        method: "POST",
        headers: { ...sampled, "content-type": "application/x-ndjson", "accept-encoding": coding },
        body: batch(3),
      });
      expect((await response.text()).trimEnd().split("\n")).toHaveLength(3);
      expect(lines.active).toEqual([TRACE, TRACE, TRACE]);
    } finally {
      await server.close();
    }
    expect(ofRequest().server.attributes).toMatchObject({ "http.response.status_code": 200 });
  });

  test("has no more than some spans below its own, however many lines there are", async () => {
    const registry = await createRegistry(createFakeEngine(), createMemoryStore(), { openTelemetry });
    const account = await registry.createTenant({ plan: "pro" });
    const { key } = await registry.createKey(account.id, {});
    const { handler } = traced({ registry, auth: {} });
    const headers = { ...sampled, "content-type": "application/x-ndjson", authorization: `Bearer ${key}` };
    endedSpans();
    const request = new Request("http://spolia.test/api/v1/attribution/analyze/batch", {
      ...{ method: "POST", headers, body: batch(CHILD_SPANS_MAX) },
    });
    const lines = (await (await handler(request)).text()).trimEnd().split("\n");
    expect(lines).toHaveLength(CHILD_SPANS_MAX);
    expect(ofRequest().below).toHaveLength(CHILD_SPANS_MAX);
  });
});
