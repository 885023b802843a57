/** The memorisation operations over HTTP: a real engine, a model behind a host on loopback, and a registry that keeps what was answered. */
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CanarySecret } from "../../../../src/base/contract/operations/canary.ts";
import { loadCatalogue } from "../../../../src/catalogue/index.ts";
import { commitToCanary, createCanary, createEngine } from "../../../../src/index.ts";
import { createHandler, type Handler } from "../../../../src/service/http/serve/handler.ts";
import {
  createMemoryStore,
  createRegistry,
  type Registry,
  verifyHistory,
  workResolver,
} from "../../../../src/service/index.ts";
import { closeAll, connect, KEY, started } from "../../../models/connectors/models.ts";
import type { ModelServer, ServerFault } from "../../../models/connectors/server.ts";
import { seeded, zipfText } from "../../../support/texts.ts";
import { resolverOf } from "../jsonSchema.ts";
import { type OpenApi, undeclared } from "../openApiDocument.ts";
import { bodyOf, get, ORIGIN, post, postJson, postMsgpack, problemOf } from "../requests.ts";

const ROOT = "/api/v1";
const random = seeded(81);
const work = zipfText(random, 200);
const windows = { prefix: 10, suffix: 10, sample: 12, per_control: 4 };
const controls = [0, 1, 2].map((i) => ({ id: `${i}`, content: zipfText(random, 90) }));
const extractRequest = { model: "scoring", work: { content: work }, controls, windows };
const iteratedRequest = { model: "talking", work: { content: work }, protocol: "iterated" };
const pool = await createCanary({ seed: "e".repeat(64), strings: 12 });
const canaries = [{ secret: pool, commitment: (await commitToCanary(pool)).commitment }];
const probeRequest = {
  model: "scoring",
  suspects: [{ id: "s", text: work }],
  controls: controls.map(({ id, content }) => ({ id, text: content })),
  canaries,
};
const assessRequest = { content: work, target_model: "eleutherai/pythia-12b" };

let server: ModelServer;
let fault: ServerFault | undefined;
let registry: Registry;
let handler: Handler;
let keys: Record<"one" | "two" | "analyst", string>;
let described: { document: OpenApi; resolve: ReturnType<typeof resolverOf> };
/** Everything that was answered, to look for what must not be in it. */
let said = "";

beforeAll(async () => {
  server = await started({ fault: () => fault });
  const store = createMemoryStore();
  const models = {
    scoring: connect("vllm", server, { retries: 0 }).connector,
    talking: connect("chat", server, { retries: 0 }).connector,
  };
  const engine = await createEngine({
    corpora: [],
    catalogue: await loadCatalogue(),
    models,
    resolveWork: workResolver(store),
  });
  registry = await createRegistry(engine, store);
  for (const id of ["one", "two", "default"]) await registry.createTenant({ id, plan: "pro" });
  keys = {
    one: (await registry.createKey("one")).key,
    two: (await registry.createKey("two")).key,
    analyst: (await registry.createKey("one", { scopes: ["read", "analyze"] })).key,
  };
  // Whoever has the operator's key is counted by no plan.
  const inner = createHandler({ engine, registry, auth: { apiKey: "operator" } });
  handler = async (request) => {
    const response = await inner(request);
    said += await response.clone().text();
    return response;
  };
  const document = await bodyOf<OpenApi>(await inner(get(`${ROOT}/openapi.json`)));
  described = { document, resolve: resolverOf(document) };
});
afterAll(closeAll);
beforeEach(() => {
  fault = undefined;
  said = "";
});
afterEach(() => expect(said).not.toContain(KEY));

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const ask = (path: string, document: unknown, key: string = keys.one) =>
  handler(postJson(path.startsWith("/") ? path : `${ROOT}/${path}`, document, bearer(key)));
const remove = (path: string, key: string) =>
  handler(new Request(`${ORIGIN}${ROOT}/${path}`, { method: "DELETE", headers: bearer(key) }));

async function codeOf(response: Response): Promise<[number, string]> {
  return [response.status, (await problemOf(response)).code];
}

describe("responses match the OpenAPI document", () => {
  test.each([
    ["assess", assessRequest, "assess_id"],
    ["extract", extractRequest, "extract_id"],
    ["extract", { ...extractRequest, model: "talking", sampling: { continuations: 2 } }, "extract_id"],
    ["extract", { ...iteratedRequest, iteration: { opening: 20, queries: 2 } }, "extract_id"],
    ["probe", probeRequest, "probe_id"],
    ["probe", { model: "scoring", canaries }, "probe_id"],
  ])("of %s, under both names and in both formats", async (name, request, id) => {
    const response = await ask(name, request);
    expect(response.status, await response.clone().text()).toBe(200);
    expect(await undeclared(described, `${ROOT}/${name}`, "post", response.clone())).toEqual([]);
    const answer = await bodyOf<Record<string, unknown>>(response);
    expect(answer).toMatchObject({ success: true, [id]: expect.any(String) });
    const short = await ask(`/${name}`, request);
    expect(short.headers.get("deprecation")).toMatch(/^@\d+$/);
    expect(short.headers.get("link")).toContain(`${ROOT}/${name}`);
    expect(await undeclared(described, `/${name}`, "post", short.clone())).toEqual([]);
    expect(await bodyOf(short)).toEqual(answer);
    const packed = await handler(
      postMsgpack(`${ROOT}/${name}`, request, { ...bearer(keys.one), accept: "application/msgpack" }),
    );
    expect(await undeclared(described, `${ROOT}/${name}`, "post", packed.clone())).toEqual([]);
    expect((await bodyOf<Record<string, unknown>>(packed))[id]).toBe(answer[id]);
  });
});

test.each([
  ["extract", extractRequest, "extractions", "extract_id"],
  ["probe", probeRequest, "probes", "probe_id"],
])(
  "what %s answered is kept for its tenant alone, listed, shown and forgotten",
  async (name, request, resource, field) => {
    const { success: _, ...result } = await bodyOf<Record<string, unknown>>(
      await ask(`${ROOT}/${name}?keep=true`, request),
    );
    const path = `${resource}/${result[field]}`;
    const shown = await handler(get(`${ROOT}/${path}`, bearer(keys.one)));
    expect(await undeclared(described, `${ROOT}/${resource}/{id}`, "get", shown.clone())).toEqual([]);
    expect((await bodyOf<{ result: unknown }>(shown)).result).toEqual(result);
    const listed = await handler(get(`${ROOT}/${resource}`, bearer(keys.one)));
    expect(await undeclared(described, `${ROOT}/${resource}`, "get", listed.clone())).toEqual([]);
    expect((await bodyOf<{ items: { id: string }[] }>(listed)).items.map(({ id }) => id)).toContain(result[field]);
    expect((await handler(get(`${ROOT}/${path}`, bearer(keys.two)))).status).toBe(404);
    expect((await remove(path, keys.two)).status).toBe(404);
    expect((await remove(path, keys.one)).status).toBe(200);
    expect((await handler(get(`${ROOT}/${path}`, bearer(keys.one)))).status).toBe(404);
    const other = await bodyOf<Record<string, unknown>>(await ask(name, request, keys.two));
    expect(other[field]).not.toBe(result[field]);
    for (const secret of [pool.seed, pool.nonce, ...pool.strings]) expect(JSON.stringify(result)).not.toContain(secret);
  },
);

test("an extraction of a registered work is recorded in its history", async () => {
  const registered = await bodyOf<{ work_id: string; work_hash: string }>(
    await ask("content/register", { content: work }),
  );
  expect((await ask("extract", { ...extractRequest, work: { work_hash: registered.work_hash } })).status).toBe(200);
  const path = `${ROOT}/works/${registered.work_id}/history`;
  const { history } = await bodyOf<{ history: { entries: { kind: string }[] } }>(
    await handler(get(path, bearer(keys.one))),
  );
  expect(history.entries.map(({ kind }) => kind)).toContain("extraction");
  const strange = { ...extractRequest, work: { work_hash: registered.work_hash } };
  expect(await codeOf(await ask("extract", strange, keys.two))).toEqual([404, "unknown_work"]);
});

describe("scopes", () => {
  test("querying a model needs the scope probe, assessing does not", async () => {
    for (const [name, request] of [
      ["extract", extractRequest],
      ["probe", probeRequest],
    ] as const)
      expect(await codeOf(await ask(name, request, keys.analyst))).toEqual([403, "forbidden"]);
    expect((await ask("assess", assessRequest, keys.analyst)).status).toBe(200);
  });

  test("only configured models can be named: an address is an unknown name", async () => {
    const before = server.requests.length;
    for (const model of ["other", server.url, `${server.url}/v1`, "toString", "__proto__"]) {
      for (const [name, request] of [
        ["extract", extractRequest],
        ["probe", probeRequest],
      ] as const) {
        const response = await ask(name, { ...request, model });
        expect(await undeclared(described, `${ROOT}/${name}`, "post", response.clone())).toEqual([]);
        const { status, code, hint } = await problemOf(response);
        expect([status, code, hint]).toEqual([422, "model_not_configured", "It has: scoring, talking."]);
      }
    }
    for (const field of ["url", "models", "key", "key_env", "connector"])
      expect((await ask("extract", { ...extractRequest, [field]: server.url })).status).toBe(400);
    expect(server.requests.length).toBe(before);
    const bare = createHandler({ engine: await createEngine({ corpora: [] }) });
    const { code, hint } = await problemOf(await bare(postJson(`${ROOT}/extract`, extractRequest)));
    expect([code, hint]).toEqual(["model_not_configured", expect.stringContaining("configured by the operator")]);
  });
});

describe("failures", () => {
  test.each<[string, ServerFault, number, string]>([
    ["a host that is down", { kind: "status", status: 500 }, 502, "model_failed"],
    ["an answer that is none", { kind: "text", change: () => "{" }, 422, "observations_invalid"],
    [
      "probabilities above one",
      { kind: "text", change: (text) => text.replaceAll(/"logprob":-/g, '"logprob":') },
      422,
      "observations_invalid",
    ],
  ])("%s", async (_, wrong, status, code) => {
    fault = wrong;
    const extracted = await ask("extract", extractRequest);
    expect(await undeclared(described, `${ROOT}/extract`, "post", extracted.clone())).toEqual([]);
    expect(await codeOf(extracted)).toEqual([status, code]);
    const probed = await ask("probe", probeRequest);
    expect(await undeclared(described, `${ROOT}/probe`, "post", probed.clone())).toEqual([]);
    expect(probed.status).toBeGreaterThanOrEqual(422);
  });

  test("a host that rejects the key and repeats it", async () => {
    fault = { kind: "status", status: 401, body: `{"error":"${KEY}"}` };
    const { connector } = connect("vllm", server);
    const bare = createHandler({ engine: await createEngine({ corpora: [], models: { scoring: connector } }) });
    const response = await bare(postJson(`${ROOT}/extract`, extractRequest));
    said += await response.clone().text();
    expect(await codeOf(response)).toEqual([502, "model_failed"]);
  });

  test("a disconnect stops the queries", async () => {
    fault = { kind: "hung" };
    const abort = new AbortController();
    const before = server.requests.length;
    const body = JSON.stringify(extractRequest);
    const headers = { ...bearer(keys.one), "content-type": "application/json" };
    const running = handler(
      new Request(`${ORIGIN}${ROOT}/extract`, { method: "POST", body, headers, signal: abort.signal }),
    );
    while (server.requests.length === before) await new Promise((resolve) => setTimeout(resolve, 5));
    abort.abort();
    expect(await codeOf(await running)).toEqual([503, "aborted"]);
    expect(server.requests.length - before).toBeLessThanOrEqual(4);
  });

  test("any body gives a declared response", async () => {
    const names = fc.constantFrom("assess", "extract", "probe", "canaries");
    const base = fc.constantFrom<object>(assessRequest, extractRequest, probeRequest, {}, { strings: 3 });
    const spoiled = fc.tuple(
      base,
      fc.dictionary(
        fc.constantFrom(
          "model",
          "work",
          "controls",
          "windows",
          "suspects",
          "canaries",
          "order",
          "split",
          "observations",
          "strings",
          "length",
          "content",
          "extra",
        ),
        fc.jsonValue({ maxDepth: 3 }),
        { maxKeys: 3 },
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        names,
        fc.oneof(
          spoiled.map(([one, more]) => ({ ...one, ...more })),
          fc.jsonValue(),
        ),
        async (name, body) => {
          const response = await ask(name, body, "operator");
          expect(await undeclared(described, `${ROOT}/${name}`, "post", response.clone())).toEqual([]);
          expect(response.status).toBeLessThan(500);
        },
      ),
      { numRuns: 150 },
    );
    const garbage = await handler(
      post(`${ROOT}/probe`, "{", { ...bearer(keys.one), "content-type": "application/json" }),
    );
    expect(garbage.status).toBe(400);
  });

  test("recorded answers may be long; other requests may not", async () => {
    const logprob = -1.5;
    const scored = Array.from({ length: 400 }, (_, i) => ({
      text: `word${i} and more`,
      tokens: [...`word${i} and more`].map((_, start) => ({ start, end: start + 1, logprob })),
      vocabulary_size: null,
    }));
    const { model: _, ...rest } = extractRequest;
    const request = { ...rest, observations: { model: "elsewhere", retrieval: "absent", scored } };
    expect((await codeOf(await ask("extract", request)))[1]).toBe("observations_invalid");
    const metadata = Object.fromEntries(Array.from({ length: 6_000 }, (_, i) => [`f${i}`, i]));
    expect(await codeOf(await ask("assess", { ...assessRequest, metadata }))).toEqual([413, "content_too_large"]);
  });
});

describe("canaries", () => {
  interface Made {
    canary_id: string;
    commitment: string;
    publish: string;
    secret: CanarySecret;
  }
  const tested = (made: Made, more: object = {}) => ({
    ...{ secret: made.secret, model: "eleutherai/pythia", retrieval: "absent", statistic: "log-probability" },
    scores: made.secret.strings.map((_, i) => (i === made.secret.index ? -1 : -10 - i)),
    ...more,
  });

  test("are created and shown once, stored as a commitment, and tested when revealed", async () => {
    const response = await ask("canaries", { strings: 20 });
    expect(response.status).toBe(201);
    expect(await undeclared(described, `${ROOT}/canaries`, "post", response.clone())).toEqual([]);
    const made = await bodyOf<Made>(response);
    expect(made.publish).toBe(made.secret.strings[made.secret.index]);
    expect((await bodyOf<Made>(await ask("canaries", { strings: 20 }))).commitment).not.toBe(made.commitment);

    const shown = await handler(get(`${ROOT}/canaries/${made.canary_id}`, bearer(keys.one)));
    expect(await undeclared(described, `${ROOT}/canaries/{id}`, "get", shown.clone())).toEqual([]);
    const listed = await handler(get(`${ROOT}/canaries`, bearer(keys.one)));
    for (const told of [await shown.text(), await listed.text()]) {
      expect(told).toContain(made.commitment);
      for (const secret of [made.secret.seed, made.secret.nonce, ...made.secret.strings])
        expect(told).not.toContain(secret);
    }
    const path = `canaries/${made.canary_id}/test`;
    const answer = await ask(path, tested(made));
    expect(await undeclared(described, `${ROOT}/canaries/{id}/test`, "post", answer.clone())).toEqual([]);
    expect(await bodyOf(answer)).toMatchObject({
      success: true,
      canaries: [{ rank: 1, commitment: made.commitment }],
      combined: { p: 1 / 20 },
      observations: [{ channel: "canary", exactness: "exact" }],
    });
    expect((await ask(path, tested(made), keys.two)).status).toBe(404);
    expect((await remove(`canaries/${made.canary_id}`, keys.one)).status).toBe(200);
    expect((await ask(path, tested(made))).status).toBe(404);
  });

  test("of another pool, or with scores of another, are rejected with pointers", async () => {
    const [made, other] = await Promise.all(
      [0, 1].map(async () => bodyOf<Made>(await ask("canaries", { strings: 5 }))),
    );
    const path = `canaries/${made!.canary_id}/test`;
    const placesOf = async (body: object) => {
      const response = await ask(path, body);
      expect(await undeclared(described, `${ROOT}/canaries/{id}/test`, "post", response.clone())).toEqual([]);
      const { code, errors } = await problemOf(response);
      return [code, errors.map(({ pointer }) => pointer)];
    };
    expect(await placesOf(tested(made!, { secret: other!.secret }))).toEqual(["commitment_mismatch", ["/commitment"]]);
    expect(await placesOf(tested(made!, { scores: [1, 2] }))).toEqual(["observations_invalid", ["/scores"]]);
    expect(await placesOf(tested(made!, { scores: ["x"] }))).toEqual(["invalid_request", ["/scores/0"]]);
    expect(await codeOf(await ask("canaries", { length: 1 }))).toEqual([400, "invalid_request"]);
    expect(await codeOf(await ask("canaries", {}, keys.analyst))).toEqual([403, "forbidden"]);
  });

  test("of a registered work are dated by its signed history", async () => {
    const { work_id, work_hash } = await bodyOf<{ work_id: string; work_hash: string }>(
      await ask("content/register", { content: `${work} more` }),
    );
    expect((await ask("canaries", { strings: 4, work_hash })).status).toBe(201);
    const { history } = await bodyOf<{ history: { entries: { kind: string }[] } }>(
      await handler(get(`${ROOT}/works/${work_id}/history`, bearer(keys.one))),
    );
    expect(history.entries.map(({ kind }) => kind)).toEqual(["registered", "canary"]);
    await verifyHistory(JSON.stringify(history));
    expect(await codeOf(await ask("canaries", { work_hash }, keys.two))).toEqual([404, "unknown_work"]);
  });
});
