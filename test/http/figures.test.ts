/** Figures that a service tells of itself, to the last one: its status, the page of it, and what Prometheus collects. */
import { describe, expect, test } from "vitest";
import type { Exchange } from "../../src/http/exchange.ts";
import { Metrics } from "../../src/http/metrics.ts";
import { StatusBoard } from "../../src/http/status.ts";
import { statusPage } from "../../src/http/statusPage.ts";
import { ENGINE_VERSION } from "../../src/version.ts";

const STARTED = Date.UTC(2026, 0, 2, 12);
const exchange = (more: Partial<Exchange> = {}): Exchange => ({
  ...{
    requestId: "r",
    method: "POST",
    path: "/api/v1/compare",
    tenant: "default",
    address: null,
    status: 200,
    durationMs: 1,
    ...more,
  },
});

describe("the status", () => {
  test("of a service without requests so far", () => {
    expect(new StatusBoard(() => STARTED).document()).toEqual({
      ...{ status: "pass", engine: ENGINE_VERSION, started_at: "2026-01-02T12:00:00.000Z", uptime_seconds: 0 },
      ...{ requests: 0, failed: 0, latency_ms: null },
    });
  });

  test("counts whole seconds, and never negative ones after a clock change", () => {
    const clock = { now: STARTED };
    const board = new StatusBoard(() => clock.now);
    const uptimes = [1_999, 2_000, -5_000].map((after) => {
      clock.now = STARTED + after;
      return board.document().uptime_seconds;
    });
    expect(uptimes).toEqual([1, 2, 0]);
  });

  test("counts only faults of the service as failed", () => {
    const board = new StatusBoard(() => STARTED);
    for (const status of [200, 400, 404, 429, 499, 500, 503, 599]) board.count(exchange({ status }));
    expect(board.document()).toMatchObject({ requests: 8, failed: 3 });
  });

  test("has the quantiles of the last thousand responses", () => {
    const board = new StatusBoard(() => STARTED);
    const count = (durations: readonly number[]) =>
      durations.map((durationMs) => board.count(exchange({ durationMs })));
    count([3.00049]);
    expect(board.document().latency_ms).toEqual({ answers: 1, p50: 3, p95: 3, p99: 3 });
    count(Array.from({ length: 99 }, (_, i) => 100 - i));
    expect(board.document().latency_ms).toEqual({ answers: 100, p50: 50, p95: 95, p99: 99 });
    count(Array.from({ length: 1_000 }, () => 7.1234));
    expect(board.document()).toMatchObject({ requests: 1_100, latency_ms: { answers: 1_000, p50: 7.123, p99: 7.123 } });
  });
});

describe("the page of the status", () => {
  const text = (more: object) => {
    const document = { ...new StatusBoard(() => STARTED).document(), ...more };
    return statusPage(document)
      .replace(/<style>.*?<\/style>|<details.*<\/details>/gs, "")
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ");
  };

  test.each([
    [0, "0 seconds"],
    [1, "1 second"],
    [59, "59 seconds"],
    [60, "1 minute, 0 seconds"],
    [3_599, "59 minutes, 59 seconds"],
    [3_600, "1 hour, 0 minutes"],
    [86_399, "23 hours, 59 minutes"],
    [86_400, "1 day, 0 hours"],
    [200_000, "2 days, 7 hours"],
  ])("tells %i seconds as %s", (uptime_seconds, words) => {
    expect(text({ uptime_seconds })).toContain(`Uptime ${words} Requests`);
  });

  test("shows the number of failures and the latencies", () => {
    expect(text({})).toContain("Requests 0 requests Failed requests none Latency No request yet.");
    const page = text({ requests: 40, failed: 1, latency_ms: { answers: 40, p50: 1.5, p95: 20, p99: 1_234 } });
    expect(page).toContain("ANSWERING");
    expect(page).toContain("Requests 40 requests Failed requests 1 (2.5 %)");
    expect(page).toContain(
      "For the last 40 responses: Quantile Time from the request to its response p50 1.5 ms p95 20 ms p99 1,234 ms",
    );
  });
});

test("metrics count requests by method, path and status, and times in cumulative buckets", () => {
  const metrics = new Metrics();
  for (const durationMs of [0.5, 1, 1.5, 30_000, 30_001]) metrics.count(exchange({ durationMs }));
  metrics.count(exchange({ method: "BREW", path: null, status: 405, durationMs: 2_500 }));
  const figures = new Map(
    metrics
      .text()
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]),
  );
  const of = (name: string, labels = "") => figures.get(`spolia_request${name}{path="/api/v1/compare"${labels}}`);
  const below = (end: string) => of("_duration_seconds_bucket", `,le="${end}"`);
  expect(["0.001", "0.0025", "10", "30", "+Inf"].map(below)).toEqual([2, 3, 3, 4, 5]);
  expect(of("_duration_seconds_sum")).toBeCloseTo(60.004, 9);
  expect(of("_duration_seconds_count")).toBe(5);
  expect(figures.get('spolia_requests_total{method="POST",path="/api/v1/compare",status="200"}')).toBe(5);
  expect(figures.get('spolia_requests_total{method="other",path="none",status="405"}')).toBe(1);
  expect(figures.get('spolia_request_duration_seconds_bucket{path="none",le="1"}')).toBe(0);
  expect(figures.get('spolia_request_duration_seconds_bucket{path="none",le="2.5"}')).toBe(1);
  expect(metrics.text({ spolia_threads: [3, "Threads that answer."] })).toMatch(
    /\n# HELP spolia_threads Threads that answer\.\n# TYPE spolia_threads gauge\nspolia_threads 3\n$/,
  );
});
