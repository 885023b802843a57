import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { KeptAnswer } from "../../../src/service/accounts/idempotency.ts";
import { openSqliteStore } from "../../../src/service/store/sqlite/sqlite.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { openRegistry } from "../fixtures/fixture.ts";
import { newStores } from "../fixtures/stores.ts";

const { STORES, newStoreFile } = newStores();
const HOUR_MS = 3_600_000;
const BODY = Uint8Array.of(0, 255, 10, 13);
const slow = async () => {
  await new Promise((resolve) => setTimeout(resolve, 50));
  return answer();
};
const answer = (status = 201): KeptAnswer => ({ status, headers: { "content-type": "x" }, body: BODY });

describe.each(STORES)("a repeated request, in %s", (_, open) => {
  async function opened() {
    const { registry, clock, store } = await openRegistry({ store: await open() });
    await registry.createTenant({ id: "a" });
    await registry.createTenant({ id: "b" });
    let effects = 0;
    const ask = (more: object = {}, run = async () => answer()) =>
      registry.once({ tenant: "a", operation: "register", key: "k", requestHash: "h", ...more }, async () => {
        effects++;
        return run();
      });
    return { ask, clock, store, effects: () => effects };
  }

  test("1,000 at once have one effect; the others are told to wait, and later all have its answer, byte for byte", async () => {
    const { ask, effects, store } = await opened();
    const outcomes = await Promise.allSettled(Array.from({ length: 1_000 }, () => ask({}, slow)));
    expect(effects()).toBe(1);
    const answered = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect(new Set(refused)).toEqual(new Set(["conflict"]));
    expect(answered.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
    const again = await Promise.all(Array.from({ length: 100 }, () => ask()));
    for (const one of notEmpty(again)) expect(one).toEqual({ ...answer(), isReplay: true });
    expect(effects()).toBe(1);
    await store.close();
  });

  test("another request with the same key is refused, also while the first runs", async () => {
    const { ask, effects, store } = await opened();
    const inside = await ask({}, async () => {
      await expect(ask({ requestHash: "other" })).rejects.toMatchObject({ code: "idempotency_mismatch" });
      await expect(ask()).rejects.toMatchObject({ code: "conflict" });
      return answer();
    });
    expect(inside.isReplay).toBe(false);
    await expect(ask({ requestHash: "other" })).rejects.toMatchObject({ code: "idempotency_mismatch" });
    expect(effects()).toBe(1);
    await store.close();
  });

  test("a key is another for each tenant and operation", async () => {
    const { ask, effects, store } = await opened();
    await Promise.all([
      ask(),
      ask({ tenant: "b", requestHash: "other" }),
      ask({ operation: "report", requestHash: "other" }),
    ]);
    expect(effects()).toBe(3);
    await store.close();
  });

  test("what failed is not kept; what was answered is, whatever its status", async () => {
    const { ask, effects, store } = await opened();
    await expect(ask({}, async () => Promise.reject(new RangeError("no")))).rejects.toThrow(RangeError);
    expect((await ask({ requestHash: "mended" }, async () => answer(422))).status).toBe(422);
    expect((await ask({ requestHash: "mended" })).status).toBe(422);
    expect(effects()).toBe(2);
    await store.close();
  });

  test("is kept for 24 hours and then forgotten", async () => {
    const { ask, effects, clock, store } = await opened();
    await ask();
    clock.now += 24 * HOUR_MS - 1;
    expect((await ask()).isReplay).toBe(true);
    clock.now += 1;
    expect((await ask({ requestHash: "other" })).isReplay).toBe(false);
    expect(effects()).toBe(2);
    await store.close();
  });

  test("one whose process died is taken over after a while; should it live after all, the later answer stands", async () => {
    const { ask, clock, store } = await opened();
    const first = await ask({}, async () => {
      clock.now += 5 * 60_000 - 1;
      await expect(ask()).rejects.toMatchObject({ code: "conflict" });
      clock.now += 1;
      expect((await ask({}, async () => answer(200))).isReplay).toBe(false);
      return answer(500);
    });
    expect(first.status).toBe(500);
    expect((await ask()).status).toBe(200);
    await store.close();
  });

  test("keys are any visible ASCII of up to 255 characters", async () => {
    const { ask, store } = await opened();
    const visible = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 1,
      maxLength: 255,
    });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(visible, { maxLength: 5 }), async (keys) => {
        for (const key of notAlwaysEmpty(keys)) expect((await ask({ key })).status).toBe(201);
        for (const key of notAlwaysEmpty(keys)) expect((await ask({ key })).isReplay).toBe(true);
      }),
      { numRuns: 20 },
    );
    for (const key of ["", "a b", "é", "\n", "x".repeat(256)])
      await expect(ask({ key })).rejects.toMatchObject({ code: "invalid_request" });
    await store.close();
  });
});

test("an answer is repeated after a restart", async () => {
  const path = newStoreFile();
  const request = { tenant: "a", operation: "register", key: "k", requestHash: "h" };
  const first = await openRegistry({ store: await openSqliteStore(path) });
  await first.registry.createTenant({ id: "a" });
  await first.registry.once(request, async () => answer());
  await first.store.close();
  const second = await openRegistry({ store: await openSqliteStore(path) });
  const again = await second.registry.once(request, () => expect.fail("it ran again"));
  expect(again).toEqual({ ...answer(), isReplay: true });
  await second.store.close();
});
