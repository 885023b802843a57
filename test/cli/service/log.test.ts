/** What a log line says of a failure, and what it never says. */
import { describe, expect, test, vi } from "vitest";
import { SpoliaError } from "../../../src/base/errors.ts";
import { exchangeLine, taskLine } from "../../../src/cli/terminal/log.ts";
import type { Exchange } from "../../../src/service/http/serve/exchange.ts";
import { createMemoryStore, createRegistry, type FailedTask, Scheduler } from "../../../src/service/index.ts";
import { createFakeEngine, typicalResult } from "../../service/http/fakeEngine.ts";
import { ANALYZE, analyzeRequest, get, handlerOver, ORIGIN, postJson } from "../../service/http/requests.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const SECRET = "the text of the caller";

/** Errors as code and runtimes throw them, all of which quote what they were given. */
const FAILURES: readonly (readonly [what: string, thrown: () => unknown])[] = [
  ["a TypeError", () => new TypeError(`Cannot read properties of undefined (reading '${SECRET}')`)],
  ["JSON", () => parseError(`"${SECRET}`)],
  ["a message of several lines", () => new Error(`no\n    at ${SECRET} (file:///${SECRET}:1:1)\n${SECRET}`)],
  ["a model's answer", () => new SpoliaError("model_failed", `The model said: ${SECRET}`)],
  ["a cause", () => new SpoliaError("registry_failed", "The store refused.", { cause: new Error(SECRET) })],
  ["a name", () => Object.assign(new Error("x"), { name: SECRET, code: SECRET, syscall: SECRET })],
  ["a text", () => SECRET],
  ["an object", () => ({ message: SECRET, stack: SECRET })],
  ["a circle", () => circle()],
];

function parseError(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

function circle(): Error {
  const error = new Error(SECRET);
  error.cause = new Error(SECRET, { cause: error });
  return error;
}

async function linesOf(thrown: () => unknown, requests: readonly Request[]): Promise<string[]> {
  const lines: string[] = [];
  const engine = createFakeEngine(() => {
    throw thrown();
  });
  const handler = handlerOver(engine, { observe: (exchange: Exchange) => lines.push(exchangeLine(exchange)) });
  for (const request of notEmpty(requests)) await (await handler(request)).text();
  return lines;
}

test.each(FAILURES)("%s in an engine is one line with code, causes and stack, without a text", async (_, thrown) => {
  const [line, ...more] = await linesOf(thrown, [postJson(ANALYZE, analyzeRequest, { "x-request-id": "r1" })]);
  expect(more).toEqual([]);
  expect(line).toMatch(/^\{.*\}\n$/);
  expect(line).not.toContain(SECRET);
  const told = JSON.parse(line!);
  expect(told).toMatchObject({ level: "error", request_id: "r1", method: "POST", path: ANALYZE });
  expect(told.status).toBeGreaterThanOrEqual(500);
  expect(told.code).toMatch(/^[a-z_]+$/);
  expect(notEmpty(told.causes).length).toBeLessThan(9);
  expect(told.stack.filter((frame: string) => !frame.startsWith("at "))).toEqual([]);
});

test("an own fault says what it is about, and its cause where it was thrown", async () => {
  const cause = Object.assign(new Error(SECRET), { code: "ENOSPC", syscall: "write", errcode: 13 });
  const thrown = () => new SpoliaError("registry_failed", "The store of records refused.", { cause });
  const [line] = await linesOf(thrown, [postJson(ANALYZE, analyzeRequest)]);
  expect(JSON.parse(line!)).toMatchObject({
    code: "registry_failed",
    causes: [
      { name: "SpoliaError", code: "registry_failed", message: "The store of records refused." },
      { name: "Error", code: "ENOSPC", syscall: "write", sqlite_code: 13 },
    ],
    stack: expect.arrayContaining([expect.stringContaining("log.test.ts")]),
  });
});

test("what a caller does wrong is no failure", async () => {
  const refused = [postJson(ANALYZE, {}), get("/nothing"), new Request(`${ORIGIN}${ANALYZE}`, { method: "PUT" })];
  const lines = await linesOf(
    () => new SpoliaError("unknown_model", SECRET),
    [...refused, postJson(ANALYZE, analyzeRequest)],
  );
  expect(lines).toHaveLength(4);
  for (const line of notEmpty(lines)) {
    expect(JSON.parse(line)).toMatchObject({ level: "info" });
    expect(Object.keys(JSON.parse(line))).not.toContain("stack");
  }
});

describe("a caller that has gone", () => {
  test("before the answer has the status 499, and is no failure", async () => {
    const gone = new AbortController();
    const lines: string[] = [];
    const engine = createFakeEngine(() => {
      gone.abort();
      throw new SpoliaError("aborted", "The work was stopped by the caller's signal.");
    });
    const handler = handlerOver(engine, { observe: (exchange: Exchange) => lines.push(exchangeLine(exchange)) });
    await handler(new Request(postJson(ANALYZE, analyzeRequest), { signal: gone.signal }));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: "info", status: 499, path: ANALYZE }]);
  });

  test.each([
    ["reads all", 200],
    ["leaves", 499],
  ])("during lines: who %s has the status %s, told at the end", async (what, status) => {
    const seen: Exchange[] = [];
    const handler = handlerOver(createFakeEngine(), { observe: (exchange) => seen.push(exchange) });
    const response = await handler(postJson(`${ANALYZE}/batch`, { requests: [analyzeRequest, analyzeRequest] }));
    expect(seen).toEqual([]);
    if (what === "leaves") {
      const reader = response.body!.getReader();
      await reader.read();
      await reader.cancel();
    } else expect((await response.text()).trimEnd().split("\n")).toHaveLength(2);
    expect(seen).toMatchObject([{ status, path: `${ANALYZE}/batch` }]);
  });
});

test("a failed task is one line, which names the task and its id", () => {
  for (const [, thrown] of notEmpty(FAILURES)) {
    const line = taskLine(thrown(), { task: "job", tenant: "one", id: "job_1" });
    expect(line).not.toContain(SECRET);
    expect(JSON.parse(line)).toMatchObject({ level: "error", task: "job", tenant: "one", id: "job_1" });
  }
});

test("the scheduler tells of failed runs, jobs and rounds", async () => {
  let fails = false;
  const engine = createFakeEngine((operation) => {
    if (fails) throw new TypeError(SECRET);
    return typicalResult(operation);
  });
  let nowMs = Date.UTC(2026, 0, 1);
  const registry = await createRegistry(engine, createMemoryStore(), { now: () => nowMs });
  await registry.createTenant({ id: "one" });
  const work = await registry.works.register("one", { content: "It was the best of times, it was the worst" });
  const asked = { work_id: work.work_id, schedule: "hourly" } as Parameters<typeof registry.monitors.create>[1];
  await registry.monitors.create("one", asked);
  const failed: FailedTask[] = [];
  const corpora: never[] = [];
  const refresh = vi.fn(async () => {
    if (fails) throw new Error(SECRET);
  });
  const scheduled = { ...engine, corpora, refresh, catalogue: null, models: [], corpus: () => null };
  const onError = (_: unknown, task: FailedTask) => failed.push(task);
  const scheduler = new Scheduler({ registry, engine: scheduled as never, onError, onTaskFailed: onError });
  fails = true;
  nowMs += 7_200_000;
  await scheduler.round();
  await registry.jobs.create("one", "corpus_verify", { corpus: "gone" });
  await scheduler.round();
  await scheduler.stop();
  const named = failed.map(({ task, tenant }) => `${task} ${tenant}`);
  expect(named).toContain("engine null");
  expect(named).toContain("run one");
  expect(named).toContain("job one");
  expect(failed.find(({ task }) => task === "run")!.id).toMatch(/^run_/);
});
