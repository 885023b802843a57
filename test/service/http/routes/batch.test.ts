/** Batches: answered in order, line by line, each by itself, as fast as they are taken. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Intake } from "../../../../src/service/http/request/intake.ts";
import { BODY_TIMEOUT_MS, CONCURRENT_REQUESTS_MAX } from "../../../../src/service/http/request/limits.ts";
import { readLines } from "../../../../src/service/http/request/lines.ts";
import { createRegistry, type Registry } from "../../../../src/service/registry.ts";
import { createMemoryStore } from "../../../../src/service/store/memory.ts";
import { notAlwaysEmpty } from "../../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { createFakeEngine, type FakeEngine, typicalResult } from "../fakeEngine.ts";
import { violations } from "../jsonSchema.ts";
import { openApi } from "../openApiDocument.ts";
import { analyzeRequest, get, handlerOver, post, postJson, problemOf } from "../requests.ts";

const BATCH = "/api/v1/attribution/analyze/batch";
const NDJSON = { "content-type": "application/x-ndjson" };
const line = JSON.stringify(analyzeRequest);

// biome-ignore lint/suspicious/noExplicitAny: lines are looked at field by field
type Line = any;

/** Lines of an answer, each checked against the document. */
async function linesOf(response: Response): Promise<Line[]> {
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
  const text = await response.text();
  expect(text === "" || text.endsWith("\n")).toBe(true);
  const { document, resolve } = await openApi();
  const { schema } = document.paths[BATCH]!["post"]!.responses["200"]!.content["application/x-ndjson"]!;
  const lines = text
    .split("\n")
    .slice(0, -1)
    .map((one) => JSON.parse(one));
  for (const one of notAlwaysEmpty(lines)) expect(violations(one, schema, resolve)).toEqual([]);
  return lines;
}

const told = (lines: Line[]) => lines.map(({ index, success, problem }) => [index, success ? "ok" : problem.code]);

test("a document of requests is answered line by line, and rejected completely if one is invalid", async () => {
  const engine = createFakeEngine();
  const handler = handlerOver(engine);
  const requests = [1, 2, 3].map((n) => ({ ...analyzeRequest, content: `text ${n}` }));
  expect(told(await linesOf(await handler(postJson(BATCH, { requests }))))).toEqual(
    [0, 1, 2].map((index) => [index, "ok"]),
  );
  expect(engine.calls.map(({ request }) => request)).toEqual(requests);
  for (const broken of [[], Array(101).fill(analyzeRequest), [analyzeRequest, { content: 1 }], "requests"]) {
    const refused = await handler(postJson(BATCH, { requests: broken }));
    expect([refused.status, (await problemOf(refused)).code]).toEqual([400, "invalid_request"]);
  }
  expect(engine.calls).toHaveLength(3);
});

test("a broken line gets a problem, and the other lines continue", async () => {
  const deep = `{"metadata":${"[".repeat(100)}`;
  const lines = [line, "{", "", "\r", '{"content":5}', deep, `${line}\r`, "null", "\u0000", line];
  const handler = handlerOver();
  const codes = [
    "ok",
    "invalid_request",
    "invalid_request",
    "too_deep",
    "ok",
    "invalid_request",
    "invalid_request",
    "ok",
  ];
  for (const end of ["", "\n", "\n\n"]) {
    const answered = await linesOf(await handler(post(BATCH, lines.join("\n") + end, NDJSON)));
    expect(told(answered)).toEqual(codes.map((code, index) => [index, code]));
    expect(answered[1].problem).toMatchObject({ success: false, status: 400, request_id: expect.any(String) });
  }
  expect(await linesOf(await handler(post(BATCH, "", NDJSON)))).toEqual([]);
});

test("a request that fails in the engine gets a line too; a fault shows no details", async () => {
  let asked = 0;
  const engine = createFakeEngine(() => {
    if (asked++ === 1) throw new Error("secret words of a fault");
    return typicalResult("analyze");
  });
  const answered = await linesOf(await handlerOver(engine)(post(BATCH, [line, line, line].join("\n"), NDJSON)));
  expect(told(answered)).toEqual([
    [0, "ok"],
    [1, "internal"],
    [2, "ok"],
  ]);
  expect(JSON.stringify(answered)).not.toContain("secret words");
});

describe("lines", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const streamOf = (chunks: readonly string[]) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(bytes(chunk));
        controller.close();
      },
    });
  const read = async (chunks: readonly string[], max = 100) => {
    const lines: (string | null)[] = [];
    const room = new Intake().body("one");
    for await (const one of readLines(streamOf(chunks), max, new AbortController().signal, room))
      lines.push(one && new TextDecoder().decode(one));
    return lines;
  };

  test("are the same for any division into pieces", async () => {
    const text = 'one\n\ntwo\r\n書\n{"a":1}\nlast';
    const whole = await read([text]);
    expect(whole).toEqual(["one", "two\r", "書", '{"a":1}', "last"]);
    for (let at = 0; at <= text.length; at++) expect(await read([text.slice(0, at), text.slice(at)])).toEqual(whole);
    expect(await read([...text])).toEqual(whole);
  });

  test("over the limit are not stored, and get a problem at their position", async () => {
    const long = "x".repeat(11);
    expect(await read(["a\n", long, "\nb\n", "y".repeat(10), "\n", ...[...long]], 10)).toEqual([
      "a",
      null,
      "b",
      "y".repeat(10),
      null,
    ]);
  });
});

test("back pressure: the engine is not ahead of the reader, and the sender at most a few lines", async () => {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent++;
      controller.enqueue(new TextEncoder().encode(`${line}\n`));
    },
  });
  const engine = createFakeEngine();
  const response = await handlerOver(engine)(post(BATCH, body, NDJSON));
  const reader = response.body!.getReader();
  for (let taken = 1; taken <= 5; taken++) {
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(engine.calls).toHaveLength(taken);
    expect(sent).toBeLessThanOrEqual(taken + 2);
  }
  await reader.cancel();
});

test("10,000 lines are answered completely, however long their reader takes", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout", "performance"] });
  try {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent++ === 10_000) return controller.close();
        controller.enqueue(new TextEncoder().encode(`${line}\n`));
      },
    });
    const response = await handlerOver()(post(BATCH, body, NDJSON));
    let answered = 0;
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      expect(JSON.parse(value)).toMatchObject({ index: answered++, success: true });
      // Longer than a sender may pause.
      if (answered % 1_000 === 0) await vi.advanceTimersByTimeAsync(2 * BODY_TIMEOUT_MS);
    }
    expect(answered).toBe(10_000);
  } finally {
    vi.useRealTimers();
  }
});

test("a disconnect stops the work, and further lines are not read", async () => {
  const signals: AbortSignal[] = [];
  const engine = createFakeEngine();
  const handler = handlerOver({
    ...engine,
    analyze: (_, host) => {
      signals.push(host!.signal!);
      return new Promise((__, reject) =>
        host!.signal!.addEventListener("abort", () => reject(new Error("stopped")), { once: true }),
      );
    },
  });
  const response = await handler(post(BATCH, `${line}\n${line}\n`, NDJSON));
  const reader = response.body!.getReader();
  const first = reader.read();
  await expect.poll(() => signals.length).toBe(1);
  await reader.cancel();
  await first;
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test("a batch counts as running until its end", async () => {
  const handler = handlerOver();
  const batch = () => handler(post(BATCH, line, NDJSON));
  // A caller alone has half of the places, and a batch that begins takes two for a moment.
  const open: Response[] = [];
  for (let i = 0; i < CONCURRENT_REQUESTS_MAX / 2 - 1; i++) open.push(await batch());
  for (const { status } of notEmpty(open)) expect(status).toBe(200);
  expect((await batch()).status).toBe(503);
  expect((await handler(get("/livez"))).status).toBe(200);
  await Promise.all(open.map((response, n) => (n % 2 === 0 ? response.text() : response.body!.cancel())));
  expect((await batch()).status).toBe(200);
  expect(handler.gauges()).toMatchObject({ requests_running: 1 });
});

describe("plans", () => {
  let engine: FakeEngine;
  let registry: Registry;
  let headers: Record<string, string>;
  let now = Date.UTC(2026, 10, 21, 12);
  beforeEach(async () => {
    engine = createFakeEngine();
    const plans = {
      tiny: { calls_per_day: 5, burst: { calls: 100, seconds: 1 } },
      slow: { calls_per_day: 100, burst: { calls: 2, seconds: 1 } },
    };
    registry = await createRegistry(engine, createMemoryStore(), { now: () => now, plans });
    await registry.createTenant({ id: "small", plan: "tiny" });
    headers = { authorization: `Bearer ${(await registry.createKey("small")).key}` };
  });
  const calls = async (tenant: string) => (await registry.usage(tenant)).items[0]?.calls;

  test("a document counts all of its requests, and is not started if they exceed the plan", async () => {
    const handler = handlerOver(engine, { registry, auth: {} });
    const response = await handler(postJson(BATCH, { requests: Array(3).fill(analyzeRequest) }, headers));
    expect(response.headers.get("ratelimit")).toContain('"tiny-daily";r=2;');
    expect(await linesOf(response)).toHaveLength(3);
    expect(await calls("small")).toBe(3);
    const refused = await handler(postJson(BATCH, { requests: Array(3).fill(analyzeRequest) }, headers));
    expect([refused.status, (await problemOf(refused)).code]).toEqual([429, "quota_exceeded"]);
    expect(engine.calls).toHaveLength(3);
  });

  test("lines count one by one; after the daily quota, the other lines get a problem", async () => {
    const handler = handlerOver(engine, { registry, auth: {} });
    const answered = await linesOf(
      await handler(post(`${BATCH}?keep=true`, Array(7).fill(line).join("\n"), { ...NDJSON, ...headers })),
    );
    expect(told(answered).map(([, code]) => code)).toEqual([
      ...Array(5).fill("ok"),
      "quota_exceeded",
      "quota_exceeded",
    ]);
    expect(await calls("small")).toBe(5);
    const [{ result }] = answered;
    expect((await registry.works.result("small", "analysis", result.analysis_id)).result).toMatchObject({
      verdict: "match",
    });
  });

  test("a rate limit delays lines, it does not reject them", async () => {
    await registry.createTenant({ id: "hasty", plan: "slow" });
    const { key } = await registry.createKey("hasty");
    const handler = handlerOver(engine, { registry, auth: {} });
    const startedMs = now;
    const ticking = setInterval(() => {
      now += 100;
    }, 10);
    const answered = await linesOf(
      await handler(post(BATCH, Array(4).fill(line).join("\n"), { ...NDJSON, authorization: `Bearer ${key}` })),
    );
    clearInterval(ticking);
    expect(told(answered).every(([, code]) => code === "ok")).toBe(true);
    expect(now).toBeGreaterThan(startedMs);
    expect(await calls("hasty")).toBe(4);
  });
});
