/** Signing keys that are rotated and retired: over HTTP, in both stores, and by a command while a service runs. */
import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { createLocalJWKSet, jwtVerify } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openSqliteStore, type RecordStore, verifyDocument } from "../../../../src/service/index.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { newStores } from "../../fixtures/stores.ts";
import { spolia } from "../../process/process.ts";
import { CONTENT, openServed, type Served } from "../served.ts";

const { newStoreFile, openFile } = newStores();
const ISSUER = "https://spolia.test";
const START = Date.UTC(2026, 10, 1, 12);
const HOUR = 3_600_000;
const PLANS = { large: { calls_per_day: null, burst: { calls: 10_000, seconds: 1 } } };
const at = (ms: number) => new Date(ms).toISOString();

let now = START;
let served: Served;
let store: RecordStore;
let key: { key: string; key_id: string };

async function begin(open: () => Promise<RecordStore> = openFile): Promise<void> {
  now = START;
  store = await open();
  served = await openServed(store, { now: () => now, plans: PLANS, oauth: { issuer: ISSUER, audience: ISSUER } });
  await served.registry.createTenant({ id: "one", plan: "large" });
  key = await served.registry.createKey("one");
}
afterEach(async () => {
  await served.close();
  await store.close();
});

const registered = async (content = CONTENT) =>
  (await served.ask(key.key, "/content/register", { body: { content } })).body as { work_id: string; receipt: object };
const history = async (work_id: string) => (await served.ask(key.key, `/works/${work_id}/history`)).body.history;
const published = async () => (await served.ask("", "/signing-keys")).body.keys as Record<string, string>[];
const verified = async (body: object) => (await served.ask(key.key, "/reports/verify", { body })).body;
const token = async (): Promise<string> => {
  const asked = { grant_type: "client_credentials", client_id: key.key_id, client_secret: key.key };
  return ((await served.registry.oauth!.token(asked)) as { access_token: string }).access_token;
};

describe("signing keys", () => {
  beforeEach(() => begin());

  test("a new key signs from now on; what the old one signed stays valid, offline and over HTTP", async () => {
    const { ask, registry } = served;
    const [old] = await published();
    const { work_id, receipt } = await registered();
    await ask(key.key, `/works/${work_id}/analyze`, { body: {} });
    const report = (await ask(key.key, "/report", { body: { work_id } })).body;
    const before = await token();
    const made = await registry.rotateSigningKey();
    expect((await published()).map(({ kid, retired_at }) => [kid, retired_at])).toEqual([
      [made.id, null],
      [old!["kid"], null],
    ]);
    const { work_hash } = (await ask(key.key, `/works/${work_id}`)).body;
    expect((await ask(key.key, "/canaries", { body: { strings: 16, work_hash } })).status).toBe(201);
    const whole = await history(work_id);
    expect(notEmpty(whole.entries as { key: string }[]).map((entry) => entry.key)).toEqual([
      ...Array(3).fill(old!["kid"]),
      made.id,
    ]);
    expect([whole.seal.key, Object.keys(whole.keys).sort()]).toEqual([made.id, [made.id, old!["kid"]].sort()]);
    const trusted = (await published()).map(({ kid }) => kid!);
    for (const document of notEmpty([receipt, whole, report])) {
      expect(await verified(document)).toMatchObject({ verified: true, is_trusted: true, retired_keys: [] });
      expect(await verifyDocument(document, trusted)).toMatchObject({ is_trusted: true });
    }
    // A stored report is signed anew with each export; its result has the id that it had.
    const again = (await ask(key.key, `/reports/${report.report_id}`)).body;
    expect([report.key, again.key, again.digest]).toEqual([old!["kid"], made.id, report.digest]);
    expect(await verified(again)).toMatchObject({ is_trusted: true });
    // Tokens of both keys are valid, with the published keys too.
    const jwks = createLocalJWKSet({ keys: (await published()) as never });
    for (const one of notEmpty([before, await token()])) {
      expect((await ask(one, "/works")).status).toBe(200);
      await jwtVerify(one, jwks, { issuer: ISSUER, audience: ISSUER, currentDate: new Date(now) });
    }
  });

  test("the same result has the same id after a rotation", async () => {
    const { ask, registry } = served;
    const { work_id } = await registered();
    const analysed = async () => (await ask(key.key, `/works/${work_id}/analyze`, { body: {} })).body.analysis_id;
    const before = await analysed();
    await registry.rotateSigningKey();
    expect(await analysed()).toBe(before);
    expect((await ask(key.key, "/analyses")).body.items).toHaveLength(1);
  });

  test("a retired key is not trusted from its retirement on, its tokens are refused, and it cannot be the one that signs", async () => {
    const { ask, registry } = served;
    const { id: old } = registry.signingKey;
    await expect(registry.retireSigningKey(old)).rejects.toMatchObject({ code: "conflict" });
    await expect(registry.retireSigningKey("none")).rejects.toMatchObject({ code: "not_found" });
    const { receipt: early } = await registered("an early work of some words");
    now += 2 * HOUR;
    const { receipt: late } = await registered("a late work of some words");
    const ofOld = await token();
    await registry.rotateSigningKey();
    expect(await verified(late)).toMatchObject({ is_trusted: true });
    await expect(registry.retireSigningKey(old, "soon")).rejects.toMatchObject({ code: "invalid_request" });
    expect((await ask(ofOld, "/works")).status).toBe(200);
    const retired = await registry.retireSigningKey(old, at(START + HOUR));
    expect(await registry.retireSigningKey(old, at(START + 9 * HOUR))).toEqual(retired);
    expect(retired).toMatchObject({ id: old, retired_at: at(START + HOUR) });
    expect((await published())[1]).toMatchObject({ kid: old, retired_at: at(START + HOUR) });
    expect(await verified(early)).toMatchObject({ verified: true, is_trusted: true, retired_keys: [old] });
    expect(await verified(late)).toMatchObject({ verified: true, is_trusted: false, retired_keys: [old] });
    expect((await ask(ofOld, "/works")).status).toBe(401);
    expect((await ask(await token(), "/works")).status).toBe(200);
    const keys = (await published()).map(({ kid, retired_at }) => ({ id: kid!, retired_at }));
    expect(await verifyDocument(early, keys)).toMatchObject({ is_trusted: true, retired_keys: [old] });
    expect(await verifyDocument(late, keys)).toMatchObject({ is_trusted: false });
    // At the time of retirement itself, and a millisecond before it.
    await registry.retireSigningKey(old, at(START + 1));
    expect(await verified(early)).toMatchObject({ is_trusted: true });
    await registry.retireSigningKey(old, at(START));
    expect(await verified(early)).toMatchObject({ is_trusted: false });
  });

  test("two hundred rotations at one moment keep their order and stay published", async () => {
    const made: string[] = [served.registry.signingKey.id];
    for (let i = 0; i < 200; i++) made.push((await served.registry.rotateSigningKey()).id);
    expect((await published()).map(({ kid }) => kid)).toEqual(made.reverse());
    expect((await registered()).receipt).toMatchObject({ seal: { key: made[0] } });
  });
});

test("a command rotates and retires while a service runs in another process", async () => {
  const path = newStoreFile();
  await begin(() => openSqliteStore(path));
  const data = ["--data", dirname(path)];
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await spolia(dirname(path), "keys", ...args, ...data, "--json");
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  };
  const { id: old } = served.registry.signingKey;
  const { work_id, receipt } = await registered();
  expect((await run("list-signing")).keys).toMatchObject([{ key_id: old, retired_at: null }]);
  const { key_id } = await run("rotate-signing");
  // No restart: the next signature is the new key's.
  expect((await registered("words of another work")).receipt).toMatchObject({
    entries: [{ key: key_id }],
    seal: { key: key_id },
  });
  expect((await history(work_id)).seal.key).toBe(key_id);
  await run("retire-signing", old, "--at", at(START));
  expect(await verified(receipt)).toMatchObject({ is_trusted: false, retired_keys: [old] });
  expect((await run("list-signing")).keys).toMatchObject([{ key_id }, { key_id: old, retired_at: at(START) }]);
  const refused = await spolia(dirname(path), "keys", "retire-signing", key_id, ...data);
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("This key signs now.")]);

  const [receiptFile, keysFile] = [`${path}.receipt.json`, `${path}.keys.json`];
  writeFileSync(receiptFile, JSON.stringify(receipt));
  writeFileSync(keysFile, JSON.stringify({ keys: await published() }));
  const verify = (...args: string[]) => spolia(dirname(path), "verify", receiptFile, ...args);
  expect((await verify("--key", old)).code).toBe(0);
  const late = await verify("--keys", keysFile);
  expect([late.code, late.stdout.replaceAll(/\s+/g, " ")]).toEqual([1, expect.stringContaining("was retired before")]);
  expect(late.stderr).toContain("is retired");
});
