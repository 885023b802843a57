import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAdmission, rateLimitHeaders, requireAdmitted } from "../../../src/service/accounts/admission.ts";
import { BurstLimit, type BurstState } from "../../../src/service/accounts/burst.ts";
import { createMemoryStore } from "../../../src/service/store/memory.ts";
import { plansOf } from "../../../src/service/store/plans.ts";
import { openSqliteStore } from "../../../src/service/store/sqlite/sqlite.ts";
import type { Records } from "../../../src/service/store/store.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { openRegistry, START, seededBytes } from "../fixtures/fixture.ts";
import { linesOf, startChild } from "../fixtures/killCycles.ts";
import { tenantOf } from "../fixtures/records.ts";
import { newStores } from "../fixtures/stores.ts";

const { STORES, newStoreFile } = newStores();
const wide = { calls: 1_000, seconds: 1 };
const PLANS = { hundred: { calls_per_day: 100, burst: wide }, endless: { calls_per_day: null, burst: wide } };

describe.each(STORES)("quota in %s", (_, open) => {
  async function opened(plan = "hundred") {
    const { registry, clock, store } = await openRegistry({ store: await open(), plans: PLANS });
    const tenant = (await registry.createTenant({ plan })).id;
    return { registry, clock, store, tenant, admit: (calls?: number) => registry.admit({ tenant, plan }, calls) };
  }

  test("200 at once: as many as the plan has, and not one more, until the UTC day ends", async () => {
    const { admit, clock, store, registry, tenant } = await opened();
    const all = await Promise.all(Array.from({ length: 200 }, () => admit()));
    expect(all.filter(({ refused }) => refused === null)).toHaveLength(100);
    expect(all.filter(({ refused }) => refused === "quota")).toHaveLength(100);
    clock.now += 12 * 3_600_000 - 1;
    expect((await admit()).refused).toBe("quota");
    clock.now += 1;
    expect((await admit()).refused).toBeNull();
    const { items } = await registry.usage(tenant);
    expect(items.map(({ day, calls }) => [day, calls])).toEqual([
      ["2026-01-03", 1],
      ["2026-01-02", 100],
    ]);
    await store.close();
  });

  test("a batch counts as so many, and is admitted whole or not at all", async () => {
    const { admit, store } = await opened();
    expect((await admit(70)).refused).toBeNull();
    expect((await admit(31)).refused).toBe("quota");
    expect((await admit(30)).limits[0]!.remaining).toBe(0);
    await store.close();
  });

  test("one tenant's calls are not another's", async () => {
    const { admit, registry, store } = await opened();
    await admit(100);
    const other = (await registry.createTenant({ plan: "hundred" })).id;
    expect((await registry.admit({ tenant: other, plan: "hundred" })).limits[0]!.remaining).toBe(99);
    await store.close();
  });

  test("a plan without a quota counts, and has no daily limit to speak of", async () => {
    const { admit, registry, tenant, store } = await opened("endless");
    expect(rateLimitHeaders(await admit(5_000))).toEqual({
      "ratelimit-policy": '"burst";q=1000;w=1',
      ratelimit: '"burst";r=999;t=1',
    });
    expect((await registry.usage(tenant)).items[0]!.calls).toBe(5_000);
    await store.close();
  });
});

test("a quota is exact over restarts and over two processes at once", async () => {
  const path = newStoreFile();
  const takenBy = async (calls: number) => {
    const { lines } = await linesOf(startChild({ place: path, kind: "quota", calls, limit: 100 }));
    return lines[0]!["taken"] as number;
  };
  expect(await takenBy(30)).toBe(30);
  expect(await takenBy(10)).toBe(10);
  const [one, other] = await Promise.all([takenBy(50), takenBy(50)]);
  expect(one + other).toBe(60);
  expect(await takenBy(5)).toBe(0);
});

describe("header fields", () => {
  async function opened() {
    const { registry, clock } = await openRegistry();
    const tenant = (await registry.createTenant({})).id;
    return { clock, admit: () => registry.admit({ tenant, plan: "free" }) };
  }

  test("say what is allowed and left", async () => {
    const { admit } = await opened();
    expect(rateLimitHeaders(await admit())).toEqual({
      "ratelimit-policy":
        '"free-daily";q=100;w=86400, "free-daily-words";q=2000000;w=86400, "burst";q=10;w=1, "burst-words";q=500000;w=60',
      ratelimit: '"free-daily";r=99;t=43200, "free-daily-words";r=2000000;t=43200, "burst";r=9;t=1',
    });
  });

  test("a burst and a quota are told apart, and Retry-After is never before a reset that is named", async () => {
    const { admit, clock } = await opened();
    const seen: Record<string, string>[] = [];
    for (let i = 0; i < 11; i++) seen.push(rateLimitHeaders(await admit()));
    expect(seen[10]).toMatchObject({ ratelimit: '"burst";r=0;t=1', "retry-after": "1" });
    expect(seen[10]).not.toHaveProperty("x-should-retry");
    for (let i = 0; i < 9; i++) {
      clock.now += 1_000;
      for (let call = 0; call < 10; call++) expect((await admit()).refused).toBeNull();
    }
    clock.now += 1_000;
    const refused = await admit();
    expect(rateLimitHeaders(refused)).toMatchObject({
      ratelimit: '"free-daily";r=0;t=43190, "free-daily-words";r=2000000;t=43190, "burst";r=9;t=1',
      ...{ "retry-after": "43190", "x-should-retry": "false" },
    });
    expect(() => requireAdmitted(refused)).toThrowError(expect.objectContaining({ code: "quota_exceeded" }));
    for (let i = 0; i < 9; i++) await admit();
    const hasty = await admit();
    expect(hasty.refused).toBe("burst"); // haste is refused first, and costs no look at the store
    expect(() => requireAdmitted(hasty)).toThrowError(expect.objectContaining({ code: "rate_limited" }));
  });
});

/** Calls of one tenant after the other, on a store of its own; `limits` of several processes on it. */
async function bursting(rule: { calls: number; seconds: number }, limits = [new BurstLimit()]) {
  const store = createMemoryStore();
  await store.write(async ({ tenants }) => [await tenants.add(tenantOf("a")), await tenants.add(tenantOf("b"))]);
  let asked = 0;
  return (nowMs: number, tenant = "a") => {
    const limit = limits[asked++ % limits.length]!;
    const known = limit.refusal(tenant, rule, nowMs);
    return known === null ? store.write((records) => limit.take(records, tenant, rule, nowMs)) : Promise.resolve(known);
  };
}

describe("bursts", () => {
  const calls = fc.integer({ min: 1, max: 20 });
  const steps = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000 })), {
    minLength: 1,
    maxLength: 60,
  });
  const processes = fc
    .integer({ min: 1, max: 3 })
    .map((count) => Array.from({ length: count }, () => new BurstLimit()));

  test("in no window are there more than the bucket holds and what ran in; and who keeps the pace is never refused", async () => {
    await fc.assert(
      fc.asyncProperty(
        calls,
        fc.integer({ min: 1, max: 5 }),
        steps,
        processes,
        async (calls, seconds, steps, limits) => {
          const rule = { calls, seconds };
          const take = await bursting(rule, limits);
          const times: number[] = [];
          let now = 1_700_000_000_000;
          for (const step of notAlwaysEmpty(steps)) {
            now += step;
            const state = await take(now);
            expect(state.remaining).toBeGreaterThanOrEqual(0);
            if (!state.isAllowed) expect([state.remaining, state.retryMs > 0]).toEqual([0, true]);
            if (state.isAllowed) times.push(now);
            else {
              // Refused a moment before, allowed at the time that was named.
              const copy = await bursting(rule);
              for (const time of times) await copy(time);
              expect((await copy(now + Math.ceil(state.retryMs))).isAllowed).toBe(true);
            }
          }
          for (const [i, from] of notAlwaysEmpty(times.entries())) {
            for (const [j, to] of notAlwaysEmpty(times.entries())) {
              if (j >= i) expect(j - i + 1).toBeLessThanOrEqual(calls + ((to - from) * calls) / (1000 * seconds));
            }
          }
        },
      ),
    );
    const take = await bursting({ calls: 3, seconds: 1 });
    for (let i = 0; i < 1_000; i++) expect((await take(1e12 + Math.ceil((i * 1000) / 3))).isAllowed).toBe(true);
  });

  test("a full bucket is all calls at once, and no more", async () => {
    await fc.assert(
      fc.asyncProperty(calls, fc.integer({ min: 1, max: 5 }), processes, async (calls, seconds, limits) => {
        const take = await bursting({ calls, seconds }, limits);
        const states: BurstState[] = [];
        for (let i = 0; i < calls + 3; i++) states.push(await take(1_700_000_000_001));
        expect(states.map(({ isAllowed }) => isAllowed)).toEqual([...Array(calls).fill(true), false, false, false]);
        expect(states.map(({ remaining }) => remaining)).toEqual([...Array(calls).keys()].reverse().concat([0, 0, 0]));
        expect((await take(1_700_000_000_001, "b")).isAllowed).toBe(true);
      }),
    );
  });

  test.each([
    ["of another process, which wrote to the store", true],
    ["of this process", false],
  ])("a clock %s that was an hour ahead for a moment locks nobody out", async (_, isOther) => {
    const plans = { few: { calls_per_day: null, words_per_minute: 600, burst: { calls: 10, seconds: 1 } } };
    const { registry, clock, store } = await openRegistry({ plans });
    const tenant = (await registry.createTenant({ plan: "few" })).id;
    const ahead = isOther ? await openRegistry({ store, plans }) : { registry, clock };
    const use = { calls: 1, words: 600 };
    ahead.clock.now += 3_600_000;
    expect((await ahead.registry.admit({ tenant, plan: "few" }, use)).refused).toBeNull();
    for (let i = 1; i < 10; i++) expect((await ahead.registry.admit({ tenant, plan: "few" })).refused).toBeNull();
    ahead.clock.now -= 3_600_000;
    expect((await registry.admit({ tenant, plan: "few" }, use)).refused).toBeNull();
    // And the limit is what it is.
    for (let i = 1; i < 10; i++) expect((await registry.admit({ tenant, plan: "few" })).refused).toBeNull();
    expect((await registry.admit({ tenant, plan: "few" })).refused).toBe("burst");
    expect((await registry.admit({ tenant, plan: "few" }, { words: 1 })).refused).toBe("burst");
    await store.close();
  });

  test.each([
    ["before its transaction", true],
    ["for a row within it", false],
  ])("a call that waited %s is judged by the time that it is then", async (_, isBefore) => {
    const plans = { one: { calls_per_day: null, words_per_minute: 60_000, burst: { calls: 1, seconds: 1 } } };
    const store = createMemoryStore();
    const { clock, ...others } = await openRegistry({ store, plans });
    const tenant = (await others.registry.createTenant({ plan: "one" })).id;
    const use = { calls: 1, words: 60_000 };
    const waiting: typeof store = {
      ...store,
      async write(work) {
        if (isBefore) {
          clock.now += 90_000;
          expect((await others.registry.admit({ tenant, plan: "one" }, use)).refused).toBeNull();
          clock.now += 60_000;
        }
        return store.write((records) => work(isBefore ? records : { ...records, bursts: overtaken(records.bursts) }));
      },
    };
    const overtaken = ({ advance }: Records["bursts"]): Records["bursts"] => ({
      async advance(holder, of, step) {
        if (step.nowUs === 1_000 * START) {
          clock.now = START + 150_000;
          const later = { ...step, nowUs: step.nowUs + 9e7, latestUs: step.latestUs + 9e7 };
          expect((await advance(holder, of, later)).isAllowed).toBe(true);
        }
        return advance(holder, of, step);
      },
    });
    const admit = createAdmission({ store: waiting, now: () => clock.now, random: seededBytes(1) }, plansOf(plans));
    expect((await admit({ tenant, plan: "one" }, use)).refused).toBeNull();
    expect(clock.now).toBe(START + 150_000);
    expect((await others.registry.admit({ tenant, plan: "one" }, use)).refused).toBe("burst");
    await store.close();
  });

  test("two processes on one store share a burst", async () => {
    const path = newStoreFile();
    const plans = { few: { calls_per_day: null, burst: { calls: 10, seconds: 60 } } };
    const [one, other] = [
      await openRegistry({ store: await openSqliteStore(path), plans }),
      await openRegistry({ store: await openSqliteStore(path), plans }),
    ];
    const tenant = (await one.registry.createTenant({ plan: "few" })).id;
    const admissions = [];
    for (let i = 0; i < 24; i++) admissions.push(await (i % 2 ? one : other).registry.admit({ tenant, plan: "few" }));
    expect(admissions.filter(({ refused }) => refused === null)).toHaveLength(10);
    expect((await one.registry.usage(tenant)).items[0]!.calls).toBe(10);
    await one.store.close();
    await other.store.close();
  });
});

describe.each(STORES)("words in %s", (_, open) => {
  const plans = { wordy: { calls_per_day: 5, words_per_day: 1_000, words_per_minute: 600, burst: wide } };
  async function opened() {
    const { registry, clock, store } = await openRegistry({ store: await open(), plans });
    const tenant = (await registry.createTenant({ plan: "wordy" })).id;
    const admit = (words: number, calls = 0) => registry.admit({ tenant, plan: "wordy" }, { calls, words });
    return { registry, clock, store, tenant, admit };
  }

  test("a day has as many as the plan, all or none with the calls, and the test mode its own", async () => {
    const { admit, clock, registry, tenant, store } = await opened();
    expect((await admit(600, 1)).refused).toBeNull();
    clock.now += 60_000;
    expect(await admit(401, 1)).toMatchObject({ refused: "quota", refused_by: "wordy-daily-words" });
    clock.now += 60_000;
    const last = await admit(400, 1);
    expect(last.limits).toMatchObject([
      { name: "wordy-daily", remaining: 3 },
      ...[{ name: "wordy-daily-words", remaining: 0 }, { name: "burst" }, { name: "burst-words", remaining: 200 }],
    ]);
    const refused = await admit(1);
    expect(() => requireAdmitted(refused)).toThrowError("The plan's words of this UTC day are used up.");
    expect((await registry.usage(tenant)).items).toMatchObject([{ calls: 2, words: 1_000 }]);
    expect((await registry.admit({ tenant: `${tenant}:test`, plan: "wordy" }, { words: 600 })).refused).toBeNull();
    clock.now += 12 * 3_600_000;
    expect((await admit(600)).refused).toBeNull();
    await store.close();
  });

  test("a minute has as many as the plan, and more than that never come at once", async () => {
    const { admit, clock, store } = await opened();
    expect((await admit(600)).refused).toBeNull();
    const hasty = await admit(100);
    expect(hasty).toMatchObject({ refused: "burst", refused_by: "burst-words", retry_after_seconds: 10 });
    expect(() => requireAdmitted(hasty)).toThrowError(expect.objectContaining({ code: "rate_limited" }));
    clock.now += 10_000;
    expect((await admit(100)).refused).toBeNull();
    const large = await admit(601);
    expect(rateLimitHeaders(large)).not.toHaveProperty("retry-after");
    expect(() => requireAdmitted(large)).toThrowError(expect.objectContaining({ code: "plan_limit" }));
    await store.close();
  });
});

test("plans that cannot be used are refused, and those that are left out stay", () => {
  expect(Object.keys(plansOf({ scale: { calls_per_day: 1e6, burst: wide } }))).toEqual(["free", "pro", "scale"]);
  expect(plansOf()["pro"]).toMatchObject({ calls_per_day: 10_000 });
  for (const plan of [
    { Bad: { calls_per_day: 1, burst: wide } },
    { 'x";q=1': { calls_per_day: 1, burst: wide } },
    { x: { calls_per_day: 0, burst: wide } },
    { x: { calls_per_day: 1.5, burst: wide } },
    { x: { calls_per_day: 1, burst: { calls: 0, seconds: 1 } } },
  ])
    expect(() => plansOf(plan)).toThrowError(expect.objectContaining({ code: "invalid_request" }));
});

test("what cannot be used of a file of plans is named, whatever the file holds", () => {
  const sound = { calls_per_day: 1, burst: wide, works: 0, monitors: null };
  expect(plansOf({ x: sound })["x"]).toEqual(sound);
  for (const [plans, pointer] of [
    [{ x: {} }, "/plans/x/burst"],
    [{ x: { burst: null } }, "/plans/x/burst"],
    [{ x: { burst: { calls: 1 } } }, "/plans/x/burst/seconds"],
    [{ x: { ...sound, calls_per_day: "100" } }, "/plans/x/calls_per_day"],
    [{ x: { ...sound, words_per_day: 0 } }, "/plans/x/words_per_day"],
    [{ x: { ...sound, test_calls_per_day: null } }, "/plans/x/test_calls_per_day"],
    [{ x: { ...sound, works: -1 } }, "/plans/x/works"],
    [{ x: { ...sound, stored_bytes: "much" } }, "/plans/x/stored_bytes"],
    [{ x: null }, "/plans/x"],
    [{ x: 5 }, "/plans/x"],
    [null, "/plans"],
    [{ "": sound }, "/plans"],
  ] as const) {
    const fields = [expect.objectContaining({ pointer })];
    expect(() => plansOf(plans as never)).toThrowError(expect.objectContaining({ code: "invalid_request", fields }));
  }
});

test("a plan that is no longer offered is no reason to answer without limits", async () => {
  const { registry, store } = await openRegistry();
  await store.write(({ tenants }) => tenants.add({ ...tenantOf("old"), plan: "gone" }));
  await expect(registry.admit({ tenant: "old", plan: "gone" })).rejects.toMatchObject({ code: "forbidden" });
});
