/** Spans of an engine with threads, recorded by a real SDK: the wait, the run, and what the thread says of it. */
import * as openTelemetry from "@opentelemetry/api";
import { SpanStatusCode, trace } from "@opentelemetry/api";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ThreadedEngine, threadedEngine } from "../../../src/cli/threads/engines.ts";
import { createEngine } from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { endedSpans, parentOf, registerSdk } from "../../support/suites/service/recordedSpans.ts";

let engine: ThreadedEngine;
const request = { content: "It was the best of times, it was the worst of times", content_type: "text" as const };

beforeAll(async () => {
  registerSdk();
  engine = threadedEngine(await createEngine({ corpora: [] }), {}, { count: 1, openTelemetry });
});
beforeEach(() => void endedSpans());
afterAll(async () => {
  trace.disable();
  await engine.close();
});

/** The spans below one span in which work runs, by their names. */
async function spansOf(work: () => Promise<unknown>) {
  const parent = await trace.getTracer("test").startActiveSpan("parent", async (span) => {
    await work().catch(() => {});
    span.end();
    return span.spanContext().spanId;
  });
  const spans = endedSpans().slice(0, -1);
  return { parent, spans, named: (name: string) => spans.filter((one) => one.name === name) };
}

test("an analysis waits, and then runs in a thread, which tells when it began and ended", async () => {
  const { parent, spans, named } = await spansOf(() => engine.analyze(request));
  expect(spans.map(({ name }) => name)).toEqual(["engine.wait", "engine.thread", "engine.run"]);
  const [wait, thread, run] = spans;
  expect([parentOf(wait!), parentOf(run!)]).toEqual([parent, parent]);
  expect(parentOf(thread!)).toBe(run!.spanContext().spanId);
  const operation = { "spolia.operation": "analyze" };
  expect([wait!.attributes, run!.attributes]).toEqual([operation, operation]);
  expect(thread!.attributes).toEqual({ ...operation, "thread.id": expect.any(Number) });
  expect(named("engine.thread")[0]!.attributes["thread.id"]).toBeGreaterThan(0);
  const ms = ([seconds, nanoseconds]: readonly [number, number]) => seconds * 1e3 + nanoseconds / 1e6;
  // Spans begin at whole milliseconds of one clock, which may be corrected meanwhile.
  expect(ms(thread!.duration)).toBeGreaterThan(0);
  expect(ms(thread!.duration)).toBeLessThanOrEqual(ms(run!.duration));
});

test("each of several at once has its own", async () => {
  const two = await Promise.all([1, 2].map(() => engine.analyze(request))).then(() =>
    Promise.all([1, 2].map(() => trace.getTracer("test").startActiveSpan("parent", (span) => asked(span.end, span)))),
  );
  const spans = endedSpans();
  for (const parent of notEmpty(two)) {
    const own = spans.filter((one) => parentOf(one) === parent);
    expect(own.map(({ name }) => name).sort()).toEqual(["engine.run", "engine.wait"]);
    const run = own.find(({ name }) => name === "engine.run")!.spanContext().spanId;
    expect(spans.filter((one) => parentOf(one) === run)).toMatchObject([{ name: "engine.thread" }]);
  }
});

async function asked(end: () => void, span: openTelemetry.Span): Promise<string> {
  await engine.analyze(request);
  end.call(span);
  return span.spanContext().spanId;
}

test("a body that a thread parses", async () => {
  const body = new TextEncoder().encode('{"a":1}');
  const { spans } = await spansOf(() => engine.parse(body, "json" as never, {}));
  expect(spans.map(({ name, attributes }) => [name, attributes["spolia.operation"]])).toEqual([
    ["engine.wait", "parse"],
    ["engine.thread", "parse"],
    ["engine.run", "parse"],
  ]);
});

test("an error has its code; a wait that the caller ends is no fault, and has no run", async () => {
  const bad = { content: request.content, target_model: "no/such", jurisdiction: "DE" };
  const unknown = await spansOf(() => engine.score(bad));
  expect(unknown.named("engine.run")).toMatchObject([
    { attributes: { "error.type": "unknown_model" }, status: { code: SpanStatusCode.UNSET } },
  ]);
  const leaving = new AbortController();
  const long = { ...request, content: Array.from({ length: 50_000 }, (_, i) => `w${i}`).join(" ") };
  const first = engine.analyze(long);
  const left = await spansOf(async () => {
    const second = engine.analyze(request, { signal: leaving.signal });
    await new Promise((resolve) => setTimeout(resolve));
    leaving.abort();
    await second;
  });
  await first;
  expect(left.spans).toMatchObject([
    { name: "engine.wait", attributes: { "error.type": "aborted" }, status: { code: SpanStatusCode.UNSET } },
  ]);
});

test("without a span that is recorded there are none", async () => {
  expect(await engine.analyze(request)).toMatchObject({ verdict: expect.any(String) });
  expect(endedSpans()).toEqual([]);
});
