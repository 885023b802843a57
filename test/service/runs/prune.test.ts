/** What has ended long ago is removed where the operator wants that; what is due, runs, or is rested on stays. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "../../../src/service/accounts/schedule.ts";
import { Scheduler } from "../../../src/service/runs/scheduler.ts";
import type { RecordStore } from "../../../src/service/store/store.ts";
import { newWorld, openProcess, pass, type World } from "../fixtures/monitored.ts";
import { newStores } from "../fixtures/stores.ts";

const { STORES } = newStores();
const KEPT_DAYS = 30;

describe.each(STORES)("pruning in %s", (_, open) => {
  let store: RecordStore;
  let world: World;
  let here: Awaited<ReturnType<typeof openProcess>>;
  let pruning: Scheduler;
  let receives: number;

  beforeEach(async () => {
    store = await open();
    world = newWorld();
    receives = 200;
    const outgoing = { check: () => {}, post: async () => ({ status: receives, retryAfterSeconds: null }) };
    here = await openProcess(store, world, outgoing);
    const { registry, engine } = here;
    pruning = new Scheduler({ registry, engine, onError: (e) => here.errors.push(e), pruneAfterDays: KEPT_DAYS });
    await registry.createTenant({ id: "a" });
  });
  afterEach(async () => {
    for (const scheduler of [here.scheduler, pruning]) await scheduler.stop();
    expect(here.errors).toEqual([]);
    await store.close();
  });

  test("runs go by their age, but never the last of a monitor, and no result or history", async () => {
    const { registry, scheduler } = here;
    const { work_id } = await registry.works.register("a", { content: "one text" });
    const asked = { work_id, schedule: "daily" as const, on: [] };
    const { monitor_id } = await registry.monitors.create("a", asked);
    await scheduler.round();
    await pass(world, scheduler, 3 * DAY_MS, 12 * 3_600_000);
    await registry.monitors.change("a", monitor_id, { status: "paused" });
    const runs = async () => (await registry.monitors.runs("a", monitor_id)).items;
    const before = await runs();
    expect(before).toHaveLength(4);
    const kept = (await registry.works.results("a", "analysis")).items;
    const history = (await registry.works.history("a", work_id)).entries.length;
    const since = (at: string) => world.now - Date.parse(at);
    // All runs but two have the age.
    world.now += KEPT_DAYS * DAY_MS - since(before[2]!.started_at);
    await pruning.round();
    expect((await runs()).map(({ run_id }) => run_id)).toEqual(before.slice(0, 2).map(({ run_id }) => run_id));
    world.now += 400 * DAY_MS;
    await pruning.round();
    expect((await runs()).map(({ run_id }) => run_id)).toEqual([before[0]!.run_id]);
    expect((await registry.works.results("a", "analysis")).items).toEqual(kept);
    expect((await registry.works.history("a", work_id)).entries).toHaveLength(history);
    expect((await registry.monitors.find("a", monitor_id)).last_run).toMatchObject({ run_id: before[0]!.run_id });
  });

  test("messages go once they have arrived or were given up, and jobs once they have ended, with their lines", async () => {
    const { registry, scheduler } = here;
    const { webhook_id } = await registry.webhooks.create("a", { url: "https://a.example" });
    const ids = async () => (await registry.webhooks.deliveries("a", webhook_id)).items.map((one) => one.delivery_id);
    const arrived = await registry.webhooks.test("a", webhook_id);
    await scheduler.round();
    receives = 410;
    const dead = await registry.webhooks.test("a", webhook_id);
    await scheduler.round();
    const upload = await registry.batches.open("a", { keep: false, decisions: false });
    await upload.add({ request: { content: "text" } });
    const { job_id: done } = await upload.complete();
    await scheduler.round();
    const { job_id: cancelled } = await registry.jobs.create("a", "monitor_run", { monitor_id: "none" });
    await registry.jobs.cancel("a", cancelled);
    const later = await registry.batches.open("a", { keep: false, decisions: false });
    await later.add({ request: { content: "text" } });
    const { job_id: waiting } = await later.complete();
    const jobs = async () => (await registry.jobs.list("a")).items.map(({ job_id }) => job_id).sort();
    const linesOf = (id: string) =>
      store.read(async ({ jobLines }) => (await jobLines.list("a", id, { after: -1, upTo: 9, limit: 9 })).length);

    world.now += KEPT_DAYS * DAY_MS - 1;
    await store.write(({ service }) => service.prune("jobs", world.now - KEPT_DAYS * DAY_MS, 9));
    expect([await jobs(), await linesOf(done)]).toEqual([[done, cancelled, waiting].sort(), 1]);
    world.now += 1;
    // Sent again: it is needed.
    receives = 500;
    await registry.webhooks.change("a", webhook_id, { status: "active" });
    await registry.webhooks.redeliver("a", webhook_id, dead.delivery_id);
    await pruning.round();
    expect([await ids(), arrived.status]).toEqual([[dead.delivery_id], "pending"]);
    expect(await registry.jobs.find("a", waiting)).toMatchObject({ status: "done" });
    expect([await jobs(), await linesOf(done)]).toEqual([[waiting], 0]);
    world.now += 400 * DAY_MS;
    await scheduler.round();
    expect(await jobs()).toEqual([waiting]);
  });

  test("takes many records in pieces, and whole days only", async () => {
    const { registry } = here;
    const endpoint = await registry.webhooks.create("a", { url: "https://a.example" });
    const old = { endpoint_id: endpoint.webhook_id, status: "dead", attempts: 1, due_at: null, payload: "{}" } as const;
    await store.write(async ({ deliveries }) => {
      for (let at = 0; at < 1_200; at++)
        await deliveries.add({ tenant: "a", id: `m${at}`, created_at: at, ...old, log: [], prunable_at: at });
    });
    const pieces: number[] = [];
    const counting: RecordStore = {
      ...store,
      write: (work) =>
        store.write((records) => {
          const { service } = records;
          const prune: typeof service.prune = async (kind, upTo, limit) => {
            const removed = await service.prune(kind, upTo, limit);
            if (kind === "deliveries") pieces.push(removed);
            return removed;
          };
          return work({ ...records, service: { ...service, prune } });
        }),
    };
    const host = { ...registry.host, store: counting };
    const scheduler = new Scheduler({
      registry: { ...registry, host },
      engine: here.engine,
      pruneAfterDays: KEPT_DAYS,
    });
    await scheduler.round();
    expect(pieces).toEqual([500, 500, 200]);
    for (const pruneAfterDays of [0, -1, 1.5, Number.NaN])
      expect(() => new Scheduler({ registry, engine: here.engine, pruneAfterDays })).toThrow("pruneAfterDays");
    await scheduler.stop();
  });
});
