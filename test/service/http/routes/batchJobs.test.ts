/** Batches as jobs over HTTP: submitted as lines or as a document, once for each key, and fetched as the batch would have been. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { RecordStore } from "../../../../src/service/store/store.ts";
import { newStores } from "../../fixtures/stores.ts";
import { CONTENT, openServed, type Served } from "../served.ts";

const { openFile } = newStores();
const PATH = "/attribution/analyze/batch";
const ASYNC = { prefer: "wait=5, Respond-Async" };
const PLANS = {
  free: { calls_per_day: null, burst: { calls: 1_000, seconds: 1 } },
  small: { calls_per_day: 1, burst: { calls: 1_000, seconds: 1 } },
};
const valid = (content: string) => ({ content, content_type: "text" });

describe("batches as jobs", () => {
  let store: RecordStore;
  let served: Served;
  let key: string;

  beforeEach(async () => {
    store = await openFile();
    served = await openServed(store, { plans: PLANS });
    await served.registry.createTenant({ id: "a" });
    key = (await served.registry.createKey("a", {})).key;
  });
  afterEach(async () => {
    await served.close();
    await store.close();
  });

  async function send(body: string, headers: Record<string, string> = {}, query = "") {
    const response = await fetch(`${served.url}/api/v1${PATH}${query}`, {
      method: "POST",
      headers: {
        ...{ authorization: `Bearer ${key}`, "x-request-id": "r", "content-type": "application/x-ndjson" },
        ...headers,
      },
      body,
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
  const resultsOf = async (id: string, query = "") => {
    const answer = await fetch(`${served.url}/api/v1/jobs/${id}/results${query}`, {
      headers: { authorization: `Bearer ${key}`, "x-request-id": "r" },
    });
    return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
  };
  const callsToday = async () => (await served.registry.usage("a")).items[0]?.calls ?? 0;

  const LINES = [
    JSON.stringify(valid(CONTENT)),
    "{",
    JSON.stringify({ work_hash: `sha256:${"0".repeat(64)}` }),
    JSON.stringify({ content: 5 }),
    "",
    JSON.stringify(valid("\ud800 \u0000 書 nothing of the shelf")),
  ].join("\n");

  test("the lines are those of the batch in one exchange, byte for byte", async () => {
    const direct = await send(LINES);
    const before = await callsToday();
    const { status, headers, text } = await send(LINES, ASYNC);
    const job = JSON.parse(text);
    expect([status, headers.get("preference-applied"), headers.get("location")]).toEqual([
      ...[202, "respond-async", `/api/v1/jobs/${job.job_id}`],
    ]);
    expect(job).toMatchObject({ success: true, kind: "analyze_batch", status: "queued", progress: { total: 5 } });
    expect(await resultsOf(job.job_id)).toEqual({ status: 200, type: "application/x-ndjson", text: "" });
    await served.scheduler.round();
    expect((await served.ask(key, `/jobs/${job.job_id}`)).body).toMatchObject({
      status: "done",
      result: { failed: 3 },
    });
    const asked = await callsToday();
    expect((await resultsOf(job.job_id)).text).toBe(direct.text);
    // Two looks at the job and its lines, and the two lines with a result, of which the submission is one.
    expect(asked - before).toBe(1 + 2 + 1);
    expect((await resultsOf(job.job_id, "?after=3")).text).toBe(direct.text.split("\n").slice(4).join("\n"));
    expect((await resultsOf(job.job_id, "?after=4")).text).toBe("");
    expect((await resultsOf(job.job_id, "?after=x")).status).toBe(400);
  });

  test("lines that are still coming when the plan changes or the key is revoked count for what holds then", async () => {
    const encoder = new TextEncoder();
    const line = encoder.encode(`${JSON.stringify(valid(CONTENT))}\n`);
    const opened = async (headers: Record<string, string>) => {
      const { key: lost, key_id } = await served.registry.createKey("a", {});
      let more!: ReadableStreamDefaultController<Uint8Array>;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          more = controller;
        },
      });
      more.enqueue(line);
      const response = fetch(`${served.url}/api/v1${PATH}`, {
        ...{ method: "POST", body, duplex: "half" },
        headers: { authorization: `Bearer ${lost}`, "content-type": "application/x-ndjson", ...headers },
      });
      return { response, more, revoke: () => served.registry.revokeKey("a", key_id) };
    };
    const direct = await opened({});
    const reader = (await direct.response).body!.getReader();
    const next = async () => JSON.parse(new TextDecoder().decode((await reader.read()).value));
    expect(await next()).toMatchObject({ index: 0, success: true });
    await served.registry.changePlan("a", "small");
    direct.more.enqueue(line);
    expect(await next()).toMatchObject({ index: 1, problem: { code: "quota_exceeded" } });
    await served.registry.changePlan("a", "free");
    await direct.revoke();
    const before = await callsToday();
    for (let n = 0; n < 3; n++) direct.more.enqueue(line);
    expect(await next()).toMatchObject({ index: 2, problem: { status: 401, code: "unauthorized" } });
    expect((await reader.read()).done).toBe(true);
    expect(await callsToday()).toBe(before);
    const job = await opened(ASYNC);
    await vi.waitFor(async () => expect(await callsToday()).toBe(before + 1));
    await job.revoke();
    job.more.close();
    expect((await job.response).status).toBe(401);
    expect((await served.ask(key, "/jobs")).body.items).toEqual([]);
  });

  test("a document of requests is a job too, with the wishes of its query, and refused completely if one is invalid", async () => {
    const json = { "content-type": "application/json" };
    const requests = [valid(CONTENT), valid("two")];
    const direct = await send(JSON.stringify({ requests }), json);
    const { status, text } = await send(JSON.stringify({ requests }), { ...json, ...ASYNC }, "?keep=true");
    expect(status).toBe(202);
    await served.scheduler.round();
    const { job_id } = JSON.parse(text);
    expect((await resultsOf(job_id)).text).toBe(direct.text);
    const kept = (await served.ask(key, "/analyses")).body.items.map(({ id }: { id: string }) => id);
    const ids = direct.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).result.analysis_id);
    expect(kept.sort()).toEqual(ids.sort());
    const broken = JSON.stringify({ requests: [...requests, { content: 1 }] });
    expect((await send(broken, { ...json, ...ASYNC })).status).toBe(400);
    expect((await send("", ASYNC)).status).toBe(400);
    expect((await served.ask(key, "/jobs")).body.items).toHaveLength(1);
  });

  test("a key makes one job of a repeated submission, and refuses another one", async () => {
    for (const [type, body, other] of [
      ["application/x-ndjson", LINES, `${LINES}\n{}`],
      ["application/json", JSON.stringify({ requests: [valid("a")] }), JSON.stringify({ requests: [valid("b")] })],
    ] as const) {
      const headers = { ...ASYNC, "content-type": type, "idempotency-key": `key of ${type}`.replaceAll(" ", "-") };
      const before = await callsToday();
      const first = await send(body, headers);
      const again = await send(body, headers);
      expect([first.status, again.status, again.headers.get("idempotent-replayed")]).toEqual([202, 202, "true"]);
      expect([again.text, again.headers.get("location")]).toEqual([first.text, first.headers.get("location")]);
      expect((await send(other, headers)).status).toBe(422);
      expect((await callsToday()) - before).toBe(1);
      await served.scheduler.round();
    }
    expect((await served.ask(key, "/jobs")).body.items.map(({ status }: { status: string }) => status)).toEqual([
      ...["done", "done"],
    ]);
  });

  test("without the preference nothing is a job; results of others and of other jobs are not there", async () => {
    await send(LINES, { prefer: "return=minimal" });
    expect((await served.ask(key, "/jobs")).body.items).toEqual([]);
    const { job_id } = JSON.parse((await send(LINES, ASYNC)).text);
    await served.registry.createTenant({ id: "b" });
    const other = (await served.registry.createKey("b", {})).key;
    expect((await served.ask(other, `/jobs/${job_id}/results`)).status).toBe(404);
    const verification = await served.ask(key, "/corpora/shelf/verify", { body: {} });
    expect((await served.ask(key, `/jobs/${verification.body.job_id}/results`)).status).toBe(404);
    expect((await served.ask(key, `/jobs/${job_id}`, { method: "DELETE" })).body.status).toBe("cancelled");
    await served.scheduler.round();
    expect((await resultsOf(job_id)).text.trimEnd().split("\n")).toHaveLength(1);
  });

  test("a sender that leaves in the middle leaves nothing", async () => {
    const leaving = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(`${JSON.stringify(valid("a"))}\n`)),
    });
    const jobs = async () => (await served.registry.jobs.list("a")).items.length;
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/x-ndjson", ...ASYNC };
    const init = { method: "POST", headers, body, duplex: "half", signal: leaving.signal } as RequestInit;
    const sent = fetch(`${served.url}/api/v1${PATH}`, init).catch(() => {});
    await expect.poll(jobs).toBe(1);
    leaving.abort();
    await sent;
    await expect.poll(jobs).toBe(0);
  });
});
