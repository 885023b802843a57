/** The document and the server say the same: route by route, status by status, value by value. */

import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { AnalyzeResult } from "../../../../src/base/contract/operations/analyze.ts";
import { shapeFaults } from "../../../../src/base/contract/shapes.ts";
import { SHIPPED } from "../../../../src/engine/evidence/calibration/shipped.ts";
import { OPERATION_NAMES } from "../../../../src/engine/operations.ts";
import { ROUTES, servedRoutes } from "../../../../src/service/http/routes.ts";
import { notAlwaysEmpty } from "../../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { createFakeEngine, typicalResult } from "../fakeEngine.ts";
import { allowedBy, type JsonSchema, type Resolve, violations } from "../jsonSchema.ts";
import { exampleOf, type OpenApi, openApi, undeclared as undeclaredIn } from "../openApiDocument.ts";
import { ANALYZE, COMPARE, get, handlerOver, post, postJson, postMsgpack, SCORE, VALID } from "../requests.ts";

let document: OpenApi;
let resolve: Resolve;
beforeAll(async () => {
  ({ document, resolve } = await openApi());
});

/** What stands in the place of each parameter of a path, so that something is there. */
const THERE: Readonly<Record<string, string>> = {
  "corpora/{id}": "corpora/books",
  "documents/{doc}": "documents/d1%2F1",
  "models/{provider}/{name}": "models/eleutherai/pythia",
  "datasets/{id}": "datasets/the-pile",
  "jurisdictions/{code}": "jurisdictions/DE",
  "sources/{id}": `sources/${createFakeEngine().catalogue!.sources[0]!.id}`,
  "calibrations/{id}": `calibrations/${encodeURIComponent(SHIPPED.name)}`,
};

const filled = (path: string): string =>
  Object.entries(THERE).reduce((whole, [template, there]) => whole.replace(template, there), path);

const undeclared = (path: string, method: string, response: Response) =>
  undeclaredIn({ document, resolve }, path, method, response);

test("bounds that a number does not reach are the numbers beside them", () => {
  const { prior } = document.components.schemas["AnalyzeOptions"]!["properties"] as Record<string, JsonSchema>;
  expect(prior).toMatchObject({ minimum: Number.MIN_VALUE, maximum: 1 - 2 ** -53 });
});

test("each word of an enumeration with a name has a name that nothing else has", () => {
  const schemas = Object.entries(document.components.schemas);
  const enumerations = notEmpty(schemas.filter(([, schema]) => "enum" in schema));
  const names = enumerations.flatMap(([, schema]) => schema["x-enum-varnames"] as string[]);
  expect(names).toHaveLength(enumerations.flatMap(([, schema]) => schema["enum"]).length);
  const all = [...names, ...schemas.map(([name]) => name)];
  expect(new Set(all).size).toBe(all.length);
  expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]+$/.test(name))).toEqual([]);
});

test("every route is in the document and every operation of the document is a route", async () => {
  const handler = handlerOver(undefined, { leads: {} });
  const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = servedRoutes({ engine: createFakeEngine(), registry: null, leads: {} } as never);
  expect(documented.sort()).toEqual(served.map(({ method, path }) => `${method} ${path}`).sort());
  for (const entry of notEmpty(documented)) {
    const [method = "", template = ""] = entry.split(" ");
    const path = filled(template);
    const response = await handler(method === "GET" ? get(path) : postJson(path, {}));
    expect([200, 400], entry).toContain(response.status);
  }
  const ids = ROUTES.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test("the document is deterministic and each of its references leads somewhere", async () => {
  const { text } = await openApi();
  expect((await openApi()).text).toBe(text);
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!);
  expect(references.length).toBeGreaterThan(50);
  for (const reference of notEmpty(references)) expect(() => resolve(reference)).not.toThrow();
});

test("bytes are marked as base64 wherever they are JSON strings, and nothing else is", () => {
  const encoded: Record<string, unknown> = {};
  const walk = (node: unknown, pointer: string): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, contentEncoding } = node as JsonSchema;
    if (contentEncoding !== undefined) encoded[pointer] = { type, contentEncoding };
    for (const [name, part] of Object.entries(node)) walk(part, `${pointer}/${name}`);
  };
  walk(document, "");
  const base64 = { type: "string", contentEncoding: "base64" };
  expect(encoded).toEqual({
    "/components/schemas/CompareSide/properties/fingerprint_data": base64,
    "/components/schemas/ScoreRequest/properties/fingerprint_data": base64,
    "/components/schemas/FingerprintAnswer/allOf/1/properties/fingerprint_data": base64,
  });
});

test("the headers of responses are described", async () => {
  const handler = handlerOver(undefined, { leads: {} });
  // They are for browsers; the types of bodies stand elsewhere in the document.
  const others = ["content-type", "x-content-type-options", "content-security-policy", "referrer-policy"];
  const unknown = new Set<string>();
  const paths = Object.entries(document.paths).filter(([, { get }]) => get !== undefined);
  for (const [path, operations] of notEmpty(paths)) {
    const { ok, headers } = await handler(get(filled(path)));
    const described = Object.keys(operations["get"]!.responses["200"]!.headers!).map((name) => name.toLowerCase());
    for (const name of notEmpty([...headers.keys()]))
      if (![...described, ...others].includes(name)) unknown.add(`${name} of ${path}`);
    expect(ok && described.includes("etag"), path).toBe(headers.has("etag"));
  }
  expect([...unknown]).toEqual([]);
});

test("the key and the base path are in the document where the handler has them", async () => {
  expect(document.components.securitySchemes).toBeUndefined();
  const guarded = (await openApi({ hasAuth: true, basePath: "/spolia" })).document;
  expect(guarded.servers).toEqual([{ url: "/spolia" }]);
  expect(guarded.components.securitySchemes).toMatchObject({ key: { type: "http", scheme: "bearer" } });
  expect(guarded.security).toEqual([{ key: ["read"] }]);
  expect(guarded.paths[ANALYZE]!["post"]!.security).toEqual([{ key: ["analyze"] }]);
  expect(guarded.paths["/api/v1/corpora"]!["get"]!.security).toBeUndefined();
  expect(guarded.paths["/livez"]!["get"]!.security).toEqual([]);
});

test("examples are valid, and the server accepts them", async () => {
  const handler = handlerOver(undefined, { leads: {} });
  for (const [path, operations] of notEmpty(Object.entries(document.paths))) {
    for (const [type, content] of notAlwaysEmpty(Object.entries(operations["post"]?.requestBody?.content ?? {}))) {
      const [schema, example] = [content.schema, exampleOf(content, resolve)!];
      expect(violations(example, schema, resolve)).toEqual([]);
      const contentType = type === "application/x-ndjson" ? type : "application/json";
      expect((await handler(postJson(filled(path), example, { "content-type": contentType }))).status, path).toBe(200);
    }
  }
  const problem = document.components.schemas["Problem"]!;
  for (const [name, { value }] of notEmpty(Object.entries(document.components.examples))) {
    expect(violations(value, document.components.schemas[name] ?? problem, resolve)).toEqual([]);
  }
});

test("each answer of an operation has an example; the confidence follows from the likelihood ratio", () => {
  const posts = Object.values(document.paths).flatMap((operations) => operations["post"] ?? []);
  const withExamples = posts.filter(({ responses }) =>
    Object.values(responses["200"]!.content).every(({ examples }) => Object.keys(examples ?? {}).includes("typical")),
  );
  const ids = new Set(withExamples.map(({ operationId }) => operationId));
  expect([...ids]).toEqual(expect.arrayContaining(OPERATION_NAMES.filter((name) => name !== "identify")));
  const { log10_lr, confidence_at_priors, confidence_features, attribution_sources } = document.components.examples[
    "AnalyzeAnswer"
  ]!.value as AnalyzeResult;
  expect(confidence_features).not.toBeNull();
  for (const { prior, confidence, confidence_ci_95 } of notEmpty(confidence_at_priors)) {
    const { estimate, lo, hi } = log10_lr!;
    const [middle, least, most] = [estimate, lo, hi].map((one) => 100 / (1 + 10 ** -one * ((1 - prior) / prior)));
    expect(confidence).toBeCloseTo(middle!, 3);
    expect(confidence_ci_95[0]).toBeCloseTo(least!, 3);
    expect(confidence_ci_95[1]).toBeCloseTo(most!, 3);
  }
  for (const { sources, evidence } of notEmpty(attribution_sources))
    expect([evidence, sources.length > 0]).toEqual(["documented", true]);
});

describe("responses match the document", () => {
  test("typical ones, in both formats", async () => {
    const handler = handlerOver(undefined, { leads: {} });
    for (const [path, request] of VALID) {
      for (const accept of ["application/json", "application/msgpack", "application/vnd.msgpack"]) {
        const response = await handler(postMsgpack(path, request, { accept }));
        expect(response.status).toBe(200);
        expect(response.headers.get("content-type")).toBe(accept);
        expect(await undeclared(path, "post", response)).toEqual([]);
      }
    }
    for (const path of ["/livez", "/readyz", "/api/v1/openapi.json"]) {
      expect(await undeclared(path, "get", await handler(get(path)))).toEqual([]);
    }
  });

  test("any results of the declared form, which the schemas of the contract accept too", async () => {
    const operations = [
      { path: ANALYZE, name: "AnalyzeAnswer", shape: "AnalyzeResult" },
      { path: SCORE, name: "ScoreAnswer", shape: "ScoreResult" },
      { path: COMPARE, name: "CompareAnswer", shape: "CompareResult" },
    ] as const;
    for (const { path, name, shape } of operations) {
      await fc.assert(
        fc.asyncProperty(allowedBy(document.components.schemas[name]!, resolve), async (answer) => {
          const { success, next_steps, ...result } = answer as Record<string, unknown>;
          expect(shapeFaults(shape, result)).toEqual([]);
          const handler = handlerOver(createFakeEngine(() => result));
          const response = await handler(postJson(path, VALID.find(([valid]) => valid === path)![1]));
          expect(await undeclared(path, "post", response.clone())).toEqual([]);
          expect(await response.json()).toMatchObject(result);
        }),
        { numRuns: 40 },
      );
    }
  });

  test("typical results satisfy the contract exactly: no field more, none less", () => {
    for (const [operation, shape] of [
      ["analyze", "AnalyzeResult"],
      ["score", "ScoreResult"],
      ["compare", "CompareResult"],
      ["assess", "AssessResult"],
      ["extract", "ExtractResult"],
      ["probe", "ProbeResult"],
    ] as const) {
      expect(shapeFaults(shape, typicalResult(operation))).toEqual([]);
      const more = { ...(typicalResult(operation) as object), extra: 1 };
      expect(shapeFaults(shape, more)).toEqual([{ pointer: "/extra", detail: "is not a known field" }]);
    }
  });

  test("the validator of these tests rejects invalid documents", () => {
    const answer = { success: true, ...(typicalResult("compare") as object) };
    const schema = document.components.schemas["CompareAnswer"]!;
    expect(violations(answer, schema, resolve)).toEqual([]);
    for (const broken of [
      { ...answer, relation: "alike" },
      { ...answer, success: false },
      { ...answer, jaccard: { value: 2, ci_95: [0, 1] } },
      { ...answer, jaccard: { value: 1, ci_95: [0, 1, 2] } },
      { ...answer, passages: undefined, longest_run_words: "x" },
    ]) {
      expect(violations(JSON.parse(JSON.stringify(broken)), schema, resolve)).not.toEqual([]);
    }
  });
});

describe("requests generated from the document", () => {
  const mutated = (request: object): fc.Arbitrary<unknown> =>
    fc
      .tuple(fc.constantFrom(...Object.keys(request), "unknown_field"), fc.jsonValue({ maxDepth: 2 }))
      .map(([name, value]) => ({
        ...request,
        [name]: value,
      }));

  test("a request is accepted exactly if the document allows it, and every response is declared", async () => {
    const handler = handlerOver(undefined, { leads: {} });
    for (const [path, request] of VALID) {
      const schema = document.paths[path]!["post"]!.requestBody!.content["application/json"]!.schema as JsonSchema;
      await fc.assert(
        fc.asyncProperty(mutated(request), async (body) => {
          const response = await handler(postJson(path, body));
          const isAllowed = violations(body, schema, resolve).length === 0;
          expect(response.status).toBe(isAllowed ? 200 : 400);
          expect(await undeclared(path, "post", response)).toEqual([]);
        }),
        { numRuns: 100 },
      );
    }
  });

  test("transport errors are declared too", async () => {
    const handler = handlerOver(undefined, { leads: {} });
    for (const [path, request] of VALID) {
      const text = JSON.stringify(request);
      const json = { "content-type": "application/json" };
      const requests: [Request, number][] = [
        [post(path, text, { "content-type": "text/plain" }), 415],
        [post(path, text, { ...json, "content-encoding": "br" }), 415],
        [post(path, text, { ...json, accept: "text/html" }), 406],
        [post(path, "[".repeat(100), json), 400],
        // More values than any request may have: those of a score may come with observations.
        [post(path, `{"metadata":[${"[],".repeat(1_000_000)}1]}`, json), 413],
      ];
      for (const [bad, status] of requests) {
        const response = await handler(bad);
        expect(response.status).toBe(status);
        expect(await undeclared(path, "post", response)).toEqual([]);
      }
    }
  });
});
