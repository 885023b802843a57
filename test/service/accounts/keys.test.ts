import { crc32 as crc32OfZlib } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { crc32 } from "../../../src/base/bytes/crc32.ts";
import { requireScope } from "../../../src/service/accounts/keys.ts";
import { keyMode, makeKey } from "../../../src/service/accounts/tokens.ts";
import { base62, randomBase62, SYSTEM } from "../../../src/service/history/host.ts";
import { createMemoryStore } from "../../../src/service/store/memory.ts";
import { counted, openRegistry, START, seededBytes } from "../fixtures/fixture.ts";

const CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe("the form of a key", () => {
  test("is what a secret scanner looks for", () => {
    expect(makeKey("live", seededBytes(1))).toMatch(/^sp_live_[0-9A-Za-z]{36}$/);
    expect(keyMode(makeKey("live", seededBytes(1)))).toBe("live");
    expect(keyMode(makeKey("test", seededBytes(1)))).toBe("test");
  });

  test("every change of one character is seen, and every two that change places", () => {
    for (const seed of [1, 2, 3]) {
      const key = makeKey(seed === 2 ? "test" : "live", seededBytes(seed));
      for (let at = 0; at < key.length; at++) {
        for (const other of `${CHARACTERS}_-. é`) {
          if (other !== key[at])
            expect(keyMode(key.slice(0, at) + other + key.slice(at + 1)), `${at} ${other}`).toBeNull();
        }
        const swapped = key.slice(0, at) + (key[at + 1] ?? "") + key[at] + key.slice(at + 2);
        if (swapped !== key) expect(keyMode(swapped)).toBeNull();
        expect(keyMode(key.slice(0, at) + key.slice(at + 1))).toBeNull();
      }
      expect(
        keyMode(key.replace(/^sp_(live|test)/, (prefix) => (prefix === "sp_live" ? "sp_test" : "sp_live"))),
      ).toBeNull();
      for (const other of [`${key}\n`, ` ${key}`, key.toUpperCase(), ""]) expect(keyMode(other)).toBeNull();
    }
  });

  test("the checksum is the CRC-32 of zlib, written in base62", () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => crc32(bytes) === crc32OfZlib(bytes)));
    expect([base62(0, 6), base62(61, 6), base62(62, 6), base62(2 ** 32 - 1, 6)]).toEqual([
      "000000",
      "00000z",
      "000010",
      "4gfFC3",
    ]);
  });

  test("every character is as likely as any other", () => {
    const counts = new Map<string, number>();
    for (const character of randomBase62(seededBytes(7), 62_000))
      counts.set(character, (counts.get(character) ?? 0) + 1);
    const chiSquare = [...CHARACTERS].reduce((sum, character) => sum + (counts.get(character)! - 1000) ** 2 / 1000, 0);
    expect(chiSquare).toBeLessThan(61 + 5 * Math.sqrt(2 * 61));
    expect(new Set(Array.from({ length: 1000 }, () => makeKey("live", SYSTEM.random))).size).toBe(1000);
  });
});

describe("keys", () => {
  test("are shown once, kept as a hash, and say whose they are", async () => {
    const { registry, store } = await openRegistry();
    const tenant = (await registry.createTenant({ plan: "pro", label: "Lab" })).id;
    const made = await registry.createKey(tenant, { label: "laptop", scopes: ["read", "analyze"] });
    expect(made).toMatchObject({
      label: "laptop",
      mode: "live",
      last_four: made.key.slice(-4),
      scopes: ["read", "analyze"],
    });
    expect(await registry.authenticate(`Bearer ${made.key}`)).toEqual({
      ...{ tenant, plan: "pro", scopes: ["read", "analyze"], key_id: made.key_id, mode: "live" },
    });
    const listed = await registry.listKeys(tenant);
    const kept = await store.read(({ keys }) => keys.find(tenant, made.key_id));
    for (const shown of [JSON.stringify(listed), JSON.stringify(kept)])
      expect(shown).not.toContain(made.key.slice(8, 38));
    expect(listed.items).toEqual([{ ...made, key: undefined, last_used_at: new Date(START).toISOString() }]);
  });

  test("what cannot be a key is refused without asking the store; what is none of ours costs one look", async () => {
    const { store, counts } = counted(createMemoryStore());
    const { registry } = await openRegistry({ store });
    const { key } = await registry.createKey((await registry.createTenant({})).id);
    counts.reads = counts.writes = 0;
    const mistyped = key.slice(0, -1) + (key.endsWith("a") ? "b" : "a");
    for (const header of [`Bearer ${mistyped}`, "Bearer sp_live_x", "Bearer", "", null, key, `Basic ${key}`])
      await expect(registry.authenticate(header)).rejects.toMatchObject({ code: "unauthorized" });
    expect(counts).toEqual({ reads: 0, writes: 0 });
    const foreign = `Bearer ${makeKey("live", seededBytes(99))}`;
    await expect(registry.authenticate(foreign)).rejects.toMatchObject({ code: "unauthorized" });
    expect(counts).toEqual({ reads: 1, writes: 0 });
    await registry.authenticate(`bearer ${key}`);
    for (let i = 0; i < 20; i++) await registry.authenticate(`Bearer ${key}`);
    expect(counts.writes).toBe(1); // its use is noted once a minute
  });

  test("a revoked key and one that expired are refused from the next check on, like one that never was", async () => {
    const { registry, clock } = await openRegistry();
    const tenant = (await registry.createTenant({})).id;
    const other = (await registry.createTenant({})).id;
    const expiring = await registry.createKey(tenant, { expires_at: new Date(START + 1000).toISOString() });
    const revoked = await registry.createKey(tenant);
    for (const { key } of [expiring, revoked]) await registry.authenticate(`Bearer ${key}`);
    await expect(registry.revokeKey(other, revoked.key_id)).rejects.toMatchObject({ code: "not_found" });
    await registry.authenticate(`Bearer ${revoked.key}`);
    await registry.revokeKey(tenant, revoked.key_id);
    await registry.revokeKey(tenant, revoked.key_id);
    clock.now = START + 1000;
    const messages = new Set<string>();
    for (const key of [expiring.key, revoked.key, makeKey("live", seededBytes(3))])
      await registry
        .authenticate(`Bearer ${key}`)
        .catch((error) => messages.add(JSON.stringify([error.code, error.message])));
    expect(messages.size).toBe(1);
    const { items } = await registry.listKeys(tenant);
    expect(items.map(({ revoked_at }) => revoked_at)).toContain(new Date(START).toISOString());
  });

  test("a scope that a key does not have is refused, and so is a key that cannot be", async () => {
    const { registry } = await openRegistry();
    const tenant = (await registry.createTenant({})).id;
    const { key } = await registry.createKey(tenant, { scopes: ["read"] });
    const principal = await registry.authenticate(`Bearer ${key}`);
    requireScope(principal, "read");
    expect(() => requireScope(principal, "write")).toThrowError(expect.objectContaining({ code: "forbidden" }));
    for (const bad of [
      { scopes: [] },
      { scopes: ["all"] },
      { mode: "prod" },
      { label: "x".repeat(201) },
      { expires_at: "soon" },
      { expires_at: "2027-02-30" },
      { expires_at: "1 March 2027" },
    ])
      await expect(registry.createKey(tenant, bad as never)).rejects.toMatchObject({ code: "invalid_request" });
    await expect(registry.createKey(tenant, { expires_at: new Date(START).toISOString() })).rejects.toMatchObject({
      code: "invalid_request",
      fields: [{ pointer: "/expires_at" }],
    });
    expect((await registry.createKey(tenant, { expires_at: "2028-02-29" })).expires_at).toBe(
      "2028-02-29T00:00:00.000Z",
    );
    await expect(registry.createKey("nobody")).rejects.toMatchObject({ code: "not_found" });
    await expect(registry.createTenant({ plan: "toString" })).rejects.toMatchObject({ code: "invalid_request" });
    await expect(registry.createTenant({ id: tenant })).rejects.toMatchObject({ code: "invalid_request" });
  });
});
