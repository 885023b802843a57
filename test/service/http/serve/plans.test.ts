/** Plans over HTTP: what counts, what does not, and who changes them. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ErrorCode, SpoliaError } from "../../../../src/base/errors.ts";
import { encodeCorpus } from "../../../../src/corpus/index.ts";
import { createMemoryStorage } from "../../../../src/corpus/storage/memory.ts";
import type { WritableStorage } from "../../../../src/corpus/storage/storage.ts";
import { buildCorpus } from "../../../../src/index.ts";
import { createHandler } from "../../../../src/service/http/serve/handler.ts";
import { createMemoryStore, createRegistry, type RecordStore } from "../../../../src/service/index.ts";
import { conceptEncoder } from "../../../models/encoders/concepts.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { newStores } from "../../fixtures/stores.ts";
import { createFakeEngine } from "../fakeEngine.ts";
import { ANALYZE, get, post, postJson, problemOf } from "../requests.ts";
import { openServed, type Served } from "../served.ts";

const { openFile } = newStores();
const burst = { calls: 1_000, seconds: 1 };
const PLANS = {
  wordy: { calls_per_day: 20, words_per_day: 100, words_per_minute: 50, burst },
  full: { calls_per_day: null, works: 1, burst },
};
const words = (count: number) => Array(count).fill("word").join(" ");

describe("plans", () => {
  let served: Served;
  let store: RecordStore;
  let key: string;
  beforeEach(async () => {
    store = await openFile();
    served = await openServed(store, { plans: PLANS });
    for (const id of ["wordy", "full"]) await served.registry.createTenant({ id, plan: id });
    key = (await served.registry.createKey("wordy")).key;
  });
  afterEach(async () => {
    await served.close();
    await store.close();
  });
  const used = async () => {
    const [today] = (await served.registry.usage("wordy")).items;
    return [today?.calls ?? 0, today?.words ?? 0];
  };

  test("texts that are sent and works that are named count by their words, before the work", async () => {
    const { ask } = served;
    const sent = await ask(key, "/attribution/analyze", { body: { content: words(10) } });
    expect([sent.status, await used()]).toEqual([200, [1, 10]]);
    expect(sent.headers.get("ratelimit")).toMatch(/"wordy-daily";r=19;.*"wordy-daily-words";r=90;/);
    expect(sent.headers.get("ratelimit-policy")).toContain('"burst-words";q=50;w=60');
    const { work_hash, work_id } = (await ask(key, "/content/register", { body: { content: words(5) } })).body;
    await ask(key, "/attribution/analyze", { body: { work_hash } });
    await ask(key, `/works/${work_id}/analyze`, { body: {} });
    await ask(key, "/compare", { body: { a: { work_hash }, b: { content: words(3) } } });
    expect(await used()).toEqual([5, 10 + 5 + 5 + 5 + 8]);
  });

  test("what is refused, repeated or asked by HEAD uses no quota", async () => {
    const { ask } = served;
    const once = { body: { content: words(10) }, headers: { "idempotency-key": "k" } };
    for (const isReplay of [null, "true"])
      expect((await ask(key, "/attribution/analyze", once)).headers.get("idempotent-replayed")).toBe(isReplay);
    expect(await used()).toEqual([1, 10]);
    const refused: [path: string, how: object, status: number][] = [
      ["/works/wk_none", {}, 404],
      ["/attribution/analyze", { body: { content: words(10), nonsense: 1 } }, 400],
      ["/attribution/analyze", { body: { work_hash: `sha256:${"0".repeat(64)}` } }, 404],
      ["/attribution/analyze", { body: { content: words(45) } }, 429],
      ["/attribution/analyze", { body: { content: words(51) } }, 403],
      ["/accounts", {}, 403],
    ];
    for (const [path, how, status] of notEmpty(refused)) expect((await ask(key, path, how)).status, path).toBe(status);
    const head = await fetch(`${served.url}/api/v1/works`, {
      method: "HEAD",
      headers: { authorization: `Bearer ${key}` },
    });
    expect([head.status, await used()]).toEqual([200, [1, 10]]);
    expect(head.headers.get("ratelimit")).toContain('"wordy-daily";r=19;');
  });

  test("lines count as they are valid, by calls and words", async () => {
    const lines = [JSON.stringify({ content: words(4) }), "{", JSON.stringify({ content: words(6) })].join("\n");
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/x-ndjson" };
    const { engine, registry } = served;
    const answered = await createHandler({ engine, registry, auth: {} })(
      post("/api/v1/attribution/analyze/batch", lines, headers),
    );
    expect((await answered.text()).split("\n").slice(0, -1)).toHaveLength(3);
    expect(await used()).toEqual([2, 10]);
  });

  test("above its room an account is told which limit and plan", async () => {
    const { key: other } = await served.registry.createKey("full");
    const register = (content: string) => served.ask(other, "/content/register", { body: { content } });
    expect((await register("one text")).status).toBe(201);
    const refused = await register("another text");
    expect([refused.status, refused.body.code]).toEqual([403, "plan_limit"]);
    expect(refused.body.detail).toBe("The plan full has no room for more works: works is 1.");
    expect((await register("one text")).status).toBe(201);
  });
});

describe("where the service has an encoder", () => {
  /** Words that are no other text's, ten in a sentence. */
  const sentences = (count: number, from = 0) =>
    Array.from(
      { length: count },
      (_, i) => `${i % 10 === 0 ? "Say" : "say"}${from + i}${i % 10 === 9 ? "." : ""}`,
    ).join(" ");
  const plain = { options: { reworded: false } };
  const corpusOf = (name: string) =>
    buildCorpus([{ id: "one", text: sentences(200, 1e6) }], { name, dataset: name, storage: createMemoryStorage() });
  let served: Served;
  let key: string;
  let counted: () => Promise<number>;
  beforeEach(async () => {
    const plan = { calls_per_day: null, words_per_day: 100_000, words_per_minute: 60_000, burst };
    const encoder = conceptEncoder();
    const [encoded, bare] = [await corpusOf("encoded"), await corpusOf("bare")];
    await encodeCorpus(encoded.storage as WritableStorage, encoder);
    await encoded.refresh();
    const plans = { plan, roomy: { calls_per_day: null, burst } };
    served = await openServed(await openFile(), { plans }, { encoder, corpora: [encoded, bare] });
    await served.registry.createTenant({ id: "one", plan: "plan" });
    key = (await served.registry.createKey("one")).key;
    let before = 0;
    counted = async () => {
      const words = (await served.registry.usage("one")).items[0]?.words ?? 0;
      const more = words - before;
      before = words;
      return more;
    };
  });
  afterEach(() => served.close());

  test("a word that it reads counts as a hundred, in every way to have a text analysed or compared, and as one elsewhere", async () => {
    const { registry, ask } = served;
    const sides = { a: { content: sentences(60) }, b: { content: sentences(70, 5_000) } };
    await ask(key, "/attribution/analyze", { body: { content: sentences(60) } });
    expect(await counted()).toBe(60 * 100);
    await ask(key, "/compare", { body: sides });
    expect(await counted()).toBe(130 * 100);
    await ask(key, "/attribution/analyze", { body: { content: sentences(60), ...plain } });
    await ask(key, "/compare", { body: { ...sides, ...plain } });
    await ask(key, "/corpora/encoded/search", { body: { content: sentences(5) } });
    expect(await counted()).toBe(60 + 130 + 5);
    const two = { requests: [{ content: sentences(60) }, { content: sentences(70) }] };
    const handler = createHandler({ engine: served.engine, registry, auth: {} });
    const lines = await handler(postJson(`${ANALYZE}/batch`, two, { authorization: `Bearer ${key}` }));
    expect((await lines.text()).trim().split("\n")).toHaveLength(2);
    expect(await counted()).toBe(130 * 100);
    const { work_id, work_hash } = (await ask(key, "/content/register", { body: { content: sentences(80) } })).body;
    expect(await counted()).toBe(80);
    await ask(key, `/works/${work_id}/analyze`, { body: {} });
    expect(await counted()).toBe(80 * 100);
    await ask(key, `/works/${work_id}/analyze`, { body: plain });
    expect(await counted()).toBe(80);
    await ask(key, "/assess", { body: { work_hash, model: "eleutherai/pythia" } });
    expect(await counted()).toBeLessThanOrEqual(80);
  });

  test("what it does not read counts as it is: too short a text, a corpus without vectors, and each side beyond its bound", async () => {
    const { registry, ask } = served;
    const short = { content: sentences(10) };
    await ask(key, "/attribution/analyze", { body: short });
    await ask(key, "/compare", { body: { a: short, b: { content: sentences(60, 5_000) } } });
    expect(await counted()).toBe(10 + 70);
    const bare = { content: sentences(60), options: { corpora: ["bare"] } };
    const answered = await ask(key, "/attribution/analyze", { body: bare });
    expect(answered.body.reworded.verdict).toBe("not_searched");
    expect(await counted()).toBe(60);
    const handler = createHandler({ engine: served.engine, registry, auth: {} });
    const lines = { requests: [short, bare] };
    await (await handler(postJson(`${ANALYZE}/batch`, lines, { authorization: `Bearer ${key}` }))).text();
    expect(await counted()).toBe(70);
    const headers = { prefer: "respond-async" };
    const job = await ask(key, "/attribution/analyze/batch", { body: lines, headers });
    await served.scheduler.round();
    const { status, result } = await registry.jobs.find("one", job.body.job_id);
    expect([status, result]).toEqual(["done", { lines: 2, failed: 0 }]);
    expect(await counted()).toBe(70);
    const { work_id } = (await ask(key, "/content/register", { body: short })).body;
    await ask(key, `/works/${work_id}/analyze`, { body: {} });
    expect(await counted()).toBe(10 + 10);
    await registry.changePlan("one", "roomy");
    await ask(key, "/attribution/analyze", { body: { content: sentences(30_000) } });
    expect(await counted()).toBe(24_000 * 100 + 6_000);
    const sides = { a: { content: sentences(30_000) }, b: { content: sentences(25_000, 50_000) } };
    await ask(key, "/compare", { body: sides });
    expect(await counted()).toBe(2 * 24_000 * 100 + 7_000);
  });

  test("the refusal of a text says what its words count, and how to ask without it", async () => {
    const { ask } = served;
    const refused = await ask(key, "/attribution/analyze", { body: { content: sentences(601) } });
    expect([refused.status, refused.body.code]).toEqual([403, "plan_limit"]);
    expect(refused.body.hint).toMatch(/count as 100 each; with options\.reworded: false/);
    const long = await ask(key, "/attribution/analyze", { body: { content: sentences(60_001), ...plain } });
    expect([long.status, long.body.code]).toEqual([403, "plan_limit"]);
    expect(long.body.hint).toMatch(/^Split the texts/);
  });
});

test.each<[ErrorCode, calls: number]>([
  ["aborted", 1],
  ["model_failed", 1],
  ["budget_exhausted", 1],
  ["storage_failed", 0],
  ["search_incomplete", 0],
])("a call that ends with %s uses %i calls", async (code, calls) => {
  const engine = createFakeEngine(() => {
    throw new SpoliaError(code, "It ended.");
  });
  const registry = await createRegistry(engine, createMemoryStore(), { plans: PLANS });
  await registry.createTenant({ id: "wordy", plan: "wordy" });
  const { key } = await registry.createKey("wordy");
  const handler = createHandler({ engine, registry, auth: {} });
  const refused = await handler(postJson(ANALYZE, { content: words(10) }, { authorization: `Bearer ${key}` }));
  expect((await problemOf(refused)).code).toBe(code);
  const [today] = (await registry.usage("wordy")).items;
  expect([today?.calls, today?.words]).toEqual([calls, 10 * calls]);
  expect(refused.headers.get("ratelimit")).toContain(`"wordy-daily";r=${20 - calls};`);
});

test("the operator lists accounts and changes their plans, and no key of an account does", async () => {
  const served = await openServed(await openFile(), { plans: PLANS });
  const { registry } = served;
  await registry.createTenant({ id: "wordy", plan: "wordy" });
  const { key } = await registry.createKey("wordy");
  const handler = createHandler({ engine: createFakeEngine(), registry, auth: { apiKey: "the operator" } });
  const operator = { authorization: "Bearer the operator" };
  const tenant = { authorization: `Bearer ${key}` };
  const patch = (id: string, body: object, headers: Record<string, string>) =>
    handler(new Request(postJson(`/api/v1/accounts/${id}`, body, headers), { method: "PATCH" }));
  const listed = await handler(get("/api/v1/accounts", operator));
  expect(await listed.json()).toMatchObject({ items: [{ account_id: "wordy", plan: "wordy" }] });
  for (const path of ["/api/v1/accounts", "/api/v1/accounts/wordy"])
    expect((await handler(get(path, tenant))).status).toBe(403);
  expect((await patch("wordy", { plan: "pro" }, tenant)).status).toBe(403);
  expect(await (await patch("wordy", { plan: "pro" }, operator)).json()).toMatchObject({ plan: "pro" });
  expect((await handler(get("/api/v1/works", tenant))).headers.get("ratelimit")).toContain('"pro-daily";r=9999;');
  expect((await patch("nobody", { plan: "pro" }, operator)).status).toBe(404);
  const wrong = await patch("wordy", { plan: "gone" }, operator);
  expect([wrong.status, (await problemOf(wrong)).errors[0]?.pointer]).toEqual([400, "/plan"]);
  await served.close();
});
