/** OAuth 2.0 over HTTP: tokens for keys, in the forms of RFC 6749 and RFC 8414. */
import { createRemoteJWKSet, customFetch, jwtVerify } from "jose";
import { beforeEach, describe, expect, test } from "vitest";
import { createHandler, type Handler } from "../../../../src/service/http/serve/handler.ts";
import { createMemoryStore, createRegistry, type Registry } from "../../../../src/service/index.ts";
import { createFakeEngine } from "../fakeEngine.ts";
import { resolverOf } from "../jsonSchema.ts";
import { type OpenApi, undeclared } from "../openApiDocument.ts";
import { bodyOf, get, ORIGIN, post, problemOf } from "../requests.ts";

const ISSUER = "https://spolia.test";
const TOKEN = "/oauth/token";
let registry: Registry;
let handler: Handler;
let key: { key: string; key_id: string };
let described: Parameters<typeof undeclared>[0];

beforeEach(async () => {
  const engine = createFakeEngine();
  registry = await createRegistry(engine, createMemoryStore(), { oauth: { issuer: ISSUER, audience: ISSUER } });
  await registry.createTenant({ id: "one" });
  key = await registry.createKey("one", { scopes: ["read", "analyze"] });
  handler = createHandler({ engine, registry, auth: {} });
  const document = await bodyOf<OpenApi>(await handler(get("/api/v1/openapi.json")));
  described = { document, resolve: resolverOf(document) };
});

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });
const ask = (form: Record<string, string> | string, headers: Record<string, string> = {}) =>
  handler(post(TOKEN, new URLSearchParams(form).toString(), { ...FORM, ...headers }));
const grant = { grant_type: "client_credentials" };

describe("a token", () => {
  test("is issued by HTTP Basic or form, and allows what its key allows", async () => {
    const ways = [
      () => ask(grant, basic(key.key_id, key.key)),
      () => ask({ ...grant, client_id: key.key_id, client_secret: key.key }),
      () => ask({ ...grant, client_id: key.key_id }, basic(encodeURIComponent(key.key_id), key.key)),
    ];
    for (const way of ways) {
      const response = await way();
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/json");
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await undeclared(described, TOKEN, "post", response.clone())).toEqual([]);
      const { access_token, token_type, scope } = await bodyOf<Record<string, string>>(response);
      expect([token_type, scope]).toEqual(["Bearer", "read analyze"]);
      const works = await handler(get("/api/v1/works", { authorization: `Bearer ${access_token}` }));
      expect(works.status).toBe(200);
    }
  });

  test("can be requested with fewer scopes, never with more", async () => {
    const less = await bodyOf<Record<string, string>>(
      await ask({ ...grant, scope: "analyze" }, basic(key.key_id, key.key)),
    );
    expect(less["scope"]).toBe("analyze");
    const refused = await handler(get("/api/v1/works", { authorization: `Bearer ${less["access_token"]}` }));
    expect(refused.status).toBe(403);
  });

  test("verifies with the keys of the metadata", async () => {
    const response = await handler(get("/.well-known/oauth-authorization-server"));
    expect(await undeclared(described, "/.well-known/oauth-authorization-server", "get", response.clone())).toEqual([]);
    const metadata = await bodyOf<{ issuer: string; token_endpoint: string; jwks_uri: string }>(response);
    expect(metadata).toMatchObject({ issuer: ISSUER, token_endpoint: `${ISSUER}${TOKEN}` });
    // As validators of RFC 8414 want it, such as that of Authlib.
    expect(Object.entries(metadata).filter(([, value]) => Array.isArray(value) && value.length === 0)).toEqual([]);
    const methods = ["client_secret_basic", "client_secret_post"];
    for (const endpoint of ["token", "revocation", "introspection"])
      expect(metadata).toMatchObject({ [`${endpoint}_endpoint_auth_methods_supported`]: methods });
    const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), {
      [customFetch]: (url: string) => handler(get(new URL(url).pathname)),
    });
    const { access_token } = await bodyOf<{ access_token: string }>(await ask(grant, basic(key.key_id, key.key)));
    const { payload } = await jwtVerify(access_token, keys, { issuer: ISSUER, audience: ISSUER, typ: "at+jwt" });
    expect(payload.sub).toBe("one");
  });
});

describe("errors have the format of RFC 6749", () => {
  test.each([
    ["no grant", {}, true, 400, "invalid_request"],
    ["another grant", { grant_type: "password", username: "u", password: "p" }, true, 400, "unsupported_grant_type"],
    ["a scope that the key does not have", { ...grant, scope: "keys" }, true, 400, "invalid_scope"],
    ["a name twice", "grant_type=client_credentials&grant_type=client_credentials", true, 400, "invalid_request"],
    ["two ways at once", { ...grant, client_id: "x", client_secret: "y" }, true, 400, "invalid_request"],
    ["two names", { ...grant, client_id: "x" }, true, 400, "invalid_request"],
    ["no client", grant, false, 401, "invalid_client"],
    ["an unknown client", { ...grant, client_id: "x", client_secret: "y" }, false, 401, "invalid_client"],
  ] as const)("%s", async (_, form, isBasic, status, error) => {
    const response = await ask(form, isBasic ? basic(key.key_id, key.key) : {});
    expect(response.status).toBe(status);
    expect(await undeclared(described, TOKEN, "post", response.clone())).toEqual([]);
    expect(response.headers.get("www-authenticate")).toBe(
      status === 401 ? 'Basic realm="spolia", charset="UTF-8"' : null,
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
    const body = await bodyOf<Record<string, string>>(response);
    expect(body["error"]).toBe(error);
    expect(JSON.stringify(body)).not.toContain(key.key);
  });

  test.each(["Bearer x", "Basic", "Basic ====", "Basic !", `Basic ${btoa("no colon")}`, `Basic ${btoa("%:%")}`])(
    "the header %j",
    async (authorization) => {
      const response = await ask(grant, { authorization });
      expect([response.status, (await bodyOf<{ error: string }>(response)).error]).toEqual([401, "invalid_client"]);
    },
  );

  test("a revoked key is not a client, and its tokens are invalid", async () => {
    const { access_token } = await bodyOf<{ access_token: string }>(await ask(grant, basic(key.key_id, key.key)));
    await registry.revokeKey("one", key.key_id);
    expect((await ask(grant, basic(key.key_id, key.key))).status).toBe(401);
    expect((await handler(get("/api/v1/works", { authorization: `Bearer ${access_token}` }))).status).toBe(401);
  });

  test("a body that is not a form, and an endless body, are problem documents", async () => {
    for (const [body, headers, status] of [
      ["{}", { "content-type": "application/json" }, 415],
      ["x=1", {}, 415],
      [`x=${"y".repeat(20_000)}`, FORM, 413],
    ] as const) {
      const response = await handler(
        new Request(ORIGIN + TOKEN, { method: "POST", body: new TextEncoder().encode(body), headers }),
      );
      expect(response.status).toBe(status);
      expect(await undeclared(described, TOKEN, "post", response.clone())).toEqual([]);
    }
    expect((await problemOf(await handler(get(TOKEN)))).code).toBe("method_not_allowed");
  });
});

test("a service without an issuer has no such routes", async () => {
  const engine = createFakeEngine();
  const bare = createHandler({ engine, registry: await createRegistry(engine, createMemoryStore()) });
  expect((await bare(get("/.well-known/oauth-authorization-server"))).status).toBe(404);
  expect((await bare(post(TOKEN, "", FORM))).status).toBe(404);
});

describe("how to authenticate (RFC 6750, RFC 9728)", () => {
  const challengeOf = async (path: string, headers: Record<string, string>, asked = handler) => {
    const response = await asked(get(path, headers));
    const header = response.headers.get("www-authenticate");
    const parameters = Object.fromEntries(
      [...(header ?? "").matchAll(/(\w+)="([^"\\]*)"/g)].map(([, name, value]) => [name, value]),
    );
    return { status: response.status, isBearer: header?.startsWith("Bearer "), parameters };
  };
  const known = { realm: "spolia", resource_metadata: `${ISSUER}/.well-known/oauth-protected-resource` };

  test("a caller without a token gets no error code; a bad token and a missing scope have their own", async () => {
    const refused = { status: 401, isBearer: true };
    expect(await challengeOf("/api/v1/works", {})).toEqual({ ...refused, parameters: known });
    expect(await challengeOf("/api/v1/works", basic("x", "y"))).toEqual({ ...refused, parameters: known });
    const invalid = { ...known, error: "invalid_token", error_description: expect.stringMatching(/./) };
    for (const token of ["sp_live_none", "a.b.c"])
      expect(await challengeOf("/api/v1/works", { authorization: `Bearer ${token}` })).toEqual({
        ...refused,
        parameters: invalid,
      });
    const authorization = `Bearer ${key.key}`;
    const insufficient = { error: "insufficient_scope", error_description: expect.any(String), scope: "keys" };
    expect(await challengeOf("/api/v1/keys", { authorization })).toEqual({
      status: 403,
      isBearer: true,
      parameters: { ...known, ...insufficient },
    });
    // Other refusals with 403 are not about the token.
    expect(await challengeOf("/api/v1/accounts", { authorization })).toEqual({ status: 403, parameters: {} });
    expect(await challengeOf("/api/v1/works", { authorization })).toEqual({ status: 200, parameters: {} });
  });

  test("the metadata of the resource is where the challenge says, with a prefix of paths too", async () => {
    const response = await handler(get("/.well-known/oauth-protected-resource"));
    expect(await undeclared(described, "/.well-known/oauth-protected-resource", "get", response.clone())).toEqual([]);
    expect(await bodyOf(response)).toEqual({
      resource: ISSUER,
      authorization_servers: [ISSUER],
      bearer_methods_supported: ["header"],
      scopes_supported: ["read", "analyze", "probe", "write", "keys"],
    });
    const engine = createFakeEngine();
    const issuer = `${ORIGIN}/spolia`;
    const prefixedRegistry = await createRegistry(engine, createMemoryStore(), { oauth: { issuer, audience: issuer } });
    const prefixed = createHandler({ engine, registry: prefixedRegistry, auth: {}, basePath: "/spolia" });
    const { parameters } = await challengeOf("/spolia/api/v1/works", {}, prefixed);
    const address = `${ORIGIN}/.well-known/oauth-protected-resource/spolia`;
    expect(parameters).toMatchObject({ resource_metadata: address });
    const found = await prefixed(new Request(address));
    expect(await bodyOf(found)).toMatchObject({ resource: issuer, authorization_servers: [issuer] });
    const server = await prefixed(new Request(`${ORIGIN}/.well-known/oauth-authorization-server/spolia`));
    expect(await bodyOf(server)).toMatchObject({ issuer });
    expect((await prefixed(new Request(`${ORIGIN}/.well-known/oauth-protected-resource`))).status).toBe(404);
  });
});
