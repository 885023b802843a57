/** What a client sees, whatever the operation. */
import { gzipSync } from "node:zlib";
import { encode } from "@msgpack/msgpack";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SAMPLES } from "../../../../build/generated/samples.ts";
import { createHandler } from "../../../../src/service/index.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { fewOrAll } from "../../../support/scale.ts";
import { analyzeResult, createFakeEngine } from "../fakeEngine.ts";
import { vectors } from "../request/vectors.ts";
import {
  ANALYZE,
  analyzeRequest,
  bodyOf,
  COMPARE,
  compareRequest,
  get,
  handlerOver,
  ORIGIN,
  post,
  postJson,
  postMsgpack,
  problemOf,
  SCORE,
  scoreRequest,
  VALID,
} from "../requests.ts";

const JSON_HEADERS = { "content-type": "application/json" };

describe("operations", () => {
  test("analyze responds with the result, success and next steps", async () => {
    const engine = createFakeEngine();
    const response = await handlerOver(engine)(postJson(ANALYZE, analyzeRequest));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      success: true,
      ...JSON.parse(JSON.stringify(analyzeResult)),
      next_steps: { register_content: "/api/v1/content/register", setup_monitoring: "/api/v1/monitors/create" },
    });
    expect(response.headers.get("server-timing")).toMatch(/^engine;dur=\d+\.\d$/);
    expect(engine.calls).toMatchObject([{ operation: "analyze", request: analyzeRequest }]);
  });

  test("score and compare respond with the result and success; the short path is marked as deprecated", async () => {
    const engine = createFakeEngine();
    const handler = handlerOver(engine);
    expect(await bodyOf(await handler(postJson(SCORE, scoreRequest)))).toEqual({
      success: true,
      ...SAMPLES.score,
    });
    const compared = await handler(postJson(COMPARE, compareRequest));
    expect(compared.headers.get("deprecation")).toBeNull();
    const alias = await handler(postJson("/compare", compareRequest));
    expect(await alias.json()).toEqual(await compared.json());
    const badAlias = await handler(postJson("/compare", {}));
    for (const response of [alias, badAlias]) {
      expect(response.headers.get("deprecation")).toMatch(/^@\d+$/);
      expect(response.headers.get("link")).toBe('</api/v1/compare>; rel="successor-version"');
    }
    expect(engine.calls.map(({ operation }) => operation)).toEqual(["score", "compare", "compare"]);
  });

  test("the engine receives the request, in either format, compressed or not", async () => {
    const print = Uint8Array.of(0, 255, 7);
    const base64 = btoa(String.fromCharCode(...print));
    const engine = createFakeEngine();
    const handler = handlerOver(engine);
    const sides = (fingerprint_data: unknown) => ({ a: { fingerprint_data }, b: { content: "\0עברית\uFFFF" } });
    const gzip = { "content-encoding": "gzip" };
    await handler(postMsgpack(COMPARE, sides(print)));
    await handler(
      post(COMPARE, gzipSync(encode(sides(print))), { "content-type": "application/vnd.msgpack", ...gzip }),
    );
    await handler(postJson(COMPARE, sides(base64)));
    await handler(post(COMPARE, gzipSync(JSON.stringify(sides(base64))), { ...JSON_HEADERS, ...gzip }));
    const sent = engine.calls.map(({ request }) => request);
    expect(sent).toEqual([sides(print), sides(print), sides(base64), sides(base64)]);
  });

  test("a disconnect stops the engine", async () => {
    const engine = createFakeEngine();
    const abort = new AbortController();
    const body = JSON.stringify(analyzeRequest);
    const init = { method: "POST", body, headers: JSON_HEADERS, signal: abort.signal };
    await handlerOver(engine)(new Request(ORIGIN + ANALYZE, init));
    expect(engine.calls[0]!.host!.signal!.aborted).toBe(false);
    abort.abort();
    expect(engine.calls[0]!.host!.signal!.aborted).toBe(true);
  });
});

describe("paths and methods", () => {
  test.each([
    "/",
    "/api",
    "/api/v1",
    "/api/v1/compare/",
    "/api/v1/attribution",
    "/asses",
    "/%zz",
    "/compare/../livez/x",
  ])("%s is not there", async (path) => {
    const response = await handlerOver()(get(path));
    expect(response.status).toBe(404);
    expect((await problemOf(response)).code).toBe("not_found");
  });

  test("another method is 405 and lists the allowed methods", async () => {
    const handler = handlerOver();
    for (const [path] of VALID) {
      for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "PROPFIND"]) {
        const response = await handler(new Request(ORIGIN + path, { method }));
        expect(response.status).toBe(405);
        expect(response.headers.get("allow")).toBe("POST, OPTIONS");
      }
    }
    const health = await handler(new Request(`${ORIGIN}/livez`, { method: "POST" }));
    expect(health.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    expect((await problemOf(health)).code).toBe("method_not_allowed");
  });

  test("OPTIONS lists the methods, HEAD returns only headers", async () => {
    const handler = handlerOver();
    const options = await handler(new Request(ORIGIN + ANALYZE, { method: "OPTIONS" }));
    expect([options.status, options.headers.get("allow"), await options.text()]).toEqual([204, "POST, OPTIONS", ""]);
    const head = await handler(new Request(`${ORIGIN}/readyz`, { method: "HEAD" }));
    expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([
      200,
      "application/health+json",
      "",
    ]);
  });

  test("a base path applies to everything", async () => {
    const handler = handlerOver(undefined, { basePath: "/spolia" });
    expect((await handler(get("/livez"))).status).toBe(404);
    expect((await handler(get("/spolia/livez"))).status).toBe(200);
    const answer = await bodyOf<{ next_steps: object }>(await handler(postJson(`/spolia${ANALYZE}`, analyzeRequest)));
    expect(answer.next_steps).toMatchObject({ register_content: "/spolia/api/v1/content/register" });
    const alias = await handler(postJson("/spolia/compare", {}));
    expect(alias.headers.get("link")).toContain("</spolia/api/v1/compare>");
    expect((await problemOf(alias)).type).toMatch(/^\/spolia\/api\/v1\/openapi\.json#/);
    for (const basePath of ["spolia", "/", "/spolia/", "/a//b", "/:x", "/*"]) {
      expect(() => createHandler({ engine: createFakeEngine(), basePath })).toThrow(
        expect.objectContaining({ code: "invalid_request" }),
      );
    }
  });
});

test("every response has an id and is not cached; a harmless id of the caller is used", async () => {
  const handler = handlerOver();
  const asks = [
    get("/livez"),
    get("/nowhere"),
    postJson(ANALYZE, analyzeRequest),
    postJson(ANALYZE, {}),
    new Request(ORIGIN + ANALYZE, { method: "OPTIONS" }),
  ];
  const ids = new Set<string>();
  for (const request of asks) {
    const { headers } = await handler(request);
    ids.add(headers.get("x-request-id")!);
    expect([headers.get("cache-control"), headers.get("x-content-type-options")]).toEqual(["no-store", "nosniff"]);
  }
  expect(ids.size).toBe(asks.length);
  const idFor = async (offered: string) =>
    (await handler(get("/livez", { "x-request-id": offered }))).headers.get("x-request-id");
  expect(await idFor("req_1.A-z")).toBe("req_1.A-z");
  expect(await idFor("x".repeat(128))).toBe("x".repeat(128));
  for (const bad of ["x".repeat(129), "a b", "<script>", "é"]) expect(await idFor(bad)).toMatch(/^[0-9a-f-]{36}$/);
});

describe("bodies", () => {
  test.each<[string, BodyInit, Record<string, string>, number, string]>([
    ["nothing", "", JSON_HEADERS, 400, "invalid_request"],
    ["no JSON", "content=x", JSON_HEADERS, 400, "invalid_request"],
    ["JSON broken off", '{"content":', JSON_HEADERS, 400, "invalid_request"],
    ["a text", '"x"', JSON_HEADERS, 400, "invalid_request"],
    ["bytes that are no UTF-8", Uint8Array.of(0x22, 0xff, 0x22), JSON_HEADERS, 400, "invalid_request"],
    ["JSON as MessagePack", "{}", { "content-type": "application/msgpack" }, 400, "invalid_request"],
    ["deep JSON", "[".repeat(1_000_000), JSON_HEADERS, 400, "too_deep"],
    [
      "deep MessagePack",
      new Uint8Array(1_000_000).fill(0x91),
      { "content-type": "application/msgpack" },
      400,
      "too_deep",
    ],
    ["a form", "content=x", { "content-type": "application/x-www-form-urlencoded" }, 415, "unsupported_content_type"],
    ["another charset", "{}", { "content-type": "application/json; charset=utf-16" }, 415, "unsupported_content_type"],
    ["brotli", "{}", { ...JSON_HEADERS, "content-encoding": "br" }, 415, "unsupported_content_type"],
    ["no gzip", "{}", { ...JSON_HEADERS, "content-encoding": "gzip" }, 400, "invalid_request"],
  ])("%s", async (_name, body, headers, status, code) => {
    const response = await handlerOver()(post(ANALYZE, body, headers));
    expect(response.status).toBe(status);
    expect(await problemOf(response)).toMatchObject({ code, status, success: false });
  });

  test("a gzip bomb is 413", async () => {
    const bomb = gzipSync(new Uint8Array(256 * 1024 * 1024));
    const response = await handlerOver()(post(ANALYZE, bomb, { ...JSON_HEADERS, "content-encoding": "gzip" }));
    expect(response.status).toBe(413);
  });

  test("any content is accepted, and no error repeats it", async () => {
    const engine = createFakeEngine();
    const handler = handlerOver(engine);
    const contents = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("", "\0", "\uD800", "../../etc/passwd", "<script>"),
    );
    await fc.assert(
      fc.asyncProperty(contents, async (content) => {
        const response = await handler(postJson(ANALYZE, { content, content_type: "text" }));
        expect(response.status).toBe(200);
        expect(engine.calls.pop()!.request).toMatchObject({ content });
        const marked = `quokka${content}`;
        const refused = await handler(
          postJson(ANALYZE, {
            content: marked,
            content_type: marked,
            [`quokka ${content}`]: marked,
            options: { prior: marked },
          }),
        );
        expect(refused.status).toBe(400);
        expect(await refused.text()).not.toContain("quokka");
      }),
      { numRuns: 60 },
    );
  });
});

describe("no request causes a 5xx", () => {
  const naughty = vectors<string[]>("blns/blns.json");
  test("difficult strings", async () => {
    const handler = handlerOver();
    for (const text of notEmpty(naughty)) {
      const metadata = { title: text, [text]: text };
      const good = await handler(postJson(ANALYZE, { content: text, content_type: "text", metadata }));
      expect(good.status).toBe(200);
      for (const request of [
        postJson(ANALYZE, { content: 1, content_type: text, options: { corpora: [text], [text]: text } }),
        postJson(SCORE, { content: text, target_model: text, jurisdiction: text }),
        postMsgpack(COMPARE, { a: { fingerprint_data: text }, b: { work_hash: text } }),
        post(COMPARE, text, JSON_HEADERS),
        get(`/${encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, ""))}`),
      ]) {
        expect((await handler(request)).status).toBeLessThan(500);
      }
    }
  });

  test("any bytes under any headers", async () => {
    const handler = handlerOver();
    const word = fc.constantFrom(
      "application/json",
      "application/msgpack",
      "gzip",
      "*/*",
      "",
      "q=1",
      ";",
      ",",
      "utf-8",
      "text/html;q=0",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 50 }),
        word,
        word,
        word,
        fc.constantFrom(...VALID.map(([path]) => path)),
        async (body, type, encoding, accept, path) => {
          const headers = { "content-type": type, "content-encoding": encoding, accept };
          const response = await handler(post(path, body, headers));
          expect(response.status).toBeGreaterThanOrEqual(400);
          expect(response.status).toBeLessThan(500);
          expect((await problemOf(response)).status).toBe(response.status);
        },
      ),
      { numRuns: fewOrAll(150, 500) },
    );
  });
});

test("mistakes of callers are answered with what was likely meant", async () => {
  const handler = handlerOver(undefined, { basePath: "/spolia" });
  const meant = [
    ["/api/v1/analyze", `/spolia${ANALYZE}`],
    ["/attribution/analyze", `/spolia${ANALYZE}`],
    [`${ANALYZE}/`, `/spolia${ANALYZE}`],
    ["/api/v1/models/pythia", "/spolia/api/v1/models/{provider}/{name}"],
  ] as const;
  for (const [asked, near] of notEmpty(meant)) {
    const { hint } = await problemOf(await handler(postJson(`/spolia${asked}`, analyzeRequest)));
    expect(hint, asked).toContain(`Did you mean ${near}? `);
  }
  for (const asked of ["/", "//", "/x", `/${"/".repeat(5000)}x`]) {
    const { hint } = await problemOf(await handler(postJson(`/spolia${asked}`, analyzeRequest)));
    expect(hint, asked).toBe("GET /spolia/api/v1/openapi.json lists all paths.");
  }
  const empty = await problemOf(await handler(post(`/spolia${ANALYZE}`, "", JSON_HEADERS)));
  expect(empty).toMatchObject({ detail: "The request has no body.", hint: "Send one JSON object as its body." });
});
