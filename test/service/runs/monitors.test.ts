import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Watched } from "../../../src/base/contract/resources/monitor.ts";
import { SpoliaError } from "../../../src/base/errors.ts";
import { DAY_MS, LOOK_MS, retryAfterMs } from "../../../src/service/accounts/schedule.ts";
import { guardedOutgoing } from "../../../src/service/deliveries/guardedFetch.ts";
import { verifyWebhook } from "../../../src/service/deliveries/webhooks.ts";
import { dueAt, type MonitorSettings, type MonitorState, triggersOf } from "../../../src/service/jobs/monitors.ts";
import { beginDue, watchedNow } from "../../../src/service/runs/monitors.ts";
import type { Monitor } from "../../../src/service/store/records.ts";
import type { RecordStore } from "../../../src/service/store/store.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { newWorld, openProcess, pass, SECRET_TEXT, type World } from "../fixtures/monitored.ts";
import { openReceiver } from "../fixtures/receiver.ts";
import { newStores } from "../fixtures/stores.ts";

const { STORES } = newStores();
const HOUR_MS = 3_600_000;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

describe.each(STORES)("monitors in %s", (_, open) => {
  let store: RecordStore;
  let world: World;
  let here: Awaited<ReturnType<typeof openProcess>>;
  let workId: string;

  beforeEach(async () => {
    receiver.received.length = 0;
    receiver.answers.length = 0;
    store = await open();
    world = newWorld();
    here = await openProcess(store, world);
    for (const id of ["a", "b"]) await here.registry.createTenant({ id });
    workId = (await here.registry.works.register("a", { content: "one text" })).work_id;
  });
  afterEach(async () => {
    await here.scheduler.stop();
    expect(here.errors).toEqual([]);
    await store.close();
  });

  const told = () => receiver.received.filter(({ event }) => event.type === "monitor.finding_changed");
  const create = (more: object = {}) =>
    here.registry.monitors.create("a", { work_id: workId, webhook_url: receiver.url, on: [], ...more });
  const runsOf = async (id: string) => (await here.registry.monitors.runs("a", id)).items;
  /** A second round sends what the first one put down. */
  const rounds = async () => {
    await here.scheduler.round();
    await here.scheduler.round();
  };

  test("the first run is due at once, and at once when a monitor that has not run goes on after a pause", async () => {
    const { monitor_id, created_at, next_look_at } = await create();
    expect(next_look_at).toBe(created_at);
    const change = (status: "paused" | "active") => here.registry.monitors.change("a", monitor_id, { status });
    expect(await change("paused")).toMatchObject({ next_look_at: null });
    world.now += HOUR_MS;
    expect(await change("active")).toMatchObject({ next_look_at: new Date(world.now).toISOString() });
  });

  test("the first run sets the baseline, and tells of it only where it found something", async () => {
    const { monitor_id } = await create();
    await rounds();
    expect(told()).toEqual([]);
    expect(await runsOf(monitor_id)).toMatchObject([
      { status: "unchanged", triggers: ["first"], added_count: 1, error: null },
    ]);
    world.documents = ["d1"];
    const other = await create();
    await rounds();
    expect(told()).toHaveLength(1);
    const { headers, body, event } = told()[0]!;
    expect(await verifyWebhook(headers as Record<string, string>, body, other.webhook!.secret, world.now)).toBe(true);
    expect(event.data).toMatchObject({
      monitor_id: other.monitor_id,
      verdict: "match",
      previous_verdict: null,
      removed: [],
    });
    expect(event.data.added).toContainEqual({
      ...{ type: "document", corpus: "gutenberg", dataset: "the-pile", document_id: "d1", kind: "verbatim" },
    });
    const { result } = await here.registry.works.result("a", "analysis", event.data.analysis_id);
    expect(result).toMatchObject({ analysis_id: event.data.analysis_id, verdict: "match" });
    expect((await here.registry.works.history("a", workId)).entries.map(({ kind }) => kind)).toContain("analysis");
  });

  test("over days a change is told once, and what stays is not told; runs are as many as days", async () => {
    const { monitor_id } = await create();
    const changes: [day: number, documents: string[]][] = [
      [3, ["d1"]],
      [5, ["d1", "d2"]],
      [8, []],
    ];
    const counts: number[] = [];
    for (let day = 0; day < 10; day++) {
      world.documents = changes.find(([at]) => at === day)?.[1] ?? world.documents;
      await pass(world, here.scheduler, DAY_MS, 2 * HOUR_MS);
      await here.scheduler.round();
      counts.push(told().length);
    }
    expect(counts).toEqual([0, 0, 0, 1, 1, 2, 2, 2, 3, 3]);
    const runs = await runsOf(monitor_id);
    expect([10, 11]).toContain(runs.length);
    expect(runs.filter(({ status }) => status === "changed")).toHaveLength(3);
    expect(told().map(({ event }) => [event.data.verdict, event.data.added_count, event.data.removed_count])).toEqual([
      ["match", 3, 1],
      ["match", 1, 0],
      ["none_found", 1, 4],
    ]);
    expect(new Set(told().map(({ headers }) => headers["webhook-id"])).size).toBe(3);
  });

  test("without a schedule it runs soon after what it watches has changed, and tells only of another finding", async () => {
    const { monitor_id } = await create({ schedule: null, on: ["corpus"] });
    await rounds();
    await pass(world, here.scheduler, DAY_MS, LOOK_MS);
    expect(await runsOf(monitor_id)).toHaveLength(1);
    world.revision = "r2";
    await pass(world, here.scheduler, LOOK_MS, LOOK_MS);
    expect((await runsOf(monitor_id)).map(({ triggers, status }) => [triggers, status])).toEqual([
      [["corpus"], "unchanged"],
      [["first"], "unchanged"],
    ]);
    world.revision = "r3";
    world.documents = ["d1"];
    await pass(world, here.scheduler, LOOK_MS, LOOK_MS);
    await here.scheduler.round();
    expect(told()).toHaveLength(1);
    await pass(world, here.scheduler, DAY_MS, LOOK_MS);
    expect(await runsOf(monitor_id)).toHaveLength(3);
    expect(told()).toHaveLength(1);
  });

  test("paused it does nothing, taken up again it goes on, removed it is gone with its runs", async () => {
    const { monitor_id } = await create({ schedule: "hourly" });
    await rounds();
    expect(await here.registry.monitors.change("a", monitor_id, { status: "paused" })).toMatchObject({
      next_look_at: null,
    });
    await pass(world, here.scheduler, DAY_MS, HOUR_MS);
    expect(await runsOf(monitor_id)).toHaveLength(1);
    await here.registry.monitors.change("a", monitor_id, { status: "active" });
    await pass(world, here.scheduler, 2 * HOUR_MS, HOUR_MS);
    expect(await runsOf(monitor_id)).toHaveLength(3);
    await here.registry.monitors.remove("a", monitor_id);
    await pass(world, here.scheduler, DAY_MS, HOUR_MS);
    expect(world.analyses).toBe(3);
    await expect(runsOf(monitor_id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("a run that fails is kept, tried again less and less often, and the next that ends well tells", async () => {
    const { monitor_id } = await create({ schedule: "weekly" });
    world.fails = new SpoliaError("storage_failed", "The disk is gone.");
    world.documents = ["d1"];
    await rounds();
    await pass(world, here.scheduler, DAY_MS, LOOK_MS);
    const failed = await runsOf(monitor_id);
    expect(failed.every(({ status, error }) => status === "failed" && error?.code === "storage_failed")).toBe(true);
    // 15 minutes, 30, an hour, … within a day.
    expect(failed.length).toBeGreaterThanOrEqual(6);
    expect(failed.length).toBeLessThanOrEqual(8);
    expect(await here.registry.monitors.find("a", monitor_id)).toMatchObject({
      failures: failed.length,
      verdict: null,
    });
    world.fails = null;
    await pass(world, here.scheduler, DAY_MS, LOOK_MS);
    await here.scheduler.round();
    expect(await here.registry.monitors.find("a", monitor_id)).toMatchObject({ failures: 0, verdict: "match" });
    expect(told()).toHaveLength(1);
  });

  test.each(["failed", "bounded"] as const)("a run whose search %s is no news, and costs nothing", async (searched) => {
    world.documents = ["d1"];
    const { monitor_id } = await create();
    await rounds();
    expect(told()).toHaveLength(1);
    const [before] = (await here.registry.usage("a")).items;
    [world.documents, world.searched] = [[], searched];
    await pass(world, here.scheduler, 2 * DAY_MS, LOOK_MS);
    const failed = (await runsOf(monitor_id)).slice(0, -1);
    expect(failed.length).toBeGreaterThan(2);
    for (const run of notEmpty(failed)) {
      expect(run).toMatchObject({ status: "failed", analysis_id: null, added: [], removed: [] });
      expect(run.error?.code).toBe("search_incomplete");
    }
    expect(await here.registry.monitors.find("a", monitor_id)).toMatchObject({ verdict: "match" });
    const charged = (await here.registry.usage("a")).items.reduce((sum, { calls }) => sum + calls, 0);
    expect(charged).toBe(before!.calls);
    expect((await here.registry.works.results("a", "analysis")).items).toHaveLength(1);
    [world.documents, world.searched] = [["d1"], "done"];
    await pass(world, here.scheduler, DAY_MS, LOOK_MS);
    expect((await runsOf(monitor_id))[0]).toMatchObject({ status: "unchanged", added_count: 0, removed_count: 0 });
    expect(told()).toHaveLength(1);
  });

  test("of runs that go on failing the owner is told once, with the third, and anew after one that ended well", async () => {
    const { monitor_id, webhook } = await create();
    const failing = () => receiver.received.filter(({ event }) => event.type === "monitor.failing");
    await rounds();
    for (const series of [1, 2]) {
      world.searched = "failed";
      const failures = async () => (await here.registry.monitors.find("a", monitor_id)).failures;
      for (const end = world.now + 2 * DAY_MS; world.now < end && (await failures()) < 2; )
        await pass(world, here.scheduler, LOOK_MS, LOOK_MS);
      await here.scheduler.round();
      expect(await failures()).toBe(2);
      expect(failing()).toHaveLength(series - 1);
      await pass(world, here.scheduler, 3 * DAY_MS, LOOK_MS);
      await here.scheduler.round();
      expect(await failures()).toBeGreaterThan(5);
      expect(failing()).toHaveLength(series);
      world.searched = "done";
      await pass(world, here.scheduler, 2 * DAY_MS, LOOK_MS);
    }
    const { headers, body, event } = failing()[0]!;
    const sentMs = 1_000 * Number(headers["webhook-timestamp"]);
    expect(await verifyWebhook(headers as Record<string, string>, body, webhook!.secret, sentMs)).toBe(true);
    const third = (await runsOf(monitor_id)).filter(({ status }) => status === "failed").at(-3)!;
    expect(event.data).toEqual({
      ...{ monitor_id, work_id: workId, run_id: third.run_id, failures: 3, code: "search_incomplete" },
      links: { monitor: `monitors/${monitor_id}`, runs: `monitors/${monitor_id}/runs` },
    });
    expect(third.delivery_id).toBe(headers["webhook-id"]);
    expect(told()).toEqual([]);
  });

  test("a process that dies in a run loses nothing: the run is a failed one, and another comes", async () => {
    world.documents = ["d1"];
    const { monitor_id } = await create();
    const begun = await beginDue(here.registry, await watchedNow(here.engine));
    expect(begun).toMatchObject({ monitor: { id: monitor_id } });
    await rounds();
    expect((await runsOf(monitor_id)).map(({ status }) => status)).toEqual(["running"]);
    await pass(world, here.scheduler, HOUR_MS, LOOK_MS);
    await here.scheduler.round();
    expect((await runsOf(monitor_id)).map(({ status, triggers }) => [status, triggers])).toEqual([
      ["changed", ["retry"]],
      ["failed", ["first"]],
    ]);
    expect(told()).toHaveLength(1);
  });

  test("a process that dies between a run and its message leaves the message to another", async () => {
    world.documents = ["d1"];
    const { monitor_id } = await create();
    // As if it had died in sending: the run has ended, and the message was taken up but not sent.
    const dying = await openProcess(store, world, {
      check() {},
      post: () => new Promise((__, reject) => setTimeout(reject, 50)),
    });
    void dying.scheduler.round();
    await expect.poll(async () => (await runsOf(monitor_id))[0]?.status).toBe("changed");
    await dying.scheduler.stop();
    expect(told()).toEqual([]);
    await pass(world, here.scheduler, HOUR_MS, LOOK_MS);
    expect(told()).toHaveLength(1);
  });

  test("a service that stops puts back what it is at", async () => {
    const { monitor_id } = await create();
    const other = await openProcess(store, world);
    world.waits = (signal) =>
      new Promise((__, reject) =>
        signal.addEventListener("abort", () => reject(new SpoliaError("aborted", "")), { once: true }),
      );
    void other.scheduler.round();
    await expect.poll(() => world.analyses).toBe(1);
    await other.scheduler.stop();
    expect(await runsOf(monitor_id)).toEqual([]);
    world.waits = null;
    await here.scheduler.round();
    expect((await runsOf(monitor_id)).map(({ status }) => status)).toEqual(["unchanged"]);
  });

  test("while it runs it is not begun again, by time or by request", async () => {
    const { monitor_id } = await create({ schedule: "hourly" });
    let release = () => {};
    world.waits = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const round = here.scheduler.round();
    await expect.poll(() => world.analyses).toBe(1);
    const other = await openProcess(store, world);
    const job = await other.registry.jobs.create("a", "monitor_run", { monitor_id });
    await other.scheduler.round();
    expect(world.analyses).toBe(1);
    expect(await other.registry.jobs.find("a", job.job_id)).toMatchObject({ status: "queued" });
    world.waits = null;
    release();
    await round;
    world.now += 5_000;
    await other.scheduler.round();
    expect(await other.registry.jobs.find("a", job.job_id)).toMatchObject({ status: "done" });
    expect((await runsOf(monitor_id)).map(({ triggers }) => triggers)).toEqual([["request"], ["first"]]);
    await other.scheduler.stop();
  });

  test("a message is small and holds no text, however much was found", async () => {
    world.documents = Array.from({ length: 1_000 }, (__, n) => `${n}/${"x".repeat(400)}`);
    await create();
    await rounds();
    const { body, event } = told()[0]!;
    expect(new TextEncoder().encode(body).length).toBeLessThan(20_000);
    expect(event.data.added_count).toBe(1_002);
    expect(event.data.added.length).toBeGreaterThan(10);
    expect(body).not.toContain(SECRET_TEXT);
    const kept = await store.read(({ monitors, runs }) => Promise.all([monitors.list("a"), runs.list("a")]));
    expect(JSON.stringify(kept)).not.toContain(SECRET_TEXT);
  });

  test("two secrets sign after a change, and the third ends the first", async () => {
    const { webhook } = await create();
    const { webhooks } = here.registry;
    const second = await webhooks.rotate("a", webhook!.webhook_id);
    expect(second).toMatchObject({ secrets_in_use: 2, url: receiver.url });
    expect(JSON.stringify([await webhooks.list("a"), await webhooks.find("a", webhook!.webhook_id)])).not.toContain(
      "whsec_",
    );
    const third = async (secrets: string[]) => {
      await webhooks.test("a", webhook!.webhook_id);
      await here.scheduler.round();
      const { headers, body } = receiver.received.at(-1)!;
      return Promise.all(
        secrets.map((secret) => verifyWebhook(headers as Record<string, string>, body, secret, world.now)),
      );
    };
    expect(await third([webhook!.secret, second.secret])).toEqual([true, true]);
    const newest = await webhooks.rotate("a", webhook!.webhook_id);
    expect(await third([webhook!.secret, second.secret, newest.secret])).toEqual([false, true, true]);
  });

  test("dead letters are seen and sent again; an address that is gone is turned off, and on again", async () => {
    const { webhook } = await create();
    const { webhooks } = here.registry;
    const id = webhook!.webhook_id;
    receiver.answers.push(410);
    await webhooks.test("a", id);
    await here.scheduler.round();
    expect(await webhooks.find("a", id)).toMatchObject({ status: "disabled" });
    const { items } = await webhooks.deliveries("a", id, {}, { status: "dead" });
    expect(items).toMatchObject([
      { status: "dead", attempts: 1, log: [{ status: 410 }], event: { type: "webhook.test" } },
    ]);
    await webhooks.change("a", id, { status: "active" });
    await webhooks.redeliver("a", id, items[0]!.delivery_id);
    await here.scheduler.round();
    expect((await webhooks.deliveries("a", id)).items).toMatchObject([{ status: "delivered" }]);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual([items[0]!.delivery_id, items[0]!.delivery_id]);
  });

  test("another tenant finds nothing under any id, and cannot watch or tell what is not theirs", async () => {
    const { monitor_id, webhook } = await create();
    await here.registry.webhooks.test("a", webhook!.webhook_id);
    const [delivery] = (await here.registry.webhooks.deliveries("a", webhook!.webhook_id)).items;
    const job = await here.registry.jobs.create("a", "monitor_run", { monitor_id });
    const { monitors, webhooks, jobs } = here.registry;
    const own = await webhooks.create("b", { url: receiver.url });
    const asked = (ids: { monitor: string; webhook: string; delivery: string; job: string; work: string }) => [
      () => monitors.find("b", ids.monitor),
      () => monitors.change("b", ids.monitor, { status: "paused" }),
      () => monitors.remove("b", ids.monitor),
      () => monitors.runs("b", ids.monitor),
      () => monitors.create("b", { work_id: ids.work }),
      () => webhooks.find("b", ids.webhook),
      () => webhooks.change("b", ids.webhook, { status: "disabled" }),
      () => webhooks.rotate("b", ids.webhook),
      () => webhooks.test("b", ids.webhook),
      () => webhooks.remove("b", ids.webhook),
      () => webhooks.deliveries("b", ids.webhook),
      () => webhooks.redeliver("b", ids.webhook, ids.delivery),
      () => webhooks.redeliver("b", own.webhook_id, ids.delivery),
      () => jobs.find("b", ids.job),
      () => jobs.cancel("b", ids.job),
    ];
    const answer = (ask: () => Promise<unknown>) =>
      ask().then(
        () => "answered",
        ({ code, message, hint, fields }) => JSON.stringify({ code, message, hint, fields }),
      );
    const ids = { monitor: monitor_id, webhook: webhook!.webhook_id, delivery: delivery!.delivery_id };
    const foreign = asked({ ...ids, job: job.job_id, work: workId });
    const unknown = asked({ monitor: "mo_1", webhook: "we_1", delivery: "msg_1", job: "job_1", work: "wk_1" });
    for (const [at, ask] of notEmpty(foreign.entries())) {
      const got = await answer(ask);
      expect(got).toContain('"not_found"');
      expect(got).toBe(await answer(unknown[at]!));
    }
    await expect(create({ webhook_url: undefined, webhook_id: own.webhook_id })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(monitors.change("a", monitor_id, { webhook_id: own.webhook_id })).rejects.toMatchObject({
      code: "not_found",
    });
    for (const list of [monitors, webhooks, jobs])
      expect((await list.list("b")).items.length).toBe(list === webhooks ? 1 : 0);
    expect(await here.registry.monitors.find("a", monitor_id)).toMatchObject({
      status: "active",
      webhook_id: webhook!.webhook_id,
    });
    expect(await here.registry.jobs.find("a", job.job_id)).toMatchObject({ status: "queued" });
    expect(await here.registry.webhooks.find("a", webhook!.webhook_id)).toMatchObject({
      status: "active",
      secrets_in_use: 1,
    });
  });

  test("an address that may not be called is refused when it is named and when it is called", async () => {
    const outgoing = guardedOutgoing({ reach: "public" }, async () => [{ address: "127.0.0.1", family: 4 }]);
    const guarded = await openProcess(store, world, outgoing);
    const { monitors, webhooks } = guarded.registry;
    for (const url of [
      "http://example.org/",
      "https://127.0.0.1/",
      "https://[::ffff:10.0.0.1]/",
      "https://example.org:8443/",
    ]) {
      await expect(webhooks.create("a", { url })).rejects.toMatchObject({ code: "webhook_refused" });
      await expect(monitors.create("a", { work_id: workId, webhook_url: url })).rejects.toMatchObject({
        code: "webhook_refused",
      });
    }
    expect((await monitors.list("a")).items).toEqual([]);
    const { webhook_id } = await webhooks.create("a", { url: "https://led-elsewhere.example/" });
    await expect(webhooks.change("a", webhook_id, { url: "https://10.0.0.1/" })).rejects.toMatchObject({
      code: "webhook_refused",
    });
    await webhooks.test("a", webhook_id);
    await guarded.scheduler.round();
    const { items } = await webhooks.deliveries("a", webhook_id);
    expect(items).toMatchObject([
      {
        status: "pending",
        log: [{ status: null, error: "no_answer" }],
      },
    ]);
  });
});

describe("a monitor whose watched corpus has changed", () => {
  const at = 40 * DAY_MS;
  const watched = { corpus: "r2", catalogue: "c1", model: "m1" } as const;
  const monitorOf = (failures: number, on: Watched[] = ["corpus"]): Monitor => {
    const last: MonitorState["last"] = { run_id: "ru", status: failures === 0 ? "unchanged" : "failed", at };
    const seen = { ...watched, corpus: "r1" };
    const state: MonitorState = { findings: [], watched: seen, run: null, last, failures };
    const settings: MonitorSettings = {
      schedule: null,
      on,
      target_models: [],
      jurisdiction: null,
      webhook_id: null,
    };
    const own = { tenant: "a", id: "mo", created_at: 0, work_id: "wo", due_at: null } as const;
    return { ...own, status: "active", settings, state };
  };

  test("runs at once after a run that ended well, and never as a retry", () => {
    for (const now of [at, at + LOOK_MS, at + 2 * DAY_MS]) {
      expect(triggersOf(monitorOf(0), now, watched)).toEqual(["corpus"]);
      expect(triggersOf(monitorOf(0), now, { ...watched, corpus: "r1" })).toEqual([]);
    }
  });

  test.each([1, 2, 3])("waits after failure %i for its retry, and runs as nothing else", (failures) => {
    const retryAt = at + retryAfterMs(failures);
    expect(triggersOf(monitorOf(failures), retryAt - 1, watched)).toEqual([]);
    expect(triggersOf(monitorOf(failures), retryAt, watched)).toEqual(["retry"]);
    expect(dueAt(monitorOf(failures, []), at)).toBe(retryAt);
  });
});
