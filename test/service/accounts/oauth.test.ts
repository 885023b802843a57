import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import type { TrustedIssuer } from "../../../src/service/accounts/oauth.ts";
import { openRegistry, START } from "../fixtures/fixture.ts";

const ISSUER = "https://login.example";
const AUDIENCE = "https://spolia.example";
const EMBEDDED = { issuer: AUDIENCE, audience: AUDIENCE };
const SECONDS = START / 1000;

let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let stranger: typeof keys;
let issuer: TrustedIssuer;
beforeAll(async () => {
  keys = await generateKeyPair("ES256");
  stranger = await generateKeyPair("ES256");
  const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: "k1", alg: "ES256" }] };
  issuer = {
    issuer: ISSUER,
    jwks,
    audience: AUDIENCE,
    tenantOf: ({ client_id }) => (client_id === "app" ? "lab" : null),
  };
});

const CLAIMS = {
  iss: ISSUER,
  aud: AUDIENCE,
  sub: "someone",
  client_id: "app",
  iat: SECONDS,
  exp: SECONDS + 60,
  jti: "1",
};

function token(claims: object = {}, header: object = {}, key = keys.privateKey): Promise<string> {
  return new SignJWT({ ...CLAIMS, scope: "read analyze email", ...claims })
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: "k1", ...header })
    .sign(key);
}

const without = (claim: keyof typeof CLAIMS) => token({ [claim]: undefined });

describe("tokens of a trusted issuer", () => {
  async function opened(more: Partial<TrustedIssuer> = {}, fetchKeys?: typeof fetch) {
    const opened = await openRegistry({ trustedIssuers: [{ ...issuer, ...more }], oauth: EMBEDDED, fetch: fetchKeys });
    await opened.registry.createTenant({ id: "lab", plan: "pro" });
    return opened;
  }

  test("say whose they are, with the scopes that are known here", async () => {
    const { registry } = await opened();
    const principal = { tenant: "lab", plan: "pro", scopes: ["read", "analyze"], key_id: null, mode: "live" };
    expect(await registry.authenticate(`Bearer ${await token()}`)).toEqual(principal);
    expect(await registry.authenticate(`Bearer ${await token({ aud: ["other", AUDIENCE] })}`)).toEqual(principal);
    expect(await registry.authenticate(`Bearer ${await token({}, { typ: "application/at+jwt" })}`)).toEqual(principal);
  });

  test.each<[string, () => string | Promise<string>]>([
    ["of another issuer", () => token({ iss: "https://login.example/" })],
    ["for another audience", () => token({ aud: "https://other.example" })],
    ["expired", () => token({ exp: SECONDS - 6 })],
    ["not yet valid", () => token({ nbf: SECONDS + 6 })],
    ["that is no access token", () => token({}, { typ: "JWT" })],
    ["without a type", () => token({}, { typ: undefined })],
    ["signed by a stranger", () => token({}, {}, stranger.privateKey)],
    ["of a key that nobody knows", () => token({}, { kid: "k2" })],
    ["for no tenant", () => token({ client_id: "other" })],
    ["without an end", () => without("exp")],
    ["without an audience", () => without("aud")],
    ["without an issuer", () => without("iss")],
    ["without a subject", () => without("sub")],
    ["without a client", () => without("client_id")],
    ["without a time", () => without("iat")],
    ["without an id", () => without("jti")],
    ["without a signature", () => new UnsecuredJWT(CLAIMS).encode()],
    [
      "signed with the public key as a secret",
      async () =>
        new SignJWT(CLAIMS)
          .setProtectedHeader({ alg: "HS256", typ: "at+jwt", kid: "k1" })
          .sign(new TextEncoder().encode(JSON.stringify(await exportJWK(keys.publicKey)))),
    ],
    [
      "with claims changed",
      async () => (await token()).replace(/\.[^.]+\./, `.${btoa(JSON.stringify({ ...CLAIMS, client_id: "x" }))}.`),
    ],
    ["cut off", async () => (await token()).slice(0, -2)],
    ["that is none", () => "a.b.c"],
    ["that is nothing", () => ""],
  ])("a token %s is refused", async (_, made) => {
    const { registry } = await opened();
    await expect(registry.authenticate(`Bearer ${await made()}`)).rejects.toMatchObject({ code: "unauthorized" });
  });

  test("of a tenant that is not here are refused", async () => {
    const { registry } = await openRegistry({ trustedIssuers: [issuer] });
    await expect(registry.authenticate(`Bearer ${await token()}`)).rejects.toMatchObject({ code: "unauthorized" });
  });

  test("keys are fetched from the issuer; where they cannot be had, that is no fault of the token", async () => {
    const asked: string[] = [];
    const answering = (async (url: string) => {
      asked.push(String(url));
      return Response.json(issuer.jwks);
    }) as typeof fetch;
    const jwks = new URL("https://login.example/keys");
    const { registry } = await opened({ jwks }, answering);
    for (let i = 0; i < 3; i++) expect((await registry.authenticate(`Bearer ${await token()}`)).tenant).toBe("lab");
    expect(asked).toEqual(["https://login.example/keys"]);
    for (const failing of [
      async () => Promise.reject(new TypeError("fetch failed")),
      async () => new Response("", { status: 500 }),
    ]) {
      const { registry } = await opened({ jwks }, failing as typeof fetch);
      await expect(registry.authenticate(`Bearer ${await token()}`)).rejects.toMatchObject({ code: "registry_failed" });
    }
  });
});

describe("the embedded grant", () => {
  async function opened() {
    const { registry, clock } = await openRegistry({ oauth: EMBEDDED });
    const tenant = (await registry.createTenant({})).id;
    const made = await registry.createKey(tenant, { scopes: ["read", "analyze"] });
    const request = { grant_type: "client_credentials", client_id: made.key_id, client_secret: made.key };
    const got = async (scope?: string) => {
      const answer = await registry.oauth!.token({ ...request, scope });
      if ("error" in answer) throw new Error(answer.error);
      return answer;
    };
    return { registry, clock, tenant, made, request, got };
  }

  test("gives a token for a key, with its scopes or fewer", async () => {
    const { registry, tenant, made, got } = await opened();
    expect(await got()).toMatchObject({ token_type: "Bearer", expires_in: 600, scope: "read analyze" });
    const { access_token, scope } = await got("analyze");
    expect(scope).toBe("analyze");
    const principal = { tenant, plan: "free", scopes: ["analyze"], key_id: made.key_id, mode: "live" };
    expect(await registry.authenticate(`Bearer ${access_token}`)).toEqual(principal);
  });

  test("a token ends with its time, with its key, and is of no use elsewhere", async () => {
    const { registry, clock, tenant, made, got } = await opened();
    const { access_token } = await got();
    clock.now += 604_000;
    await registry.authenticate(`Bearer ${access_token}`);
    clock.now += 1_000;
    await expect(registry.authenticate(`Bearer ${access_token}`)).rejects.toMatchObject({ code: "unauthorized" });
    const second = await got();
    await registry.authenticate(`Bearer ${second.access_token}`);
    await registry.revokeKey(tenant, made.key_id);
    await expect(registry.authenticate(`Bearer ${second.access_token}`)).rejects.toMatchObject({
      code: "unauthorized",
    });
    const elsewhere = await openRegistry({ oauth: EMBEDDED });
    await elsewhere.registry.createTenant({ id: tenant });
    await expect(elsewhere.registry.authenticate(`Bearer ${second.access_token}`)).rejects.toMatchObject({
      code: "unauthorized",
    });
  });

  test("refusals are those of RFC 6749", async () => {
    const { registry, request } = await opened();
    const error = async (change: object) => {
      const answer = await registry.oauth!.token({ ...request, ...change });
      return "error" in answer ? answer.error : answer;
    };
    expect(await error({ grant_type: "password" })).toBe("unsupported_grant_type");
    expect(await error({ grant_type: undefined })).toBe("unsupported_grant_type");
    expect(await error({ client_id: "key_other" })).toBe("invalid_client");
    expect(await error({ client_secret: undefined })).toBe("invalid_client");
    expect(await error({ client_secret: `${request.client_secret.slice(0, -1)}!` })).toBe("invalid_client");
    expect(await error({ scope: "keys" })).toBe("invalid_scope");
    expect(await error({ scope: "read keys" })).toBe("invalid_scope");
    expect(await error({ scope: " " })).toBe("invalid_scope");
  });

  test("metadata name the issuer and where tokens are", async () => {
    const { registry } = await opened();
    expect(registry.oauth!.metadata).toMatchObject({
      issuer: AUDIENCE,
      token_endpoint: `${AUDIENCE}/oauth/token`,
      grant_types_supported: ["client_credentials"],
    });
    expect((await openRegistry()).registry.oauth).toBeNull();
  });
});
