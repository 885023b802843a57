/** Monitors, webhooks and jobs over HTTP: every answer is one that the document promises. */
import { beforeEach, describe, expect, test } from "vitest";
import { createHandler, type Handler } from "../../../../src/service/http/serve/handler.ts";
import {
  createMemoryStore,
  createRegistry,
  guardedOutgoing,
  type Registry,
  Scheduler,
} from "../../../../src/service/index.ts";
import { createFakeEngine } from "../fakeEngine.ts";
import { resolverOf, violations } from "../jsonSchema.ts";
import { type OpenApi, undeclared } from "../openApiDocument.ts";
import { bodyOf, get, ORIGIN, postJson, problemOf } from "../requests.ts";

const ROOT = "/api/v1";
const HOOK = "https://hooks.example/spolia";
let registry: Registry;
let scheduler: Scheduler;
let handler: Handler;
let keys: { one: string; two: string };
let described: { document: OpenApi; resolve: ReturnType<typeof resolverOf> };

beforeEach(async () => {
  const engine = createFakeEngine();
  const plans = { large: { calls_per_day: null, burst: { calls: 10_000, seconds: 1 } } };
  const guarded = guardedOutgoing({ reach: "public" });
  const outgoing = { check: guarded.check, post: async () => ({ status: 500, retryAfterSeconds: null }) };
  registry = await createRegistry(engine, createMemoryStore(), { plans, outgoing });
  scheduler = new Scheduler({ registry, engine });
  for (const id of ["one", "two"]) await registry.createTenant({ id, plan: "large" });
  keys = { one: (await registry.createKey("one")).key, two: (await registry.createKey("two")).key };
  handler = createHandler({ engine, registry, auth: {} });
  const document = await bodyOf<OpenApi>(await handler(get(`${ROOT}/openapi.json`)));
  described = { document, resolve: resolverOf(document) };
});

const bearer = (key: string) => ({ authorization: `Bearer ${key}`, "x-request-id": "r" });

interface Asked {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked at field by field
  body: any;
}

/** Asks a route by its template, checks the answer against the document, and gives its status and body. */
async function ask(
  method: string,
  template: string,
  ids: Record<string, string> = {},
  body?: object,
  key = keys.one,
): Promise<Asked> {
  const path = ROOT + template.replace(/\{(\w+)\}/g, (_, name: string) => ids[name]!);
  const headers = { ...bearer(key), ...(body === undefined ? {} : { "content-type": "application/json" }) };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await handler(new Request(ORIGIN + path, init));
  const [withoutQuery] = template.split("?");
  expect(
    await undeclared(described, ROOT + withoutQuery, method.toLowerCase(), response.clone()),
    `${method} ${path}`,
  ).toEqual([]);
  return { status: response.status, body: await bodyOf<object>(response) };
}

const registered = async (): Promise<string> =>
  (await ask("POST", "/content/register", {}, { content: "It was the best of times" })).body.work_id;

test("a monitor from creation to deletion, with its webhook, runs and messages", async () => {
  const work_id = await registered();
  const models = { target_models: ["eleutherai/pythia"], jurisdiction: "EU-DSM" };
  const made = await ask("POST", "/monitors/create", {}, { work_id, webhook_url: HOOK, ...models });
  expect([made.status, made.body.schedule, made.body.on]).toEqual([201, "daily", ["corpus", "catalogue", "model"]]);
  expect(made.body.webhook.secret).toMatch(/^whsec_/);
  const id = made.body.monitor_id;
  const webhook = made.body.webhook.webhook_id;
  const second = await ask("POST", "/monitors", {}, { work_id, schedule: null, on: ["model"], webhook_id: webhook });
  expect([second.status, second.body.webhook, second.body.webhook_id]).toEqual([201, null, webhook]);

  await scheduler.round();
  await scheduler.round();
  const runs = await ask("GET", "/monitors/{id}/runs", { id });
  expect(runs.body.items).toMatchObject([
    { status: "changed", triggers: ["first"], problem: null, score_ids: [expect.any(String)] },
  ]);
  const [run] = runs.body.items;
  expect((await ask("GET", "/analyses/{id}", { id: run.analysis_id })).body).toMatchObject({ work_id });
  expect((await ask("GET", "/scores/{id}", { id: run.score_ids[0] })).body).toMatchObject({ work_id });
  expect((await ask("GET", "/monitors/{id}", { id })).body).toMatchObject({
    verdict: "match",
    last_run: { status: "changed" },
  });
  const deliveries = await ask("GET", "/webhooks/{id}/deliveries", { id: webhook });
  expect(deliveries.body.items.map(({ delivery_id }: { delivery_id: string }) => delivery_id)).toContain(
    run.delivery_id,
  );
  expect(deliveries.body.items[0]).toMatchObject({ status: "pending", attempts: 1, log: [{ status: 500 }] });
  expect(JSON.stringify(deliveries.body)).not.toMatch(/It was|Two Cities|whsec_/);

  const started = await ask("POST", "/monitors/{id}/run", { id });
  expect([started.status, started.body.kind, started.body.status]).toEqual([202, "monitor_run", "queued"]);
  await scheduler.round();
  const done = await ask("GET", "/jobs/{id}", { id: started.body.job_id });
  expect(done.body).toMatchObject({ status: "done", result: { run_id: expect.any(String) }, problem: null });

  expect((await ask("PATCH", "/monitors/{id}", { id }, { status: "paused", schedule: "weekly" })).body).toMatchObject({
    ...{ status: "paused", schedule: "weekly", next_look_at: null },
  });
  expect((await ask("GET", `/monitors?work_id=${work_id}`)).body.items).toHaveLength(2);
  expect((await ask("DELETE", "/monitors/{id}", { id })).body).toEqual({ success: true, deleted: true });
  expect((await ask("GET", "/monitors/{id}", { id })).status).toBe(404);
});

test("a webhook: created, listed, disabled and enabled, rotated, tested, deleted", async () => {
  const { status, body } = await ask("POST", "/webhooks", {}, { url: HOOK });
  expect([status, body.status, body.secrets_in_use]).toEqual([201, "active", 1]);
  const id = body.webhook_id;
  expect((await ask("GET", "/webhooks")).body.items).toMatchObject([{ webhook_id: id }]);
  expect((await ask("PATCH", "/webhooks/{id}", { id }, { status: "disabled" })).body).toMatchObject({
    status: "disabled",
  });
  const rotated = await ask("POST", "/webhooks/{id}/rotate", { id });
  expect([rotated.body.secrets_in_use, rotated.body.secret === body.secret]).toEqual([2, false]);
  expect(JSON.stringify((await ask("GET", "/webhooks/{id}", { id })).body)).not.toContain("whsec_");
  const tried = await ask("POST", "/webhooks/{id}/test", { id });
  expect([tried.status, tried.body.event.type]).toEqual([202, "webhook.test"]);
  await scheduler.round();
  const dead = await ask("GET", "/webhooks/{id}/deliveries?status=dead", { id });
  expect(dead.body.items).toMatchObject([{ delivery_id: tried.body.delivery_id, status: "dead" }]);
  const again = await ask("POST", "/webhooks/{id}/deliveries/{delivery}/redeliver", {
    id,
    delivery: tried.body.delivery_id,
  });
  expect([again.status, again.body.status]).toEqual([202, "pending"]);
  expect((await ask("GET", "/webhooks/{id}/deliveries?status=lost", { id })).status).toBe(400);
  expect((await ask("DELETE", "/webhooks/{id}", { id })).status).toBe(200);
  expect((await ask("POST", "/webhooks/{id}/test", { id })).status).toBe(404);
});

test("a corpus is verified by a job, which can be listed and cancelled", async () => {
  const { status, body } = await ask("POST", "/corpora/{id}/verify", { id: "books" });
  expect([status, body.kind, body.input]).toEqual([202, "corpus_verify", { corpus: "books" }]);
  expect((await ask("POST", "/corpora/{id}/verify", { id: "books" })).body.job_id).toBe(body.job_id);
  expect((await ask("GET", "/jobs?status=queued")).body.items).toHaveLength(1);
  expect((await ask("GET", "/jobs?status=odd")).status).toBe(400);
  expect((await ask("DELETE", "/jobs/{id}", { id: body.job_id })).body).toMatchObject({ status: "cancelled" });
  expect((await ask("POST", "/corpora/{id}/verify", { id: "none" })).body.code).toBe("corpus_not_found");
  // The fake corpus cannot be read: a fault of ours, whose words go no further.
  const failing = await ask("POST", "/corpora/{id}/verify", { id: "books" });
  await scheduler.round();
  const failed = await ask("GET", "/jobs/{id}", { id: failing.body.job_id });
  expect(failed.body).toMatchObject({ status: "failed", problem: { code: "internal", status: 500, request_id: "r" } });
  expect(JSON.stringify(failed.body)).not.toContain("/secret/path");
});

test("a document of a corpus by its id", async () => {
  const there = await ask("GET", "/corpora/{id}/documents/{doc}", { id: "books", doc: "d1%2F1" });
  expect(there.body.document).toMatchObject({ id: "d1/1", words: 135_000 });
  for (const [id, doc, code] of [
    ["books", "d2", "unknown_document"],
    ["none", "d1", "corpus_not_found"],
  ] as const) {
    const missing = await ask("GET", "/corpora/{id}/documents/{doc}", { id, doc });
    expect([missing.status, missing.body.code]).toEqual([404, code]);
  }
});

describe("rejected requests", () => {
  test("forbidden addresses, unknown models and jurisdictions, missing works", async () => {
    const work_id = await registered();
    for (const [more, status, code] of [
      [{ webhook_url: "http://hooks.example/" }, 422, "webhook_refused"],
      [{ webhook_url: "https://169.254.169.254/latest" }, 422, "webhook_refused"],
      [{ webhook_url: "https://[::1]/" }, 422, "webhook_refused"],
      [{ webhook_id: "we_none" }, 404, "not_found"],
      [{ work_id: "wk_none" }, 404, "not_found"],
      [{ target_models: ["eleutherai/none"], jurisdiction: "EU-DSM" }, 404, "unknown_model"],
      [{ target_models: ["eleutherai/pythia"], jurisdiction: "XX" }, 404, "unknown_jurisdiction"],
      [{ target_models: ["eleutherai/pythia"] }, 400, "invalid_request"],
      [{ webhook_id: "we_none", webhook_url: HOOK }, 400, "invalid_request"],
      [{ on: ["corpus", "corpus"] }, 400, "invalid_request"],
      [{ schedule: "yearly" }, 400, "invalid_request"],
      [{ work_hash: `sha256:${"0".repeat(64)}` }, 400, "invalid_request"],
    ] as const) {
      const refused = await ask("POST", "/monitors/create", {}, { work_id, ...more });
      expect([refused.status, refused.body.code], JSON.stringify(more)).toEqual([status, code]);
      if (code === "not_found") expect(refused.body.errors).toMatchObject([{ pointer: `/${Object.keys(more)[0]}` }]);
      const schema = described.document.components.schemas["MonitorRequest"]!;
      const isInvalid = violations({ work_id, ...more }, schema, described.resolve).length > 0;
      expect(isInvalid, JSON.stringify(more)).toBe(status === 400);
    }
    expect((await ask("POST", "/monitors/create", {}, { work_hash: `sha256:${"0".repeat(64)}` })).status).toBe(404);
    expect((await ask("GET", "/monitors")).body.items).toEqual([]);
    expect((await ask("GET", "/webhooks")).body.items).toEqual([]);
  });

  test("every route treats another tenant's record as missing", async () => {
    const work_id = await registered();
    const { body } = await ask("POST", "/monitors/create", {}, { work_id, webhook_url: HOOK });
    const webhook = body.webhook.webhook_id;
    const { delivery_id } = (await ask("POST", "/webhooks/{id}/test", { id: webhook })).body;
    const { job_id } = (await ask("POST", "/monitors/{id}/run", { id: body.monitor_id })).body;
    for (const [method, template, own, document] of [
      ["GET", "/monitors/{id}", body.monitor_id],
      ["PATCH", "/monitors/{id}", body.monitor_id, { status: "paused" }],
      ["DELETE", "/monitors/{id}", body.monitor_id],
      ["GET", "/monitors/{id}/runs", body.monitor_id],
      ["POST", "/monitors/{id}/run", body.monitor_id],
      ["GET", "/webhooks/{id}", webhook],
      ["PATCH", "/webhooks/{id}", webhook, { status: "disabled" }],
      ["DELETE", "/webhooks/{id}", webhook],
      ["POST", "/webhooks/{id}/rotate", webhook],
      ["POST", "/webhooks/{id}/test", webhook],
      ["GET", "/webhooks/{id}/deliveries", webhook],
      ["POST", "/webhooks/{id}/deliveries/{delivery}/redeliver", webhook],
      ["GET", "/jobs/{id}", job_id],
      ["DELETE", "/jobs/{id}", job_id],
    ] as const) {
      const foreign = await ask(method, template, { id: own, delivery: delivery_id }, document, keys.two);
      const unknown = await ask(method, template, { id: "xx_1", delivery: "msg_1" }, document, keys.two);
      expect(foreign.status, template).toBe(404);
      expect(foreign).toEqual(unknown);
    }
    for (const list of ["/monitors", "/webhooks", "/jobs"])
      expect((await ask("GET", list, {}, undefined, keys.two)).body.items).toEqual([]);
    expect((await ask("GET", "/monitors/{id}", { id: body.monitor_id })).body).toMatchObject({ status: "active" });
  });

  test("requests beyond the scopes of a key", async () => {
    const { key } = await registry.createKey("one", { scopes: ["read"] });
    const refused = await handler(postJson(`${ROOT}/webhooks`, { url: HOOK }, bearer(key)));
    expect([refused.status, (await problemOf(refused)).code]).toEqual([403, "forbidden"]);
  });
});
