/** What a plan allows is exact, whoever uses it: calls, runs of monitors, and what is kept. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SpoliaError } from "../../../src/base/errors.ts";
import { identityOf } from "../../../src/core/vectors/checked.ts";
import type { OpenEngine } from "../../../src/engine/engine.ts";
import { LOOK_MS } from "../../../src/service/accounts/schedule.ts";
import { decision } from "../../../src/service/http/openapi/examples.ts";
import { createRegistry, type Registry } from "../../../src/service/registry.ts";
import { beginDue, beginNow, carryOut, watchedNow } from "../../../src/service/runs/monitors.ts";
import { createMemoryStore } from "../../../src/service/store/memory.ts";
import type { RecordStore } from "../../../src/service/store/store.ts";
import { conceptEncoder } from "../../models/encoders/concepts.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seededBytes } from "../fixtures/fixture.ts";
import { engineOf, newWorld, openProcess, pass, type World } from "../fixtures/monitored.ts";
import { newStores } from "../fixtures/stores.ts";

const { STORES } = newStores();
const HOUR_MS = 3_600_000;
const burst = { calls: 1_000, seconds: 1 };
/** The limits of Free before monitors were limited: the case of the issue. */
const PLANS = {
  hundred: { calls_per_day: 100, burst },
  wordy: { calls_per_day: null, words_per_day: 10, burst },
  holder: { calls_per_day: null, works: 3, stored_bytes: 100, monitors: 4, endpoints: 2, burst },
  none: { calls_per_day: null, works: 0, monitors: 0, burst },
  small: { calls_per_day: null, keys: 3, decisions: 2, results: 2, burst },
};

describe.each(STORES)("plans in %s", (_, open) => {
  let store: RecordStore;
  let world: World;
  let here: Awaited<ReturnType<typeof openProcess>>;
  let registry: Registry;

  beforeEach(async () => {
    store = await open();
    world = newWorld();
    here = await openProcess(store, world, undefined, undefined, PLANS);
    registry = here.registry;
    for (const plan of [...Object.keys(PLANS), "free", "pro"]) await registry.createTenant({ id: plan, plan });
  });
  afterEach(async () => {
    await here.scheduler.stop();
    expect(here.errors).toEqual([]);
    await store.close();
  });

  const register = (tenant: string, content: string) => registry.works.register(tenant, { content });
  const used = async (tenant: string) => {
    const { items } = await registry.usage(tenant);
    return items.map(({ day, calls, words }) => [day, calls, words]);
  };
  const monitor = async (tenant: string, more: object = {}) => {
    const { work_id } = await register(tenant, "one text of six words here");
    return (await registry.monitors.create(tenant, { work_id, on: [], ...more })).monitor_id;
  };

  test("78 hourly monitors run as often as the plan has calls, say why they wait, and go on the next day", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 78; n++) ids.push(await monitor("hundred", { schedule: "hourly" }));
    await here.scheduler.round();
    await pass(world, here.scheduler, 12 * HOUR_MS - 1, HOUR_MS);
    expect(world.analyses).toBe(100);
    expect(await used("hundred")).toEqual([["2026-01-02", 100, 600]]);
    const held = notEmpty(await Promise.all(ids.map((id) => registry.monitors.find("hundred", id))));
    expect(new Set(held.map(({ held_back }) => held_back?.code))).toEqual(new Set(["quota_exceeded"]));
    expect(held.every(({ next_look_at }) => next_look_at === "2026-01-03T00:00:00.000Z")).toBe(true);
    // A call of the account is refused as well, and a requested run tells why.
    expect((await registry.admit({ tenant: "hundred", plan: "hundred" })).refused).toBe("quota");
    const { job_id } = await registry.jobs.create("hundred", "monitor_run", { monitor_id: ids[0] });
    await here.scheduler.round();
    expect(await registry.jobs.find("hundred", job_id)).toMatchObject({ error: { code: "quota_exceeded" } });
    await pass(world, here.scheduler, 1, 1);
    expect(world.analyses).toBe(178);
    expect(await used("hundred")).toEqual([
      ["2026-01-03", 78, 468],
      ["2026-01-02", 100, 600],
    ]);
    expect(await registry.monitors.find("hundred", ids[0]!)).toMatchObject({ held_back: null });
  });

  test("a monitor's words count as they are, also where an encoder came since, which is not asked to read them", async () => {
    const id = await monitor("hundred", { schedule: "weekly" });
    const watched = await watchedNow(here.engine);
    const asked: unknown[] = [];
    const engine: OpenEngine = {
      ...here.engine,
      encoder: identityOf(conceptEncoder()),
      async analyze(request, host) {
        asked.push(request.options);
        return here.engine.analyze(request, host);
      },
    };
    const options = { now: () => world.now, random: seededBytes(6), plans: PLANS };
    const encoding = await createRegistry(engine, store, options);
    const { signal } = new AbortController();
    world.fails = new SpoliaError("storage_failed", "The disk is gone.");
    await carryOut(encoding, engine, await beginNow(registry, "hundred", id, watched), signal);
    expect(await used("hundred")).toEqual([["2026-01-02", 0, 0]]);
    world.fails = null;
    await carryOut(encoding, engine, await beginNow(encoding, "hundred", id, watched), signal);
    expect(await used("hundred")).toEqual([["2026-01-02", 1, 6]]);
    expect(notEmpty(asked).map((one) => (one as { reworded?: boolean }).reworded)).toEqual([false, false]);
  });

  test("a changed plan lets monitors run that were held back", async () => {
    const id = await monitor("wordy", { schedule: "hourly" });
    await here.scheduler.round();
    await pass(world, here.scheduler, 2 * HOUR_MS, LOOK_MS);
    expect(world.analyses).toBe(1); // a second run would be twelve words
    expect(await registry.monitors.find("wordy", id)).toMatchObject({ held_back: { code: "quota_exceeded" } });
    expect(await registry.changePlan("wordy", "pro")).toMatchObject({ account_id: "wordy", plan: "pro" });
    await pass(world, here.scheduler, LOOK_MS, LOOK_MS);
    expect(world.analyses).toBe(2);
    expect(await registry.monitors.find("wordy", id)).toMatchObject({ held_back: null });
    await expect(registry.changePlan("wordy", "gone")).rejects.toMatchObject({ code: "invalid_request" });
    await expect(registry.changePlan("nobody", "pro")).rejects.toMatchObject({ code: "not_found" });
    await expect(registry.changePlan("pro:test", "free")).rejects.toMatchObject({ code: "not_found" });
    expect((await registry.accounts({ page_size: 1_000 })).items).toHaveLength(7);
  });

  test("a run that failed counts nothing, and one that died with its process is repeated without counting twice", async () => {
    const id = await monitor("hundred", { schedule: "weekly" });
    world.fails = new SpoliaError("storage_failed", "The disk is gone.");
    await here.scheduler.round();
    await pass(world, here.scheduler, HOUR_MS, LOOK_MS);
    const failed = world.analyses;
    expect(failed).toBeGreaterThan(1);
    expect(await used("hundred")).toEqual([["2026-01-02", 0, 0]]);
    world.fails = null;
    await pass(world, here.scheduler, 3 * HOUR_MS, LOOK_MS);
    expect(world.analyses).toBe(failed + 1);
    expect(await used("hundred")).toEqual([["2026-01-02", 1, 6]]);
    await beginDue(registry, await watchedNow(here.engine)); // nothing is due
    await registry.jobs.create("hundred", "monitor_run", { monitor_id: id });
    await here.scheduler.round();
    expect(await used("hundred")).toEqual([["2026-01-02", 2, 12]]);
    const other = await monitor("hundred", { schedule: "hourly" });
    await beginDue(registry, await watchedNow(here.engine)); // and the process died
    await pass(world, here.scheduler, HOUR_MS, LOOK_MS);
    expect((await registry.monitors.runs("hundred", other)).items.map(({ status }) => status)).toContain("failed");
    const runs = (await registry.monitors.runs("hundred", other)).items.filter(({ status }) => status !== "failed");
    expect(await used("hundred")).toEqual([["2026-01-02", 2 + runs.length, 12 + 6 * runs.length]]);
  });

  test("what a plan has room for is exact, also for 20 at once; what is there already stays and is found", async () => {
    const { work_id } = await register("holder", "a");
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => registry.monitors.create("holder", { work_id })),
    );
    const refused = all.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toHaveLength(16);
    for (const error of notEmpty(refused)) {
      expect(error).toMatchObject({ code: "plan_limit" });
      expect(error.message).toBe("The plan holder has no room for more monitors: monitors is 4.");
    }
    const urls = [1, 2, 3].map((n) => registry.webhooks.create("holder", { url: `https://example.org/${n}` }));
    expect((await Promise.allSettled(urls)).map(({ status }) => status)).toEqual([
      ...["fulfilled", "fulfilled", "rejected"],
    ]);
    // Exactly as many bytes as there are is the most that is accepted.
    await expect(register("holder", "b".repeat(100))).rejects.toMatchObject({ code: "plan_limit" });
    expect((await register("holder", "b".repeat(99))).words).toBeGreaterThan(0);
    await expect(register("holder", "c")).rejects.toThrow(
      "no room for more bytes of works and batches: stored_bytes is 100",
    );
    expect((await register("holder", "a")).work_id).toBe(work_id);
    await registry.works.remove("holder", work_id); // with its monitors
    await register("holder", "c");
    expect((await registry.monitors.list("holder")).items).toEqual([]);
    await expect(register("none", "a")).rejects.toMatchObject({ code: "plan_limit" });
  });

  test("keys, decisions and kept results have room as works do: exactly so many, for 20 at once", async () => {
    const { work_id } = await register("small", "a");
    const made = async (keep: (n: number) => Promise<unknown>) => {
      const all = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => keep(n)));
      for (const one of notEmpty(all.filter((one) => one.status === "rejected")))
        expect(one.reason).toMatchObject({ code: "plan_limit" });
      return all.filter(({ status }) => status === "fulfilled").length;
    };
    expect(await made(() => registry.createKey("small"))).toBe(3);
    expect(await made((n) => registry.decisions.register("small", { ...decision, reason: `${n}` }))).toBe(2);
    const result = (n: number) => registry.works.keep("small", "analysis", { id: `an_${n}`, result: { n }, work_id });
    expect(await made(result)).toBe(2);
    expect((await registry.works.history("small", work_id)).entries).toHaveLength(3);
    // A key that is not in force any more takes no room; one that was kept is found again.
    const { items } = await registry.listKeys("small");
    await registry.revokeKey("small", items[0]!.key_id);
    await registry.createKey("small");
    await expect(registry.createKey("small")).rejects.toMatchObject({ code: "plan_limit" });
    const [kept] = (await registry.works.results("small", "analysis")).items;
    expect((await result((kept!.result as { n: number }).n)).id).toBe(kept!.id);
  });

  test("a monitor with a new webhook that has no room leaves neither behind", async () => {
    const { work_id } = await register("holder", "a");
    for (const n of [1, 2])
      await registry.monitors.create("holder", { work_id, webhook_url: `https://example.org/${n}` });
    await expect(
      registry.monitors.create("holder", { work_id, webhook_url: "https://example.org/3" }),
    ).rejects.toMatchObject({ code: "plan_limit" });
    expect((await registry.webhooks.list("holder")).items).toHaveLength(2);
    expect((await registry.monitors.list("holder")).items).toHaveLength(2);
  });

  test("test records have limits of their own, and an account without limits has none", async () => {
    const fill = async (of: Registry, tenant: string) => {
      const { work_id } = await of.works.register(tenant, { content: "x" });
      const made = await Promise.allSettled(Array.from({ length: 7 }, () => of.monitors.create(tenant, { work_id })));
      return made.filter(({ status }) => status === "fulfilled").length;
    };
    expect([await fill(registry, "free"), await fill(registry, "free:test")]).toEqual([5, 5]);
    expect([await fill(registry, "pro"), await fill(registry, "pro:test")]).toEqual([7, 5]);
    const engine = engineOf(world);
    const operators = await createRegistry(engine, store, { random: seededBytes(5), unlimited: ["free"] });
    expect(await fill(operators, "free")).toBe(7);
  });
});

test.each([
  ["words_per_minute", { words_per_minute: 50, words_per_day: 100 }],
  ["words_per_day", { words_per_minute: 100, words_per_day: 50 }],
  ["words_per_minute", { words_per_minute: 50, words_per_day: 50 }],
])("a text may have as many words as %s allows, and not one more: %o", async (limit, words) => {
  const store = createMemoryStore();
  const plans = { wordy: { calls_per_day: null, burst, ...words } };
  const { registry } = await openProcess(store, newWorld(), undefined, undefined, plans);
  await registry.createTenant({ id: "a", plan: "wordy" });
  const allow = (count: number) =>
    store.read((records) => registry.quota.requirePossible(records, "a", { words: count }));
  await allow(50);
  await expect(allow(51)).rejects.toMatchObject({
    code: "plan_limit",
    message: expect.stringContaining(`(${limit})`),
  });
});

test("a plan of the operator may name each limit, or none", async () => {
  const store = createMemoryStore();
  const plans = { all: { ...PLANS.holder, words_per_day: 1, words_per_minute: null }, few: PLANS.hundred };
  const { registry } = await openProcess(store, newWorld(), undefined, undefined, plans);
  expect(registry.plans.plans.find(({ name }) => name === "few")).not.toHaveProperty("monitors");
  for (const wrong of [{ monitors: -1 }, { works: 1.5 }, { words_per_day: 0 }, { words_per_minute: -1 }])
    await expect(
      openProcess(createMemoryStore(), newWorld(), undefined, undefined, { wrong: { ...PLANS.holder, ...wrong } }),
    ).rejects.toMatchObject({ code: "invalid_request" });
});
