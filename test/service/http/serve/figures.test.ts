/** Figures that Prometheus collects of a service, to the last one. */
import { expect, test } from "vitest";
import type { Exchange } from "../../../../src/service/http/serve/exchange.ts";
import { Metrics } from "../../../../src/service/http/serve/metrics.ts";

const exchange = (more: Partial<Exchange> = {}): Exchange => ({
  ...{
    requestId: "r",
    method: "POST",
    path: "/api/v1/compare",
    tenant: "default",
    address: null,
    traceId: null,
    status: 200,
    code: null,
    durationMs: 1,
    ...more,
  },
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
  expect(metrics.text([{ name: "spolia_threads", help: "Threads that answer.", value: 3 }])).toMatch(
    /\n# HELP spolia_threads Threads that answer\.\n# TYPE spolia_threads gauge\nspolia_threads 3\n$/,
  );
  const byLabel = {
    name: "spolia_jobs",
    help: "Jobs.",
    label: "status",
    values: [
      ["queued", 2],
      ["done", 0.5],
    ],
  } as const;
  expect(metrics.text([byLabel])).toMatch(/\nspolia_jobs\{status="queued"\} 2\nspolia_jobs\{status="done"\} 0\.5\n$/);
});

test("metrics count problems by code", () => {
  const metrics = new Metrics();
  for (const code of [null, "rate_limited", "quota_exceeded", "rate_limited"] as const)
    metrics.count(exchange({ code }));
  const text = metrics.text();
  expect(text).toContain('\nspolia_problems_total{code="rate_limited"} 2\n');
  expect(text).toContain('\nspolia_problems_total{code="quota_exceeded"} 1\n');
  expect(text.match(/spolia_problems_total\{/g)).toHaveLength(2);
});
