/** `/docs` and `/status`: pages for people that are the documents they show. */
import { expect, test, vi } from "vitest";
import { createMemoryStore, createRegistry } from "../../../../src/service/index.ts";
import { notAlwaysEmpty } from "../../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { createFakeEngine } from "../fakeEngine.ts";
import { type OpenApi, openApi, undeclared } from "../openApiDocument.ts";
import { ANALYZE, analyzeRequest, bodyOf, get, handlerOver, postJson } from "../requests.ts";

const ACTIVE = /<(?:script|img|iframe|object|embed|link|base|form|video|math)\b|<[^>]*\s(?:on\w+|src)=/i;

test("both match the document, and neither loads nor runs anything", async () => {
  const described = await openApi();
  for (const path of ["/docs", "/status"]) {
    const response = await handlerOver()(get(path, { accept: "text/html" }));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await undeclared(described, path, "get", response.clone())).toEqual([]);
    expect(await response.text()).not.toMatch(ACTIVE);
  }
});

test("the docs contain every operation, parameter, field and example of the document, and every link is valid", async () => {
  const engine = createFakeEngine();
  const registry = await createRegistry(engine, createMemoryStore(), { oauth: { issuer: "https://x", audience: "x" } });
  const handler = handlerOver(engine, { registry, auth: {}, basePath: "/base" });
  const document = await bodyOf<OpenApi>(await handler(get("/base/api/v1/openapi.json")));
  const html = await (await handler(get("/base/docs"))).text();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({ path, method, operationId })),
  );
  expect(operations.length).toBeGreaterThan(50);
  for (const { path, method, operationId } of notEmpty(operations))
    expect(html).toContain(`<article id="${operationId}"><h3><b>${method.toUpperCase()}</b> <code>${path}</code>`);
  for (const [name, { properties = {} }] of notEmpty(Object.entries(document.components.schemas))) {
    const own = html.slice(html.indexOf(`<article id="schema-${name}">`)).split("</article>")[0]!;
    for (const field of notAlwaysEmpty(Object.keys(properties as object)))
      expect(own, name).toContain(`<code>${field}</code>`);
  }
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  expect([...html.matchAll(/ id="/g)]).toHaveLength(ids.size);
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to!);
  for (const to of notEmpty(links))
    expect(to.startsWith("#") ? ids.has(to.slice(1)) : to === "/base/api/v1/openapi.json", to).toBe(true);
});

test("the status page has the content of the status document", async () => {
  const handler = handlerOver();
  const page = async () => (await handler(get("/status"))).text();
  expect(await page()).toContain("0 requests");
  for (let i = 0; i < 3; i++) await handler(postJson(ANALYZE, analyzeRequest));
  // The document is shared for a second.
  await vi.waitUntil(async () => !(await page()).includes("0 requests"), { timeout: 300_000 });
  const { uptime } = await bodyOf<{ uptime: { rule: string } }>(await handler(get("/api/v1/status")));
  expect(await page()).toContain("3 requests, of which none failed.");
  expect(await page()).toContain(uptime.rule);
});

test("a service with the documentation serves it at /docs, folders by their names, and the interface alone without it", async () => {
  const files = new Map([
    ["index.html", "the first page"],
    ["guides/a/index.html", "a guide"],
    ["search.json", "{}"],
  ]);
  const encoder = new TextEncoder();
  const site = new Map([...files].map(([path, text]) => [path, encoder.encode(text)]));
  const handler = handlerOver(createFakeEngine(), { site, basePath: "/base" });
  const served = async (path: string) => {
    const response = await handler(get(path));
    return [
      response.status,
      response.headers.get("location") ?? response.headers.get("content-type"),
      await response.text(),
    ];
  };
  expect(await served("/base/docs")).toEqual([308, "/base/docs/", ""]);
  expect(await served("/base/docs/")).toEqual([200, "text/html; charset=utf-8", "the first page"]);
  expect(await served("/base/docs/guides/a")).toEqual([308, "/base/docs/guides/a/", ""]);
  expect(await served("/base/docs/guides/a/")).toEqual([200, "text/html; charset=utf-8", "a guide"]);
  expect(await served("/base/docs/guides/a/index.html")).toEqual([200, "text/html; charset=utf-8", "a guide"]);
  expect(await served("/base/docs/search.json")).toEqual([200, "application/json", "{}"]);
  expect((await served("/base/docs/guides/b/"))[0]).toBe(404);
  expect((await handler(postJson("/base/docs/", {}))).status).toBe(405);
  const policy = (await handler(get("/base/docs/"))).headers.get("content-security-policy");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain("unsafe");
  expect(await (await handlerOver()(get("/docs"))).text()).toContain('<article id="analyze">');
});
