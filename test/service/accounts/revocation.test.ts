/** The end of a token before its time (RFC 7009), and what is said of it until then (RFC 7662), in each store. */
import fc from "fast-check";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import type { TrustedIssuer } from "../../../src/service/accounts/oauth.ts";
import { Scheduler } from "../../../src/service/runs/scheduler.ts";
import { openSqliteStore } from "../../../src/service/store/sqlite/sqlite.ts";
import type { RecordStore } from "../../../src/service/store/store.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { openRegistry, START } from "../fixtures/fixture.ts";
import { newStores } from "../fixtures/stores.ts";

const { STORES, newStoreFile } = newStores();
const OAUTH = { issuer: "https://spolia.example", audience: "https://spolia.example" };
const FOREIGN = "https://login.example";
const TOKEN_SECONDS = 600;
/** A token is accepted for so long after its time, by clocks that differ. */
const TOLERANCE_MS = 5_000;

let foreignKeys: Awaited<ReturnType<typeof generateKeyPair>>;
let trusted: TrustedIssuer;
beforeAll(async () => {
  foreignKeys = await generateKeyPair("ES256");
  const jwks = { keys: [{ ...(await exportJWK(foreignKeys.publicKey)), kid: "k1", alg: "ES256" }] };
  trusted = { issuer: FOREIGN, jwks, audience: OAUTH.audience, tenantOf: () => "one" };
});

/** Two accounts with clients. */
async function opened(store: RecordStore) {
  const { registry, clock } = await openRegistry({ store, oauth: OAUTH, trustedIssuers: [trusted] });
  for (const id of ["one", "two"]) await registry.createTenant({ id });
  const { token, revoke, introspect } = registry.oauth!;
  async function newClient(tenant: string, more = {}) {
    const { key_id, key } = await registry.createKey(tenant, more);
    const client = { client_id: key_id, client_secret: key };
    return {
      ...client,
      async token(scope?: string) {
        const answer = await token({ grant_type: "client_credentials", ...client, scope });
        if ("error" in answer) throw new Error(answer.error);
        return answer.access_token;
      },
      revoke: (token?: string) => revoke({ ...client, token }),
      introspect: (token?: string) => introspect({ ...client, token }),
    };
  }
  const isAccepted = (token: string) =>
    registry.authenticate(`Bearer ${token}`).then(
      () => true,
      () => false,
    );
  return { registry, clock, newClient, isAccepted };
}

const INACTIVE = { active: false };
const bytesOf = (part: string) => Buffer.from(part, "base64url");

describe.each(STORES)("in %s", (_, open) => {
  test("a revoked token is not accepted any more, its client's others are, and revoking again is no error", async () => {
    const store = await open();
    const { newClient, isAccepted } = await opened(store);
    const client = await newClient("one");
    const [revoked, other] = [await client.token(), await client.token()];
    expect([await isAccepted(revoked), await isAccepted(other)]).toEqual([true, true]);
    for (let i = 0; i < 2; i++) expect(await client.revoke(revoked)).toEqual({});
    expect([await isAccepted(revoked), await isAccepted(other)]).toEqual([false, true]);
    expect(await client.introspect(revoked)).toEqual(INACTIVE);
    expect(await client.introspect(other)).toMatchObject({ active: true });
    await store.close();
  });

  test("of an active token its claims are told", async () => {
    const store = await open();
    const { newClient } = await opened(store);
    for (const [mode, sub] of [
      ["live", "one"],
      ["test", "one:test"],
    ] as const) {
      const client = await newClient("one", { mode, scopes: ["read", "analyze"] });
      const token = await client.token("analyze");
      const { jti } = JSON.parse(bytesOf(token.split(".")[1]!).toString());
      const times = { iat: START / 1000, exp: START / 1000 + TOKEN_SECONDS };
      const { client_id } = client;
      const claims = { scope: "analyze", client_id, ...times, sub, aud: OAUTH.audience, iss: OAUTH.issuer, jti };
      expect(await client.introspect(token)).toEqual({ active: true, token_type: "Bearer", ...claims });
    }
    await store.close();
  });

  test("another text of the same token is revoked with it", async () => {
    const store = await open();
    const { newClient, isAccepted } = await opened(store);
    const client = await newClient("one");
    const token = await client.token();
    // The last character of the signature has bits that stand for nothing.
    const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const other = token.slice(0, -1) + digits[digits.indexOf(token.at(-1)!) ^ 1];
    expect([bytesOf(other.split(".")[2]!), other === token]).toEqual([bytesOf(token.split(".")[2]!), false]);
    expect(await isAccepted(other)).toBe(true);
    expect(await client.revoke(other)).toEqual({});
    expect([await isAccepted(token), await isAccepted(other)]).toEqual([false, false]);
    await store.close();
  });

  test("for everyone but its client it is a token that nobody knows", async () => {
    const store = await open();
    const { newClient, isAccepted } = await opened(store);
    const token = await (await newClient("one")).token();
    for (const other of [await newClient("one"), await newClient("one", { mode: "test" }), await newClient("two")]) {
      expect(await other.introspect(token)).toEqual(await other.introspect("a.b.c"));
      expect(await other.revoke(token)).toEqual(await other.revoke("a.b.c"));
      expect(await isAccepted(token)).toBe(true);
    }
    await store.close();
  });

  test("it is active until its time, and no longer; who is late can still revoke it", async () => {
    const store = await open();
    const { newClient, clock, isAccepted } = await opened(store);
    const client = await newClient("one");
    const token = await client.token();
    clock.now = START + TOKEN_SECONDS * 1000 - 1;
    expect(await client.introspect(token)).toMatchObject({ active: true });
    clock.now++;
    expect(await client.introspect(token)).toEqual(INACTIVE);
    clock.now += TOLERANCE_MS - 1;
    expect(await isAccepted(token)).toBe(true);
    expect(await client.revoke(token)).toEqual({});
    expect(await isAccepted(token)).toBe(false);
    clock.now++;
    expect([await client.revoke(token), await client.introspect(token)]).toEqual([{}, INACTIVE]);
    await store.close();
  });

  test("with its key, its signing key and its account a token ends without being revoked", async () => {
    const store = await open();
    const { registry, newClient, isAccepted } = await opened(store);
    const { introspect } = registry.oauth!;
    const [ended, kept] = [await newClient("one"), await newClient("one")];
    const [ofEnded, ofKept] = [await ended.token(), await kept.token()];
    await registry.revokeKey("one", ended.client_id);
    expect([await isAccepted(ofEnded), await isAccepted(ofKept)]).toEqual([false, true]);
    expect(await ended.introspect(ofEnded)).toMatchObject({ error: "invalid_client" });
    expect(await kept.introspect(ofEnded)).toEqual(INACTIVE);
    const { id } = registry.signingKey;
    await registry.rotateSigningKey();
    expect(await kept.introspect(ofKept)).toMatchObject({ active: true });
    await registry.retireSigningKey(id);
    expect([await kept.introspect(ofKept), await isAccepted(ofKept)]).toEqual([INACTIVE, false]);
    const signedAnew = await kept.token();
    expect(await kept.revoke(await kept.token())).toEqual({});
    expect(await isAccepted(signedAnew)).toBe(true);
    await store.write(({ tenants }) => tenants.remove("one"));
    expect(await isAccepted(signedAnew)).toBe(false);
    const asClient = { client_id: kept.client_id, client_secret: kept.client_secret, token: signedAnew };
    expect(await introspect(asClient)).toMatchObject({ error: "invalid_client" });
    await store.close();
  });

  test("what is no token of this issuer is told apart only where revoking it needs another way", async () => {
    const store = await open();
    const { newClient, isAccepted } = await opened(store);
    const client = await newClient("one");
    const other = await newClient("two");
    const claims = { sub: "s", client_id: client.client_id, jti: "1", iat: START / 1000, exp: START / 1000 + 60 };
    const foreign = await new SignJWT({ ...claims, iss: FOREIGN, aud: OAUTH.audience })
      .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: "k1" })
      .sign(foreignKeys.privateKey);
    expect(await isAccepted(foreign)).toBe(true);
    const mistyped = `sp_live_${"0".repeat(36)}`;
    for (const [token, expected] of [
      [foreign, { error: "unsupported_token_type" }],
      [client.client_secret, { error: "unsupported_token_type" }],
      [other.client_secret, { error: "unsupported_token_type" }],
      [mistyped, {}],
    ] as const) {
      expect(await client.revoke(token), token).toMatchObject(expected);
      expect(await client.introspect(token), token).toEqual(INACTIVE);
    }
    for (const token of [foreign, client.client_secret, other.client_secret])
      expect(await isAccepted(token)).toBe(true);
    await store.close();
  });

  test("a client must prove who it is, before anything is told of its token", async () => {
    const store = await open();
    const { registry, newClient, isAccepted } = await opened(store);
    const { revoke, introspect } = registry.oauth!;
    const [client, other] = [await newClient("one"), await newClient("two")];
    const token = await client.token();
    const { client_id, client_secret } = client;
    for (const wrong of [
      {},
      { client_id },
      { client_secret },
      { client_id, client_secret: other.client_secret },
      { client_id: other.client_id, client_secret },
      { client_id, client_secret: token },
      { client_id, client_secret: `${client_secret.slice(0, -1)}!` },
    ])
      for (const one of [token, undefined]) {
        expect(await revoke({ ...wrong, token: one })).toMatchObject({ error: "invalid_client" });
        expect(await introspect({ ...wrong, token: one })).toMatchObject({ error: "invalid_client" });
      }
    for (const missing of [undefined, ""]) {
      expect(await client.revoke(missing)).toMatchObject({ error: "invalid_request" });
      expect(await client.introspect(missing)).toMatchObject({ error: "invalid_request" });
    }
    expect(await isAccepted(token)).toBe(true);
    expect(await client.revoke(token)).toEqual({});
    await store.close();
  });

  test("any text is no token, and neither a changed one", async () => {
    const store = await open();
    const { newClient, isAccepted } = await opened(store);
    const client = await newClient("one");
    const token = await client.token();
    const at = fc.nat(token.length - 1);
    const changed = fc.tuple(at, fc.string({ maxLength: 3, unit: "binary" })).map(([at, put]) => {
      const text = token.slice(0, at) + put + token.slice(at + 1);
      const isSame = text.split(".").every((part, n) => bytesOf(part).equals(bytesOf(token.split(".")[n]!)));
      return isSame ? "" : text;
    });
    const segments = fc.array(fc.oneof(fc.string(), fc.constantFrom(...token.split("."), "", "e30")), { maxLength: 5 });
    const anyText = fc.oneof(
      fc.string({ unit: "binary" }),
      segments.map((parts) => parts.join(".")),
      changed,
    );
    await fc.assert(
      fc.asyncProperty(
        anyText.filter((text) => text !== "" && text !== token),
        async (text) => {
          expect(await client.introspect(text)).toEqual(INACTIVE);
          expect(await client.revoke(text)).toEqual({});
        },
      ),
      { numRuns: 200 },
    );
    expect(await isAccepted(token)).toBe(true);
    await store.close();
  });

  test("what was revoked is forgotten once no process would accept it, however much it is", async () => {
    const store = await open();
    const { registry, clock, newClient } = await opened(store);
    const client = await newClient("one");
    const token = await client.token();
    await client.revoke(token);
    const { jti } = JSON.parse(bytesOf(token.split(".")[1]!).toString());
    const expires_at = START + TOKEN_SECONDS * 1000 + 2 * TOLERANCE_MS;
    const many = Array.from({ length: 1_200 }, (_, i) => ({ tenant: "one", jti: `at_${i}`, expires_at }));
    await store.write(async ({ revokedTokens }) => {
      for (const one of many) await revokedTokens.add(one);
    });
    const left = () =>
      store.read(async ({ revokedTokens }) => {
        let count = 0;
        for (const one of notEmpty([{ jti }, ...many])) count += Number(await revokedTokens.has("one", one.jti));
        return count;
      });
    const engine = { refresh: async () => {}, identify: async () => ({}), corpora: [] };
    const tidied = async () => {
      const scheduler = new Scheduler({ registry, engine: engine as never });
      await scheduler.round();
      await scheduler.stop();
    };
    clock.now = expires_at - 1;
    await tidied();
    expect(await left()).toBe(1_201);
    clock.now = expires_at;
    await tidied();
    expect(await left()).toBe(0);
    await store.close();
  });
});

test("what one process revokes, another on the same file refuses at once", async () => {
  const path = newStoreFile();
  const [here, there] = [await openSqliteStore(path), await openSqliteStore(path)];
  const { registry, newClient, isAccepted } = await opened(here);
  const second = (await openRegistry({ store: there, oauth: OAUTH })).registry;
  const client = await newClient("one");
  const statusThere = (token: string) => second.authenticate(`Bearer ${token}`).catch(({ code }) => code);
  for (let i = 0; i < 10; i++) {
    const [first, other] = [await client.token(), await client.token()];
    expect(await statusThere(first)).toMatchObject({ tenant: "one" });
    await client.revoke(first);
    expect(await statusThere(first)).toBe("unauthorized");
    const asClient = { client_id: client.client_id, client_secret: client.client_secret };
    expect(await second.oauth!.introspect({ ...asClient, token: first })).toEqual(INACTIVE);
    await second.oauth!.revoke({ ...asClient, token: other });
    expect(await isAccepted(other)).toBe(false);
  }
  expect(registry.oauth!.metadata).toMatchObject({
    revocation_endpoint: `${OAUTH.issuer}/oauth/revoke`,
    introspection_endpoint: `${OAUTH.issuer}/oauth/introspect`,
  });
  await here.close();
  await there.close();
});
