/** Repeated requests whose first response has a secret: the same record again, without the secret, over HTTP. */
import { decode } from "@msgpack/msgpack";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { guardedOutgoing, type RecordStore } from "../../../../src/service/index.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { newStores } from "../../fixtures/stores.ts";
import { CONTENT, openServed, type Served } from "../served.ts";

const { openFile } = newStores();
const WIDE = { calls: 10_000, seconds: 1 };
const PLANS = { large: { calls_per_day: null, burst: WIDE } };

describe("secrets", () => {
  let served: Served;
  let store: RecordStore;
  let key: string;
  beforeEach(async () => {
    store = await openFile();
    served = await openServed(store, { plans: PLANS, outgoing: guardedOutgoing({ reach: "any" }) });
    await served.registry.createTenant({ id: "one", plan: "large" });
    key = (await served.registry.createKey("one")).key;
  });
  afterEach(async () => {
    await served.close();
    await store.close();
  });

  const url = "http://127.0.0.1:9/hook";
  const idempotent = (value: string, body: object) => ({ body, headers: { "idempotency-key": value } });

  /** What is stored of the request with this key. */
  async function stored(path: string, value: string): Promise<string> {
    const hash = [...new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(value)))];
    const hex = hash.map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const record = await store.read(({ idempotency }) => idempotency.find("one", `POST /api/v1${path}`, hex));
    return new TextDecoder().decode(record!.body);
  }

  test.each([
    ["/keys", { label: "once", scopes: ["read"] }, { label: "twice", scopes: ["read"] }, ["key"]],
    ["/canaries", { strings: 16 }, { strings: 17 }, ["publish", "secret"]],
    ["/webhooks", { url }, { url: `${url}/2` }, ["secret"]],
  ] as const)("%s", async (path, body, other, secrets) => {
    const { ask } = served;
    const first = await ask(key, path, idempotent("k", body));
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, null]);
    for (const name of notEmpty(secrets)) expect(first.body[name], name).toBeTruthy();
    const again = await ask(key, path, idempotent("k", body));
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    expect(again.body).toEqual({ ...first.body, ...Object.fromEntries(secrets.map((name) => [name, null])) });
    expect(await stored(path, "k")).toBe(again.text);
    const mismatch = await ask(key, path, idempotent("k", other));
    expect([mismatch.status, mismatch.body.code]).toEqual([422, "idempotency_mismatch"]);
    // Another key, or none, makes another record.
    const ids = new Set([first.text]);
    for (const headers of [{ "idempotency-key": "k2" }, {}]) ids.add((await ask(key, path, { body, headers })).text);
    expect(ids.size).toBe(3);
  });

  test("one key is made, and it works; the replay names it", async () => {
    const { ask } = served;
    const count = async () => (await served.registry.listKeys("one")).items.length;
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(key, "/keys", idempotent("many", {}))));
    expect(await count()).toBe(before + 1);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const shown = answers.filter(({ status, body }) => status === 201 && body.key !== null);
    expect(shown).toHaveLength(1);
    expect((await ask(shown[0]!.body.key, "/works")).status).toBe(200);
    const again = await ask(key, "/keys", idempotent("many", {}));
    expect(again.body).toMatchObject({ key_id: shown[0]!.body.key_id, key: null });
  });

  test("a monitor with a new webhook, and one without", async () => {
    const { ask } = served;
    const { work_id } = (await ask(key, "/content/register", { body: { content: CONTENT } })).body;
    const first = await ask(key, "/monitors", idempotent("m", { work_id, webhook_url: url }));
    expect(first.body.webhook.secret).toMatch(/^whsec_/);
    const again = await ask(key, "/monitors", idempotent("m", { work_id, webhook_url: url }));
    expect(again.body).toEqual({ ...first.body, webhook: { ...first.body.webhook, secret: null } });
    expect(await stored("/monitors", "m")).not.toContain("whsec_");
    const without = () => ask(key, "/monitors", idempotent("n", { work_id }));
    const bare = await without();
    expect(bare.body.webhook).toBeNull();
    expect((await without()).text).toBe(bare.text);
  });

  test("in MessagePack", async () => {
    const headers = {
      ...{ authorization: `Bearer ${key}`, accept: "application/msgpack", "idempotency-key": "p" },
      ...{ "content-type": "application/json" },
    };
    const ask = async () => {
      const response = await fetch(`${served.url}/api/v1/keys`, { method: "POST", headers, body: "{}" });
      return decode(await response.arrayBuffer()) as Record<string, unknown>;
    };
    const first = await ask();
    expect(await ask()).toEqual({ ...first, key: null });
    expect(first["key"]).toMatch(/^sp_live_/);
  });
});
