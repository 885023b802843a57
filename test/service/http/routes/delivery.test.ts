/** How responses leave the service: compressed, cached, and to pages of other origins. */
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../../../src/catalogue/index.ts";
import { preferredCoding } from "../../../../src/service/http/answer/compression.ts";
import { canaryRequest } from "../../../../src/service/http/openapi/examples.ts";
import { createHandler } from "../../../../src/service/http/serve/handler.ts";
import { createMemoryStore, createRegistry } from "../../../../src/service/index.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { createFakeEngine, typicalResult } from "../fakeEngine.ts";
import { documentText, type OpenApi } from "../openApiDocument.ts";
import { ANALYZE, analyzeRequest, get, handlerOver, ORIGIN, post, postJson } from "../requests.ts";

const OPENAPI = "/api/v1/openapi.json";
const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe("compression", () => {
  test.each<[string | null, "br" | "gzip" | null]>([
    [null, null],
    ["", null],
    ["identity", null],
    ["gzip", "gzip"],
    ["x-gzip", "gzip"],
    ["GZIP", "gzip"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=1.0, br;q=0.9", "gzip"],
    ["gzip; q=0.5 , br;q=0.5", "br"],
    ["*", "br"],
    ["br;q=0, *", "gzip"],
    ["*;q=0", null],
    ["gzip;q=0", null],
    ["gzip;q=0.5, identity", null],
    ["gzip;q=2", null],
    ["gzip;q=nonsense", null],
    ["deflate", null],
  ])("of Accept-Encoding %j is %s", (header, coding) => {
    expect(preferredCoding(header)).toBe(coding);
  });

  test.each(["br", "gzip"] as const)("%s gives the same bytes, smaller, and says that it varies", async (coding) => {
    const handler = handlerOver();
    const plain = await bytesOf(await handler(get(OPENAPI)));
    const response = await handler(get(OPENAPI, { "accept-encoding": coding }));
    expect(response.headers.get("content-encoding")).toBe(coding);
    expect(response.headers.get("vary")).toContain("Accept-Encoding");
    const packed = await bytesOf(response);
    expect(packed.length).toBeLessThan(plain.length / 4);
    expect(unpack[coding](packed).equals(plain)).toBe(true);
  });

  test("leaves short responses as they are, which vary all the same", async () => {
    const response = await handlerOver()(get("/livez", { "accept-encoding": "br" }));
    expect(response.headers.get("content-encoding")).toBe(null);
    expect(response.headers.get("vary")).toContain("Accept-Encoding");
    expect(await response.json()).toEqual({ status: "pass" });
  });

  test("leaves responses with secrets as they are", async () => {
    const engine = createFakeEngine();
    const registry = await createRegistry(engine, createMemoryStore());
    await registry.createTenant({ id: "default" });
    const asked = postJson("/api/v1/canaries", canaryRequest, { "accept-encoding": "br, gzip" });
    const response = await createHandler({ engine, registry })(asked);
    expect([response.status, response.headers.get("content-encoding")]).toEqual([201, null]);
    const bytes = await bytesOf(response);
    expect(bytes.length).toBeGreaterThan(1_024);
    expect(JSON.parse(bytes.toString())).toMatchObject({ publish: expect.any(String) });
  });

  test.each([
    ["br", createBrotliDecompress],
    ["gzip", createGunzip],
  ] as const)("%s sends each line of a batch when it is ready", async (coding, unpacker) => {
    const sent: ((line: string) => void)[] = [];
    let end = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        sent.push((line) => controller.enqueue(new TextEncoder().encode(line)));
        end = () => controller.close();
      },
    });
    const headers = { "content-type": "application/x-ndjson", "accept-encoding": coding };
    const response = await handlerOver()(post(`${ANALYZE}/batch`, body, headers));
    expect(response.headers.get("content-encoding")).toBe(coding);
    const lines: string[] = [];
    const stream = unpacker();
    let text = "";
    stream.on("data", (piece: Buffer) => {
      text += piece.toString();
      lines.splice(0, lines.length, ...text.split("\n").slice(0, -1));
    });
    const reader = response.body!.getReader();
    // The second line is asked for only after the first has arrived whole.
    for (let count = 1; count <= 3; count++) {
      sent[0]!(`${JSON.stringify(analyzeRequest)}\n`);
      while (lines.length < count) {
        const { value } = await reader.read();
        await new Promise((resolve) => stream.write(value, () => setImmediate(resolve)));
      }
    }
    end();
    for (let done = false; !done; ) {
      const piece = await reader.read();
      done = piece.done;
      if (!done) stream.write(piece.value);
    }
    await new Promise((resolve) => stream.end(() => setImmediate(resolve)));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([0, 1, 2].map((index) => ({ index, success: true })));
  });

  test("of lines ends the work when the caller has gone", async () => {
    let asked = 0;
    const handler = handlerOver(
      createFakeEngine((operation) => {
        asked++;
        return typicalResult(operation);
      }),
    );
    const requests = Array.from({ length: 50 }, () => analyzeRequest);
    const response = await handler(postJson(`${ANALYZE}/batch`, { requests }, { "accept-encoding": "gzip" }));
    const reader = response.body!.getReader();
    await reader.read();
    await reader.cancel();
    expect(asked).toBeLessThan(5);
  });

  test("gives back any text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 400, maxLength: 3_000, unit: "grapheme" }), async (text) => {
        const handler = handlerOver(
          createFakeEngine((operation) => Object.assign({}, typicalResult(operation), { text }) as never),
        );
        for (const coding of notEmpty(["br", "gzip"] as const)) {
          const response = await handler(postJson(ANALYZE, analyzeRequest, { "accept-encoding": coding }));
          const bytes = unpack[coding](await bytesOf(response));
          expect(JSON.parse(bytes.toString())).toMatchObject({ text });
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe("caching", () => {
  const catalogued = async (options = {}) =>
    createHandler({ engine: { ...createFakeEngine(), catalogue: await loadCatalogue() } as never, ...options });

  test.each([OPENAPI, "/docs", "/api/v1/jurisdictions", "/api/v1/models?page_size=3"])(
    "%s has a tag, with which nothing is sent again",
    async (path) => {
      const handler = await catalogued();
      const first = await handler(get(path));
      const tag = first.headers.get("etag")!;
      expect(tag).toMatch(/^W\/"[\w-]+"$/);
      expect(first.headers.get("cache-control")).toBe("public, max-age=300");
      for (const method of ["GET", "HEAD"]) {
        const headers = { "if-none-match": `"other", ${tag}`, "accept-encoding": "gzip" };
        const again = await handler(new Request(ORIGIN + path, { method, headers }));
        expect([again.status, again.headers.get("etag"), (await bytesOf(again)).length]).toEqual([304, tag, 0]);
        expect(again.headers.get("cache-control")).toBe("public, max-age=300");
        const other = await handler(new Request(ORIGIN + path, { method, headers: { "if-none-match": 'W/"x"' } }));
        expect([other.status, other.headers.get("etag")]).toEqual([200, tag]);
      }
    },
  );

  test("of what needs a key is private, and of what does not succeed is none", async () => {
    const handler = await catalogued({ auth: { apiKey: "k" } });
    const known = { authorization: "Bearer k" };
    const found = await handler(get("/api/v1/jurisdictions", known));
    expect(found.headers.get("cache-control")).toBe("private, max-age=300");
    expect((await handler(get(OPENAPI))).headers.get("cache-control")).toBe("public, max-age=300");
    for (const request of [
      get("/api/v1/jurisdictions"),
      get("/api/v1/jurisdictions/nowhere", known),
      get("/livez"),
      get("/api/v1/status"),
      postJson(ANALYZE, analyzeRequest, known),
      new Request(`${ORIGIN}${OPENAPI}`, { method: "OPTIONS" }),
      new Request(`${ORIGIN}${OPENAPI}`, { method: "POST" }),
    ]) {
      const response = await handler(request);
      expect([response.headers.get("cache-control"), response.headers.get("etag")]).toEqual(["no-store", null]);
    }
  });

  test("HEAD has the headers of GET and no body", async () => {
    const handler = await catalogued();
    for (const path of notEmpty([OPENAPI, "/docs", "/livez", "/api/v1/models", "/api/v1/nothing"])) {
      const [asked, headed] = [await handler(get(path)), await handler(new Request(ORIGIN + path, { method: "HEAD" }))];
      const headersOf = ({ headers }: Response) =>
        [...headers].filter(([name]) => !["x-request-id", "server-timing"].includes(name));
      expect([headed.status, headersOf(headed)]).toEqual([asked.status, headersOf(asked)]);
      expect(headed.body).toBe(null);
    }
  });
});

describe("pages of other origins", () => {
  const APP = "https://app.example";
  const preflight = (path: string, origin: string) =>
    new Request(ORIGIN + path, { method: "OPTIONS", headers: { origin, "access-control-request-method": "POST" } });

  test("that are listed may call, and read the headers that they need", async () => {
    const handler = handlerOver(createFakeEngine(), { cors: [APP, "http://localhost:3000"] });
    for (const origin of [APP, "http://localhost:3000"]) {
      const asked = await handler(preflight(ANALYZE, origin));
      expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([204, origin]);
      expect(asked.headers.get("access-control-allow-methods")).toBe("POST, OPTIONS");
      expect(asked.headers.get("access-control-allow-headers")).toContain("Authorization, Content-Type");
      const answered = await handler(postJson(ANALYZE, analyzeRequest, { origin }));
      expect([answered.status, answered.headers.get("access-control-allow-origin")]).toEqual([200, origin]);
      const exposed = answered.headers.get("access-control-expose-headers")!.split(", ");
      // Every documented header that a page may not read without being told.
      const documented = Object.keys((JSON.parse(await documentText(true)) as OpenApi).components.headers);
      const free = ["Cache-Control", "Vary"];
      expect(exposed).toEqual(expect.arrayContaining(documented.filter((name) => !free.includes(name))));
      const refused = await handler(postJson(ANALYZE, {}, { origin }));
      expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([400, origin]);
    }
  });

  test.each([
    "https://evil.example",
    "https://app.example.evil",
    "http://app.example",
    "https://app.example:8443",
    "null",
  ])("from %s may not", async (origin) => {
    const handler = handlerOver(createFakeEngine(), { cors: [APP] });
    for (const request of [preflight(ANALYZE, origin), postJson(ANALYZE, analyzeRequest, { origin })]) {
      const { headers } = await handler(request);
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
      expect(headers.get("vary")).toContain("Origin");
    }
  });

  test("are all allowed by *, never with credentials, and none without the option", async () => {
    const open = handlerOver(createFakeEngine(), { cors: ["*"] });
    const { headers } = await open(get("/livez", { origin: APP }));
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-credentials")).toBe(null);
    const closed = await handlerOver()(get("/livez", { origin: APP }));
    expect(closed.headers.get("access-control-allow-origin")).toBe(null);
  });

  test.each([
    ["app.example"],
    ["https://app.example/"],
    ["HTTPS://app.example"],
    ["ftp://app.example"],
    ["null"],
    [""],
  ])("an origin %j is refused", (origin) => {
    const refused = expect.objectContaining({ fields: [expect.objectContaining({ pointer: "/cors/1" })] });
    expect(() => handlerOver(createFakeEngine(), { cors: [APP, origin] })).toThrow(refused);
    expect(() => handlerOver(createFakeEngine(), { cors: [APP, "*"] })).toThrow(refused);
  });
});

test("OPTIONS and a wrong method name the methods of a path", async () => {
  const handler = handlerOver();
  for (const [path, allow] of [
    [ANALYZE, "POST, OPTIONS"],
    ["/livez", "GET, HEAD, OPTIONS"],
  ] as const) {
    const asked = await handler(new Request(ORIGIN + path, { method: "OPTIONS" }));
    expect([asked.status, asked.headers.get("allow")]).toEqual([204, allow]);
    const refused = await handler(new Request(ORIGIN + path, { method: "DELETE" }));
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, allow]);
  }
});

test("a whole path is no path with a parameter, whatever the method", async () => {
  const engine = createFakeEngine();
  const registry = await createRegistry(engine, createMemoryStore());
  const handler = handlerOver(engine, { registry });
  const { paths } = (await (await handler(get("/api/v1/openapi.json"))).json()) as OpenApi;
  const names = Object.keys(paths);
  const shapes = names
    .filter((path) => path.includes("{"))
    .map((path) => RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`));
  const alike = names.filter((path) => !path.includes("{") && shapes.some((shape) => shape.test(path)));
  expect(alike).toEqual(expect.arrayContaining(["/api/v1/monitors/create", "/api/v1/reports/verify"]));
  for (const path of notEmpty(alike)) {
    const own = Object.keys(paths[path]!).map((method) => method.toUpperCase());
    const options = await handler(new Request(ORIGIN + path, { method: "OPTIONS" }));
    const allowed = options.headers.get("allow")!.split(", ");
    expect(allowed.filter((method) => !["HEAD", "OPTIONS"].includes(method)).sort(), path).toEqual(own.sort());
    for (const method of notEmpty(["GET", "PUT", "PATCH", "DELETE"].filter((one) => !own.includes(one))))
      expect((await handler(new Request(ORIGIN + path, { method }))).status, `${method} ${path}`).toBe(405);
  }
});

test("a service that is about to stop is not ready, and answers all else", async () => {
  const stop = new AbortController();
  const handler = handlerOver(createFakeEngine(), { draining: stop.signal });
  expect((await handler(get("/readyz"))).status).toBe(200);
  stop.abort();
  const refused = await handler(get("/readyz"));
  expect([refused.status, (await refused.json()).code]).toEqual([503, "closed"]);
  expect((await handler(get("/livez"))).status).toBe(200);
  expect((await handler(postJson(ANALYZE, analyzeRequest))).status).toBe(200);
});
