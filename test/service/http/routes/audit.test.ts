/** Audits as jobs, and checks of quotations, over HTTP: a real engine, a real corpus, every answer as the document promises. */
import { beforeAll, expect, test } from "vitest";
import { createMemoryStorage } from "../../../../src/corpus/storage/memory.ts";
import { buildCorpus, createEngine } from "../../../../src/index.ts";
import { createHandler, type Handler } from "../../../../src/service/http/serve/handler.ts";
import { createMemoryStore, createRegistry, Scheduler } from "../../../../src/service/index.ts";
import { seeded, zipfText } from "../../../support/texts.ts";
import { resolverOf } from "../jsonSchema.ts";
import { type OpenApi, undeclared } from "../openApiDocument.ts";
import { bodyOf, get, ORIGIN } from "../requests.ts";

const ROOT = "/api/v1";
const random = seeded(61);
const [held, other] = [zipfText(random, 80), zipfText(random, 80)];
let handler: Handler;
let scheduler: Scheduler;
let key: string;
let described: { document: OpenApi; resolve: ReturnType<typeof resolverOf> };

beforeAll(async () => {
  const documents = [
    { id: "a", text: `${zipfText(random, 100)} ${held}` },
    { id: "b", text: zipfText(random, 200) },
  ];
  const corpus = await buildCorpus(documents, { name: "books", dataset: "d", storage: createMemoryStorage() });
  const engine = await createEngine({ corpora: [corpus] });
  const plans = { large: { calls_per_day: null, burst: { calls: 10_000, seconds: 1 } } };
  const registry = await createRegistry(engine, createMemoryStore(), { plans });
  await registry.createTenant({ id: "one", plan: "large" });
  key = (await registry.createKey("one")).key;
  scheduler = new Scheduler({ registry, engine });
  handler = createHandler({ engine, registry, auth: {} });
  const document = await bodyOf<OpenApi>(await handler(get(`${ROOT}/openapi.json`)));
  described = { document, resolve: resolverOf(document) };
});

async function ask(method: string, path: string, template: string, body?: object) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await handler(new Request(`${ORIGIN}${ROOT}${path}`, init));
  expect(await undeclared(described, `${ROOT}${template}`, method.toLowerCase(), response.clone())).toEqual([]);
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked at field by field
  return { status: response.status, body: (await response.json()) as any };
}

const audit = (body: object, corpus = "books") => ask("POST", `/corpora/${corpus}/audit`, "/corpora/{id}/audit", body);

test("an audit is a job whose result says which documents hold the items", async () => {
  const items = [
    { id: "q1", text: held.toUpperCase() },
    { id: "q2", text: other },
  ];
  const { status, body } = await audit({ items });
  expect([status, body.kind, body.input]).toEqual([202, "corpus_audit", { corpus: "books", items: 2 }]);
  await scheduler.round();
  const done = await ask("GET", `/jobs/${body.job_id}`, "/jobs/{id}");
  expect(done.body).toMatchObject({ status: "done", problem: null });
  expect(done.body.result).toMatchObject({
    summary: { items: 2, found: 1, documents: 2 },
    items: [{ id: "q1", status: "found", findings: [{ document: "a", corpus: "books" }] }, { status: "not_found" }],
  });
  expect(JSON.stringify(done.body)).not.toContain(held.slice(0, 40));
});

test("texts that do not count are of no item, and are told by their number", async () => {
  const { status, body } = await audit({ items: [{ id: "q1", text: held }], ignore: [held, other] });
  expect([status, body.input]).toEqual([202, { corpus: "books", items: 1, ignore: 2 }]);
  await scheduler.round();
  const { result } = (await ask("GET", `/jobs/${body.job_id}`, "/jobs/{id}")).body;
  expect(result.items).toMatchObject([{ status: "not_judged", left_out: [{ rule: "given" }] }]);
});

test("a quotation is checked against the cited document, and against corpora", async () => {
  const quote = (body: object) => ask("POST", "/quotations", "/quotations", body);
  const words = held.split(" ");
  const altered = await quote({
    quotation: [...words.slice(0, 10), "changed", ...words.slice(11, 20)].join(" "),
    document: held,
  });
  expect(altered.body).toMatchObject({ success: true, status: "altered", differences: [{ quoted: "changed" }] });
  expect((await quote({ quotation: held, document: other })).body).toMatchObject({
    status: "elsewhere",
    elsewhere: [{ corpus: "books", document: "a" }],
  });
  expect((await quote({ quotation: held, document: other, corpora: [] })).body.status).toBe("nowhere");
  expect((await quote({ quotation: held, corpora: ["none"] })).body.code).toBe("corpus_not_found");
  expect((await quote({ quotation: "…" })).status).toBe(400);
  const given = await quote({ quotation: held, document: other, ignore: [words.slice(0, 30).join(" "), held] });
  expect(given.body).toMatchObject({ status: "given", given: [{ in: "quotation", text: 1 }, { text: 2 }] });
  expect((await quote({ quotation: held, ignore: [""] })).body.errors[0].pointer).toBe("/ignore/0");
});

test("requests of the wrong form are refused by field", async () => {
  for (const [body, pointer] of [
    [{ items: [] }, "/items"],
    [{ items: [{ id: "", text: held }] }, "/items/0/id"],
    [{ items: [{ id: "a" }] }, "/items/0/text"],
    [{ items: [{ id: "a", text: held }], findings: 101 }, "/findings"],
    [{ items: [{ id: "a", text: held }], way: "guessed" }, "/way"],
  ] as const) {
    const refused = await audit(body);
    expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([400, pointer]);
  }
  expect((await audit({ items: [{ id: "a", text: held }], findings: 100, way: "searched" })).status).toBe(202);
  expect((await audit({ items: [{ id: "a", text: held }] }, "none")).body.code).toBe("corpus_not_found");
});
