/** Jobs: done once, cancelled wherever that is asked, and taken up by another where whoever did them died. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SpoliaError } from "../../../src/base/errors.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { appendDocuments, deleteDocuments } from "../../../src/corpus/change/change.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import { Scheduler } from "../../../src/service/runs/scheduler.ts";
import type { RecordStore } from "../../../src/service/store/store.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { openRegistry } from "../fixtures/fixture.ts";
import { newWorld, openProcess, type World } from "../fixtures/monitored.ts";
import { newStores } from "../fixtures/stores.ts";

const { STORES } = newStores();

describe.each(STORES)("jobs in %s", (_, open) => {
  let store: RecordStore;
  let world: World;
  let here: Awaited<ReturnType<typeof openProcess>>;
  let monitor_id: string;

  beforeEach(async () => {
    store = await open();
    world = newWorld();
    here = await openProcess(store, world);
    await here.registry.createTenant({ id: "a" });
    const { work_id } = await here.registry.works.register("a", { content: "one text" });
    ({ monitor_id } = await here.registry.monitors.create("a", { work_id, schedule: null, on: [] }));
    await here.scheduler.round();
    world.analyses = 0;
  });
  afterEach(async () => {
    await here.scheduler.stop();
    expect(here.errors).toEqual([]);
    await store.close();
  });

  const create = () => here.registry.jobs.create("a", "monitor_run", { monitor_id });
  const find = async (id: string) => here.registry.jobs.find("a", id);
  const forever = (signal: AbortSignal) =>
    new Promise<void>((__, reject) =>
      signal.addEventListener("abort", () => reject(new SpoliaError("aborted", "")), { once: true }),
    );

  test("a job that waits is not made twice, is done once, and is another one then", async () => {
    const { job_id, status } = await create();
    expect([status, (await create()).job_id]).toEqual(["queued", job_id]);
    await Promise.all([here.scheduler.round(), (await openProcess(store, world)).scheduler.round()]);
    expect(await find(job_id)).toMatchObject({ status: "done", error: null, result: { run_id: expect.any(String) } });
    expect(world.analyses).toBe(1);
    expect((await create()).job_id).not.toBe(job_id);
    expect((await here.registry.jobs.list("a", {}, { status: "done" })).items.map((job) => job.job_id)).toEqual([
      job_id,
    ]);
  });

  test("a job is cancelled before it begins and while it runs, also by another process", async () => {
    const waiting = await create();
    expect(await here.registry.jobs.cancel("a", waiting.job_id)).toMatchObject({ status: "cancelled" });
    await here.scheduler.round();
    expect(world.analyses).toBe(0);
    world.waits = forever;
    const { job_id } = await create();
    const round = here.scheduler.round();
    await expect.poll(() => world.analyses).toBe(1);
    await (await openProcess(store, world)).registry.jobs.cancel("a", job_id);
    await round;
    expect(await find(job_id)).toMatchObject({ status: "cancelled", result: null, error: null });
    expect(await here.registry.jobs.cancel("a", job_id)).toMatchObject({ status: "cancelled" });
  });

  test("the job of a process that died is taken up by another, and given up where all die of it", async () => {
    const { job_id } = await create();
    const claim = () => store.write(({ service }) => service.claim("jobs", world.now, world.now + 60_000, 1));
    const takeUp = async () => {
      const [job] = await claim();
      await store.write(({ jobs }) => jobs.change("a", job!.id, { status: "running" }));
    };
    await takeUp();
    await here.scheduler.round();
    expect(await find(job_id)).toMatchObject({ status: "running" });
    world.now += 60_000;
    await here.scheduler.round();
    expect(await find(job_id)).toMatchObject({ status: "done" });
    const { job_id: deadly } = await create();
    const last = { attempts: 3, progress: null };
    await store.write(({ jobs }) => jobs.change("a", deadly, { status: "running", progress: last, due_at: world.now }));
    await here.scheduler.round();
    expect(await find(deadly)).toMatchObject({ status: "failed", error: { code: "internal" } });
  });

  test("a service that stops puts its job back", async () => {
    world.waits = forever;
    const other = await openProcess(store, world);
    const { job_id } = await create();
    void other.scheduler.round();
    await expect.poll(() => world.analyses).toBe(1);
    await other.scheduler.stop();
    expect(await find(job_id)).toMatchObject({ status: "queued" });
    world.waits = null;
    await here.scheduler.round();
    expect(await find(job_id)).toMatchObject({ status: "done" });
  });

  test("what goes wrong is kept with its code; a fault of ours without its message", async () => {
    const gone = await create();
    await here.registry.monitors.remove("a", monitor_id);
    await here.scheduler.round();
    expect(await find(gone.job_id)).toMatchObject({ status: "failed", error: { code: "not_found" } });
    const missing = await here.registry.jobs.create("a", "corpus_verify", { corpus: "nowhere" });
    await here.scheduler.round();
    expect(await find(missing.job_id)).toMatchObject({ status: "failed", error: { code: "corpus_not_found" } });
  });
});

describe("a corpus that is there", () => {
  const random = seeded(5);
  const documents = Array.from({ length: 300 }, (_, n) => ({
    id: `d/${n}`,
    text: zipfText(random, 60),
    title: `T ${n}`,
  }));

  async function opened() {
    const storage = createMemoryStorage();
    const corpus = await buildCorpus(documents, { name: "notes", dataset: "notes", storage });
    const { registry, store } = await openRegistry();
    await registry.createTenant({ id: "a" });
    const engine = await createEngine({ corpora: [corpus] });
    return { storage, corpus, registry, store, engine, scheduler: new Scheduler({ registry, engine }) };
  }

  test("is checked to its last byte", async () => {
    const { registry, scheduler } = await opened();
    const { job_id } = await registry.jobs.create("a", "corpus_verify", { corpus: "notes" });
    await scheduler.round();
    const job = await registry.jobs.find("a", job_id);
    expect(job).toMatchObject({ status: "done", result: { is_sound: true, damages: [] } });
    expect(job.progress).toMatchObject({
      stage: "verify",
      unit: "bytes",
      done: (job.result as { bytes: number }).bytes,
    });
  });

  test("knows its documents by their ids, and no others, also after changes that the engine sees when it is refreshed", async () => {
    const { storage, corpus, engine, scheduler } = await opened();
    for (const { id, title } of documents) expect(await corpus.document(id)).toEqual({ id, title, words: 60 });
    for (const id of ["", "d/300", "d/", "D/1", "\ud800"]) expect(await corpus.document(id)).toBeNull();
    const [before] = engine.corpora;
    await appendDocuments(storage, [{ id: "new \ud800", text: zipfText(random, 50) }]);
    await deleteDocuments(storage, ["d/7"]);
    expect(engine.corpora).toEqual([before]);
    expect(await corpus.document("new \ud800")).toBeNull();
    await scheduler.round();
    expect(engine.corpora[0]!.revision).not.toBe(before!.revision);
    expect(engine.corpora[0]!.documents).toBe(300);
    expect(await corpus.document("new \ud800")).toEqual({ id: "new \ufffd", words: 50 });
    expect(await corpus.document("d/7")).toBeNull();
    expect(await corpus.document("d/8")).toMatchObject({ id: "d/8" });
    expect(await engine.refresh()).toBe(false);
    await corpus.close();
    await expect(corpus.document("d/8")).rejects.toMatchObject({ code: "closed" });
  });
});
