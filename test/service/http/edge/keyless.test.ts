/** Who asks without a key is limited by address, and only who does: accounts, other addresses and checks are answered. */
import { describe, expect, test } from "vitest";
import { createMemoryStore, createRegistry } from "../../../../src/service/index.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { createFakeEngine } from "../fakeEngine.ts";
import { ANALYZE, analyzeRequest, get, handlerOver, post, postJson, problemOf } from "../requests.ts";

const FLOOD = { remoteAddress: "192.0.2.1" };
const OTHER = { remoteAddress: "192.0.2.2" };
const PROXY = { remoteAddress: "10.0.0.1" };
const MANY = 60;
const KEY = { authorization: "Bearer k" };
const WRONG = { authorization: "Bearer wrong" };

/** As few a second as can be, so that a busy machine does not matter. */
async function opened(options: Parameters<typeof handlerOver>[1] = {}) {
  const engine = createFakeEngine();
  const oauth = { issuer: "https://x", audience: "x" };
  const registry = await createRegistry(engine, createMemoryStore(), { oauth });
  return handlerOver(engine, { registry, auth: { apiKey: "k" }, keylessPerSecond: 1, ...options });
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const FLOODS: readonly [string, () => Request][] = [
  ["the documentation", () => get("/docs")],
  ["the interface", () => get("/api/v1/openapi.json")],
  ["the status", () => get("/status")],
  ["the page", () => get("/page.js")],
  ["what is not there", () => get("/nothing")],
  ["methods that are not there", () => post("/docs", "")],
  ["an operation without a key", () => postJson(ANALYZE, analyzeRequest)],
  ["an operation with a wrong key", () => postJson(ANALYZE, analyzeRequest, WRONG)],
  ["tokens for wrong keys", () => post("/oauth/token", "grant_type=client_credentials", FORM)],
];

describe.each(FLOODS)("a flood for %s", (_, make) => {
  test("is refused, and nobody else is", async () => {
    const page = new Map([["page.js", new TextEncoder().encode("1")]]);
    const handler = await opened({ page });
    const flood = await Promise.all(Array.from({ length: MANY }, () => handler(make(), FLOOD)));
    const refused = flood.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(MANY / 2);
    for (const one of notEmpty(refused)) {
      expect(one.headers.get("retry-after")).toBe("1");
      expect(await problemOf(one)).toMatchObject({ code: "rate_limited", status: 429 });
    }
    expect((await handler(make(), OTHER)).status).not.toBe(429);
    expect((await handler(postJson(ANALYZE, analyzeRequest, KEY), FLOOD)).status).toBe(200);
    for (const check of ["/livez", "/readyz"]) expect((await handler(get(check), FLOOD)).status).toBe(200);
  });
});

test("behind a trusted proxy the client's address counts; of IPv6, its network", async () => {
  const handler = await opened({ trustedProxies: ["10.0.0.1"] });
  const from = (address: string) => handler(get("/docs", { "x-forwarded-for": address }), PROXY);
  const flood = await Promise.all(Array.from({ length: MANY }, (_, i) => from(`2001:db8:1:2::${i}`)));
  expect(flood.filter(({ status }) => status === 429).length).toBeGreaterThan(MANY / 2);
  expect((await from("203.0.113.5")).status).toBe(200);
  expect((await from("2001:db8:1:3::1")).status).toBe(200);
});

test("an operator can lift the limit; a service without keys, and a host without addresses, do not limit operations", async () => {
  const all = async (ask: () => Promise<{ status: number }>) =>
    new Set((await Promise.all(Array.from({ length: MANY }, ask))).map(({ status }) => status));
  const unlimited = await opened({ keylessPerSecond: 0 });
  expect(await all(() => unlimited(get("/docs"), FLOOD))).toEqual(new Set([200]));
  const handler = await opened();
  expect(await all(() => handler(get("/docs")))).toEqual(new Set([200]));
  const open = await opened({ auth: undefined });
  expect(await all(() => open(postJson(ANALYZE, analyzeRequest), FLOOD))).toEqual(new Set([200]));
});

test.each([-1, 1.5, Number.NaN, "1"])("%s a second is no limit", async (keylessPerSecond) => {
  await expect(opened({ keylessPerSecond: keylessPerSecond as number })).rejects.toMatchObject({
    code: "invalid_request",
    fields: [{ pointer: "/keylessPerSecond" }],
  });
});
