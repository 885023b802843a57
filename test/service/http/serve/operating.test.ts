/** What an operator sees, and how much is taken on at once. */
import { expect, test, vi } from "vitest";
import { CONCURRENT_REQUESTS_MAX } from "../../../../src/service/http/request/limits.ts";
import type { Exchange } from "../../../../src/service/http/serve/exchange.ts";
import { Metrics } from "../../../../src/service/http/serve/metrics.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { createFakeEngine, typicalResult } from "../fakeEngine.ts";
import { openApi, undeclared } from "../openApiDocument.ts";
import { ANALYZE, analyzeRequest, bodyOf, get, handlerOver, postJson, problemOf } from "../requests.ts";

interface Status {
  requests: number;
  failed: number;
  uptime_seconds: number;
  latency_ms: { answers: number; p50: number; p99: number } | null;
}

test("an exchange is reported with the route's path, without content of the request", async () => {
  const exchanges: Exchange[] = [];
  const handler = handlerOver(createFakeEngine(), {
    auth: { apiKey: "sp_live_x" },
    observe: (one) => exchanges.push(one),
  });
  const headers = { authorization: "Bearer sp_live_x", "x-request-id": "r1" };
  await handler(postJson(ANALYZE, { ...analyzeRequest, content: "secret words" }, headers));
  await handler(get("/api/v1/models/secret/words", headers));
  await handler(get("/secret/words"));
  await handler(postJson(ANALYZE, analyzeRequest, { authorization: "Bearer sp_live_secret" }));
  expect(exchanges).toMatchObject([
    { requestId: "r1", method: "POST", path: ANALYZE, tenant: "default", status: 200, durationMs: expect.any(Number) },
    { path: "/api/v1/models/{provider}/{name}", status: 404 },
    { path: null, tenant: null, status: 404 },
    { path: ANALYZE, tenant: null, status: 401 },
  ]);
  expect(JSON.stringify(exchanges)).not.toMatch(/secret|sp_live/);
});

test("the status counts responses and faults, without documents", async () => {
  let fails = false;
  const handler = handlerOver(
    createFakeEngine((operation) => {
      if (fails) throw new Error("out of order");
      return typicalResult(operation);
    }),
  );
  const status = async () => bodyOf<Status>(await handler(get("/api/v1/status")));
  expect(await status()).toMatchObject({ requests: 0, failed: 0, latency_ms: null });
  for (let i = 0; i < 3; i++) await handler(postJson(ANALYZE, analyzeRequest));
  fails = true;
  await handler(postJson(ANALYZE, analyzeRequest));
  await handler(get("/livez"));
  // The document is shared for a second.
  await vi.waitUntil(async () => (await status()).requests > 0, { timeout: 300_000 });
  expect(await status()).toMatchObject({ requests: 4, failed: 1, latency_ms: { answers: 4 } });
  expect(await undeclared(await openApi(), "/api/v1/status", "get", await handler(get("/api/v1/status")))).toEqual([]);
});

test("requests beyond the concurrency limit get `overloaded`; the others are answered", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const engine = createFakeEngine();
  const handler = handlerOver({
    ...engine,
    analyze: async (request, host) => {
      await released;
      return engine.analyze(request, host);
    },
  });
  // A caller alone has half of the places.
  const most = CONCURRENT_REQUESTS_MAX / 2;
  const asked = Array.from({ length: most }, () => handler(postJson(ANALYZE, analyzeRequest)));
  await expect.poll(() => handler.gauges()["requests_running"]).toBe(most);
  const refused = await handler(postJson(ANALYZE, analyzeRequest));
  const other = handler(postJson(ANALYZE, analyzeRequest), { remoteAddress: "192.0.2.1" });
  await expect.poll(() => handler.gauges()["requests_running"]).toBe(most + 1);
  expect([refused.status, refused.headers.get("retry-after"), (await problemOf(refused)).code]).toEqual([
    503,
    "1",
    "overloaded",
  ]);
  release();
  for (const answer of notEmpty(await Promise.all([...asked, other]))) expect(answer.status).toBe(200);
  expect((await handler(postJson(ANALYZE, analyzeRequest))).status).toBe(200);
});

test("metrics are valid Prometheus text for any requests", async () => {
  const metrics = new Metrics();
  const handler = handlerOver(createFakeEngine(), { observe: (exchange) => metrics.count(exchange) });
  await handler(postJson(ANALYZE, analyzeRequest));
  await handler(postJson(ANALYZE, {}));
  await handler(get('/"}\n/x'));
  await handler(new Request("http://spolia.test/livez", { method: "BREW" }));
  const text = metrics.text([{ name: "spolia_threads", help: "Threads that answer.", value: 3 }]);
  const line = /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z]+="[^"\\\n]*",?)+\})? [0-9.e+-]+)$/;
  for (const one of notEmpty(text.trimEnd().split("\n"))) expect(one).toMatch(line);
  expect(text).toContain(`spolia_requests_total{method="POST",path="${ANALYZE}",status="200"} 1`);
  expect(text).toContain('spolia_requests_total{method="other",path="none",status="405"} 1');
  expect(text).toContain(`spolia_request_duration_seconds_bucket{path="${ANALYZE}",le="+Inf"} 2`);
  expect(text).toContain("spolia_threads 3");
});
