/** Whoever is nobody is told the same on every route, and before anything of the request is looked at. */
import { UnsecuredJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "../../../src/service/http/routes.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { filledPath } from "../http/fuzz/harvest.ts";
import { type FuzzOperation, type FuzzWorld, OAUTH, openFuzzWorld } from "../http/fuzz/world.ts";
import { undeclared } from "../http/openApiDocument.ts";
import { bodyOf, get, ORIGIN } from "../http/requests.ts";

let world: FuzzWorld;
beforeAll(async () => {
  world = await openFuzzWorld({ isHarvested: false });
});

const CLAIMS = {
  iss: OAUTH.issuer,
  aud: OAUTH.audience,
  sub: "one",
  client_id: "key_1",
  jti: "1",
  scope: "read write keys",
};
const now = () => Math.floor(Date.now() / 1000);
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const claims = () => ({ ...CLAIMS, iat: now(), exp: now() + 600 });

const good = () => world.callers.one!.replace("Bearer ", "");

const NOBODY: readonly [string, () => string | null | Promise<string>][] = [
  ["nothing", () => null],
  ["an empty field", () => ""],
  ["another scheme", () => `Basic ${Buffer.from(`one:${good()}`).toString("base64")}`],
  ["a scheme alone", () => "Bearer"],
  ["a key without a scheme", () => good()],
  ["two keys", () => `Bearer ${good()}, Bearer ${good()}`],
  ["a key that never was", () => world.callers.unknown!],
  [
    "a key with one other character",
    () => `Bearer ${good().slice(0, 12)}${good()[12] === "a" ? "b" : "a"}${good().slice(13)}`,
  ],
  ["a key that is cut", () => `Bearer ${good().slice(0, -1)}`],
  ["a key that goes on", () => `Bearer ${good()}x`],
  ["a key of the other mode", () => `Bearer ${good().replace("sp_live_", "sp_test_")}`],
  ["a key in capitals", () => `Bearer ${good().toUpperCase()}`],
  ["a revoked key", () => world.callers.revoked!],
  ["a key that is over", () => world.callers.expired!],
  ["a key's id", async () => `Bearer ${(await world.registry.listKeys("one")).items[0]!.key_id}`],
  ["a key of 100,000 characters", () => `Bearer sp_live_${"a".repeat(100_000)}`],
  ["words of SQL", () => "Bearer sp_live_' OR '1'='1"],
  ["a token of no algorithm", () => `Bearer ${new UnsecuredJWT(claims()).encode()}`],
  [
    "a token of no algorithm, written otherwise",
    () => `Bearer ${encoded({ alg: "nOnE", typ: "at+jwt" })}.${encoded(claims())}.`,
  ],
  ["a token signed with the public key as a secret", async () => `Bearer ${await confused()}`],
  [
    "a token that brings its key",
    () => `Bearer ${encoded({ alg: "EdDSA", typ: "at+jwt", jwk: { kty: "OKP" } })}.${encoded(claims())}.AAAA`,
  ],
  [
    "a token that names its keys",
    () => `Bearer ${encoded({ alg: "ES256", typ: "at+jwt", jku: "http://127.0.0.1/" })}.${encoded(claims())}.AAAA`,
  ],
  [
    "a token with a critical extension",
    () => `Bearer ${encoded({ alg: "EdDSA", typ: "at+jwt", crit: ["x"], x: 1 })}.${encoded(claims())}.AAAA`,
  ],
  ["a token that is none", () => "Bearer a.b.c"],
];

/** HMAC with what everyone may know, under the name of the algorithm that such a secret is for. */
async function confused(): Promise<string> {
  const secret = new TextEncoder().encode(JSON.stringify(world.registry.signingKey.publicKey));
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signed = `${encoded({ alg: "HS256", typ: "at+jwt", kid: world.registry.signingKey.id })}.${encoded(claims())}`;
  const signature = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(signed));
  return `${signed}.${Buffer.from(signature).toString("base64url")}`;
}

const guarded = (): FuzzOperation[] => world.operations.filter(({ isPublic }) => !isPublic);

/** With a body that must not be read: it would fail. */
function requestOf(
  { method, path, body }: FuzzOperation,
  authorization: string | null,
  whenRead: (controller: ReadableStreamDefaultController) => void,
): Request {
  const unread = new ReadableStream({ pull: whenRead }, { highWaterMark: 0 });
  return new Request(ORIGIN + filledPath(path, "wk_0000000000000000000000"), {
    ...{ method: method.toUpperCase(), ...(body === null ? {} : { body: unread, duplex: "half" }) },
    headers: {
      ...{
        "x-request-id": "r",
        "content-type": "application/json",
        "idempotency-key": "k",
        accept: "application/json",
      },
      ...(authorization === null ? {} : { authorization }),
    },
  } as RequestInit);
}

describe("on every route that is not public", () => {
  test.each(NOBODY)("%s is refused as any other, unread", async (_, make) => {
    const authorization = await make();
    const answers = new Set<string>();
    expect(guarded().length).toBeGreaterThan(25);
    for (const operation of notEmpty(guarded())) {
      let isRead = false;
      const response = await world.handler(
        requestOf(operation, authorization, () => {
          isRead = true;
        }),
      );
      expect([response.status, response.headers.get("www-authenticate"), isRead], operation.path).toEqual([
        401,
        expect.stringMatching(/^Bearer realm="spolia"/),
        false,
      ]);
      expect(await undeclared(world, operation.path, operation.method, response.clone())).toEqual([]);
      answers.add(await response.text());
    }
    expect(answers.size).toBe(1);
    const [text] = answers;
    // The one sentence of all: nothing tells a revoked key from one that never was.
    const { detail } = await bodyOf<{ detail: string }>(await world.handler(get("/api/v1/works")));
    expect((JSON.parse(text!) as { detail: string }).detail).toBe(detail);
  });

  test("a key that may read does what is for reading, and nothing else", async () => {
    let refused = 0;
    for (const operation of notEmpty(guarded())) {
      const { access } = ROUTES.find(
        ({ method, path }) => method.toLowerCase() === operation.method && path === operation.path,
      )!;
      const { status } = await world.handler(
        requestOf(operation, world.callers.reader!, (controller) => controller.close()),
      );
      if (access === "read") expect([401, 403], operation.path).not.toContain(status);
      else expect(status, operation.path).toBe(403);
      if (status === 403) refused++;
    }
    expect(refused).toBeGreaterThan(8);
  });
});

test("a revoked key and the tokens that were got with it end with the next request", async () => {
  const { key, key_id } = await world.registry.createKey("one");
  const made = await world.registry.oauth!.token({
    grant_type: "client_credentials",
    client_id: key_id,
    client_secret: key,
  });
  const token = (made as { access_token: string }).access_token;
  const statuses = async () =>
    Promise.all(
      [key, token].map(
        async (one) => (await world.handler(get("/api/v1/works", { authorization: `Bearer ${one}` }))).status,
      ),
    );
  expect(await statuses()).toEqual([200, 200]);
  await world.registry.revokeKey("one", key_id);
  expect(await statuses()).toEqual([401, 401]);
});

test("no key comes back in an answer but the one that makes it", async () => {
  const { key, last_four } = await world.registry.createKey("one");
  let lists = 0;
  for (const { path, method } of notEmpty(guarded().filter((one) => one.method === "get" && !one.path.includes("{")))) {
    const response = await world.handler(get(path, { authorization: `Bearer ${key}` }));
    const text = await response.text();
    expect(text, `${method} ${path}`).not.toContain(key.slice(8, -4));
    if (!path.endsWith("/keys")) continue;
    expect([response.status, text]).toEqual([200, expect.stringContaining(last_four)]);
    lists++;
  }
  expect(lists).toBe(1);
});
