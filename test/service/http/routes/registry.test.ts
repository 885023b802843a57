/** What is remembered, over HTTP: works, results, keys; each tenant's own, and what plans allow. */
import { beforeEach, describe, expect, test } from "vitest";
import { loadCatalogue, openFeed } from "../../../../src/catalogue/index.ts";
import { createHandler, type Handler } from "../../../../src/service/http/serve/handler.ts";
import { createMemoryStore, createRegistry, type Registry, verifyHistory } from "../../../../src/service/index.ts";
import { createFakeEngine } from "../fakeEngine.ts";
import { resolverOf } from "../jsonSchema.ts";
import { type OpenApi, undeclared } from "../openApiDocument.ts";
import { ANALYZE, analyzeRequest, bodyOf, get, ORIGIN, post, postJson, problemOf } from "../requests.ts";

const ROOT = "/api/v1";
let registry: Registry;
let handler: Handler;
let now: number;
let keys: { one: string; two: string };

beforeEach(async () => {
  now = Date.UTC(2026, 10, 21, 12);
  const engine = createFakeEngine();
  const plans = {
    tiny: { calls_per_day: 3, burst: { calls: 100, seconds: 1 } },
    large: { calls_per_day: null, burst: { calls: 10_000, seconds: 1 } },
  };
  registry = await createRegistry(engine, createMemoryStore(), { now: () => now, plans });
  for (const id of ["one", "two"]) await registry.createTenant({ id, plan: "large" });
  await registry.createTenant({ id: "small", plan: "tiny" });
  keys = { one: (await registry.createKey("one")).key, two: (await registry.createKey("two")).key };
  handler = createHandler({ engine, registry, auth: { apiKey: "the operator's" } });
});

const bearer = (key: string, more: Record<string, string> = {}) => ({ authorization: `Bearer ${key}`, ...more });
const remove = (path: string, key: string) =>
  handler(new Request(ORIGIN + path, { method: "DELETE", headers: bearer(key) }));

async function registered(
  key: string,
  content = "It was the best of times",
): Promise<{ work_id: string; work_hash: string; receipt: unknown }> {
  const response = await handler(postJson(`${ROOT}/content/register`, { content, title: "T" }, bearer(key)));
  expect(response.status).toBe(201);
  return bodyOf(response);
}

test("the feed of the catalogue opens by the key of the service, and is the same for every reader", async () => {
  const read = async () => bodyOf<{ feed: object }>(await handler(get(`${ROOT}/catalogue/feed`, bearer(keys.one))));
  const first = await read();
  const opened = await openFeed(first, [registry.signingKey.publicKey.x]);
  expect((await loadCatalogue(opened)).models.length).toBe(opened.records.models.length);
  now += 60_000;
  expect(await read()).toEqual(first);
  expect((await handler(get(`${ROOT}/catalogue/feed`))).status).toBe(401);
});

test("every response of the routes for records matches the document", async () => {
  const document = await bodyOf<OpenApi>(await handler(get(`${ROOT}/openapi.json`)));
  const described = { document, resolve: resolverOf(document) };
  const { work_id } = await registered(keys.one);
  const analysis = await bodyOf<{ analysis_id: string }>(
    await handler(postJson(`${ROOT}/works/${work_id}/analyze`, {}, bearer(keys.one))),
  );
  const key = await bodyOf<{ key_id: string }>(
    await handler(postJson(`${ROOT}/keys`, { scopes: ["read"] }, bearer(keys.one))),
  );
  const asked: [template: string, path: string][] = [
    ["works", "works"],
    ["works/{id}", `works/${work_id}`],
    ["works/{id}/history", `works/${work_id}/history`],
    ["analyses", `analyses?work_id=${work_id}`],
    ["analyses/{id}", `analyses/${analysis.analysis_id}`],
    ["scores", "scores"],
    ["keys", "keys"],
    ["usage", "usage"],
    ["plans", "plans"],
  ];
  for (const [template, path] of asked) {
    const response = await handler(get(`${ROOT}/${path}`, bearer(keys.one)));
    expect([response.status, path]).toEqual([200, path]);
    expect(await undeclared(described, `${ROOT}/${template}`, "get", response)).toEqual([]);
    const missing = await handler(get(`${ROOT}/${path.replace(/\/[a-z]+_\w+/, "/xx_1")}`, bearer(keys.one)));
    expect(await undeclared(described, `${ROOT}/${template}`, "get", missing)).toEqual([]);
  }
  for (const [template, path] of [
    ["analyses/{id}", `analyses/${analysis.analysis_id}`],
    ["keys/{id}", `keys/${key.key_id}`],
    ["works/{id}", `works/${work_id}`],
  ] as const) {
    const response = await remove(`${ROOT}/${path}`, keys.one);
    expect([response.status, path]).toEqual([200, path]);
    expect(await undeclared(described, `${ROOT}/${template}`, "delete", response)).toEqual([]);
  }
});

test("a result about an unregistered text is stored only on request", async () => {
  const analysed = async (path: string) =>
    bodyOf<{ analysis_id: string }>(await handler(postJson(path, analyzeRequest, bearer(keys.one))));
  const { analysis_id } = await analysed(ANALYZE);
  const found = () => handler(get(`${ROOT}/analyses/${analysis_id}`, bearer(keys.one)));
  expect((await found()).status).toBe(404);
  expect((await analysed(`${ANALYZE}?keep=true`)).analysis_id).toBe(analysis_id);
  expect(await bodyOf(await found())).toMatchObject({ id: analysis_id, work_id: null, result: { analysis_id } });
});

test("the same content is the same work, and its history verifies without the service", async () => {
  const first = await registered(keys.one);
  expect((await registered(keys.one)).work_id).toBe(first.work_id);
  await handler(postJson(`${ROOT}/works/${first.work_id}/analyze`, {}, bearer(keys.one)));
  const { history } = await bodyOf<{ history: unknown }>(
    await handler(get(`${ROOT}/works/${first.work_id}/history`, bearer(keys.one))),
  );
  expect(await verifyHistory(JSON.stringify(history), [registry.signingKey.id])).toMatchObject({
    entries: 2,
    is_trusted: true,
  });
  await verifyHistory(first.receipt);
});

describe("tenants", () => {
  test("see nothing of each other: a missing record and another tenant's give the same response", async () => {
    const { work_id, work_hash } = await registered(keys.one);
    const { analysis_id } = await bodyOf<{ analysis_id: string }>(
      await handler(postJson(`${ANALYZE}?keep=true`, analyzeRequest, bearer(keys.one))),
    );
    const ask = async (path: string) => {
      const response = await handler(get(ROOT + path, bearer(keys.two, { "x-request-id": "r" })));
      return [response.status, await response.text()];
    };
    for (const [own, unknown] of [
      [`/works/${work_id}`, "/works/wk_0000000000000000000000"],
      [`/works/${work_id}/history`, "/works/wk_0000000000000000000000/history"],
      [`/analyses/${analysis_id}`, "/analyses/an_00000000000000000000000000000000"],
    ] as const) {
      expect(await ask(own)).toEqual(await ask(unknown));
      expect((await remove(ROOT + own.replace("/history", ""), keys.two)).status).toBe(404);
    }
    expect((await bodyOf<{ items: unknown[] }>(await handler(get(`${ROOT}/works`, bearer(keys.two))))).items).toEqual(
      [],
    );
    const mine = await bodyOf<{ analysis_id: string }>(
      await handler(postJson(ANALYZE, analyzeRequest, bearer(keys.two))),
    );
    expect(mine.analysis_id).not.toBe(analysis_id);
    expect(work_hash).toMatch(/^sha256:/);
  });

  test("may do what their key allows, and cannot create a key with more scopes", async () => {
    const { key } = await registry.createKey("one", { scopes: ["read", "keys"] });
    const refused = await handler(postJson(ANALYZE, analyzeRequest, bearer(key)));
    expect([refused.status, (await problemOf(refused)).code]).toEqual([403, "forbidden"]);
    expect((await handler(postJson(`${ROOT}/keys`, { scopes: ["write"] }, bearer(key)))).status).toBe(403);
    const made = await bodyOf<{ key: string; key_id: string; scopes: string[] }>(
      await handler(postJson(`${ROOT}/keys`, {}, bearer(key))),
    );
    expect(made.scopes).toEqual(["read", "keys"]);
    expect((await handler(get(`${ROOT}/works`, bearer(made.key)))).status).toBe(200);
    await remove(`${ROOT}/keys/${made.key_id}`, keys.one);
    expect((await handler(get(`${ROOT}/works`, bearer(made.key)))).status).toBe(401);
  });
});

describe("a key that expires", () => {
  const make = (document: object) => handler(postJson(`${ROOT}/keys`, document, bearer(keys.one)));
  const minuteAway = () => new Date(now + 60_000).toISOString();

  test("works until its expiry, and is then rejected like an unknown key", async () => {
    const expires_at = minuteAway();
    const response = await make({ label: "a minute", mode: "test", scopes: ["read"], expires_at });
    expect(response.status).toBe(201);
    const { key, ...shown } = await bodyOf<{ key: string } & Record<string, unknown>>(response);
    expect(key).toMatch(/^sp_test_[0-9A-Za-z]{36}$/);
    const created_at = new Date(now).toISOString();
    expect(shown).toEqual({
      ...{
        success: true,
        key_id: expect.stringMatching(/^key_\w+$/),
        mode: "test",
        last_four: key.slice(-4),
        label: "a minute",
      },
      ...{ scopes: ["read"], created_at, expires_at, revoked_at: null, last_used_at: null },
    });
    const works = () => handler(get(`${ROOT}/works`, bearer(key, { "x-request-id": "r" })));
    now += 59_999;
    expect((await works()).status).toBe(200);
    now += 1;
    const over = await works();
    const unknown = await handler(get(`${ROOT}/works`, bearer("sp_test_none", { "x-request-id": "r" })));
    expect([over.status, over.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringMatching(/^Bearer realm="spolia", error="invalid_token", error_description="[^"]+"$/),
    ]);
    expect(await over.text()).toBe(await unknown.text());
    const { items } = await bodyOf<{ items: unknown[] }>(await handler(get(`${ROOT}/keys`, bearer(keys.one))));
    expect(items).toContainEqual(expect.objectContaining({ key_id: shown["key_id"], expires_at, revoked_at: null }));
  });

  test("accepts a time with and without fractions of a second; a key without one does not expire", async () => {
    for (const [expires_at, kept] of [
      ["2027-01-01T00:00:00Z", "2027-01-01T00:00:00.000Z"],
      ["2027-01-01T00:00:00.5Z", "2027-01-01T00:00:00.500Z"],
      ["2028-02-29T23:59:59.999Z", "2028-02-29T23:59:59.999Z"],
      [undefined, null],
    ]) {
      const response = await make({ expires_at });
      expect(response.status).toBe(201);
      expect(await bodyOf(response)).toMatchObject({ expires_at: kept });
    }
  });

  test.each([
    ["now", () => new Date(now).toISOString(), "must be a time to come"],
    ["a year ago", () => "2025-11-21T12:00:00Z", "must be a time to come"],
    ["a word", () => "soon", "must be a time of ISO 8601 in UTC"],
    ["a day", () => "2027-01-01", "must be a time of ISO 8601 in UTC"],
    ["a time of another zone", () => "2027-01-01T00:00:00+01:00", "must be a time of ISO 8601 in UTC"],
    ["a time after others", () => `x${minuteAway()}`, "must be a time of ISO 8601 in UTC"],
    ["a month that is none", () => "2027-13-01T00:00:00Z", "must be a time of ISO 8601 that the calendar has"],
    ["30 February", () => "2027-02-30T00:00:00Z", "must be a time of ISO 8601 that the calendar has"],
    ["a minute that is none", () => "2027-02-01T00:60:00Z", "must be a time of ISO 8601 that the calendar has"],
    ["a number", () => 1_900_000_000_000, "must be a string"],
    ["null", () => null, "must be a string"],
  ])("refuses %s by the field's name, and makes nothing", async (_, when, detail) => {
    const count = async () => (await registry.listKeys("one")).items.length;
    const before = await count();
    const refused = await make({ expires_at: when() });
    expect(refused.status).toBe(400);
    expect(await problemOf(refused)).toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "/expires_at", detail }],
    });
    expect(await count()).toBe(before);
  });
});

test("a key has one mode, a label of at most 200 characters and a scope; errors name the field", async () => {
  const make = (document: object) => handler(postJson(`${ROOT}/keys`, document, bearer(keys.one)));
  const largest = await make({ label: "x".repeat(200), mode: "live", scopes: ["keys"] });
  expect([largest.status, await bodyOf(largest)]).toEqual([
    201,
    expect.objectContaining({ label: "x".repeat(200), mode: "live", scopes: ["keys"] }),
  ]);
  for (const [document, pointer] of [
    [{ label: "x".repeat(201) }, "/label"],
    [{ mode: "prod" }, "/mode"],
    [{ scopes: [] }, "/scopes"],
    [{ scopes: ["all"] }, "/scopes/0"],
    [{ expires: "2027-01-01T00:00:00Z" }, "/expires"],
  ] as const) {
    const refused = await make(document);
    expect([refused.status, (await problemOf(refused)).errors.map((error) => error.pointer)]).toEqual([400, [pointer]]);
  }
});

test("the calls of a plan are counted exactly, reported in headers, and rejected beyond the quota", async () => {
  const { key } = await registry.createKey("small");
  for (const left of [2, 1, 0]) {
    const response = await handler(get(`${ROOT}/works`, bearer(key)));
    expect(response.headers.get("ratelimit")).toContain(`"tiny-daily";r=${left};t=43200`);
    expect(response.headers.get("ratelimit-policy")).toContain('"tiny-daily";q=3;w=86400');
  }
  const refused = await handler(get(`${ROOT}/works`, bearer(key)));
  expect([refused.status, refused.headers.get("retry-after"), refused.headers.get("x-should-retry")]).toEqual([
    429,
    "43200",
    "false",
  ]);
  expect((await problemOf(refused)).code).toBe("quota_exceeded");
  expect((await handler(get("/livez", bearer(key)))).status).toBe(200);
  now += 43_200_000;
  expect((await handler(get(`${ROOT}/works`, bearer(key)))).status).toBe(200);
  const operator = await handler(get(`${ROOT}/catalogue`, bearer("the operator's")));
  expect(operator.headers.get("ratelimit")).toBeNull();
});

describe("Idempotency-Key", () => {
  const content = (words: string) => ({ content: words });
  const once = (key: string, document: object) =>
    handler(postJson(`${ROOT}/content/register`, document, bearer(keys.one, { "idempotency-key": key })));

  test("a repeated request gets the same bytes, and is processed once", async () => {
    const first = await once("k1", content("a b c"));
    const again = await once("k1", content("a b c"));
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([first.status, "true"]);
    expect(await again.text()).toBe(await first.text());
    const other = await once("k1", content("other"));
    expect([other.status, (await problemOf(other)).code]).toEqual([422, "idempotency_mismatch"]);
    expect((await once("", content("a"))).status).toBe(400);
    expect((await once("k2", { nonsense: true })).status).toBe(400);
    expect((await once("k2", content("mended"))).status).toBe(201);
  });

  test("of a thousand simultaneous requests one is processed", async () => {
    const answers = await Promise.all(Array.from({ length: 400 }, () => once("many", content("x y z"))));
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].every((status) => status === 201 || status === 409)).toBe(true);
    const ids = await Promise.all(
      answers.filter(({ status }) => status === 201).map((answer) => bodyOf<{ work_id: string }>(answer)),
    );
    expect(new Set(ids.map(({ work_id }) => work_id)).size).toBe(1);
  });
});

test("a service without a registry has no such routes, and rejects an idempotency key", async () => {
  const bare = createHandler({ engine: createFakeEngine() });
  expect((await bare(get(`${ROOT}/works`))).status).toBe(404);
  const document = await bodyOf<OpenApi>(await bare(get(`${ROOT}/openapi.json`)));
  expect(Object.keys(document.paths).filter((path) => /works|keys|usage|analyses/.test(path))).toEqual([]);
  const keyed = await bare(postJson(ANALYZE, analyzeRequest, { "idempotency-key": "k" }));
  expect([keyed.status, (await problemOf(keyed)).code]).toEqual([400, "invalid_request"]);
  expect((await bare(post(`${ROOT}/content/register`, "{}", { "content-type": "application/json" }))).status).toBe(404);
});
