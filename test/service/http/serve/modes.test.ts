/** Live and test keys of one account over HTTP: neither sees, changes or counts what belongs to the other. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import * as examples from "../../../../src/service/http/openapi/examples.ts";
import { ROUTES } from "../../../../src/service/http/routes.ts";
import { guardedOutgoing } from "../../../../src/service/index.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { openReceiver } from "../../fixtures/receiver.ts";
import { newStores } from "../../fixtures/stores.ts";
import { CONTENT, openServed, type Served } from "../served.ts";

const { openFile } = newStores();
const ISSUER = "https://spolia.test";
const WIDE = { calls: 10_000, seconds: 1 };
const PLANS = {
  large: { calls_per_day: null, test_calls_per_day: 10_000, burst: WIDE },
  small: { calls_per_day: 5, test_calls_per_day: 3, burst: WIDE },
  tiny: { calls_per_day: 2, burst: WIDE },
};

/** List routes of records, without those below one record. */
const LISTS = ROUTES.filter(
  ({ method, path, answer }) => method === "GET" && /(?<!Html)Page$/.test(answer.name) && !path.includes("{"),
)
  .map(({ path }) => path.replace("/api/v1", ""))
  .filter(
    (path) => !/^\/(accounts|keys|usage|corpora|models|datasets|jurisdictions|providers|catalogue.*)$/.test(path),
  );

describe("modes", () => {
  let served: Served;
  let keys: { live: string; test: string };
  let receivers: { live: Awaited<ReturnType<typeof openReceiver>>; test: Awaited<ReturnType<typeof openReceiver>> };
  const closers: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    const store = await openFile();
    served = await openServed(store, {
      plans: PLANS,
      outgoing: guardedOutgoing({ reach: "any" }),
      oauth: { issuer: ISSUER, audience: ISSUER },
    });
    receivers = { live: await openReceiver(), test: await openReceiver() };
    closers.push(() => store.close(), receivers.live.close, receivers.test.close, served.close);
    await served.registry.createTenant({ id: "one", plan: "large" });
    keys = {
      live: (await served.registry.createKey("one")).key,
      test: (await served.registry.createKey("one", { mode: "test" })).key,
    };
  });
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  afterEach(closeAll);
  afterAll(closeAll);

  /** Records of every kind, made with a key: their ids, and the paths that give them. */
  async function furnished(key: string, webhook_url: string) {
    const { ask } = served;
    const { work_id } = (await ask(key, "/content/register", { body: { content: CONTENT } })).body;
    const { analysis_id } = (await ask(key, `/works/${work_id}/analyze`, { body: {} })).body;
    const { report_id } = (await ask(key, "/report", { body: { work_id } })).body;
    const { monitor_id, webhook } = (await ask(key, "/monitors", { body: { work_id, webhook_url } })).body;
    const canary = (await ask(key, "/canaries", { body: { strings: 16 } })).body;
    const { decision_id } = (await ask(key, "/decisions", { body: examples.decision })).body;
    const { job_id } = (await ask(key, "/corpora/shelf/verify", { method: "POST" })).body;
    const paths = [
      ...[`/works/${work_id}`, `/works/${work_id}/history`, `/analyses/${analysis_id}`, `/reports/${report_id}`],
      ...[`/monitors/${monitor_id}`, `/monitors/${monitor_id}/runs`, `/jobs/${job_id}`, `/decisions/${decision_id}`],
      ...[`/webhooks/${webhook.webhook_id}`, `/webhooks/${webhook.webhook_id}/deliveries`],
    ];
    return { work_id, monitor_id, webhook_id: webhook.webhook_id, canary, job_id, paths };
  }

  const listed = async (key: string) =>
    Promise.all(LISTS.map(async (path) => [path, (await served.ask(key, path)).body.items] as const));

  test.each([
    ["live", "test"],
    ["test", "live"],
  ] as const)("what a %s key made is not there for a %s key", async (owner, other) => {
    const { ask } = served;
    const made = await furnished(keys[owner], receivers[owner].url);
    await served.scheduler.round();
    expect(LISTS.length).toBeGreaterThanOrEqual(9);
    for (const [path, items] of notEmpty(await listed(keys[other]))) expect(items, path).toEqual([]);
    for (const path of notEmpty(made.paths)) {
      expect((await ask(keys[owner], path)).status, path).toBe(200);
      const unknown = path.replace(/_[0-9A-Za-z]{10,}/, "_0000000000000000000000");
      const [hidden, missing] = [await ask(keys[other], path), await ask(keys[other], unknown)];
      expect([hidden.status, hidden.text], path).toEqual([404, missing.text]);
    }
    const { canary_id, secret } = made.canary;
    const scores = secret.strings.map((_: string, at: number) => -at);
    const ofCanary = { secret, model: "lab/whole", retrieval: "absent", statistic: "log-probability", scores };
    expect((await ask(keys[owner], `/canaries/${canary_id}/test`, { body: ofCanary })).status).toBe(200);
    const changes: [path: string, how: { method?: string; body?: object }][] = [
      [`/works/${made.work_id}`, { method: "DELETE" }],
      [`/works/${made.work_id}/analyze`, { body: {} }],
      [`/report`, { body: { work_id: made.work_id } }],
      [`/monitors`, { body: { work_id: made.work_id } }],
      [`/monitors/${made.monitor_id}`, { method: "PATCH", body: { status: "paused" } }],
      [`/monitors/${made.monitor_id}/run`, { method: "POST" }],
      [`/webhooks/${made.webhook_id}`, { method: "DELETE" }],
      [`/webhooks/${made.webhook_id}/rotate`, { method: "POST" }],
      [`/webhooks/${made.webhook_id}/test`, { method: "POST" }],
      [`/jobs/${made.job_id}/cancel`, { method: "POST" }],
      [`/canaries/${canary_id}/test`, { body: ofCanary }],
    ];
    for (const [path, how] of notEmpty(changes)) expect((await ask(keys[other], path, how)).status, path).toBe(404);
    for (const path of notEmpty(made.paths)) expect((await ask(keys[owner], path)).status, path).toBe(200);
    // By its hash, a work is found in its own mode only.
    const { work_hash } = (await ask(keys[owner], `/works/${made.work_id}`)).body;
    const byHash = (key: string) => ask(key, "/attribution/analyze", { body: { work_hash } });
    expect([(await byHash(keys[owner])).status, (await byHash(keys[other])).body.code]).toEqual([200, "unknown_work"]);
  });

  test("the same content, idempotency key and results in both modes are two records", async () => {
    const made = [];
    for (const key of [keys.live, keys.test]) {
      const register = { body: { content: CONTENT }, headers: { "idempotency-key": "k" } };
      const first = await served.ask(key, "/content/register", register);
      expect(first.headers.get("idempotent-replayed")).toBeNull();
      const { work_id } = first.body;
      const { analysis_id } = (await served.ask(key, `/works/${work_id}/analyze`, { body: {} })).body;
      made.push(work_id, analysis_id);
    }
    expect(new Set(made).size).toBe(4);
  });

  test("messages go to the endpoints of their mode, and say which it is", async () => {
    await furnished(keys.test, receivers.test.url);
    await served.scheduler.round();
    await served.scheduler.round();
    expect(receivers.live.received).toEqual([]);
    expect(notEmpty(receivers.test.received).map(({ event }) => [event.type, event.mode])).toEqual([
      ["monitor.finding_changed", "test"],
    ]);
    const live = await furnished(keys.live, receivers.live.url);
    await served.scheduler.round();
    await served.scheduler.round();
    expect(notEmpty(receivers.live.received).map(({ event }) => event.mode)).toEqual(["live"]);
    expect(receivers.test.received).toHaveLength(1);
    // A monitor cannot name a webhook of the other mode.
    const { work_id } = (await served.ask(keys.test, "/content/register", { body: { content: CONTENT } })).body;
    const crossed = await served.ask(keys.test, "/monitors", { body: { work_id, webhook_id: live.webhook_id } });
    expect(crossed.status).toBe(404);
  });

  test("test calls are counted apart, up to their own limit, and are listed apart", async () => {
    const { ask, registry } = served;
    await registry.createTenant({ id: "small", plan: "small" });
    const { key: live } = await registry.createKey("small");
    const { key: trial } = await registry.createKey("small", { mode: "test" });
    for (const left of [2, 1, 0]) {
      const { status, headers } = await ask(trial, "/works");
      expect(status).toBe(200);
      expect(headers.get("ratelimit")).toContain(`"small-test-daily";r=${left};`);
      expect(headers.get("ratelimit-policy")).toContain('"small-test-daily";q=3;w=86400');
    }
    expect((await ask(trial, "/works")).body).toMatchObject({ status: 429, code: "quota_exceeded" });
    const usage = await ask(live, "/usage");
    expect(usage.headers.get("ratelimit")).toContain('"small-daily";r=4;');
    expect(usage.body.items).toMatchObject([{ tenant: "small", calls: 1 }]);
    expect((await registry.usage("small:test")).items).toMatchObject([{ tenant: "small:test", calls: 3 }]);
    const { plans } = (await ask(live, "/plans")).body;
    expect(plans.map(({ name, test_calls_per_day: calls }: Record<string, unknown>) => [name, calls])).toEqual([
      ...[["free", 100] as const, ["pro", 100] as const, ["large", 10_000] as const],
      ...[["small", 3] as const, ["tiny", 2] as const],
    ]);
  });

  test("a test key manages test keys only; a live key manages both", async () => {
    const { ask } = served;
    const create = (key: string, body: object) => ask(key, "/keys", { body });
    const made = await create(keys.test, { scopes: ["read"] });
    expect([made.status, made.body.mode, made.body.key.slice(0, 8)]).toEqual([201, "test", "sp_test_"]);
    expect((await create(keys.test, { mode: "test", scopes: ["read"] })).status).toBe(201);
    const refused = await create(keys.test, { mode: "live", scopes: ["read"] });
    expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
    expect((await create(keys.live, { scopes: ["read"] })).body.mode).toBe("live");
    const modes = async (key: string) =>
      (await ask(key, "/keys")).body.items.map(({ mode }: { mode: string }) => mode).sort();
    expect(await modes(keys.test)).toEqual(["test", "test", "test"]);
    expect(await modes(keys.live)).toEqual(["live", "live", "test", "test", "test"]);
    const [ofLive] = (await ask(keys.live, "/keys")).body.items.filter(({ mode }: { mode: string }) => mode === "live");
    expect((await ask(keys.test, `/keys/${ofLive.key_id}`, { method: "DELETE" })).status).toBe(404);
    expect((await ask(keys.live, "/keys")).status).toBe(200);
    expect((await ask(keys.live, `/keys/${made.body.key_id}`, { method: "DELETE" })).status).toBe(200);
    expect((await ask(made.body.key, "/works")).status).toBe(401);
  });

  test("a token of a test key is a test token", async () => {
    const { registry, ask } = served;
    const { work_id } = (await ask(keys.live, "/content/register", { body: { content: CONTENT } })).body;
    for (const [mode, status] of [
      ["live", 200],
      ["test", 404],
    ] as const) {
      const { key, key_id } = await registry.createKey("one", { mode });
      const granted = await registry.oauth!.token({
        ...{ grant_type: "client_credentials", client_id: key_id, client_secret: key },
      });
      const { access_token } = granted as { access_token: string };
      expect(await registry.authenticate(`Bearer ${access_token}`)).toMatchObject({ mode, key_id });
      expect((await ask(access_token, `/works/${work_id}`)).status, mode).toBe(status);
      expect((await ask(access_token, "/works")).status, mode).toBe(200);
    }
  });

  test("an account has no id of a test tenant, and is removed with its test records", async () => {
    const { registry } = served;
    await expect(registry.createTenant({ id: "two:test" })).rejects.toMatchObject({ code: "invalid_request" });
    const { store } = registry.host;
    const { work_id } = (await served.ask(keys.test, "/content/register", { body: { content: CONTENT } })).body;
    const found = () => store.read(({ works }) => works.find("one:test", work_id));
    expect(await found()).not.toBeNull();
    expect(await store.read(({ tenants }) => tenants.find("one:test"))).toBeNull();
    expect(await store.write(({ tenants }) => tenants.remove("one:test"))).toBe(false);
    expect((await store.read(({ service }) => service.tenants())).items.map(({ id }) => id)).toEqual(["one"]);
    expect(await store.write(({ tenants }) => tenants.remove("one"))).toBe(true);
    expect(await found()).toBeNull();
    expect((await served.ask(keys.test, "/works")).status).toBe(401);
  });
});
