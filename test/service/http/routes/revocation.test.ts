/** Revocation (RFC 7009) and introspection (RFC 7662) over HTTP: forms, clients, errors, limits and headers. */
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { createHandler, type Handler } from "../../../../src/service/http/serve/handler.ts";
import { createMemoryStore, createRegistry, type Registry } from "../../../../src/service/index.ts";
import { createFakeEngine } from "../fakeEngine.ts";
import { resolverOf } from "../jsonSchema.ts";
import { type OpenApi, undeclared } from "../openApiDocument.ts";
import { bodyOf, get, ORIGIN, post, problemOf } from "../requests.ts";

const ISSUER = "https://spolia.test";
const FORM_TYPE = "application/x-www-form-urlencoded";
const FORM_BYTES_MAX = 16 * 1024;
const PATHS = ["/oauth/revoke", "/oauth/introspect"] as const;
const [REVOKE, INTROSPECT] = PATHS;

type Client = { key: string; key_id: string };
let registry: Registry;
let handler: Handler;
let client: Client;
let described: Parameters<typeof undeclared>[0];

beforeEach(async () => {
  const engine = createFakeEngine();
  registry = await createRegistry(engine, createMemoryStore(), { oauth: { issuer: ISSUER, audience: ISSUER } });
  for (const id of ["one", "two"]) await registry.createTenant({ id });
  client = await registry.createKey("one", { scopes: ["read"] });
  handler = createHandler({ engine, registry, auth: {} });
  const document = await bodyOf<OpenApi>(await handler(get("/api/v1/openapi.json")));
  described = { document, resolve: resolverOf(document) };
});

const basic = ({ key_id, key }: Client) => ({ authorization: `Basic ${btoa(`${key_id}:${key}`)}` });
const posted = ({ key_id, key }: Client) => ({ client_id: key_id, client_secret: key });
const send = (path: string, form: Record<string, string> | string, headers: Record<string, string> = {}) =>
  handler(post(path, new URLSearchParams(form).toString(), { "content-type": FORM_TYPE, ...headers }));

async function newToken(of = client): Promise<string> {
  const request = { grant_type: "client_credentials", client_id: of.key_id, client_secret: of.key };
  return ((await registry.oauth!.token(request)) as { access_token: string }).access_token;
}
const statusOf = async (token: string) =>
  (await handler(get("/api/v1/works", { authorization: `Bearer ${token}` }))).status;

/** What no cache may keep, and what the document says. */
async function expectDeclared(path: string, response: Response): Promise<void> {
  expect(response.headers.get("content-type")).toBe("application/json");
  expect([response.headers.get("cache-control"), response.headers.get("pragma")]).toEqual(["no-store", "no-cache"]);
  expect(await undeclared(described, path, "post", response.clone())).toEqual([]);
}

describe("a client", () => {
  test.each<[string, (path: string, token: string) => Promise<Response>]>([
    ["by HTTP Basic", (path, token) => send(path, { token }, basic(client))],
    ["in the form", (path, token) => send(path, { token, ...posted(client) })],
  ])("revokes a token, and asks whether it is active, %s", async (_, sent) => {
    const token = await newToken();
    expect(await statusOf(token)).toBe(200);
    for (const expected of [true, false]) {
      const introspected = await sent(INTROSPECT, token);
      await expectDeclared(INTROSPECT, introspected);
      const { active, ...claims } = await bodyOf<Record<string, unknown>>(introspected);
      expect([introspected.status, active]).toEqual([200, expected]);
      if (expected) expect(claims).toMatchObject({ token_type: "Bearer", client_id: client.key_id, scope: "read" });
      else expect(claims).toEqual({});
      const revoked = await sent(REVOKE, token);
      await expectDeclared(REVOKE, revoked);
      expect([revoked.status, await bodyOf(revoked)]).toEqual([200, {}]);
      expect(await statusOf(token)).toBe(401);
    }
  });

  test("may hint at any type, and name what nobody knows", async () => {
    for (const token_type_hint of ["access_token", "refresh_token", "another", ""]) {
      const token = await newToken();
      const form = { token, token_type_hint, resource: "x", resource_id: "" };
      expect(await bodyOf(await send(INTROSPECT, form, basic(client)))).toMatchObject({ active: true });
      expect((await send(REVOKE, form, basic(client))).status).toBe(200);
      expect(await statusOf(token)).toBe(401);
    }
  });

  test("is told of tokens of others, forged and unknown ones alike, and ends none of them", async () => {
    const [sister, stranger] = [await registry.createKey("one"), await registry.createKey("two")];
    const own = await newToken();
    const others = [await newToken(sister), await newToken(stranger)];
    const signature = own.slice(own.lastIndexOf(".") + 1);
    const forged = own.replace(signature, (signature[0] === "A" ? "B" : "A") + signature.slice(1));
    const answers = new Set<string>();
    for (const token of [...others, forged, "a.b.c", "?"])
      for (const path of PATHS) {
        const response = await send(path, { token }, basic(client));
        expect(response.status).toBe(200);
        answers.add(`${path} ${await response.text()}`);
      }
    expect([...answers].sort()).toEqual([`${INTROSPECT} {"active":false}`, `${REVOKE} {}`]);
    for (const token of [own, ...others]) expect(await statusOf(token)).toBe(200);
  });

  test("is told that a key is revoked in another way", async () => {
    const stranger = await registry.createKey("two");
    for (const { key } of [client, stranger]) {
      const response = await send(REVOKE, { token: key }, basic(client));
      await expectDeclared(REVOKE, response);
      expect(response.status).toBe(400);
      expect(await bodyOf(response)).toMatchObject({ error: "unsupported_token_type" });
      expect(await statusOf(key)).toBe(200);
    }
  });
});

describe.each(PATHS)("%s refuses, in the format of RFC 6749,", (path) => {
  test.each<[string, () => Record<string, string> | string, boolean, number, string]>([
    ["no token", () => ({}), true, 400, "invalid_request"],
    ["a token without a value", () => ({ token: "" }), true, 400, "invalid_request"],
    ["a name twice", () => "token=a&token=a", true, 400, "invalid_request"],
    ["two ways at once", () => ({ token: "a", ...posted(client) }), true, 400, "invalid_request"],
    ["two names", () => ({ token: "a", client_id: "x" }), true, 400, "invalid_request"],
    ["no client", () => ({ token: "a" }), false, 401, "invalid_client"],
    ["no client and no token", () => ({}), false, 401, "invalid_client"],
    ["an unknown client", () => ({ token: "a", client_id: "x", client_secret: "y" }), false, 401, "invalid_client"],
    ["a client without its secret", () => ({ token: "a", client_id: client.key_id }), false, 401, "invalid_client"],
    ["a field that errors have", () => ({ error: "a", client_secret: client.key }), false, 401, "invalid_client"],
  ])("%s", async (_, form, isBasic, status, error) => {
    const response = await send(path, form(), isBasic ? basic(client) : {});
    expect(response.status).toBe(status);
    await expectDeclared(path, response);
    const challenge = status === 401 ? 'Basic realm="spolia", charset="UTF-8"' : null;
    expect(response.headers.get("www-authenticate")).toBe(challenge);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ error });
    expect(text).not.toContain(client.key);
  });

  test("a token or a key as the client, and a client that is revoked", async () => {
    const token = await newToken();
    for (const authorization of [`Bearer ${token}`, `Bearer ${client.key}`]) {
      const response = await send(path, { token }, { authorization });
      expect([response.status, (await bodyOf<{ error: string }>(response)).error]).toEqual([401, "invalid_client"]);
    }
    expect((await send(path, { token: "a" }, basic(client))).status).toBe(200);
    await registry.revokeKey("one", client.key_id);
    expect((await send(path, { token: "a" }, basic(client))).status).toBe(401);
  });

  test("in problem documents what is no form, and a form above 16 KiB; the largest is read", async () => {
    const token = await newToken();
    const form = new URLSearchParams({ ...posted(client), token, more: "" }).toString();
    const largest = form + "x".repeat(FORM_BYTES_MAX - form.length);
    const sent = (body: string, type = FORM_TYPE) =>
      handler(new Request(ORIGIN + path, { method: "POST", body, headers: { "content-type": type } }));
    for (const [response, status] of [
      [await sent(`${largest}x`), 413],
      [await sent("{}", "application/json"), 415],
    ] as const) {
      expect(response.status).toBe(status);
      expect(await undeclared(described, path, "post", response)).toEqual([]);
    }
    expect(await statusOf(token)).toBe(200);
    expect((await sent(largest)).status).toBe(200);
    expect(await statusOf(token)).toBe(path === REVOKE ? 401 : 200);
    expect((await problemOf(await handler(get(path)))).code).toBe("method_not_allowed");
  });

  test("any bytes as form and any header, without a fault and without saying a secret again", async () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.constantFrom("token=", "&", "=", "%", "%00", "%ff", "+", "client_id=", "client_secret=", "error=", "a.b.c"),
      fc.constantFrom("grant_type=", "__proto__=", "token[]=", ";", "token_type_hint="),
    );
    const own = fc.constantFrom(client.key, client.key_id);
    const body = fc.array(fc.oneof(piece, piece, own), { maxLength: 12 }).map((parts) => parts.join(""));
    const header = fc.oneof(
      fc.constant(null),
      fc.string({ maxLength: 40 }).map((text) => `Basic ${Buffer.from(text).toString("base64")}`),
      fc.constant(basic(client).authorization),
      fc.constantFrom("Basic", "Basic =", "Basic a:b", "Bearer x", "Digest x"),
    );
    const [statuses, errors] = [new Set<number>(), new Set<string>()];
    await fc.assert(
      fc.asyncProperty(body, header, async (text, authorization) => {
        const headers = { "content-type": FORM_TYPE, ...(authorization !== null && { authorization }) };
        const bytes = new TextEncoder().encode(text);
        const response = await handler(new Request(ORIGIN + path, { method: "POST", body: bytes, headers }));
        await expectDeclared(path, response);
        const answered = await response.text();
        statuses.add(response.status);
        errors.add(JSON.parse(answered).error ?? "none");
        expect(answered).not.toContain(client.key);
      }),
      { numRuns: 300 },
    );
    expect([...statuses].sort()).toEqual([200, 400, 401]);
    for (const error of ["none", "invalid_request", "invalid_client"]) expect([...errors]).toContain(error);
  });
});

test("a service without an issuer has no such routes", async () => {
  const engine = createFakeEngine();
  const bare = createHandler({ engine, registry: await createRegistry(engine, createMemoryStore()) });
  for (const path of PATHS) expect((await bare(post(path, "", { "content-type": FORM_TYPE }))).status).toBe(404);
});
